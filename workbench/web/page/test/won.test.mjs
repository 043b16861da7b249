// Who plays with what and in which colour, which lines have won, and what the last move was.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { wonLines, lastNamed } = await load("table/won.ts");
const { playingOf } = await load("table/seats.ts");

/** A grid of 4 by 3 with a letter for whose piece lies on each cell, from its top row. */
function grid(rows, winners, over = true) {
  const cells = {};
  const objects = { over, winners, cells: {}, pieces: {} };
  const at = (x, y) => (x >= 0 && x < rows[0].length && y >= 0 && y < rows.length ? `${x} ${y}` : undefined);
  rows.forEach((row, top) => {
    [...row].forEach((letter, x) => {
      const y = rows.length - 1 - top;
      const id = `${x} ${y}`;
      const neighbours = Object.fromEntries(
        [["north", 0, 1], ["north-east", 1, 1], ["east", 1, 0], ["south-east", 1, -1], ["south", 0, -1], ["south-west", -1, -1], ["west", -1, 0], ["north-west", -1, 1]]
          .map(([way, dx, dy]) => [way, at(x + dx, y + dy)])
          .filter(([, other]) => other),
      );
      cells[id] = { id, neighbours };
      objects.cells[id] = { pieces: letter === "." ? [] : [id] };
      if (letter !== ".") objects.pieces[id] = { owner: letter };
    });
  });
  return [{ cells, line: 3 }, objects, (piece) => piece.owner];
}

test("the line of the winner is found, whole and once, in any direction", () => {
  assert.deepEqual(wonLines(...grid(["....", "aaaa", "bb.b"], ["a"])), [["0 1", "1 1", "2 1", "3 1"]]);
  assert.deepEqual(wonLines(...grid(["..a.", ".a..", "a.b."], ["a"])), [["0 0", "1 1", "2 2"]]);
  assert.deepEqual(wonLines(...grid(["a...", ".a..", "..a."], ["a"])), [["0 2", "1 1", "2 0"]]);
  assert.equal(wonLines(...grid(["a.a.", "aa..", "aaa."], ["a"])).length, 4);
});

test("no line is shown before the end, for losers, for too few, or where none wins", () => {
  assert.deepEqual(wonLines(...grid(["....", "aaa.", "...."], [], false)), []);
  assert.deepEqual(wonLines(...grid(["....", "aaa.", "...."], ["b"])), []);
  assert.deepEqual(wonLines(...grid(["....", "aa.a", "...."], ["a"])), []);
  const [board, ...rest] = grid(["....", "aaa.", "...."], ["a"]);
  assert.deepEqual(wonLines({ ...board, line: null }, ...rest), []);
});

const choice = (player, ...ids) => ({ kind: "choice", player, arguments: ids.map((id) => ({ id })) });

test("the last move is what the last player has named, and not what others have", () => {
  assert.deepEqual(lastNamed([choice("b", "x"), choice("a", "piece"), { kind: "event", player: null, arguments: [] }, choice("a", "cell")]), ["cell", "piece"]);
  assert.deepEqual(lastNamed([choice("b", "x"), choice("a")]), []);
  assert.deepEqual(lastNamed([]), []);
});

const properties = (kind, more) => ({ colour: { kind, optional: false, secret: false, ...more } });
const seats = (...values) => Object.fromEntries(values.map((value, seat) => [`player:${seat}`, { id: `player:${seat}`, seat, states: { colour: value } }]));
const discs = (look = {}) => ({
  players: properties("kind"),
  types: { disc: { drawn: { colour: "#000001" }, look: {} } },
  designs: Object.fromEntries([["red", "#aa0000"], ["yellow", "#ddaa00"], ["first", "#000001"], ["second", "#000001"]].map(([id, colour]) => [id, { type: "disc", drawn: { colour }, look: {} }])),
  look: { players: [], drawn: {}, ...look },
});

test("a player has the colour of the pieces that a state says", () => {
  const playing = playingOf(discs(), seats("red", "yellow"));
  assert.deepEqual([...playing.colours.values()], ["#aa0000", "#ddaa00"]);
  assert.equal(playing.designs.get("yellow"), "player:1");
});

test("pieces without a colour of their own leave the players theirs", () => {
  const playing = playingOf(discs(), seats("first", "second"));
  assert.ok(!playing.colours.get("player:0").startsWith("#00000"));
  assert.equal(playing.designs.get("second"), "player:1");
});

test("what the game says goes first, and what all have in common says nothing", () => {
  assert.deepEqual([...playingOf(discs({ players: ["#111111"] }), seats("red", "yellow")).colours.values()], ["#111111", "#ddaa00"]);
  assert.equal(playingOf(discs(), seats("red", "red")).designs.size, 0);
  const optional = { ...discs(), players: properties("kind", { optional: true }) };
  assert.equal(playingOf(optional, seats("red", "yellow")).designs.size, 0);
});
