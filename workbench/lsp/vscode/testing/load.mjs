// Loads a module of the sources that does not need VS Code.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

export async function load(path) {
  const folder = await mkdtemp(join(tmpdir(), "extension-"));
  const outfile = join(folder, "module.mjs");
  try {
    await build({
      entryPoints: [fileURLToPath(new URL(`../src/${path}`, import.meta.url))],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
