// The page's own words: the same in all languages, and the right form with each number.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { languages, list, say, wordsOf } = await load("words/index.ts");

test("every word is there in every language, and says something", () => {
  const keys = Object.keys(wordsOf("en")).sort();
  for (const language of languages) {
    const words = wordsOf(language);
    assert.deepEqual(Object.keys(words).sort(), keys);
    for (const key of keys) {
      if (typeof words[key] === "string") assert.ok(words[key].trim(), key);
      if (typeof words[key] === "function") assert.ok(String(words[key]("2", "5")).length > 0 || key === "botKind", key);
    }
  }
});

test("Czech forms go with numbers", () => {
  const cs = wordsOf("cs");
  assert.deepEqual([1, 2, 5, 22].map(cs.ruleCount), ["1 pravidlo", "2 pravidla", "5 pravidel", "22 pravidel"]);
  assert.deepEqual(["1", "2", "2–4", "2–5", "6"].map(cs.players), ["1 hráč", "2 hráči", "2–4 hráči", "2–5 hráčů", "6 hráčů"]);
});

test("names are listed, and texts are said in the best language there is", () => {
  assert.equal(list(["Ann", "Bob", "Eve"], wordsOf("en")), "Ann, Bob and Eve");
  assert.equal(list(["Ann"], wordsOf("cs")), "Ann");
  assert.equal(say({ en: "goblin", cs: "skřet" }, "cs"), "skřet");
  assert.equal(say({ en: "goblin" }, "cs"), "goblin");
  assert.equal(say({ de: "Kobold" }, "cs"), "Kobold");
  assert.equal(say(undefined, "cs"), "");
});
