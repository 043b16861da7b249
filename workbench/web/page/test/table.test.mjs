// The drawing of the table: where cells lie, and that text can be read on any colour.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { drawingOf, sideOf } = await load("table/layout.ts");
const { ink } = await load("table/shades.ts");

const cell = (id, more) => ({ id, name: id, x: null, y: null, neighbours: {}, edges: {}, leads: [], printed: {}, ...more });
const board = (sort, cells) => ({ id: "board:b", name: "b", labels: {}, sort, owner: null, columns: 0, rows: 0, between: null, directions: [], cells: Object.fromEntries(cells.map((one) => [one.id, one])) });

function overlaps(drawing) {
  const spots = [...drawing.spots.values()];
  return spots.some((one, at) =>
    spots.slice(0, at).some((other) => {
      const [w, h] = [0, 1].map((axis) => 2 * Math.max(...one.outline.map((point) => Math.abs(point[axis]))));
      return Math.abs(one.x - other.x) < w && Math.abs(one.y - other.y) < h;
    }),
  );
}

test("north is up, and on hexes (1, 0) is north-east", () => {
  const squares = drawingOf(board("grid", [cell("a1", { x: 0, y: 0 }), cell("a2", { x: 0, y: 1 }), cell("b1", { x: 1, y: 0 })])).spots;
  assert.ok(squares.get("a2").y < squares.get("a1").y);
  assert.ok(squares.get("b1").x > squares.get("a1").x);
  const hexes = drawingOf(board("hexes", [cell("m", { x: 0, y: 0 }), cell("n", { x: 0, y: 1 }), cell("ne", { x: 1, y: 0 })])).spots;
  assert.ok(hexes.get("n").y < hexes.get("m").y && hexes.get("n").x === hexes.get("m").x);
  assert.ok(hexes.get("ne").y < hexes.get("m").y && hexes.get("ne").x > hexes.get("m").x);
});

test("an edge lies halfway between its cells, across the way", () => {
  const drawing = drawingOf(board("grid", [cell("a1", { x: 0, y: 0 }), cell("a2", { x: 0, y: 1 })]));
  const side = sideOf(drawing, cell("e", { leads: ["a1", "a2"] }));
  assert.deepEqual([side.x, side.y], [0, -50]);
  assert.equal(Math.abs(Math.round(side.angle)) % 180, 0);
  assert.equal(sideOf(drawing, cell("e", { leads: ["a1", "nowhere"] })), null);
});

test("a map is laid out the same each time, and no cells overlap", () => {
  const ring = (count) => Array.from({ length: count }, (_, at) => cell(`r${at}`, { leads: [`r${(at + 1) % count}`, `r${(at + count - 1) % count}`] }));
  const apart = [...ring(5), cell("alone"), cell("one", { leads: ["other"] }), cell("other", { leads: ["one"] })];
  for (const cells of [ring(3), ring(12), apart, Array.from({ length: 9 }, (_, at) => cell(`c${at}`))]) {
    const [one, again] = [drawingOf(board("map", cells)), drawingOf(board("map", cells))];
    assert.deepEqual([...one.spots], [...again.spots]);
    assert.equal(overlaps(one), false);
    for (const spot of one.spots.values()) assert.ok(Number.isFinite(spot.x) && Number.isFinite(spot.y));
  }
});

test("positions that the game gives are kept in their order, and spread until nothing overlaps", () => {
  const drawing = drawingOf(board("map", [cell("a", { at: [0, 0] }), cell("b", { at: [0.5, 0] }), cell("c", { at: [0.5, 0.5] })]));
  assert.equal(overlaps(drawing), false);
  assert.ok(drawing.spots.get("a").x < drawing.spots.get("b").x && drawing.spots.get("b").y < drawing.spots.get("c").y);
});

test("ink can be read on every colour", () => {
  const light = (hex) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  for (let number = 0; number < 0x1000; number++) {
    const colour = `#${[8, 4, 0].map((shift) => ((number >> shift) & 15).toString(16).repeat(2)).join("")}`;
    const [a, b] = [light(colour), light(ink(colour))].sort((one, other) => other - one);
    assert.ok((a + 0.05) / (b + 0.05) >= 4.5, colour);
  }
});
