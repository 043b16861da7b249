// Runs `played.py` inside Pyodide: node inside.mjs SITE PLAYED GAME …, where SITE is a folder that `rulewright site` wrote.
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [site, played, ...games] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(site, "runtime", "pyodide.mjs")));
const python = await loadPyodide({ indexURL: resolve(site, "runtime") + "/", stdout: (line) => console.log(line) });
const manifest = JSON.parse(await readFile(join(site, "site.json"), "utf8"));
for (const name of manifest.archives) {
  const data = await readFile(join(site, name));
  python.unpackArchive(new Uint8Array(data).buffer, "zip", { extractDir: "/packages" });
}
python.globals.set("source", await readFile(played, "utf8"));
python.globals.set("games", games);
await python.runPythonAsync(`
import sys
sys.path.insert(0, "/packages")
there = {"__name__": "played"}
exec(compile(source, "played.py", "exec"), there)
there["main"](list(games))
`);
