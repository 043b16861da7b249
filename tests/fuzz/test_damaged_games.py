"""Games with a word or two changed: each is refused with findings, or played without anything unforeseen.

More of them: `pytest tests/fuzz --hypothesis-profile=fuzz`.
"""

from __future__ import annotations

import contextlib
import random
import re
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.syntax import keywords
from rulewright.interpreter import BrokenRulesError, Match
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.match.setup.rules import prepare
from rulewright.workbench.files.shipped import rule_files, shipped_games

ROOT = Path(__file__).parents[2]
TOKEN = re.compile(r"\s+|[^\W\d_]+|\d+|.")
SMALL = {
    path.stem: {path.name: path.read_text(encoding="utf-8")}
    for path in (
        ROOT / "tests" / "dsl" / "errors" / "small.yaml",
        *sorted((ROOT / "tests" / "interpreter" / "games").glob("*.yaml")),
    )
}
SHIPPED = {
    name: {file.name: file.read_text(encoding="utf-8") for file in rule_files(folder)}
    for name, folder in shipped_games().items()
}
GAMES = {"small": SMALL, "shipped": SHIPPED}
WORDS = sorted({spelling for word in keywords.WORDS for spelling in word.spellings})
WORDS += [
    "0",
    "-1",
    "2",
    "9",
    "99",
    "1..9",
    "5..3",
    "1000000000",
    "{",
    "}",
    "[",
    "|",
    "#",
    "player",
    "players",
]


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """The text with one word of a line left out, doubled, exchanged or moved, or with a line or block moved."""
    lines = text.split("\n")
    spoken = [n for n, line in enumerate(lines) if line.strip() and not line.strip().startswith("#")]
    at, other = draw(st.sampled_from(spoken)), draw(st.sampled_from(spoken))
    words = TOKEN.findall(lines[at])
    which = draw(st.sampled_from([n for n, word in enumerate(words) if not word.isspace()]))
    change = draw(
        st.sampled_from(["leave out", "double", "exchange", "insert", "borrow", "line", "block", "value"])
    )
    if change == "line":
        lines.insert(other, lines[at])
    elif change == "block":
        depth = len(lines[at]) - len(lines[at].lstrip())
        end = at + 1
        while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > depth:
            end += 1
        del lines[at:end]
    elif change == "value":
        key, colon, _ = lines[at].partition(": ")
        lines[at] = key + colon + lines[other].partition(": ")[2] if colon else lines[at]
    else:
        new = {
            "leave out": "",
            "double": f"{words[which]} {words[which]}",
            "exchange": draw(st.sampled_from(WORDS)),
            "insert": f"{words[which]} {draw(st.sampled_from(WORDS))}",
            "borrow": draw(
                st.sampled_from([word for word in TOKEN.findall(lines[other]) if not word.isspace()])
            ),
        }
        lines[at] = "".join([*words[:which], new[change], *words[which + 1 :]])
    return "\n".join(lines)


@st.composite
def damaged_games(draw: st.DrawFn, which: str) -> list[Source]:
    games = GAMES[which]  # not an argument itself, which Hypothesis would print
    files = dict(games[draw(st.sampled_from(sorted(games)))])
    for _ in range(draw(st.integers(1, 2))):
        name = draw(st.sampled_from(sorted(files)))
        files[name] = draw(damaged(files[name]))
    return [Source(name, text) for name, text in files.items()]


def check(sources: list[Source]) -> None:
    report = Report()
    game = load_game(sources, report)
    assert not report.diagnostics or to_text(report.diagnostics)
    assert (game is None) == report.has_errors
    if game is not None:
        assert check_program(prepare(game).lowered.program) == []
        for seed in range(2):
            play(game, random.Random(seed))


def play(game: Game, dice: random.Random) -> None:
    """A stretch of a random match; a fault of the rules is foreseen."""
    with contextlib.suppress(BrokenRulesError):
        match = Match(game, dice.randint(*game.players), dice.randrange(99))
        for _ in range(40):
            assert match.audit() == []
            if match.is_over:
                return
            decision = dice.choice(match.decisions)
            match.choose(dice.choice(decision.options), decision.player)
        match.view(0, "cs"), match.log(0, "cs"), match.determinize(0, 1)
        assert Match.load(game, match.save()).snapshot() == match.snapshot()


SOME = settings(suppress_health_check=list(HealthCheck))


@settings(SOME, max_examples=max(300, settings().max_examples))
@given(damaged_games("small"))
def test_small_games(sources: list[Source]) -> None:
    check(sources)


@settings(SOME, max_examples=max(40, settings().max_examples // 10))
@given(damaged_games("shipped"))
def test_shipped_games(sources: list[Source]) -> None:
    check(sources)
