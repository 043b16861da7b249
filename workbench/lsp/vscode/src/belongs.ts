// Whether a YAML file belongs to a game, as far as can be seen without reading YAML: in a workspace without games,
// this extension starts nothing and says nothing.
import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { dirname, join } from "node:path";

/** How much of a file is read to see whether it names a game. */
const BEGINNING = 8192;
/** How many folders above a file may hold its game: variants/NAME/FILE lies two below it. */
const ABOVE = 2;

/** Whether a text is a file of a game or a variant that says so itself. */
export function saysSo(text: string): boolean {
  return /^rulewright[ \t]*:/m.test(text.slice(0, BEGINNING));
}

/** Whether a file that says so lies beside a file, or in one of the two folders above it. */
export function hasGameNearby(file: string): boolean {
  let folder = dirname(file);
  for (let above = 0; above <= ABOVE; above += 1) {
    if (yamlFiles(folder).some((path) => saysSo(beginning(path)))) return true;
    const next = dirname(folder);
    if (next === folder) break;
    folder = next;
  }
  return false;
}

function yamlFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((one) => one.isFile() && one.name.endsWith(".yaml"))
      .map((one) => join(folder, one.name));
  } catch {
    return [];
  }
}

function beginning(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(BEGINNING);
      return bytes.toString("utf8", 0, readSync(file, bytes, 0, BEGINNING, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
