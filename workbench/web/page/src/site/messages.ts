/** What the page and its worker say to each other, besides what Python says (`workbench/site/worker.py`). */

/** `site.json`, which `rulewright site` writes. */
export interface Manifest {
  /** The archives of Python modules and games, by their addresses. */
  archives: string[];
  /** The folders of games of one's own in them. */
  games: string[];
  /** Where the page begins. */
  start: string;
}

export interface Started {
  kind: "start";
  /** The address of the folder in which the site lies. */
  base: string;
}

export interface Stage {
  kind: "stage";
  name: "runtime" | "packages" | "rules";
}

export interface Begun {
  kind: "begun";
  start: string;
}

export type FromWorker =
  | Stage
  | Begun
  | { kind: "python"; text: string }
  | { kind: "full"; message: string }
  | { kind: "failed"; message: string };
