// What clocks show, and how lengths of time are written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { aboutText, clockText, lengthText, secondsAway, secondsLeft } = await load("lengths.ts");
const times = { left: [65_000, 900], running: [0] };

test("a clock that runs counts down between two messages, and stays at 0", () => {
  assert.deepEqual([0, 400, 1000, 64_001, 65_000, 99_000].map((passed) => secondsLeft(times, 0, 5000, 5000 + passed)), [65, 65, 64, 1, 0, 0]);
});

test("a clock that stands does not count, and no clock counts backwards", () => {
  assert.equal(secondsLeft(times, 1, 5000, 9000), 1);
  assert.equal(secondsLeft(times, 0, 5000, 0), 65);
});

test("clocks as they are read", () => {
  assert.deepEqual([0, 9, 65, 3599, 3600, 86399, 86400, 270000].map(clockText), ["0:00", "0:09", "1:05", "59:59", "1:00:00", "23:59:59", "1 d 0 h", "3 d 3 h"]);
});

test("lengths in the largest unit that leaves no rest, or about", () => {
  assert.deepEqual([45, 60, 90, 5400, 7200, 259200].map(lengthText), ["45 s", "1 min", "90 s", "90 min", "2 h", "3 d"]);
  assert.deepEqual([59, 119, 7199, 90000].map(aboutText), ["59 s", "1 min", "1 h", "1 d"]);
});

test("an absence grows while nobody says anything", () => {
  assert.equal(secondsAway(30, 1000, 4500), 33);
  assert.equal(secondsAway(30, 1000, 0), 30);
});
