// What has been picked of several things.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { picksSoFar } = await load("picks.ts");

const design = (id, slot) => ({ kind: "design", id, value: null, design: null, also: [], slot });
const left = (value, slot) => ({ kind: "number", id: null, value, design: null, also: [], slot: `still to choose: ${slot}` });

test("only what the open choice has gathered is told, and only of its player", () => {
  const names = [design("design:ruby", "price"), design("design:onyx", "finds"), design("design:gold", "finds"), left(1, "finds")];
  const underway = [{ player: "player:0", names: [design("design:jade", "finds"), left(2, "finds")] }, { player: "player:1", names }];
  assert.deepEqual(picksSoFar(underway, "player:1").map((one) => one.id), ["design:onyx", "design:gold"]);
  assert.deepEqual(picksSoFar(underway, "player:2"), []);
});

test("what was picked before, of one thing, is no part of it", () => {
  assert.deepEqual(picksSoFar([{ player: "player:0", names: [design("design:onyx", "pair")] }], "player:0"), []);
});
