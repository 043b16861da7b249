/** What the browser remembers. In a private window, or with storage forbidden, it remembers until the page is closed. */
import { signal } from "@preact/signals";
import type { Labels } from "./protocol";

const PREFIX = "rulewright.";
const fallback = new Map<string, string>();

function read(key: string): string | null {
  try {
    return window.localStorage.getItem(PREFIX + key) ?? fallback.get(key) ?? null;
  } catch {
    return fallback.get(key) ?? null;
  }
}

function write(key: string, value: string | null): void {
  if (value === null) fallback.delete(key);
  else fallback.set(key, value);
  try {
    if (value === null) window.localStorage.removeItem(PREFIX + key);
    else window.localStorage.setItem(PREFIX + key, value);
  } catch {
    // Nothing may be stored here: the fallback lasts as long as the page.
  }
}

/** A match that was played or made in this browser. */
export interface Remembered {
  match: string;
  game: string;
  title: Labels;
  /** The token of one's own seat, if one has one. */
  token: string | null;
  /** One's name at the table; null for who watches. */
  name: string | null;
  when: number;
  /** For who has made the match: the players with their tokens (null for a bot), and the host's token. */
  links?: { name: string; plays: string; token: string | null }[];
  host?: string;
}

const LIMIT = 50;

function isRemembered(one: unknown): one is Remembered {
  return (
    typeof one === "object" && one !== null && typeof (one as Remembered).match === "string" &&
    typeof (one as Remembered).title === "object" && (one as Remembered).title !== null
  );
}

function load(): Remembered[] {
  try {
    const all: unknown = JSON.parse(read("matches") ?? "[]");
    return Array.isArray(all) ? all.filter(isRemembered) : [];
  } catch {
    return [];
  }
}

export const matches = signal<Remembered[]>(load());

function keep(all: Remembered[]): void {
  matches.value = all.slice(0, LIMIT);
  write("matches", matches.value.length ? JSON.stringify(matches.value) : null);
}

/** Remembers a match, on top of what is known of it. Other pages may have written meanwhile, so it reads again first. */
export function remember(one: Omit<Remembered, "when">): void {
  const all = load();
  const known = all.find((other) => other.match === one.match);
  keep([{ ...known, ...one, when: Date.now() }, ...all.filter((other) => other.match !== one.match)]);
}

export function forget(match: string): void {
  keep(load().filter((other) => other.match !== match));
}

export function recall(match: string): Remembered | undefined {
  return load().find((other) => other.match === match);
}

/** A setting that the browser remembers. */
export function setting(key: string): string | null {
  return read(key);
}

export function setSetting(key: string, value: string): void {
  write(key, value);
}
