import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../testing/load.mjs";

const { nothingFound, trouble } = await load("trouble.ts");
const here = { platform: "linux", env: {}, home: "/", isFile: (path) => path === "/env/bin/python3" };
const command = { words: ["/env/bin/rulewright"], from: "/env" };
const kind = (ending) => trouble(command, { exit: 1, said: "", ...ending }, here).kind;

test("what is wrong follows from how the server ended", () => {
  assert.equal(kind({ error: "ENOENT" }), "absent");
  assert.equal(kind({ said: "/usr/bin/python3: No module named rulewright\n" }), "absent");
  assert.equal(kind({ said: "No module named rulewright.workbench" }), "absent");
  assert.equal(kind({ said: "rulewright: there is no command 'lsp'; 'rulewright --help' lists the commands" }), "old");
  assert.equal(kind({ said: "Traceback …\nValueError: no" }), "failed");
});

test("a missing extra can be installed", () => {
  const said = 'rulewright lsp: this needs pygls, which is not installed: pip install "rulewright[lsp]"\n';
  const found = trouble(command, { exit: 2, said }, here);
  assert.equal(found.kind, "extra");
  assert.deepEqual(found.install, ["/env/bin/python3", "-m", "pip", "install", "rulewright[lsp]"]);
  assert.match(found.message, /\/env/);
});

test("a failure shows the last line of what was said, or the exit code", () => {
  assert.match(trouble(command, { exit: 1, said: "Traceback\nValueError: no\n" }, here).message, /: ValueError: no$/);
  assert.match(trouble(command, { exit: 3, said: "" }, here).message, /exit code 3$/);
});

test("if nothing is found, the message says where it was looked for, and names the setting", () => {
  assert.match(nothingFound().message, /\.venv.*PATH.*python3.*rulewright\.command/s);
});
