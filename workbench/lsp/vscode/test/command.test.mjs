import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../testing/load.mjs";

const { commands, installation } = await load("command.ts");

function machine({ files = [], env = {}, platform = "linux", home = "/home/ann" } = {}) {
  return { platform, env, home, isFile: (path) => files.includes(path) };
}

const words = (found) => found.map((one) => one.words.join(" "));

test("a virtual environment of the workspace comes first, then the active one, the PATH, and Python", () => {
  const here = machine({
    files: ["/game/.venv/bin/rulewright", "/env/bin/rulewright", "/usr/bin/rulewright", "/usr/bin/python3"],
    env: { PATH: "/bin:/usr/bin", VIRTUAL_ENV: "/env" },
  });
  assert.deepEqual(words(commands(undefined, ["/other", "/game"], here)), [
    "/game/.venv/bin/rulewright",
    "/env/bin/rulewright",
    "/usr/bin/rulewright",
    "/usr/bin/python3 -m rulewright",
  ]);
  assert.deepEqual(words(commands([], [], machine())), []);
});

test("what the setting says is the only command", () => {
  const here = machine({ files: ["/game/.venv/bin/rulewright"] });
  assert.deepEqual(words(commands(["uv", "run", "rulewright"], ["/game"], here)), ["uv run rulewright"]);
  assert.deepEqual(words(commands(["~/bin/rw"], ["/game"], here)), ["/home/ann/bin/rw"]);
  assert.deepEqual(words(commands(["${workspaceFolder}/x", "${workspaceFolder}"], ["/game"], here)), ["/game/x /game"]);
  assert.deepEqual(words(commands(["env/bin/rulewright"], ["/game"], here)), ["/game/env/bin/rulewright"]);
});

test("on Windows", () => {
  const here = machine({
    platform: "win32",
    files: ["C:\\game\\.venv\\Scripts\\rulewright.exe", "C:\\py\\py.exe"],
    env: { Path: "C:\\py;relative" },
  });
  const found = commands(undefined, ["C:\\game"], here);
  assert.deepEqual(words(found), ["C:\\game\\.venv\\Scripts\\rulewright.exe", "C:\\py\\py.exe -3 -m rulewright"]);
  assert.deepEqual(installation(found[1], here), ["C:\\py\\py.exe", "-3", "-m", "pip", "install", "rulewright[lsp]"]);
});

test("a folder of the PATH that is relative is not looked in", () => {
  assert.deepEqual(commands(undefined, [], machine({ files: ["rulewright", "./rulewright"], env: { PATH: ":." } })), []);
});

test("the extra is installed by the Python beside the command", () => {
  const here = machine({ files: ["/game/.venv/bin/python3"] });
  const own = { words: ["/game/.venv/bin/rulewright"], from: "" };
  assert.deepEqual(installation(own, here), ["/game/.venv/bin/python3", "-m", "pip", "install", "rulewright[lsp]"]);
  assert.equal(installation({ words: ["/usr/local/bin/rulewright"], from: "" }, here), undefined);
  assert.equal(installation({ words: ["uv", "run", "rulewright"], from: "" }, here), undefined);
});
