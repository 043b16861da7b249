// Runs in a real VS Code beside the extension: opens a game, asks for what people ask for, and writes what it got to
// report.json in the folder of the workspace. tests/lsp/test_vscode.py starts it, and reads the report.
"use strict";
const { readFileSync, renameSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const vscode = require("vscode");

exports.activate = async () => {
  const folder = vscode.workspace.workspaceFolders[0].uri.fsPath;
  const report = { vscode: vscode.version };
  const save = () => {
    writeFileSync(join(folder, "report.tmp"), JSON.stringify(report));
    renameSync(join(folder, "report.tmp"), join(folder, "report.json"));
  };
  try {
    const plan = JSON.parse(readFileSync(join(folder, "plan.json"), "utf8"));
    const uri = vscode.Uri.file(join(folder, plan.file));
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document);
    report.extension = vscode.extensions.getExtension("rulewright.rulewright")?.packageJSON.version;
    const { server } = await vscode.extensions.getExtension("rulewright.rulewright").activate();
    await until(() => server.client ?? server.trouble);
    report.command = server.command?.words;
    report.trouble = server.trouble?.message;
    const ask = async (name, ...given) => await vscode.commands.executeCommand(`vscode.${name}`, uri, ...given);
    const at = (text) => document.positionAt(document.getText().indexOf(text) + 1);
    const findings = () => vscode.languages.getDiagnostics(uri).map((one) => ({
      code: one.code?.value ?? one.code, message: one.message, text: document.getText(one.range),
    }));

    // a mistake is found, and corrected by its quick fix
    const start = document.positionAt(document.getText().indexOf(plan.right));
    const wrong = new vscode.Range(start, start.translate(0, plan.right.length));
    await editor.edit((edit) => edit.replace(wrong, plan.wrong));
    const began = Date.now();
    await until(() => findings().length);
    report.milliseconds = Date.now() - began;
    report.findings = findings();
    const place = vscode.languages.getDiagnostics(uri)[0].range;
    const actions = (await ask("executeCodeActionProvider", place, vscode.CodeActionKind.QuickFix.value)) ?? [];
    report.fixes = actions.map((one) => one.title);
    const fix = actions.find((one) => one.edit !== undefined);
    if (fix !== undefined) await vscode.workspace.applyEdit(fix.edit);
    else await editor.edit((edit) => edit.replace(new vscode.Range(start, start.translate(0, plan.wrong.length)), plan.right));
    await until(() => findings().length === 0);
    report.again = [];
    for (const [before, after] of Array(6).fill([plan.right, plan.wrong]).flatMap(([one, other]) => [[one, other], [other, one]])) {
      const from = document.positionAt(document.getText().indexOf(before));
      await editor.edit((edit) => edit.replace(new vscode.Range(from, from.translate(0, before.length)), after));
      const then = Date.now();
      await until(() => (findings().length > 0) === (after === plan.wrong), 1);
      report.again.push(Date.now() - then);
    }
    report.corrected = document.getText().includes(plan.right);

    const name = at(plan.name);
    const text = (one) => one.contents.map((part) => part.value ?? part).join("\n");
    report.hover = ((await ask("executeHoverProvider", name)) ?? []).map(text);
    report.definition = ((await ask("executeDefinitionProvider", name)) ?? []).map((one) => document.getText(one.range ?? one.targetSelectionRange));
    report.references = ((await ask("executeReferenceProvider", name)) ?? []).length;
    report.completion = ((await ask("executeCompletionItemProvider", at(plan.name)))?.items ?? []).map((one) => one.label.label ?? one.label);
    report.symbols = ((await ask("executeDocumentSymbolProvider")) ?? []).map((one) => one.name);
    report.tokens = ((await ask("provideDocumentSemanticTokens"))?.data.length ?? 0) / 5;
    report.legend = (await ask("provideDocumentSemanticTokensLegend"))?.tokenTypes ?? [];
    report.folds = ((await ask("executeFoldingRangeProvider")) ?? []).length;
    report.edits = ((await ask("executeDocumentRenameProvider", name, plan.renamed))?.entries() ?? []).map(([file, edits]) => [file.path.split("/").at(-1), edits.length]);
    const settings = vscode.workspace.getConfiguration("editor", { languageId: "yaml", uri });
    report.settings = ["quickSuggestions", "semanticHighlighting.enabled", "wordBasedSuggestions"].map((one) => settings.get(one));
    report.known = (await vscode.commands.getCommands(true)).filter((one) => one.startsWith("rulewright."));
    const scenarios = await vscode.workspace.openTextDocument(join(folder, plan.scenarios));
    const lenses = await until(async () => {
      const found = (await vscode.commands.executeCommand("vscode.executeCodeLensProvider", scenarios.uri, 100)) ?? [];
      return found.length && found;
    });
    report.lenses = [...new Set(lenses.map((one) => one.command.title))].sort();
    const { command } = lenses.find((one) => one.command.command === "rulewright.runScenario");
    report.ran = await vscode.commands.executeCommand(command.command, ...command.arguments);
    report.playing = lenses.find((one) => one.command.command === "rulewright.playFromHere").command.arguments;
    const ended = new Promise((resolve) => {
      vscode.tasks.onDidEndTaskProcess((event) => resolve([event.execution.task.name, event.exitCode]));
    });
    await vscode.commands.executeCommand("rulewright.playFromHere", ...report.playing, "--bots", "random");
    report.played = await ended;
    editor.selection = new vscode.Selection(name, name);
    editor.revealRange(new vscode.Range(name, name), vscode.TextEditorRevealType.InCenter);
    await vscode.commands.executeCommand("workbench.action.closePanel");
    await new Promise((resolve) => setTimeout(resolve, 3000)); // for the picture
    report.done = true;
  } catch (error) {
    report.error = String(error.stack ?? error);
  }
  save();
};

async function until(holds, pause = 20) {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    const found = await holds();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new Error(`waited in vain: ${holds}`);
}
