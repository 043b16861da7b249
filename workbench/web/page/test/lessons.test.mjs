// What a first match tells at each decision.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { lessonsOf } = await load("lessons.ts");

const rules = Object.fromEntries(["setup.1", "play.1", "play.2", "deck.1", "pile.1"].map((id) => [id, id]));
const place = (...ids) => ({ shown: true, rules: ids });
const catalogue = { rules, set_up: ["setup.1", "deck.1"], places: { deck: place("deck.1"), pile: place("pile.1"), box: { shown: false, rules: ["play.2"] } } };
const decision = { player: "player:0", site: { rules: ["play.1"] } };
const line = (kind, player, ...ids) => ({ kind, player, rules: ids });

test("the first decision tells what is asked, the set-up, and what lies on the table, each rule once", () => {
  const found = lessonsOf(catalogue, decision, [], () => false);
  assert.deepEqual(found.map((one) => [one.about, one.rules]), [["asked", ["play.1"]], ["setUp", ["setup.1", "deck.1"]], ["place", ["pile.1"]]]);
});

test("what has been read is not told again, and what happened since the last own choice is", () => {
  const told = [line("choice", "player:0", "play.1"), line("choice", "player:1", "play.2", "no such rule")];
  const found = lessonsOf(catalogue, decision, told, (id) => id !== "play.2");
  assert.deepEqual(found, [{ about: "happened", name: "", rules: ["play.2"] }]);
});
