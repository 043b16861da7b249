/** The words of the page in the reader's language, and texts of games in the best language that they have. */
import type { Labels } from "../protocol";
import { cs } from "./cs";
import { en, type Words } from "./en";

export type { Words } from "./en";

const all: Record<string, Words> = { en, cs };

/** The languages of the page itself. */
export const languages = Object.keys(all);

export function wordsOf(language: string): Words {
  return all[language] ?? en;
}

/** A text in the reader's language; else in English; else in any. */
export function say(labels: Labels | null | undefined, language: string): string {
  if (!labels) return "";
  return labels[language] ?? labels["en"] ?? Object.values(labels)[0] ?? "";
}

/** "Ann", "Ann and Bob", "Ann, Bob and Eve". */
export function list(names: string[], words: Words): string {
  if (names.length < 2) return names[0] ?? "";
  return `${names.slice(0, -1).join(", ")} ${words.and} ${names[names.length - 1]}`;
}
