// Which part of a grid is drawn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { croppedTo, drawingOf, usedCells } = await load("table/layout.ts");

/** A grid of cells that are called a1, b1, … from the bottom on the left. */
function grid(columns, rows, sort = "grid") {
  const cells = {};
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const name = `${"abcdefgh"[x]}${y + 1}`;
      cells[name] = { id: name, name, x, y, leads: [], printed: {} };
    }
  }
  return { sort, cells };
}

test("a grid is drawn as far as anything lies on it, with holes and with its coordinates", () => {
  const board = grid(8, 7);
  const drawing = croppedTo(board, new Set(["b2", "d4"]));
  assert.deepEqual([...drawing.spots.keys()], ["b2", "c2", "d2", "b3", "c3", "d3", "b4", "c4", "d4"]);
  assert.deepEqual(drawing.rim.map((one) => one.text), ["b", "c", "d", "2", "3", "4"]);
  assert.ok(drawing.box[2] < drawingOf(board).box[2]);
  assert.equal(croppedTo(board, new Set(["d4", "b2", "c3"])), drawing);
});

test("a grid on which nothing lies is drawn whole, and so is any other board", () => {
  const board = grid(3, 3);
  assert.equal(croppedTo(board, new Set()), drawingOf(board));
  const hexes = grid(3, 3, "hexes");
  assert.equal(croppedTo(hexes, new Set(["a1"])), drawingOf(hexes));
});

test("a cell is used if something lies there, or can be done there", () => {
  const board = grid(2, 2);
  const cells = { a1: { pieces: ["rat"] }, b1: { pieces: [] }, a2: { pieces: [] } };
  assert.deepEqual([...usedCells(board, cells, (id) => id === "a2")], ["a1", "a2"]);
});
