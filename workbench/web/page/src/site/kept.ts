/** The games that somebody writes in this browser: folders of files that the first worker keeps. */
import { signal } from "@preact/signals";
import type { Desk } from "./desk";
import type { Python } from "./python";

const GAMES = "/kept/games";

export type Files = Record<string, string>;

export const folderOf = (name: string): string => `${GAMES}/${name}`;

/** A name that a folder can have: lower-case letters, digits and hyphens. */
export const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** A path within a game. */
export const PATH = /^([a-z0-9][a-z0-9_-]*\/){0,3}[a-z0-9][a-z0-9_-]*\.yaml$/;

class Own {
  /** The names of the games. */
  readonly names = signal<string[]>([]);
  private tables: Python | null = null;
  private desk: Desk | null = null;

  begin(tables: Python, desk: Desk, names: string[]): void {
    this.tables = tables;
    this.desk = desk;
    this.names.value = [...names].sort();
    for (const name of names) desk.offer(folderOf(name));
  }

  /** The files of a game, by their paths within its folder. */
  async files(name: string): Promise<Files> {
    const folder = `${folderOf(name)}/`;
    const found = await this.tables?.read(folderOf(name)) ?? {};
    return Object.fromEntries(Object.entries(found).map(([path, text]) => [path.slice(folder.length), text]));
  }

  /** Keeps files of a game, which may be new; null removes one. */
  keep(name: string, files: Record<string, string | null>): void {
    const folder = folderOf(name);
    this.tables?.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text])), true);
    if (!this.names.value.includes(name)) {
      this.names.value = [...this.names.value, name].sort();
      this.desk?.offer(folder);
    }
  }

  /** Removes a game for good. */
  async remove(name: string): Promise<void> {
    const files = await this.files(name);
    this.keep(name, Object.fromEntries(Object.keys(files).map((path) => [path, null])));
    this.names.value = this.names.value.filter((one) => one !== name);
  }

  /** A name that no game here has: the wanted one, or one with a number. */
  free(wanted: string): string {
    const stem = NAME.test(wanted) ? wanted : "my-game";
    let found = stem;
    for (let number = 2; this.names.value.includes(found); number += 1) found = `${stem}-${number}`;
    return found;
  }
}

export const own = new Own();
