// Writes the pages that git keeps, the same bytes for the same sources, with the licences of the libraries in them:
// that of the server in ../static, and the one that needs no server in ../../site/static.
// `node build.mjs --out FOLDER` writes them into two folders there, so that a test can compare.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const asked = process.argv.indexOf("--out");
const [out, site] = asked >= 0
  ? ["web", "site"].map((name) => join(resolve(process.argv[asked + 1]), name))
  : [join(here, "..", "static"), join(here, "..", "..", "site", "static")];
const common = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  charset: "utf8",
  target: ["es2022", "chrome110", "firefox115", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
};

/** The licences of some packages. */
async function licences(names) {
  const found = [];
  for (const name of names) {
    const folder = join(here, "node_modules", name);
    const file = (await readdir(folder)).find((one) => one.startsWith("LICENSE"));
    const text = await readFile(join(folder, file), "utf8");
    found.push(`${name}\n\n${text.trim()}\n`);
  }
  return found.join("\n----\n\n");
}

const EDITOR = [
  ...["autocomplete", "commands", "lang-yaml", "language", "lint", "lsp-client", "search", "state", "view"].map((one) => `@codemirror/${one}`),
  ...["common", "highlight", "lr", "yaml"].map((one) => `@lezer/${one}`),
  "crelt", "dompurify", "fflate", "marked", "style-mod", "w3c-keyname",
];
const PREACT = ["preact", "@preact/signals", "@preact/signals-core"];
await mkdir(out, { recursive: true });
await build({ ...common, entryPoints: { page: "src/main.tsx" }, outdir: out, format: "iife" });
await copyFile(join(here, "src", "index.html"), join(out, "index.html"));
await writeFile(join(out, "LICENCES.txt"), await licences(PREACT));

await rm(site, { recursive: true, force: true }); // what its parts are called may change
await mkdir(site, { recursive: true });
await build({
  ...common,
  entryPoints: { site: "src/site/main.tsx", worker: "src/site/worker.ts", offline: "src/site/offline.ts" },
  outdir: site,
  format: "esm",
  splitting: true,
  chunkNames: "[name]",
});
await copyFile(join(here, "src", "site", "index.html"), join(site, "index.html"));
await writeFile(join(site, "LICENCES.txt"), await licences([...PREACT, ...EDITOR]));
