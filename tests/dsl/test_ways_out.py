"""What the messages about the grammar advise is accepted: every advice, with the text that follows it."""

from __future__ import annotations

import re

import pytest
from rulewright.dsl.resolve.hints import SAID_OTHERWISE

from .attachments import audit

# What people write, the help that they get, and the text in which they follow it.
WORDS = {
    "deal discard draw move take": (
        "{} 3 pick",
        ["put the pick into the deck", "repeat 3 times: put the top card of the deck into the table"],
    ),
    "return play replace refill exchange trade": (
        "{} the pick",
        ["put the pick into the deck", "repeat 3 times: put the top card of the deck into the table"],
    ),
    "returns plays replaces": (
        "the leader {} the pick",
        ["put the pick into the deck", "repeat 3 times: put the top card of the deck into the table"],
    ),
    "would instead": ("deal 2 {}", ["instead of: deal 2: nothing"]),
    "someone somebody anyone anybody": (
        "{} gains 1 gold",
        ["choose a player, as the guest; the guest gains 1 gold"],
    ),
    "control controls owns": (
        "if the leader {} 2 cards: nothing",
        ["if there is a card in the table: nothing"],
    ),
    "cheapest strongest weakest richest poorest biggest smallest": (
        "reveal the {} card",
        ["choose a card in the table with the lowest face, as the gift; reveal the gift"],
    ),
    "skip skips": ("the leader {} the next turn", ["the leader becomes rest"]),
    "leftmost": ("reveal the {} card in the table", ["reveal the first card in the table"]),
    "rightmost": ("reveal the {} card in the table", ["reveal the last card in the table"]),
    "guess guesses": (
        "the leader {} a number",
        ["choose a number from 1 to 6, as the guess | if the guess = n: nothing"],
    ),
    "same": ("reveal cards with the {} face", ["reveal cards with face = the pick's face"]),
    "deals discards draws moves takes": (
        "the leader {} the pick",
        ["put the pick into the deck", "repeat 3 times: put the top card of the deck into the table"],
    ),
    "steal": (
        "{} 1 gold",
        [
            "choose a card in the table, as the gift; put the gift into the deck",
            "the leader's gold goes up by 1",
        ],
    ),
    "steals": (
        "the leader {} 1 gold",
        [
            "choose a card in the table, as the gift; put the gift into the deck",
            "the leader's gold goes up by 1",
        ],
    ),
    "it them": (
        "choose a card in the table; reveal {}",
        [
            "choose a card in the table; reveal that card",
            "choose a card in the table, as the gift; reveal the gift",
        ],
    ),
    "when whenever": ("{} deal 2: nothing", ["before: deal 2: nothing", "after: deal 2: nothing"]),
    "their his her my your": (
        "{} gold goes up by 1",
        ["the player's gold goes up by 1", "for each player: that player's gold goes up by 1"],
    ),
    "you i he she they": ("{} gain 1 gold", ["the player gains 1 gold"]),
    "opponent opponents other others another else's": (
        "bless {}",
        [
            "let x be players but the player",
            "for each player but the player: that player gains 1 gold",
            "bless the player after the player",
        ],
    ),
    "rest": (
        "put {} into the deck",
        ["put cards in the table but the pick into the deck", "put the table into the deck"],
    ),
    "everything anything something": (
        "put {} into the deck",
        ["put cards in the table into the deck", "choose a card in the table", "put the table into the deck"],
    ),
    "longer": (
        "the leader is no {} rest",
        ["the leader becomes not rest", "if the leader is not rest: nothing"],
    ),
    "every": (
        "for {} player: that player gains 1 gold",
        ["for each player: that player gains 1 gold", "for each card in the table: nothing"],
    ),
    "has have": (
        "if the leader {} gold: nothing",
        ["if the leader's gold = 3: nothing", "if there are players who are rest: nothing"],
    ),
    "add adds lose loses": (
        "{} 1 gold",
        ["the player's gold goes up by 1", "the player's gold goes down by 1"],
    ),
    "once twice thrice": ("shuffle the deck {}", ["repeat 2 times: shuffle the deck"]),
    "else": ("if n = 1: nothing | {}: swim", ["if n = 1: nothing | otherwise: swim"]),
    "least": ("reveal cards with {} face", ["reveal cards with face >= 3"]),
    "half": (
        "let x be {} of n",
        ["let x be n divided by 2 rounded up", "let x be n divided by 2 rounded down"],
    ),
    "unless": ("{} n = 1: swim", ["if not (n = 1): swim"]),
    "whose": (
        "reveal cards {} face is 3",
        [
            "let x be players who are rest",
            "reveal cards with face = 3",
            "reveal cards where (that card is the pick)",
        ],
    ),
    "equal": ("if n {} 2: nothing", ["if n = 2: nothing", "gain (the player's gold) gold"]),
    "roll rolls throw throws": ("{} a die", ["choose a number from 1 to 6 at random, as the roll"]),
}
# Some words are keywords in other places, so that the advice is about a text of another sort.
KNOWN_ELSEWHERE = {"while", "if", "others"}  # `bless others`: that is said of players, too


@pytest.mark.parametrize("word", sorted(SAID_OTHERWISE))
def test_what_people_write_has_a_way_out_that_is_accepted(word: str) -> None:
    if word in KNOWN_ELSEWHERE:
        return
    text, mended = next(given for names, given in WORDS.items() if word in names.split())
    _, findings = audit.meaning(text.format(word).replace(" | ", "\n"), "effect")
    assert findings
    assert findings[0].code in ("RW201", "RW202", "RW204", "RW205", "RW208", "RW209"), findings
    for one in mended:
        start = "ability" if one.startswith(("before", "after", "instead")) else "effect"
        assert audit.meaning(one.replace(" | ", "\n"), start)[1] == (), one


