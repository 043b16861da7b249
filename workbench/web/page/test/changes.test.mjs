// Applying changes, and the log after an undo.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { apply, extended, settled } = await load("changes.ts");

const objects = () => ({
  game: "g", viewer: "player:0", over: false, winners: [], scores: null, deciding: ["player:0"],
  states: { round: 1, named: "a" }, abilities: {}, players: { "player:0": { id: "player:0", states: {} } },
  places: { "place:row": { id: "place:row", pieces: ["piece:a", "piece:b"] } }, cells: {},
  pieces: { "piece:a": { id: "piece:a" }, "piece:b": { id: "piece:b" } },
  underway: [], decision: { options: [] },
});
const changes = (more) => ({ over: false, winners: [], scores: null, deciding: [], underway: [], ...more });

test("what is not named is as it was, and the same object", () => {
  const before = objects();
  const after = apply(before, changes({ pieces: { "piece:a": { id: "piece:a", place: "x" } }, decision: null }));
  assert.equal(after.pieces["piece:b"], before.pieces["piece:b"]);
  assert.equal(after.places, before.places);
  assert.equal(after.pieces["piece:a"].place, "x");
  assert.equal(after.decision, null);
  assert.deepEqual(before, objects());
});

test("null under an id says that the piece is gone; a state can be null", () => {
  const after = apply(objects(), changes({ pieces: { "piece:a": null }, states: { named: null } }));
  assert.deepEqual(Object.keys(after.pieces), ["piece:b"]);
  assert.deepEqual(after.states, { round: 1, named: null });
});

test("a decision that is not sent stays", () => {
  const before = objects();
  assert.equal(apply(before, changes({})).decision, before.decision);
});

test("after an undo the log goes on from a smaller number", () => {
  const log = [0, 1, 2, 3].map((number) => ({ number, text: { en: `old ${number}` } }));
  const cut = extended(log, [{ number: 2, text: { en: "new 2" } }]);
  assert.deepEqual(cut.map((one) => one.text.en), ["old 0", "old 1", "new 2"]);
  assert.deepEqual(extended(log, [], 1).map((one) => one.number), [0]);
  assert.equal(extended(log, []), log);
});

test("of a whole answer only what differs is new", () => {
  const before = objects();
  const now = objects();
  now.pieces["piece:b"].place = "y";
  const after = settled(before, now);
  assert.equal(after.pieces["piece:a"], before.pieces["piece:a"]);
  assert.notEqual(after.pieces["piece:b"], before.pieces["piece:b"]);
});
