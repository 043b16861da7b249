/** The lines of pieces that have won: where the rules say how many in a line win, those of the winners. */
import type { Board, Objects, Piece } from "../protocol";

/** The ways in which lines run, and not back. */
const WAYS = ["north", "north-east", "east", "south-east"] as const;

/** The cells of each line that has won, from one end to the other; none before the end. */
export function wonLines(board: Board, objects: Objects, ownerOf: (piece: Piece) => string | null): string[][] {
  const least = board.line;
  if (!least || !objects.over || objects.winners.length === 0) return [];
  const holds = (cell: string | undefined): boolean =>
    (objects.cells[cell ?? ""]?.pieces ?? []).some((id) => {
      const piece = objects.pieces[id];
      return !!piece && objects.winners.includes(ownerOf(piece) ?? "");
    });
  const found: string[][] = [];
  const taken = new Map<string, Set<string>>(WAYS.map((way) => [way, new Set()]));
  const back = (way: string) => ({ north: "south", "north-east": "south-west", east: "west", "south-east": "north-west" })[way] ?? "";
  for (const cell of Object.values(board.cells)) {
    for (const way of WAYS) {
      if (!holds(cell.id) || holds(cell.neighbours[back(way)]) || taken.get(way)?.has(cell.id)) continue;
      const line: string[] = [];
      for (let at: string | undefined = cell.id; at && holds(at); at = board.cells[at]?.neighbours[way]) line.push(at);
      for (const one of line) taken.get(way)?.add(one);
      if (line.length >= least) found.push(line);
    }
  }
  return found;
}

/** What the last player to choose has named, as a piece and where it goes: what a table marks as the last move. */
export function lastNamed(events: readonly { kind: string; player: string | null; arguments: readonly { id: string | null }[] }[]): string[] {
  let player: string | null = null;
  let choices = 0;
  const found: string[] = [];
  for (const event of events.slice(-40).reverse()) {
    if (event.kind !== "choice" || event.player === null) continue;
    player ??= event.player;
    if (event.player !== player || choices === CHOICES) break;
    choices += 1;
    for (const one of event.arguments) if (one.id !== null) found.push(one.id);
  }
  return found.slice(0, MOST);
}

/** A move is made of so many choices at most, as what moves and where to. */
const CHOICES = 3;
/** To mark more would say nothing. */
const MOST = 6;
