"""Messages for what newcomers wrote when they rewrote their games in the words of cards: they say what to write."""

from __future__ import annotations

import pytest
from rulewright.dsl.completion.completion import complete
from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import Text
from rulewright.dsl.draft.draft import Draft
from rulewright.dsl.model.game import Game
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.resolve.readings import resolve_text
from rulewright.dsl.resolve.roundtrip import RESOLVERS

from .test_nouns import FOLDER
from .tiny import changed, load, loaded

BASE = (FOLDER / "game.yaml").read_text(encoding="utf-8")
PHRASES = """phrases:
  "{drawer: player} draws {n: 1..9} cards": {do: nothing}
  "{fan: player} trusts {friend: player}": {holds: the fan is the friend}
  "{fan: player} waits": {holds: the fan is the leader}
"""
GAME = loaded(changed(BASE, ("phrases:\n", PHRASES)))


def found(text: str, start: str = "effect", game: Game = GAME) -> tuple[Diagnostic, ...]:
    report = Report()
    resolve_text(Text(text), start, RESOLVERS[start], Context(game.symbols, Text(text)), report)
    return report.diagnostics


@pytest.mark.parametrize(
    ("text", "code", "at", "way_out"),
    [
        ("the leader greets others", "RW212", "others", "players but the leader"),
        (
            "if a player has at least 3 gold: nothing",
            "RW213",
            "a player",
            "there is a player where (that player has",
        ),
        (
            "if any player is asleep: nothing",
            "RW213",
            "any player",
            "there is a player where (that player is asleep)",
        ),
        (
            "if a rat in the market is tapped: nothing",
            "RW213",
            "a rat in the market",
            "there is a rat in the market",
        ),
        ("if a player waits: nothing", "RW213", "a player", "there is a player where (that player waits)"),
        ("the player becomes the leader", "RW214", "player", "turn it round: the leader becomes the player"),
        ("if the player has the spot, doom goes up by 1", "RW201", "spot", "a number: has at least 2 gold"),
        ("if the leader has a rat: nothing", "RW201", "a rat", "a piece: '… is in the player's hand'"),
        ("put everything in the market into exile", "RW202", "everything", "put the market into …"),
        ("put the rest into exile", "RW202", "rest", "cards in … but the pick"),
        ("the player is no longer asleep", "RW202", "longer", "becomes not"),
        ("draw a card", "RW208", "draw a card", "say: draw 1 card"),
        ("for each player who waits: nothing", "RW201", "waits", "where (that player waits)"),
        ("for each player who trusts the leader: nothing", "RW201", "trusts", "where (that player trusts …)"),
        (
            "put cards reachable from a1 into exile",
            "RW206",
            "reachable from a1",
            "in (squares reachable from a1)",
        ),
        ("put q0 into exile", "RW202", "q", "'q0' has a digit"),
    ],
)
def test_a_message_says_what_to_write(text: str, code: str, at: str, way_out: str) -> None:
    (error,) = (one for one in found(text) if str(one.severity) == "Severity.ERROR")
    assert error.span is not None
    assert (error.code, text[error.span.start : error.span.end]) == (code, at)
    assert way_out in (error.help or "")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("the leader greets players but the leader", "effect"),
        ("there is a player where (that player has at least 3 gold)", "condition_text"),
        ("there is a rat in the market where (that card is tapped)", "condition_text"),
        ("the leader becomes the player", "effect"),
        ("draw 1 card", "effect"),
        ("for each player where (that player trusts the leader): nothing", "effect"),
        ("put cards in (squares reachable from a1) into exile", "effect"),
    ],
)
def test_what_the_messages_say_is_accepted(text: str, start: str) -> None:
    assert found(text, start) == ()


@pytest.mark.parametrize(
    "text",
    [
        "the player becomes not asleep and bidding",
        "for each player who is not asleep and bidding: nothing",
        "put the top card of the deck and the market into exile",
        "for each player: put the first card in that player's hand and that player's field into exile",
        "put any 2 rats in the market and exile into the deck",
    ],
)
def test_both_readings_can_be_written(text: str) -> None:
    (error,) = found(text)
    ways = [one.message.removeprefix("one reading: ") for one in error.notes]
    assert len(ways) == 2
    prefix = text.partition("put ")[0] if text.startswith("for each player: ") else ""
    assert [found(prefix + way) for way in ways] == [(), ()]


@pytest.mark.parametrize(
    ("before", "offered"),
    [
        ("reveal ta", "tapped"),
        ("reveal re", "red"),
        ("for each ", "tapped"),
        ("choose a ta", "tapped"),
        ("reveal tapped ", "cards"),
        ("for each card that is ", "red"),
        ("reveal the top ", "1"),
        ("reveal the top 3 ca", "cards"),
    ],
)
def test_words_before_a_noun_are_offered(before: str, offered: str) -> None:
    text = f"phrases:\n  'the sun shines':\n    do: {before}"
    draft = Draft.of([Source("nouns.yaml", BASE), Source("more.yaml", text)])
    assert offered in [one.label for one in complete(draft, "more.yaml", len(text))]


@pytest.mark.parametrize(
    ("declared", "at"),
    [
        ("rat or calm or action", "rat"),
        ("calm or rat or action", "rat"),
        ("left or back", "left"),
        ("back or left or up", "left"),
    ],
)
def test_a_word_that_cannot_be_one_is_pointed_at(declared: str, at: str) -> None:
    source = changed(BASE, ("game has:\n", f"game has:\n  mood: {{type: {declared}}}\n"))
    _, report = load(source)
    first = report.errors[0]
    assert first.span is not None
    assert (first.code, source[first.span.start : first.span.end]) == ("RW216", at)
