/** What things are called, in the reader's language. */
import type { Argument, Catalogue, Choice, Objects, Seat } from "./protocol";
import { say, wordsOf } from "./words";

/** What an object on the table is called: a piece by its design, a player by name, and so on. */
export function nameOf(id: string, objects: Objects, catalogue: Catalogue, language: string): string {
  const piece = objects.pieces[id];
  if (piece) {
    if (piece.design) return say(catalogue.designs[piece.design]?.labels, language) || piece.design;
    return piece.type ? say(catalogue.types[piece.type]?.labels, language) : "?";
  }
  const player = objects.players[id];
  if (player) return player.name;
  const place = objects.places[id];
  if (place) {
    const label = say(catalogue.places[place.name]?.labels, language) || place.name;
    const owner = place.owner ? objects.players[place.owner]?.name : undefined;
    return owner ? `${label} (${owner})` : label;
  }
  return objects.cells[id]?.name ?? say(catalogue.designs[id]?.labels, language) ?? id;
}

export function optionName(option: Choice, language: string): string {
  return say(option.labels, language) || option.name;
}

/** The names of seats, in their order. */
export function namesOf(numbers: readonly number[], seats: readonly Seat[]): string[] {
  return numbers.map((number) => seats[number]?.name ?? String(number + 1));
}

/** The designs that arguments name: what one may want to read. */
export function designsOf(all: readonly Argument[]): string[] {
  const found = all.map((one) => one.design ?? (one.kind === "design" ? one.id : null));
  return [...new Set(found.filter((one): one is string => one !== null))];
}

/** What a bot is called; one that the page does not know keeps the name that commands give it. */
export function botText(name: string, language: string): string {
  const [kind = "", much = ""] = name.split(":");
  return wordsOf(language).botKind(kind, much) || name;
}
