// Writes the page that git keeps: ../static/page.js, page.css and index.html, the same bytes for the same sources;
// and the licences of the libraries in page.js.
// `node build.mjs --out FOLDER` writes it somewhere else, so that a test can compare.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const asked = process.argv.indexOf("--out");
const out = asked >= 0 ? resolve(process.argv[asked + 1]) : join(here, "..", "static");

await mkdir(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { page: "src/main.tsx" },
  outdir: out,
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "iife",
  target: ["es2022", "chrome110", "firefox115", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
});
await copyFile(join(here, "src", "index.html"), join(out, "index.html"));
const licences = [];
for (const name of ["preact", "@preact/signals", "@preact/signals-core"]) {
  const text = await readFile(join(here, "node_modules", name, "LICENSE"), "utf8");
  licences.push(`${name}\n\n${text.trim()}\n`);
}
await writeFile(join(out, "LICENCES.txt"), licences.join("\n----\n\n"));
