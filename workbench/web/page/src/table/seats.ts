/** The colours of the seats: as the game gives them, or as what each player plays with is called; and whose a design is. */
import type { Catalogue, Objects } from "../protocol";

/** The colours of the seats, where nothing else gives them. */
const SEATS = ["#c23b32", "#2f6fc4", "#2f8a4a", "#c98a12", "#7d4fb0", "#138a94", "#b0508a", "#6b6b72"] as const;

export interface Playing {
  /** The colour of each player, by id. */
  colours: Map<string, string>;
  /** The players whose the pieces of a design are, as a state says that each plays with: `sign: kind of mark`. */
  designs: Map<string, string>;
}

const known = new WeakMap<Catalogue, { players: Objects["players"]; playing: Playing }>();

/** Who plays with what, and in which colour. */
export function playingOf(catalogue: Catalogue, players: Objects["players"]): Playing {
  const before = known.get(catalogue);
  if (before?.players === players) return before.playing;
  const seats = Object.values(players);
  const designs = new Map<string, string>();
  let named: (string | null)[] = [];
  for (const [name, property] of Object.entries(catalogue.players)) {
    if (property.optional || property.secret || seats.length < 2) continue;
    const values = seats.map((one) => one.states[name]);
    if (!values.every((one): one is string => typeof one === "string") || new Set(values).size < values.length) continue;
    if (property.kind === "kind") {
      values.forEach((design, at) => designs.set(design, seats[at]?.id ?? ""));
      named = values.map((one) => ownColour(catalogue, one));
    } else if (property.kind === "word") {
      named = values.map((one) => catalogue.look?.drawn?.[one]?.colour ?? null);
    } else continue;
    break;
  }
  const apart = named.length > 0 && named.every((one) => one !== null) && new Set(named).size === named.length;
  const given = catalogue.look?.players ?? [];
  const colours = new Map(seats.map((one, at) => [one.id, given[one.seat] ?? (apart ? named[at] : null) ?? SEATS[one.seat % SEATS.length] ?? SEATS[0]]));
  const playing = { colours, designs };
  known.set(catalogue, { players, playing });
  return playing;
}

/** The colour that a design has for itself; null if it only has that of its type. */
export function ownColour(catalogue: Catalogue, id: string): string | null {
  const design = catalogue.designs[id];
  const type = design ? catalogue.types[design.type] : undefined;
  const colour = design?.drawn?.colour ?? null;
  return colour === null || (colour === type?.drawn?.colour && !design?.look?.colour && !type.look?.colour) ? null : colour;
}
