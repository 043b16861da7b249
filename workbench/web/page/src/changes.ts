/** Applying changes to objects. What has not changed stays the same object, so that it need not be drawn again. */
import type { Changes, Event, Objects } from "./protocol";

function merged<T>(old: Record<string, T>, news: Record<string, T | null> | undefined): Record<string, T> {
  if (!news || Object.keys(news).length === 0) return old;
  const all: Record<string, T> = { ...old };
  for (const [id, one] of Object.entries(news)) {
    if (one === null) delete all[id];
    else all[id] = one;
  }
  return all;
}

export function apply(objects: Objects, changes: Changes): Objects {
  return {
    ...objects,
    over: changes.over,
    winners: changes.winners,
    scores: changes.scores,
    deciding: changes.deciding,
    standing: changes.standing,
    numbers: changes.numbers,
    next: changes.next,
    underway: changes.underway,
    decision: changes.decision === undefined ? objects.decision : changes.decision,
    // A state may be null: that is a value like any other.
    states: { ...objects.states, ...changes.states },
    abilities: { ...objects.abilities, ...changes.abilities },
    players: merged(objects.players, changes.players),
    places: merged(objects.places, changes.places),
    cells: merged(objects.cells, changes.cells),
    pieces: merged(objects.pieces, changes.pieces),
  };
}

/** The log with new events. Where these begin earlier than the log ends, it was cut by an undo. */
export function extended(log: Event[], news: Event[], from?: number): Event[] {
  const cut = from ?? news[0]?.number;
  if (cut === undefined) return log;
  return [...log.filter((one) => one.number < cut), ...news];
}

/** What is the same in new objects stays the same object: after a whole answer only what differs is drawn again. */
export function settled(old: Objects | null, now: Objects): Objects {
  if (!old) return now;
  const keep = <T>(before: Record<string, T>, after: Record<string, T>): Record<string, T> => {
    const all: Record<string, T> = {};
    for (const [id, one] of Object.entries(after)) {
      const known = before[id];
      all[id] = known !== undefined && JSON.stringify(known) === JSON.stringify(one) ? known : one;
    }
    return all;
  };
  return {
    ...now,
    players: keep(old.players, now.players),
    places: keep(old.places, now.places),
    cells: keep(old.cells, now.cells),
    pieces: keep(old.pieces, now.pieces),
  };
}
