// Loads a module of the sources as it would be in the page.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

export async function load(path) {
  const folder = await mkdtemp(join(tmpdir(), "page-"));
  const outfile = join(folder, "module.mjs");
  try {
    await build({
      entryPoints: [fileURLToPath(new URL(`../src/${path}`, import.meta.url))],
      outfile,
      bundle: true,
      format: "esm",
      target: "es2022",
      jsx: "automatic",
      jsxImportSource: "preact",
      loader: { ".css": "empty" },
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
