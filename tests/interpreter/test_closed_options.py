"""Options of a turn that are not open now: they are listed beside the open ones, and say which condition fails."""

from __future__ import annotations

from rulewright.interpreter import Match

from .small_games import shipped_game


def test_what_is_not_open_is_listed_and_says_why() -> None:
    match = Match(shipped_game("classics/gem-merchants"), 2, 3)
    opened = match.objects(0).decision
    assert opened is not None
    assert [one.name for one in opened.options] == ["take different gems", "take two alike", "reserve"]
    assert [(one.name, one.labels["cs"]) for one in opened.closed] == [("buy", "koupit kartu")]
    reason = match.why_not("buy", 0, "en")
    assert reason is not None
    assert "that card is within reach" in reason
    reason = match.why_not("buy", 0, "cs")
    assert reason is not None
    assert "danou kartu lze koupit" in reason


def test_a_choice_of_things_lists_nothing_besides_them() -> None:
    match = Match(shipped_game("classics/gem-merchants"), 2, 3)
    match.choose("take two alike")
    opened = match.objects(0).decision
    assert opened is not None
    assert opened.closed == ()
