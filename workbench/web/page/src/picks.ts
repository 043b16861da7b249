/** What a player has picked of several things, while more can be picked. */
import type { Argument, Underway } from "./protocol";

const LEFT = "still to choose: ";

/** The picks of a player so far; a choice of several things tells beside them how many are left. */
export function picksSoFar(underway: readonly Underway[], player: string): Argument[] {
  const names = underway.find((one) => one.player === player)?.names ?? [];
  const slots = new Set(names.map((one) => one.slot).filter((slot) => slot.startsWith(LEFT)).map((slot) => slot.slice(LEFT.length)));
  return names.filter((one) => slots.has(one.slot));
}
