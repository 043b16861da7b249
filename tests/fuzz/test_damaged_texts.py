"""The examples of all words with words left out, put in or exchanged, where a game bears texts: each is refused with
findings that have a place, or lowered to a program in order.

More of them: `pytest tests/fuzz --hypothesis-profile=fuzz`.
"""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.load import load_game
from rulewright.dsl.syntax import keywords
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.match.setup.rules import prepare

ROOT = Path(__file__).parents[2]
GAME = (ROOT / "tests" / "dsl" / "words.yaml").read_text(encoding="utf-8")
EXAMPLES = sorted({word.example for word in keywords.WORDS if word.example and "…" not in word.example})
EXAMPLES += [
    "offer each player, clockwise from the leader:\n  cheer, if the player can pay 1 gold: pay 1 gold",
    "gain 1 gold / pay 1 gold: gain 3 score",
    "for each player, from the highest score, ties clockwise from the leader: that player gains 1 gold",
    "put the first card in the market where (that card is fit) into the deck",
    "if marks in the board make a line of 3: the match ends",
    "the player may:\n  do the text of the relic\notherwise: gain 1 gold",
]
NAMES = [
    "cards",
    "monster",
    "squares",
    "spot",
    "relic",
    "player",
    "score",
    "gold",
    "leader",
    "deck",
    "fence",
    "site",
    "text",
    "fit",
    "0",
    "2",
    "63",
    "99",
    "-1",
]
TOKEN = re.compile(r"\s+|[\w-]+|.")
EFFECT = "    do: the hero dies\n"
BEARERS = {
    "effect": (EFFECT, "    do: |\nTEXT"),
    "turn": (EFFECT, "    turns: clockwise from player 1, each player, once each\n    turn: |\nTEXT"),
    "watch": ("flow:\n", "whenever:\n  one:\n    if: hit points >= 1\n    do: |\nTEXTflow:\n"),
    "condition": ("flow:\n", "whenever:\n  one:\n    do: nothing\n    if: |\nTEXTflow:\n"),
    "number": (
        "  hit points at the entrance: {is: hit points}\n",
        "  hit points at the entrance:\n    is: |\nTEXT",
    ),
    "score": ("flow:\n", "score: |\nTEXTflow:\n"),
    "holds": ("flow:\n", '  "it holds for {x: square}":\n    holds: |\nTEXTflow:\n'),
    "printed": ("      herb: {copies: 3}\n", "      herb:\n        copies: 3\n        text: |\nTEXT"),
}


@st.composite
def damaged(draw: st.DrawFn) -> str:
    tokens = TOKEN.findall(draw(st.sampled_from(EXAMPLES)))
    spellings = st.sampled_from(keywords.WORDS).flatmap(lambda word: st.sampled_from(word.spellings))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(tokens) - 1))
        word = draw(spellings | st.sampled_from(NAMES))
        change = draw(st.sampled_from(["leave out", "put in", "exchange", "swap"]))
        if change == "swap":
            other = draw(st.integers(0, len(tokens) - 1))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        else:
            tokens[at] = {"leave out": "", "put in": f"{tokens[at]} {word} ", "exchange": word}[change]
    return "".join(tokens)


@settings(
    suppress_health_check=list(HealthCheck), max_examples=max(500, settings().max_examples), deadline=None
)
@given(st.sampled_from(sorted(BEARERS)), damaged())
def test_texts(bearer: str, text: str) -> None:
    old, new = BEARERS[bearer]
    assert GAME.count(old) == 1
    body = "".join(f"          {line}\n" for line in text.split("\n"))
    report = Report()
    game = load_game([Source("words.yaml", GAME.replace(old, new.replace("TEXT", body)))], report)
    assert (game is None) == report.has_errors
    assert all(one.span is not None for one in report.diagnostics)
    assert to_text(report.diagnostics)  # much of this game is never used
    if game is not None:
        assert check_program(prepare(game).lowered.program) == []
