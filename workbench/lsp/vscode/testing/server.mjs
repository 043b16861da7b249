// A small language server for tests. The word after its path says how it behaves.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const how = process.argv[2];
if (how === "no-extra") {
  process.stderr.write('rulewright lsp: this needs pygls, which is not installed: pip install "rulewright[lsp]"\n');
  process.exit(2);
}
if (how === "broken") {
  process.stderr.write("Traceback (most recent call last):\nValueError: nothing works\n");
  process.exit(1);
}
if (process.argv.at(-1) !== "lsp") process.exit(0); // another command of Rulewright

const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = require("vscode-languageserver-protocol/node");
const connection = createProtocolConnection(new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout));

function publish(uri, version, text) {
  const at = text.indexOf("strenght");
  const line = text.slice(0, Math.max(at, 0)).split("\n").length - 1;
  const range = { start: { line, character: 0 }, end: { line, character: 8 } };
  const diagnostics = at < 0 ? [] : [{ range, severity: 1, code: "RW205", source: "rulewright", message: "no 'strenght'" }];
  connection.sendNotification("textDocument/publishDiagnostics", { uri, version, diagnostics });
}

connection.onRequest("initialize", (given) => {
  connection.sendNotification("window/logMessage", { type: 3, message: `commands: ${given.initializationOptions.clientCommands}` });
  return {
    capabilities: {
      textDocumentSync: { openClose: true, change: 1 },
      executeCommandProvider: { commands: ["rulewright.runScenario"] },
    },
  };
});
connection.onNotification("workspace/didChangeConfiguration", ({ settings }) => {
  const message = `settings: ${JSON.stringify(settings)}`;
  connection.sendNotification("window/logMessage", { type: 3, message });
});
connection.onNotification("textDocument/didOpen", ({ textDocument }) => publish(textDocument.uri, textDocument.version, textDocument.text));
connection.onNotification("textDocument/didChange", ({ textDocument, contentChanges }) => {
  if (contentChanges.at(-1).text.includes("end, please")) process.exit(1);
  publish(textDocument.uri, textDocument.version, contentChanges.at(-1).text);
});
connection.onRequest("workspace/executeCommand", ({ command, arguments: given }) => {
  connection.sendNotification("window/showMessage", { type: 3, message: `${command}: ${given.join(" ")}` });
  return null;
});
connection.onRequest("shutdown", () => null);
connection.onNotification("exit", () => process.exit(0));
connection.listen();
