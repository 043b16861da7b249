import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { load } from "../testing/load.mjs";

const { hasGameNearby, saysSo } = await load("belongs.ts");

test("a file of a game says so at its beginning", () => {
  assert.ok(saysSo("# comment\nrulewright: 1\ngame: x\n"));
  assert.ok(!saysSo("name: rulewright: 1\n"));
  assert.ok(!saysSo("services:\n  rulewright: {}\n"));
});

test("other files are of a game that lies beside them or above them", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "belongs-"));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "game", "variants", "long", "deep"), { recursive: true });
  mkdirSync(join(folder, "other"));
  writeFileSync(join(folder, "game", "game.yaml"), "rulewright: 1\n");
  for (const near of ["flow.yaml", "variants/long.yaml", "variants/long/cards.yaml"]) {
    assert.ok(hasGameNearby(join(folder, "game", near)), near);
  }
  assert.ok(!hasGameNearby(join(folder, "game", "variants", "long", "deep", "x.yaml")));
  assert.ok(!hasGameNearby(join(folder, "other", "compose.yaml")));
  assert.ok(!hasGameNearby("/nowhere/at/all.yaml"));
});
