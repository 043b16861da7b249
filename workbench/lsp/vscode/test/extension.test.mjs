// The extension as it is packed, in a stand-in for VS Code, with a small server (and with Rulewright's, if the
// environment variable RULEWRIGHT holds the words of its command, as JSON).
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { bundle } from "../build.mjs";

const require = createRequire(import.meta.url);
const { makeEditor } = require("../testing/editor.cjs");
const scratch = mkdtempSync(join(tmpdir(), "extension-"));
const program = join(scratch, "extension.js");
await bundle(program);
test.after(() => rmSync(scratch, { recursive: true }));

const WELL = "rulewright: 1\ngame: x\n# strength\n";
const WRONG = "rulewright: 1\ngame: x\n# strenght\n";
const stub = (...how) => [process.execPath, fileURLToPath(new URL("../testing/server.mjs", import.meta.url)), ...how];
const REAL = process.env.RULEWRIGHT ? JSON.parse(process.env.RULEWRIGHT) : undefined;

/** Starts the extension in an editor of its own; both end with the test. */
async function started(t, { command = stub("well"), ...more } = {}) {
  const folder = mkdtempSync(join(scratch, "folder-"));
  const settings = command === null ? {} : { "rulewright.command": command };
  const editor = makeEditor({ folder, settings, ...more });
  delete require.cache[program];
  const extension = require(program);
  const context = { subscriptions: [], extensionUri: editor.api.Uri.file(folder) };
  const { server } = extension.activate(context);
  t.after(async () => {
    await extension.deactivate();
    context.subscriptions.forEach((one) => one.dispose());
    editor.forget();
  });
  const found = (document) => editor.findings.get(document.uri.toString());
  return { editor, server, folder, found };
}

test("findings arrive when a file of a game is opened, and go when it is corrected", async (t) => {
  const { editor, server, folder, found } = await started(t);
  const document = editor.open(join(folder, "game.yaml"), WRONG);
  const [finding] = await editor.until("there is a finding", () => found(document)?.length && found(document));
  assert.equal(finding.code, "RW205");
  assert.equal(finding.range.start.line, 2);
  editor.change(document, WELL);
  await editor.until("the finding has gone", () => found(document)?.length === 0);
  assert.equal(server.command.from, "the setting rulewright.command");
  assert.match(editor.status[0].text, /^Rulewright$/);
  assert.match(editor.written.join("\n"), /commands: rulewright.playFromHere,rulewright.showReferences/);
  assert.deepEqual(editor.messages, []);
});

test("a part of a game starts the server because of the game beside it", async (t) => {
  const { editor, folder, found } = await started(t);
  writeFileSync(join(folder, "game.yaml"), WELL);
  const document = editor.open(join(folder, "flow.yaml"), "flow: strenght\n");
  await editor.until("there is a finding", () => found(document)?.length);
});

test("an untitled document starts it as soon as it says that it is a game", async (t) => {
  const { editor, server, found } = await started(t);
  const document = editor.open("untitled:Untitled-1", "");
  assert.equal(server.client, undefined);
  editor.change(document, WRONG);
  await editor.until("there is a finding", () => found(document)?.length);
});

test("in a project without games, nothing starts and nothing is said", async (t) => {
  const { editor, server, folder } = await started(t, { command: null });
  editor.open(join(folder, "compose.yaml"), "services: {}\n");
  editor.open(join(folder, "notes.md"), WELL, "markdown");
  await server.stop();
  assert.equal(server.client, undefined);
  assert.deepEqual(editor.messages, []);
  assert.equal(editor.written.length, 0);
});

test("in a workspace that is not trusted, no program starts", async (t) => {
  const { editor, server, folder } = await started(t, { trusted: false });
  editor.open(join(folder, "game.yaml"), WELL);
  await editor.until("the status says so", () => /not trusted/.test(editor.status[0].text));
  assert.equal(server.client, undefined);
  editor.api.workspace.isTrusted = true;
  editor.fire("onDidGrantWorkspaceTrust");
  await editor.until("it runs", () => server.client);
});

test("a missing extra: the message offers to install it", async (t) => {
  const { editor, server, folder } = await started(t, { command: stub("no-extra") });
  for (const name of ["game.yaml", "second.yaml", "third.yaml"]) editor.open(join(folder, name), WELL);
  await editor.until("it failed", () => editor.messages.length);
  const [message, ...ways] = editor.messages[0];
  assert.match(message, /pip install "rulewright\[lsp\]"/);
  assert.deepEqual(ways, ["How to install", "Choose the command", "Try again"]);
  assert.equal(server.trouble.kind, "extra");
  editor.open(join(folder, "other.yaml"), WELL); // says nothing a second time
  editor.settings["rulewright.command"] = stub("well");
  editor.fire("onDidChangeConfiguration", { affectsConfiguration: (name) => name === "rulewright.command" });
  await editor.until("it runs with another command", () => server.client);
  assert.equal(editor.messages.length, 1);
});

