"""`report`: what is studied, the page in two languages without anything from outside, and its JSON."""

from __future__ import annotations

import copy
import functools
import json
import re
from collections import Counter
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

import attrs
import pytest
from rulewright.dsl.languages.cs.report import REPORT as CZECH
from rulewright.dsl.languages.en.report import REPORT as ENGLISH
from rulewright.interpreter.simulation.leading import known
from rulewright.interpreter.simulation.simulate import Job, scheme_of, simulate
from rulewright.interpreter.simulation.statistics import Statistics
from rulewright.interpreter.simulation.study import LADDER, Study, Wanted, luck_of, study
from rulewright.workbench.commands.simulate import load
from rulewright.workbench.report import plots
from rulewright.workbench.report.page import page
from rulewright.workbench.report.sections import fair_share

from ..interpreter.small_games import shipped_game
from .conftest import Run

GAME = "classics/leduc-poker"
FEW = ("--matches", "8", "--bot", "greedy:2", "--seed", "1", "--processes", "1", "--minutes", "5")
SMALL = Wanted(
    functools.partial(load, GAME, ()),
    (2,),
    2,
    seed=1,
    bot="greedy:2",
    matches=24,
    minutes=5,
    ladder=("random", "greedy:2"),
)


@functools.cache
def small() -> Study:
    return study(SMALL)


