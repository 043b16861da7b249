/**
 * The worker in which Python runs: it loads the runtime and Rulewright, and hands on what the page and Python say to
 * each other. Matches are kept in the browser's own storage.
 */
import type { Begun, Manifest, Stage, Started } from "./messages";

/** What the worker uses of Pyodide. */
interface Pyodide {
  FS: {
    mkdirTree(path: string): void;
    mount(kind: unknown, options: object, path: string): void;
    filesystems: { IDBFS: unknown };
    syncfs(populate: boolean, done: (error: unknown) => void): void;
  };
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPython(code: string): unknown;
  runPythonAsync(code: string): Promise<unknown>;
  globals: { set(name: string, value: unknown): void };
}

const KEPT = "/kept";
const PACKAGES = "/packages";
let hear: ((text: string) => void) | null = null;
let waiting: string[] = [];
/** Whether the browser is just keeping what has changed, and whether more has changed meanwhile. */
let keeping = false;
let more = false;

const stage = (name: Stage["name"]): void => postMessage({ kind: "stage", name } satisfies Stage);

const synced = (python: Pyodide, populate: boolean): Promise<void> => new Promise((resolve, reject) => {
  python.FS.syncfs(populate, (error) => (error ? reject(error) : resolve()));
});

async function keep(python: Pyodide): Promise<void> {
  more = true;
  if (keeping) return;
  keeping = true;
  while (more) {
    more = false;
    try {
      await synced(python, false);
    } catch (error) {
      postMessage({ kind: "full", message: String(error) });
    }
  }
  keeping = false;
}

async function start({ base }: Started): Promise<void> {
  stage("runtime");
  const manifest = await (await fetch(new URL("site.json", base))).json() as Manifest;
  const archives = Promise.all(manifest.archives.map(async (name) => (await fetch(new URL(name, base))).arrayBuffer()));
  const address = new URL("runtime/pyodide.mjs", base).href;
  const { loadPyodide } = await import(address) as { loadPyodide: (options: object) => Promise<Pyodide> };
  const python = await loadPyodide({ indexURL: new URL("runtime/", base).href });
  stage("packages");
  for (const one of await archives) python.unpackArchive(one, "zip", { extractDir: PACKAGES });
  python.FS.mkdirTree(KEPT);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, KEPT);
  try {
    await synced(python, true);
  } catch (error) {
    postMessage({ kind: "full", message: String(error) });
  }
  stage("rules");
  python.globals.set("post", (text: string) => {
    if (text.startsWith('{"kind": "changed"')) void keep(python);
    else postMessage({ kind: "python", text });
  });
  hear = await python.runPythonAsync(`
import sys
sys.path.insert(0, "${PACKAGES}")
from rulewright.workbench.site.worker import Worker
worker = Worker(post, ${JSON.stringify(manifest.games.map((name) => `${PACKAGES}/${name}`))}, "${KEPT}/matches.sqlite")
await worker.start()
worker.hear
`) as (text: string) => void;
  for (const text of waiting) hear(text);
  waiting = [];
  postMessage({ kind: "begun", start: manifest.start } satisfies Begun);
}

self.onmessage = (event: MessageEvent<Started | { kind: "python"; text: string }>) => {
  const message = event.data;
  if (message.kind === "start") {
    start(message).catch((error: unknown) => postMessage({ kind: "failed", message: String(error) }));
  } else if (hear) hear(message.text);
  else waiting.push(message.text);
};
