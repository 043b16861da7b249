// How the room of a table is shared.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { plans, proportion } = await load("table/arrangement.ts");
const DESKTOP = { width: 1090, height: 690 };

test("boards side by side are as wide, for their height, as all of them", () => {
  assert.equal(proportion([]), null);
  assert.equal(proportion([[0, 0, 300, 100], [5, 5, 100, 100]]), 4);
});

test("a square board has the height of the window, and all else stands beside it", () => {
  const [plan] = plans(DESKTOP, 1, "places", true);
  assert.equal(plan.mode, "beside");
  assert.equal(plan.boards.height, DESKTOP.height);
  assert.ok(plan.boards.width <= DESKTOP.width - 300);
});

test("a wide board stands over the own area, beside the rest", () => {
  const [plan] = plans(DESKTOP, 2.6, "boards", true);
  assert.equal(plan.mode, "over");
  assert.ok(plan.boards.height + plan.own <= DESKTOP.height);
  assert.ok(plan.boards.width < DESKTOP.width);
});

test("a strip of cells has the width, and little of the height", () => {
  const [plan] = plans(DESKTOP, 6, "boards", true);
  assert.equal(plan.mode, "stacked");
  assert.ok(plan.boards.height < DESKTOP.height / 5);
});

test("beside a strip of cells the rest can stand, if that is wide enough", () => {
  const [, plan] = plans(DESKTOP, 6, "boards", true);
  assert.equal(plan.mode, "over");
  assert.ok(plan.boards.width < DESKTOP.width / 2);
  assert.ok(plan.own <= DESKTOP.height * 0.75);
  assert.equal(plans({ width: 700, height: 690 }, 6, "boards", true).length, 1);
});

test("a board alone has all", () => {
  const [plan] = plans(DESKTOP, 1, "none", false);
  assert.deepEqual(plan.boards, { width: DESKTOP.width, height: DESKTOP.height });
});

test("without boards there are two ways, unless the reader has boards", () => {
  assert.deepEqual(plans(DESKTOP, null, "places", true).map((one) => one.mode), ["plain", "aside"]);
  assert.deepEqual(plans(DESKTOP, null, "boards", true).map((one) => one.mode), ["plain"]);
});

test("no plan needs more than there is", () => {
  for (const width of [700, 1090, 1500, 2400]) {
    for (const height of [330, 500, 690, 900, 1300]) {
      for (const boards of [null, 0.3, 0.9, 1.7, 2.6, 4, 8]) {
        for (const own of ["none", "places", "boards"]) {
          for (const rest of [true, false]) {
            for (const plan of plans({ width, height }, boards, own, rest)) {
              const high = plan.mode === "over" || plan.mode === "stacked" ? plan.boards.height + plan.own : Math.max(plan.boards.height, plan.own);
              assert.ok(high <= height, `${plan.mode} in ${width} x ${height} for ${boards}, ${own}`);
              assert.ok(plan.boards.width <= width);
            }
          }
        }
      }
    }
  }
});
