// Writes dist/rulewright-VERSION.vsix of the project, a file that VS Code installs: the same bytes for the same
// sources. `node build.mjs --out FOLDER` writes it somewhere else. `--bundle FILE` writes only the program.
// The version is that of Rulewright. What is packed is what is copied here, and nothing else.
import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const project = resolve(here, "../../..");
/** The time that all files in the package have: zip knows none before 1980. */
const WHEN = Date.UTC(1980, 0, 2) / 1000;

/** Writes the program as one file, and returns the folders of the libraries that are in it. */
export async function bundle(file) {
  const made = await build({
    absWorkingDir: here,
    entryPoints: ["src/extension.ts"],
    outfile: file,
    bundle: true,
    minify: true,
    charset: "utf8",
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
  });
  const inside = Object.keys(made.metafile.inputs).map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(inside.filter((folder) => folder !== undefined))].sort();
}

/** The licences of libraries: their texts, each below the name. */
async function licences(folders) {
  const texts = [];
  for (const folder of folders) {
    const { name, version } = JSON.parse(await readFile(join(here, folder, "package.json"), "utf8"));
    let text;
    for (const file of ["LICENSE", "LICENSE.md", "License.txt", "LICENSE.txt"]) {
      text ??= await readFile(join(here, folder, file), "utf8").catch(() => undefined);
    }
    if (text === undefined) throw new Error(`${name} has no licence that could be packed`);
    texts.push(`${name} ${version}\n\n${text.trim().replaceAll("\r\n", "\n")}\n`);
  }
  return texts.join("\n----\n\n");
}

async function version() {
  const text = await readFile(join(project, ".ns", "rulewright", "__init__.py"), "utf8");
  return /^__version__ = "(.+)"$/m.exec(text)[1];
}

async function pack(out) {
  const stage = await mkdtemp(join(tmpdir(), "rulewright-vsix-"));
  try {
    const libraries = await bundle(join(stage, "extension.js"));
    await writeFile(join(stage, "LICENCES.txt"), await licences(libraries));
    for (const name of ["README.md", "CHANGELOG.md", "icon.png", "snippets.json"]) {
      await copyFile(join(here, name), join(stage, name));
    }
    await copyFile(join(project, "LICENSE"), join(stage, "LICENSE"));
    const { private: _, scripts, dependencies, devDependencies, ...manifest } = JSON.parse(
      await readFile(join(here, "package.json"), "utf8"),
    );
    manifest.version = await version();
    await writeFile(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    for (const name of PACKED) {
      await chmod(join(stage, name), 0o644);
      await utimes(join(stage, name), WHEN, WHEN);
    }
    await mkdir(out, { recursive: true });
    const file = join(out, `rulewright-${manifest.version}.vsix`);
    const vsce = join(here, "node_modules", "@vscode", "vsce", "vsce");
    await promisify(execFile)(
      process.execPath,
      [vsce, "package", "--no-dependencies", "--allow-missing-repository", "--out", file],
      { cwd: stage, env: { ...process.env, SOURCE_DATE_EPOCH: String(WHEN), TZ: "UTC" } },
    );
    return file;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

const PACKED = [
  "CHANGELOG.md",
  "LICENCES.txt",
  "LICENSE",
  "README.md",
  "extension.js",
  "icon.png",
  "package.json",
  "snippets.json",
];

function option(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : resolve(process.argv[at + 1]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const only = option("--bundle");
  if (only === undefined) console.log(await pack(option("--out") ?? join(project, "dist")));
  else await bundle(only);
}