class _Page(HTMLParser):
    """What a page loads or asks for, its words, and its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses, self.names, self.text = list[str](), set[str](), list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.addresses += [
            value or "" for name, value in attrs if name in ("src", "href", "xlink:href", "action")
        ]

    def handle_data(self, data: str) -> None:
        if self.cdata_elem is None:
            self.text.append(data)


def read(text: str) -> _Page:
    found = _Page()
    found.feed(text)
    return found


@functools.cache
def written(language: str) -> str:
    """The page of the small study."""
    return page(small(), language, "1.0")


@pytest.mark.parametrize("language", ["en", "cs"])
def test_the_page_needs_nothing_from_outside(language: str) -> None:
    text = written(language)
    found = read(text)
    assert not found.names & {"script", "link", "iframe", "img", "object"}
    assert found.addresses
    assert all(one.startswith("#") for one in found.addresses)
    assert not re.search(r"https?:|url\(|@import", text)
    assert {"svg", "table", "title"} <= found.names


def test_both_languages_say_everything_in_their_own_words() -> None:
    assert ENGLISH.keys() == CZECH.keys()
    words = " ".join(read(written("cs")).text)
    for sentence in ("How long", "matches", "seat", "players", "share of"):
        assert sentence not in words, sentence
    assert "Jak dlouhá je partie?" in words
    assert "24 partií, 2 hráči" in words
    assert "24 matches, 2 players" in " ".join(read(written("en")).text)


def test_colours_follow_the_look_of_the_page() -> None:
    text = written("en")
    pictures = "".join(re.findall(r"<svg.*?</svg>", text, re.DOTALL))
    assert "var(--one)" in pictures
    assert not set(re.findall(r'(?:fill|stroke)="(#[^"]+)"', pictures))
    assert "prefers-color-scheme: dark" in text


def test_the_command_writes_the_page_and_its_figures(rulewright: Run) -> None:
    """Bots are named first, random players stand beside them, and the usual ladder has met."""
    done = rulewright("report", GAME, *FEW, "-o", "mine.html")
    assert (done.code, done.err) == (0, "")
    assert done.out == "wrote mine.html and mine.json: 8 matches of greedy:2\n"
    text, data = (
        Path("mine.html").read_text(encoding="utf-8"),
        json.loads(Path("mine.json").read_text("utf-8")),
    )
    assert "All seats are played by greedy:2." in text
    assert "random players" in text
    assert data["bot"] == "greedy:2"
    assert data["by players"]["2"]["matches"] == data["random"]["2"]["matches"] == 8
    assert {one["bot"] for one in data["skill"]["bots"]} == set(LADDER)
    assert sum(data["by players"]["2"]["lengths"].values()) == data["by players"]["2"]["ended"]
    assert data["worth"]["rows"]


def test_the_same_seed_gives_the_same_figures_with_more_processes() -> None:
    once, two = small().as_json(), study(SMALL, processes=2).as_json()
    for data in (once, two):
        del data["seconds"]
    assert once == two


def test_a_study_stops_when_its_time_is_over() -> None:
    wanted = Wanted(lambda: shipped_game(GAME), (2,), 2, seed=1, minutes=0.05, ladder=("random", "greedy"))
    found = study(wanted)
    assert found.main.matches >= 1
    assert found.bot != "random"
    assert not found.interrupted
    assert found.main.matches < 10_000, "it asked for as many as there is time for"


def test_an_interrupt_leaves_what_there_is() -> None:
    def stop(step: str, done: int, of: int) -> None:
        if step == "random":
            raise KeyboardInterrupt

    found = study(SMALL, progress=stop)
    assert found.interrupted
    assert found.main.matches == 24
    assert found.ranking is None


# ------------------------------------------------------------------------- single figures


def test_whoever_leads_at_the_very_end_has_won() -> None:
    game = shipped_game("classics/goofspiel")
    job = Job(lambda: game, 20, 2, seed=3, rows=True, journals=True)
    found = known(scheme_of(job, game), {}, simulate(job).rows, parts=4)
    assert [one.at for one in found][-1] == 1
    assert found[-1].won.share == 1
    assert found[0].at > 0, "nobody leads before the first decision"


def test_journals_lead_through_the_match() -> None:
    game = shipped_game(GAME)
    job = Job(lambda: game, 5, 2, seed=3, rows=True, journals=True)
    rows = simulate(job).rows
    assert all(len(row.journal) == row.decisions > 0 for row in rows)
    assert all(not row.journal for row in simulate(Job(lambda: game, 5, 2, seed=3, rows=True)).rows)


def test_a_game_of_pure_luck_is_all_deal_and_one_without_luck_is_not() -> None:
    def share(winners: Sequence[tuple[int, ...]]) -> float:
        from rulewright.interpreter.simulation.counts import Row
        from rulewright.interpreter.simulation.statistics import Statistics

        rows = [Row(number, number // 2, True, 1, 1, 0, one, ()) for number, one in enumerate(winners)]
        found = luck_of(Statistics(players=2, rows=rows), 0, "greedy")
        assert found is not None
        assert found.low <= found.share <= found.high
        return found.share

    assert share([(deal % 2,) for deal in range(40) for _ in range(2)]) == 1
    assert share([(time_,) for _ in range(40) for time_ in range(2)]) == 0
    mostly = [(deal % 8 // 4 if deal % 4 else time_,) for deal in range(40) for time_ in range(2)]
    assert share(mostly) == pytest.approx(0.5), "three of four deals end twice alike"


def test_bars_hold_every_match_and_are_of_round_width() -> None:
    found = {3: 1, 47: 2, 212: 1}
    first, step, bins = plots.edges(found)
    bars = plots.binned(found, first, step, bins)
    assert step in (1, 2, 5, 10, 20, 50)
    assert sum(bars.shares) == pytest.approx(1)
    assert first <= 3 < first + step
    assert first + step * bins > 212


# ------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--minutes", "0"), "not a number of minutes above 0"),
        (("--matches", "0"), "at least 1"),
        (("-o", "there/report.html"), "there is no such folder"),
        (("-o", "report.json"), "its JSON lies beside it"),
        (("--players", "9"), "players"),
    ],
)
def test_mistakes_are_said_before_the_work(rulewright: Run, arguments: tuple[str, ...], said: str) -> None:
    done = rulewright("report", GAME, *arguments)
    assert done.code == 2
    assert said in done.err
    assert not Path("report.html").exists()


def test_an_equal_share_counts_shared_wins_and_draws() -> None:
    """Of ten matches, one was shared and two drawn: of two equal seats, each wins 40 %."""
    one = Statistics(players=2, ended=10, wins=Counter({0: 5, 1: 3}), shared=1, nobody=2)
    assert fair_share(one) == pytest.approx(0.4)
    assert fair_share(Statistics(players=2, ended=10, wins=Counter({0: 9, 1: 9}), shared=9)) is None
    assert fair_share(Statistics(players=1, ended=10, wins=Counter({0: 4}))) is None


@pytest.mark.parametrize(("language", "texts"), [("en", ENGLISH), ("cs", CZECH)])
def test_bots_that_had_no_time_to_meet_are_said_to_have_had_none(
    language: str, texts: dict[str, str]
) -> None:
    found = copy.copy(small())
    found.ranking = None
    shown = page(found, language, "1")
    assert texts["report.ladder late"] in shown
    assert texts["report.ladder not"] not in shown


def test_a_report_of_few_matches_says_so() -> None:
    few = small()
    assert few.main.ended == 24
    assert "These are only 24 matches" in page(few, "en", "0")
    many = attrs.evolve(few, by_players={2: attrs.evolve(few.main, ended=30)})
    assert "These are only" not in page(many, "en", "0")