test("a virtual environment without the extra: 'Install' runs pip there, and starts the server", async (t) => {
  const { editor, server, folder } = await started(t, { command: null, answers: { Install: "Install" } });
  const scripts = join(folder, ".venv", "bin");
  mkdirSync(scripts, { recursive: true });
  const [node, file] = stub();
  const write = (name, text) => writeFileSync(join(scripts, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  write("rulewright", `[ -e "${folder}/installed" ] && exec "${node}" "${file}" well "$@"\nexec "${node}" "${file}" no-extra "$@"`);
  write("python3", `echo "$@" > "${folder}/installed"`);
  editor.open(join(folder, "game.yaml"), WELL);
  await editor.until("it runs", () => server.client);
  assert.deepEqual(editor.tasks[0].execution.args, ["-m", "pip", "install", "rulewright[lsp]"]);
  assert.equal(server.command.from, join(folder, ".venv"));
});

test("a command that is not there, and a server that breaks, are reported with ways out", async (t) => {
  const { editor, server, folder } = await started(t, { command: ["/nowhere/rulewright"] });
  editor.open(join(folder, "game.yaml"), WELL);
  await editor.until("it failed", () => editor.messages.length);
  assert.equal(server.trouble.kind, "absent");
  assert.match(editor.messages[0][0], /\/nowhere\/rulewright/);
  editor.settings["rulewright.command"] = stub("broken");
  await editor.command("rulewright.restart");
  assert.match(editor.messages[1][0], /nothing works/);
  assert.ok(editor.messages[1].includes("Show output"));
  assert.equal(editor.status[0].severity, 2);
});

test("a server that ends is started again, and 'restart' starts another one", async (t) => {
  const { editor, server, folder, found } = await started(t);
  const document = editor.open(join(folder, "game.yaml"), WRONG);
  await editor.until("there is a finding", () => found(document)?.length);
  const first = server.process.pid;
  editor.change(document, "end, please");
  await editor.until("another one runs", () => server.process.pid !== first && server.client.isRunning());
  editor.change(document, WRONG);
  await editor.until("there is a finding again", () => found(document)?.length);
  const second = server.process.pid;
  await editor.command("rulewright.restart");
  assert.notEqual(server.process.pid, second);
  await editor.until("there is a finding once more", () => found(document)?.length);
});

test("code lenses: commands of the server, a match in a terminal, references", async (t) => {
  const { editor, server, folder } = await started(t);
  editor.open(join(folder, "game.yaml"), WELL);
  await editor.until("it runs", () => server.client);
  await editor.command("rulewright.runScenario", "a", "b");
  await editor.until("the server's message is shown", () => editor.messages.some(([one]) => one === "rulewright.runScenario: a b"));
  await editor.command("rulewright.playFromHere", ["play", "my game", "--scenario", "a; b"]);
  const { execution } = editor.tasks[0];
  assert.deepEqual([execution.program, ...execution.args], [...stub("well"), "play", "my game", "--scenario", "a; b"]);
  assert.equal(execution.options.cwd, folder);
  const place = { line: 1, character: 2 };
  await editor.command("rulewright.showReferences", "file:///x.yaml", place, [
    { uri: "file:///y.yaml", range: { start: place, end: { line: 1, character: 5 } } },
  ]);
  const [name, uri, at, [location]] = editor.executed.at(-1);
  assert.equal(name, "editor.action.showReferences");
  assert.deepEqual([uri.path, at.line, location.uri.path, location.range.end.character], ["/x.yaml", 1, "/y.yaml", 5]);
});

test("the server gets the settings, and their changes", async (t) => {
  const { editor, server, folder } = await started(t);
  editor.settings["rulewright.lenses"] = false;
  editor.open(join(folder, "game.yaml"), WELL);
  const said = (words) => editor.written.some((one) => one.includes(words));
  await editor.until("it has them", () => said('"lenses":false'));
  editor.settings["rulewright.lenses"] = true;
  editor.fire("onDidChangeConfiguration", { affectsConfiguration: (name) => name === "rulewright" });
  await editor.until("it has the change", () => said('"lenses":true'));
  assert.ok(server.client.isRunning());
});

test("a new game is made by the command, and opened", async (t) => {
  const { editor, folder } = await started(t, { answers: { "New game": "my-game" } });
  await editor.command("rulewright.newGame");
  const { execution } = editor.tasks[0];
  assert.deepEqual(execution.args.slice(-5), ["new", "game", "my-game", "--dir", folder]);
  assert.deepEqual(editor.executed.at(-1), ["show document", join(folder, "my-game", "game.yaml")]);
});

test("every command of the manifest exists, and the other way round", async (t) => {
  const { editor } = await started(t);
  const manifest = require("../package.json");
  const declared = manifest.contributes.commands.map((one) => one.command);
  assert.deepEqual([...editor.commands.keys()].sort(), declared.sort());
});

test("with the server of Rulewright", { skip: REAL === undefined && "RULEWRIGHT is not set" }, async (t) => {
  const { editor, server, folder, found } = await started(t, { command: REAL, answers: { "New game": "my-game" } });
  await editor.command("rulewright.newGame");
  const { readFileSync } = await import("node:fs");
  const path = join(folder, "my-game", "game.yaml");
  const text = readFileSync(path, "utf8");
  const document = editor.open(path, text.replace("highest score", "highest scoer"));
  const [finding] = await editor.until("there is a finding", () => found(document)?.length && found(document));
  assert.match(`${finding.code?.value ?? finding.code}`, /^RW\d\d\d$/);
  assert.match(text.split("\n")[finding.range.start.line], /highest score/);
  editor.change(document, text);
  await editor.until("the finding has gone", () => found(document)?.length === 0);
  assert.ok(server.client.isRunning());
  assert.deepEqual(editor.messages, []);
});
