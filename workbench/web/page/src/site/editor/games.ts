/** How games come into the browser and out of it: from the skeleton, as copies, as files, and in links. */
import { deflateSync, inflateSync, strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { sharedLink } from "../../router";
import { command } from "../commands";
import { siteWords } from "../words";
import { type Files, folderOf, own, PATH } from "../kept";

/** The most bytes of all texts of a game that comes from outside, the most files, and the longest link that is made. */
const LARGEST = 2_000_000;
const MOST = 300;
const LONGEST_LINK = 100_000;

/** Begins a game: from the skeleton, or as a copy of a game that ships. Returns its name. */
export async function newGame(name: string, copy: string | null): Promise<string> {
  const { code, err, files } = await command(
    ["new", "game", name, "--dir", folderOf(""), ...(copy === null ? [] : ["--copy", copy])],
    {},
    folderOf(name),
  );
  if (code !== 0) throw new Error(err.trim());
  own.keep(name, files);
  return name;
}

/** A game from chosen files: rule files, or a zip archive of them. Returns its name. */
export async function fromFiles(chosen: File[]): Promise<string> {
  const found: Files = {};
  for (const one of chosen) {
    const data = new Uint8Array(await one.arrayBuffer());
    if (one.name.endsWith(".zip")) {
      const inside = unzipSync(data, { filter: (file) => file.originalSize <= LARGEST && file.name.endsWith(".yaml") });
      for (const [path, text] of Object.entries(inside)) found[path] = strFromU8(text);
    } else {
      found[one.name.replace(/\.yml$/, ".yaml")] = strFromU8(data);
    }
  }
  return taken(found, (chosen[0]?.name ?? "").replace(/\.[a-z]+$/, ""));
}

/** Keeps a game that comes from outside, if it looks like one. Returns its name. */
export function taken(files: Files, wanted: string): string {
  const texts = siteWords.value;
  const paths = Object.keys(files);
  // An archive of a folder has that folder in all of its paths.
  const folder = paths[0]?.includes("/") && paths.every((path) => path.startsWith(paths[0]!.split("/")[0]! + "/"))
    ? paths[0].split("/")[0]! + "/" : "";
  const inner = Object.fromEntries(paths.map((path) => [path.slice(folder.length), files[path] ?? ""]));
  const odd = Object.keys(inner).find((path) => !PATH.test(path));
  if (paths.length === 0) throw new Error(texts.nothingInIt);
  if (odd !== undefined) throw new Error(texts.oddName(odd));
  if (paths.length > MOST || Object.values(inner).reduce((sum, text) => sum + text.length, 0) > LARGEST) {
    throw new Error(texts.tooLarge);
  }
  const name = own.free(folder.slice(0, -1) || wanted);
  own.keep(name, inner);
  return name;
}

/** A zip archive of a game, to be kept as a file. */
export function archive(name: string, files: Files): Blob {
  const inside = Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, strToU8(text)]));
  return new Blob([zipSync(inside) as BlobPart], { type: "application/zip" });
}

const letters = (data: Uint8Array): string => {
  let text = "";
  for (const one of data) text += String.fromCharCode(one);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

const bytes = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

/** A link that has the whole game in it. Raises what the page can show if it would be too long. */
export function linkOf(name: string, files: Files): string {
  const packed = letters(deflateSync(strToU8(JSON.stringify({ name, files })), { level: 9 }));
  const link = sharedLink(`/edit#${packed}`);
  if (link.length > LONGEST_LINK) throw new Error(siteWords.value.linkTooLong);
  return link;
}

/** The game in a link, which may come from anybody. */
export function inLink(packed: string): { name: string; files: Files } {
  const refused = new Error(siteWords.value.brokenLink);
  let found: unknown;
  try {
    if (packed.length > LONGEST_LINK) throw refused;
    found = JSON.parse(strFromU8(inflateSync(bytes(packed), { out: new Uint8Array(LARGEST) })));
  } catch {
    throw refused;
  }
  const { name, files } = found as { name?: unknown; files?: unknown };
  if (typeof name !== "string" || typeof files !== "object" || files === null) throw refused;
  if (Object.values(files).some((text) => typeof text !== "string")) throw refused;
  return { name, files: files as Files };
}
