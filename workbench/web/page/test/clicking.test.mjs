// What a click on an object means.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { click, isWord, lights, remaining } = await load("clicking.ts");

const piece = (name, ...also) => ({ kind: "piece", id: `piece:${name}`, value: null, design: null, also: also.map((one) => `piece:${one}`), slot: "" });
const cell = (name) => ({ kind: "cell", id: `cell:${name}`, value: null, design: null, also: [], slot: "" });
const number = (value) => ({ kind: "number", id: null, value, design: null, also: [], slot: "" });
const design = (name) => ({ kind: "design", id: `design:${name}`, value: null, design: null, also: [], slot: "" });
const decision = (...options) => ({
  player: "player:0",
  site: { number: 0, kind: "choose", where: "", asks: "" },
  prompts: {},
  options: options.map((args, at) => ({ id: `option:${at}`, name: String(at), labels: {}, arguments: args })),
});

test("an object that one option names chooses it", () => {
  const open = decision([piece("a")], [piece("b")], []);
  assert.equal(click(open, [], "piece:b").option.id, "option:1");
});

test("an object that nothing names means nothing", () => {
  assert.equal(click(decision([piece("a")]), [], "piece:b").kind, "nothing");
});

test("pieces that stand for the same are all good", () => {
  const open = decision([piece("a", "a#2", "a#3")], [piece("b")]);
  assert.deepEqual([...lights(open.options)].sort(), ["piece:a", "piece:a#2", "piece:a#3", "piece:b"]);
  assert.equal(click(open, [], "piece:a#3").option.id, "option:0");
});

test("an option that names a design is chosen by clicking on a piece of it", () => {
  const open = decision([{ ...design("goblin"), also: ["piece:goblin#1", "piece:goblin#2"] }], [design("orc")]);
  assert.deepEqual([...lights(open.options)], ["piece:goblin#1", "piece:goblin#2"]);
  assert.equal(click(open, [], "piece:goblin#2").option.id, "option:0");
  assert.deepEqual(open.options.map(isWord), [false, true]);
});

test("two objects are clicked one after the other", () => {
  const open = decision([piece("a"), cell("1")], [piece("a"), cell("2")], [piece("b"), cell("1")]);
  const first = click(open, [], "piece:a");
  assert.deepEqual(first, { kind: "pick", picked: ["piece:a"] });
  assert.deepEqual([...lights(remaining(open, first.picked))].sort(), ["cell:1", "cell:2", "piece:a"]);
  assert.equal(click(open, first.picked, "cell:2").option.id, "option:1");
});

test("either of the two can be first", () => {
  const open = decision([piece("a"), cell("1")], [piece("a"), cell("2")], [piece("b"), cell("1")]);
  const first = click(open, [], "cell:1");
  assert.equal(first.kind, "pick");
  assert.equal(click(open, first.picked, "piece:b").option.id, "option:2");
});

test("a second click lets go, and with it what was picked after it", () => {
  const open = decision([piece("a"), piece("b"), cell("1")], [piece("a"), piece("b"), cell("2")], [piece("c")]);
  assert.deepEqual(click(open, ["piece:a", "piece:b"], "piece:a"), { kind: "pick", picked: [] });
});

test("another object that does not go with the first begins anew", () => {
  const open = decision([piece("a"), cell("1")], [piece("a"), cell("2")], [piece("b"), cell("3")], [piece("b"), cell("4")]);
  assert.deepEqual(click(open, ["piece:a"], "piece:b"), { kind: "pick", picked: ["piece:b"] });
});

test("options that name the same objects are asked about", () => {
  const open = decision([piece("a"), number(1)], [piece("a"), number(2)], [piece("b")]);
  const meant = click(open, [], "piece:a");
  assert.equal(meant.kind, "menu");
  assert.deepEqual(meant.options.map((one) => one.id), ["option:0", "option:1"]);
});

test("an option that names nothing on the table is a button", () => {
  const [word, kind, count, thing] = decision([], [design("a")], [number(3)], [piece("a")]).options;
  assert.deepEqual([word, kind, count, thing].map(isWord), [true, true, true, false]);
});
