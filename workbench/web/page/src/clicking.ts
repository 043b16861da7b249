/** What a click on an object means: the options that name it, step by step until one is left. */
import type { Choice, Open } from "./protocol";

/** The kinds of arguments that stand for something on the table. */
const ON_TABLE = new Set(["piece", "place", "cell", "edge", "player"]);

/** The ids of all objects on the table that an option names, with those that mean the same. */
export function naming(option: Choice): string[] {
  const found: string[] = [];
  for (const one of option.arguments) {
    if (one.id !== null && ON_TABLE.has(one.kind)) found.push(one.id);
    found.push(...one.also); // an option may name a design, and mean any piece of it
  }
  return found;
}

/** Whether an option is only a word (or names only designs, numbers and words): it needs a button. */
export function isWord(option: Choice): boolean {
  return naming(option).length === 0;
}

/** The options that name everything that is picked. */
export function remaining(decision: Open, picked: readonly string[]): Choice[] {
  if (picked.length === 0) return decision.options;
  return decision.options.filter((option) => {
    const names = new Set(naming(option));
    return picked.every((id) => names.has(id));
  });
}

/** What to light: all that the options left name. */
export function lights(options: readonly Choice[]): Set<string> {
  return new Set(options.flatMap(naming));
}

export type Meaning =
  | { kind: "choose"; option: Choice }
  | { kind: "menu"; options: Choice[] }
  | { kind: "pick"; picked: string[] }
  | { kind: "nothing" };

/** Sorted names of an option, to see whether two name the same. */
function names(option: Choice): string {
  return naming(option).slice().sort().join("\n");
}

/** What a click on an object means, after what has been picked before. */
export function click(decision: Open, picked: readonly string[], id: string): Meaning {
  const at = picked.indexOf(id);
  if (at >= 0) return { kind: "pick", picked: picked.slice(0, at) };
  let before = picked;
  let left = remaining(decision, [...before, id]);
  if (left.length === 0 && before.length > 0) {
    // Not along with what is picked, but it may begin another choice.
    before = [];
    left = remaining(decision, [id]);
  }
  const [first] = left;
  if (first === undefined) return { kind: "nothing" };
  if (left.length === 1) return { kind: "choose", option: first };
  if (left.every((option) => names(option) === names(first))) return { kind: "menu", options: left };
  return { kind: "pick", picked: [...before, id] };
}
