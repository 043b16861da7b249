// The log by turns and moves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { inTurns } = await load("turns.ts");

let number = 0;
const line = (turn, more = {}) => ({
  number: number++, kind: "choice", player: turn, name: null, site: null, arguments: [], text: {}, rules: [], adds: {}, said: false, turn,
  begins: false, heading: false, ...more,
});

test("a turn has its lines below its player, and another turn of the same player begins anew", () => {
  const groups = inTurns([line("player:0", { begins: true }), line("player:0"), line("player:0", { begins: true })]);
  assert.deepEqual(groups.map((one) => [one.turn, one.moves.length]), [["player:0", 2], ["player:0", 1]]);
});

test("what goes on with a move of the same player stands on its line", () => {
  const [group] = inTurns([line("player:0"), line("player:0", { adds: { en: "plum" } }), line("player:0")]);
  assert.deepEqual(group.moves.map((move) => move.length), [2, 1]);
});

test("between turns there is no player above the lines, and a heading stands by itself", () => {
  const groups = inTurns([line("player:0", { begins: true }), line(null, { begins: true, heading: true }), line(null), line("player:1", { begins: true })]);
  assert.deepEqual(groups.map((one) => one.turn), ["player:0", null, "player:1"]);
});

test("a turn of whose beginning nothing is read has its player above its first line", () => {
  const groups = inTurns([line(null, { begins: true }), line("player:1", { begins: true })]);
  assert.deepEqual(groups.map((one) => one.turn), [null, "player:1"]);
});
