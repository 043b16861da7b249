/**
 * A worker in which Python runs: it loads the runtime and Rulewright, and hands on what the page and Python say to each
 * other. Each worker has one role. The first keeps what is to be kept in the browser's own storage; others have copies
 * of the files that the page gives them.
 */
import type { Begun, Manifest, Role, Stage, ToWorker } from "./messages";

/** What the worker uses of Pyodide. */
interface Pyodide {
  FS: {
    mkdirTree(path: string): void;
    mount(kind: unknown, options: object, path: string): void;
    filesystems: { IDBFS: unknown };
    syncfs(populate: boolean, done: (error: unknown) => void): void;
    writeFile(path: string, data: string): void;
    readFile(path: string, options: { encoding: "utf8" }): string;
    readdir(path: string): string[];
    stat(path: string): { mode: number };
    isDir(mode: number): boolean;
    unlink(path: string): void;
    rmdir(path: string): void;
    analyzePath(path: string): { exists: boolean };
  };
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPythonAsync(code: string): Promise<unknown>;
  globals: { set(name: string, value: unknown): void };
}

const KEPT = "/kept";
const PACKAGES = "/packages";

const BEGINNINGS: Record<Role, (manifest: Manifest) => string> = {
  table: (manifest) => `
from rulewright.workbench.site.worker import Worker
worker = Worker(post, ${JSON.stringify(manifest.games.map((name) => `${PACKAGES}/${name}`))}, "${KEPT}/matches.sqlite")
await worker.start()
worker.hear`,
  language: () => `
from rulewright.workbench.site.language import Language
Language(post).hear`,
  commands: () => `
from rulewright.workbench.cli import main
from rulewright.workbench.site.commands import Commands
Commands(post, main).hear`,
};

let python: Pyodide | null = null;
let hear: ((text: string) => void) | null = null;
let waiting: ToWorker[] = [];
/** Whether the browser is just keeping what has changed, and whether more has changed meanwhile. */
let keeping = false;
let more = false;

const stage = (name: Stage["name"]): void => postMessage({ kind: "stage", name } satisfies Stage);

const synced = (from: Pyodide, populate: boolean): Promise<void> => new Promise((resolve, reject) => {
  from.FS.syncfs(populate, (error) => (error ? reject(error) : resolve()));
});

async function keep(from: Pyodide): Promise<void> {
  more = true;
  if (keeping) return;
  keeping = true;
  while (more) {
    more = false;
    try {
      await synced(from, false);
    } catch (error) {
      postMessage({ kind: "full", message: String(error) });
    }
  }
  keeping = false;
}

async function start(base: string, role: Role): Promise<void> {
  stage("runtime");
  const manifest = await (await fetch(new URL("site.json", base))).json() as Manifest;
  const names = [...manifest.archives, ...(role === "language" ? manifest.language : [])];
  const archives = Promise.all(names.map(async (name) => (await fetch(new URL(name, base))).arrayBuffer()));
  const address = new URL("runtime/pyodide.mjs", base).href;
  const { loadPyodide } = await import(address) as { loadPyodide: (options: object) => Promise<Pyodide> };
  const found = python = await loadPyodide({ indexURL: new URL("runtime/", base).href });
  stage("packages");
  for (const one of await archives) found.unpackArchive(one, "zip", { extractDir: PACKAGES });
  found.FS.mkdirTree(KEPT);
  if (role === "table") {
    found.FS.mount(found.FS.filesystems.IDBFS, {}, KEPT);
    try {
      await synced(found, true);
    } catch (error) {
      postMessage({ kind: "full", message: String(error) });
    }
  }
  stage("rules");
  found.globals.set("post", (text: string) => {
    if (text.startsWith('{"kind": "changed"')) void keep(found);
    else postMessage({ kind: "python", text });
  });
  hear = await found.runPythonAsync(
    `import sys\nsys.path.insert(0, "${PACKAGES}")\n${BEGINNINGS[role](manifest)}`,
  ) as (text: string) => void;
  const all = waiting;
  waiting = [];
  for (const one of all) handle(one);
  postMessage({
    kind: "begun",
    start: manifest.start,
    folders: role === "table" ? folders(found) : [],
    editor: manifest.language.length > 0,
  } satisfies Begun);
}

/** The folders of games that the browser keeps. */
function folders(from: Pyodide): string[] {
  from.FS.mkdirTree(`${KEPT}/games`);
  return from.FS.readdir(`${KEPT}/games`).filter((name) => !name.startsWith("."));
}

function handle(message: ToWorker): void {
  if (!python || !hear) {
    waiting.push(message);
  } else if (message.kind === "python") {
    hear(message.text);
  } else if (message.kind === "write") {
    for (const [path, text] of Object.entries(message.files)) write(python, path, text);
    if (message.keep) void keep(python);
  } else if (message.kind === "read") {
    postMessage({ kind: "files", id: message.id, files: read(python, message.folder) });
  }
}

/** Writes a file, or removes it if there is no text. */
function write(into: Pyodide, path: string, text: string | null): void {
  if (text !== null) {
    into.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    into.FS.writeFile(path, text);
  } else if (into.FS.analyzePath(path).exists) {
    into.FS.unlink(path);
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (into.FS.readdir(folder).length === 2) into.FS.rmdir(folder); // only "." and ".." are left
  }
}

/** The texts of all files in a folder and below, by their paths. */
function read(from: Pyodide, folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  if (!from.FS.analyzePath(folder).exists) return found;
  for (const name of from.FS.readdir(folder)) {
    if (name.startsWith(".")) continue;
    const path = `${folder}/${name}`;
    if (from.FS.isDir(from.FS.stat(path).mode)) Object.assign(found, read(from, path));
    else found[path] = from.FS.readFile(path, { encoding: "utf8" });
  }
  return found;
}

self.onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === "start") {
    start(message.base, message.role).catch((error: unknown) => {
      postMessage({ kind: "failed", message: String(error) });
    });
  } else handle(message);
};
