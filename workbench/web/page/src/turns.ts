/** The lines of the log as a report: by turn, and in each turn by move. */
import type { Event } from "./protocol";

export interface Group {
  first: number;
  /** The player whose turn it is; null where it is the same as above, or nobody's. */
  turn: string | null;
  /** What belongs to one move of a player stands on one line. */
  moves: Event[][];
}

/** Lines by turn, and in each turn by move. */
export function inTurns(lines: readonly Event[]): Group[] {
  const groups: Group[] = [];
  let turn: string | null = null;
  let begun = false;
  let before: Event | undefined;
  for (const one of lines) {
    begun = begun || one.begins;
    let group = groups[groups.length - 1];
    if (!group || (begun && one.turn !== null) || one.turn !== turn || one.heading) {
      const says = one.turn !== null && !one.heading && (begun || one.turn !== turn);
      group = { first: one.number, turn: says ? one.turn : null, moves: [] };
      groups.push(group);
      begun = false;
    }
    const move = group.moves[group.moves.length - 1];
    if (move && before && Object.keys(one.adds).length > 0 && before.player === one.player) move.push(one);
    else group.moves.push([one]);
    turn = one.turn;
    before = one;
  }
  return groups;
}
