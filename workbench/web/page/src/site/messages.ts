/** What the page and its workers say to each other, besides what Python says (`workbench/site/*.py`). */

/** `site.json`, which `rulewright site` writes. */
export interface Manifest {
  /** The archives of Python modules and games, by their addresses. */
  archives: string[];
  /** Those that only the language server needs; none if the site has no editor. */
  language: string[];
  /** The paths of games of one's own in them. */
  games: string[];
  /** Where the page begins. */
  start: string;
}

export type Role = "table" | "language" | "commands";

export type ToWorker =
  /** Comes first; `base` is the address of the folder in which the site lies. */
  | { kind: "start"; base: string; role: Role }
  | { kind: "python"; text: string }
  /** Files to be written, by their paths; null removes one. */
  | { kind: "write"; files: Record<string, string | null>; keep: boolean }
  | { kind: "read"; id: number; folder: string };

export interface Stage {
  kind: "stage";
  name: "runtime" | "packages" | "rules";
}

export interface Begun {
  kind: "begun";
  start: string;
  /** The folders of games that the browser keeps. */
  folders: string[];
  /** Whether games can be written in this site. */
  editor: boolean;
}

export type FromWorker =
  | Stage
  | Begun
  | { kind: "python"; text: string }
  | { kind: "files"; id: number; files: Record<string, string> }
  | { kind: "full"; message: string }
  | { kind: "failed"; message: string };