ADVICE = [
    (
        "choose one: swim: deal 2",
        "put each of them on a line of its own, indented: its label, a colon, and what is done",
        "choose one: |   splash: swim |   cards: deal 2",
    ),
    ("if n = 1, swim; deal 2", "say 'if …: …'", "if n = 1: swim; deal 2"),
    ("if n = 1 then swim", "say 'if …: …'", "if n = 1: swim"),
    ("swim if n = 1", "say 'if …: …'", "if n = 1: swim"),
    (
        "for each player, that player swims; nothing",
        "say 'for each …: …'",
        "for each player: that player swims; nothing",
    ),
    ("swim.", "leave it out", "swim"),
    (
        "if n = 1: swim otherwise: deal 2",
        "say 'if …: …; otherwise: …'",
        "if n = 1: swim; otherwise: deal 2",
    ),
    (
        "swim; otherwise: deal 2",
        "it follows 'if …: …' or '… may: …'",
        "may: swim; otherwise: deal 2",
    ),
    ("swim or deal 2", "'… / …' lets the player choose, as 'choose one:' does", "swim / deal 2"),
    (
        "tally goes up by 3 if n = 1, otherwise 5",
        "say '… becomes (3 if …, otherwise 5)'",
        "tally goes up by (3 if n = 1, otherwise 5)",
    ),
    (
        "until n = 1: swim",
        "say 'repeat while not (…), at most 9 times: …'",
        "repeat while not (n = 1), at most 9 times: swim",
    ),
    (
        "let x be the number of cards from the table",
        "say 'in …'",
        "let x be the number of cards in the table",
    ),
    (
        "bless the player with the highest gold",
        "of several, say 'players with the highest …'",
        "let x be players with the highest gold",
    ),
    ("put the pick in the table", "say 'put … into …'", "put the pick into the table"),
    (
        "reveal cards with face between 2 and 4",
        "say both ends: face >= … and face <= …",
        "reveal cards with face >= 2 and face <= 4",
    ),
    (
        "reveal cards with face + 1 = 3",
        "what is computed of each is compared in brackets: where (the face of that … + … = …)",
        "reveal cards where (the face of that card + 1 = 3)",
    ),
    (
        "choose a card in the table; reveal that stone",
        "say its type: 'that card'",
        "choose a card in the table; reveal that card",
    ),
    (
        "reveal cards with face = the number of cards in the deck",
        "write: (number …)",
        "reveal cards with face = (the number of cards in the deck)",
    ),
    (
        "the leader chooses up to n + 1 cards in the table",
        "write: (n + …)",
        "the leader chooses up to (n + 1) cards in the table",
    ),
    (
        "reveal the pick, as the first gift",
        "choose another name, or put a word of your own before it",
        "reveal the pick, as the next gift",
    ),
    ("reveal the pick, as the stone", "choose another name", "reveal the pick, as the gift"),
    (
        "choose a card in the table, as gift 2",
        "write it in letters: 'the second'",
        "choose a card in the table, as the second",
    ),
    ("reveal the number of card", "write 'cards'", "let x be the number of cards"),
]


@pytest.mark.parametrize(("text", "way_out", "mended"), ADVICE)
def test_an_advice_is_accepted(text: str, way_out: str, mended: str) -> None:
    _, findings = audit.meaning(text.replace(" | ", "\n"), "effect")
    assert [one.help for one in findings] == [way_out]
    assert audit.meaning(mended.replace(" | ", "\n"), "effect")[1] == ()


INNER = [
    "may: gain 2 gold",
    "may repeatedly: pay 2 gold",
    "pays 1 gold: the player gains 2 gold",
    "in any order: the rain falls; deal 2",
]
OUTER = [
    "if n = 1",
    "for each card in the table",
    "the leader may",
    "repeat 2 times",
    "simultaneously, each player",
    "pay 1 gold",
    "deal 2",
]
HOOKS = ["after: a player swims", "may, instead of: deal 2", "while n = 1: before: the rain falls"]


def broken(line: str, way_out: str) -> str:
    """A line, broken as the help says."""
    found = re.fullmatch(
        r"break the line (?:after '(.*?)')?(?: and )?(?:before '(.*?)')?(, and indent what follows)?", way_out
    )
    assert found is not None, way_out
    after, before, indented = found.groups()
    space = "  " if indented else ""
    if after is not None:
        head, rest = line.split(after, 1)
        first, line = head + after + "\n", rest.strip()
    else:
        first = ""
    if before is not None:
        one, two = line.split(before, 1)
        line = re.sub(r"(;|,? and|, then) *$", "", one) + "\n" + space + before + two
    return first + space + line


@pytest.mark.parametrize("inner", INNER)
@pytest.mark.parametrize(
    "outer", [*OUTER, *HOOKS, "", *(f"{one}: swim; deal 2" for one in OUTER[:4]), "shuffle the deck"]
)
def test_a_block_inside_a_line_is_broken_as_the_help_says(outer: str, inner: str) -> None:
    inner = f"the player {inner}"
    start = "ability" if outer in HOOKS else "effect"
    joint = " " if not outer else "; " if outer == "shuffle the deck" or ";" in outer else ": "
    text = f"{outer}{joint}{inner}".strip()
    for _ in range(3):
        _, findings = audit.meaning(text, start)
        if not findings:
            break
        assert [one.code for one in findings] == ["RW201"], (text, findings)
        assert findings[0].help is not None
        text = broken(text, findings[0].help)
    assert audit.meaning(text, start)[1] == (), text
