/** What somebody who plays for the first time is told at a decision: the rules that are cited there and not yet read. */
import type { Catalogue, Event, Open } from "./protocol";

export interface Lesson {
  about: "setUp" | "place" | "happened" | "asked";
  /** The place that it is about. */
  name: string;
  /** The rules of the rulebook, by their ids. */
  rules: string[];
}

/** So many places are explained at a decision. */
const PLACES = 3;

/** The lessons of a decision, each rule once; `knows` says which rules have been read before. */
export function lessonsOf(catalogue: Catalogue, decision: Open, told: readonly Event[], knows: (id: string) => boolean): Lesson[] {
  const used = new Set<string>();
  const found: Lesson[] = [];
  const add = (about: Lesson["about"], ids: readonly string[], name = ""): boolean => {
    const fresh = ids.filter((id) => id in catalogue.rules && !knows(id) && !used.has(id));
    if (fresh.length === 0) return false;
    fresh.forEach((id) => used.add(id));
    found.push({ about, name, rules: fresh });
    return true;
  };
  add("asked", decision.site.rules);
  const begun = told.some((one) => one.kind === "choice" && one.player === decision.player);
  if (!begun) add("setUp", catalogue.set_up);
  const before = told.map((one) => one.kind === "choice" && one.player === decision.player).lastIndexOf(true);
  add("happened", told.slice(before + 1).flatMap((one) => one.rules));
  let places = 0;
  for (const [name, place] of Object.entries(catalogue.places)) {
    if (places < PLACES && place.shown && add("place", place.rules, name)) places += 1;
  }
  return found;
}
