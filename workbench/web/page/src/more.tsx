/** What a page has besides the tables, if it has more: a site with an editor adds to the first page, and has own pages. */
import type { ComponentChildren } from "preact";

interface More {
  /** Stands above the games of the first page. */
  home: () => ComponentChildren;
  /** What is shown at an address; null if it is none of these pages. */
  at: (path: string, query: URLSearchParams, hash: string) => ComponentChildren;
  /** Stands in the head of a table. */
  tools: (match: string) => ComponentChildren;
  /** Stands over a table: who sits at the same screen takes it over. */
  over: (match: string) => ComponentChildren;
  /** Whether all people sit at this screen. */
  oneScreen: boolean;
}

export const more: More = { home: () => null, at: () => null, tools: () => null, over: () => null, oneScreen: false };
