// The extension: starts the language server when a file of a game is opened, and offers commands.
import { isAbsolute, join } from "node:path";
import * as vscode from "vscode";
import type { Location, Position } from "vscode-languageclient/node";
import { hasGameNearby, saysSo } from "./belongs";
import { run, Server } from "./server";

let server: Server | undefined;

/** What tests, and other extensions, can see of it. */
export interface Rulewright {
  readonly server: Server;
}

export function activate(context: vscode.ExtensionContext): Rulewright {
  const own = new Server(context.extensionUri);
  server = own;
  const command = (name: string, work: (...words: never[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`rulewright.${name}`, work);
  const startFor = (document: vscode.TextDocument): void => {
    if (own.client === undefined && own.trouble === undefined && isOfGame(document)) void own.start();
  };
  context.subscriptions.push(
    own,
    command("restart", () => own.restart()),
    command("showOutput", () => own.showOutput()),
    command("newGame", () => newGame(own)),
    command("playFromHere", (...words: unknown[]) => play(own, words)),
    command("showReferences", (uri: string, position: Position, locations: Location[]) =>
      showReferences(uri, position, locations),
    ),
    vscode.workspace.onDidOpenTextDocument(startFor),
    vscode.workspace.onDidSaveTextDocument(startFor),
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (own.client === undefined && event.document.isUntitled) startFor(event.document);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => vscode.workspace.textDocuments.forEach(startFor)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("rulewright.command") && (own.client ?? own.trouble) !== undefined) {
        void own.restart();
      }
    }),
  );
  vscode.workspace.textDocuments.forEach(startFor);
  return { server: own };
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}

function isOfGame(document: vscode.TextDocument): boolean {
  if (document.languageId !== "yaml") return false;
  if (saysSo(document.getText())) return true;
  return document.uri.scheme === "file" && hasGameNearby(document.uri.fsPath);
}

/** Starts a match in a terminal. The words are those after `rulewright`, such as `play GAME --scenario …`. */
async function play(own: Server, given: readonly unknown[]): Promise<void> {
  const words = given.flat(2).filter((one): one is string => typeof one === "string");
  const rulewright = own.command ?? own.candidates()[0];
  if (words.length === 0 || rulewright === undefined) {
    void vscode.window.showErrorMessage(
      words.length === 0
        ? "Use this from the line over a scenario that says so."
        : "Rulewright was not found: see the setting rulewright.command.",
    );
    return;
  }
  const rest = words[0] === "rulewright" ? words.slice(1) : words;
  await run("play", [...rulewright.words, ...rest], own.folders()[0]);
}

/** Shows places beside a position: the editor's own list, from what the server found. */
async function showReferences(uri: string, position: Position, locations: readonly Location[]): Promise<void> {
  const at = (one: Position): vscode.Position => new vscode.Position(one.line, one.character);
  await vscode.commands.executeCommand(
    "editor.action.showReferences",
    vscode.Uri.parse(uri),
    at(position),
    locations.map(
      (one) =>
        new vscode.Location(vscode.Uri.parse(one.uri), new vscode.Range(at(one.range.start), at(one.range.end))),
    ),
  );
}

/** Asks for a name and a folder, makes the game, and opens it. */
async function newGame(own: Server): Promise<void> {
  const rulewright = own.command ?? own.candidates()[0];
  if (rulewright === undefined) {
    await own.restart(); // which says what is missing, and the ways out
    return;
  }
  const name = await vscode.window.showInputBox({
    title: "New game",
    prompt: "The name of the game: lower-case letters, digits and hyphens",
    value: "my-game",
    validateInput: (text) =>
      /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text) ? undefined : "Lower-case letters, digits and hyphens, please.",
  });
  if (name === undefined) return;
  const folder = await folderFor(own);
  if (folder === undefined || !isAbsolute(folder)) return;
  const words = [...rulewright.words, "new", "game", name, "--dir", folder];
  if ((await run(`new game ${name}`, words, folder)) !== 0) return;
  const made = vscode.Uri.file(join(folder, name, "game.yaml"));
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(made));
}

/** The folder of the workspace; if there are several or none, one that is asked for. */
async function folderFor(own: Server): Promise<string | undefined> {
  const folders = own.folders();
  if (folders.length === 1) return folders[0];
  if (folders.length > 1) return (await vscode.window.showWorkspaceFolderPick())?.uri.fsPath;
  const picked = await vscode.window.showOpenDialog({
    title: "Where to make the game",
    canSelectFiles: false,
    canSelectFolders: true,
  });
  return picked?.[0]?.fsPath;
}
