"""Why a computed number is as it is: its parts, and the abilities that change it."""

from __future__ import annotations

from rulewright.dsl.diagnostics.source import Span
from rulewright.interpreter import Match
from rulewright.interpreter.scenarios.given import set_in
from rulewright.interpreter.scenarios.values import notation_of
from rulewright.workbench.live.line import PlayLine, node_of
from rulewright.workbench.live.settings import settings_at
from rulewright.workbench.live.why import because

from ..interpreter.small_games import shipped_game


def same(span: Span) -> Span:
    return span


def test_a_computed_number_names_its_parts() -> None:
    match = Match(shipped_game("classics/gem-merchants"), ["Ann", "Bob"], 1)
    given = node_of("{player 2: {built: [onyx card 16], guests: [noble 3, noble 5]}}")
    set_in(match, notation_of(match.game, 2), given)
    name = "prestige of {owner: player}"
    (shown,) = [one for one in settings_at(match, "player:1", None) if one.name == name]
    found = because(match, PlayLine.of(match), 1, name, "en", same)
    assert found is not None
    assert (shown.kind, shown.value) == ("computed", found.value)
    assert [one.value for one in found.terms] == [int(found.value) - 6, 6]
    assert "noble" in found.terms[1].text
    assert any("buys" in one.part for one in found.texts), [one.part for one in found.texts]
    other = because(match, PlayLine.of(match), 0, name, "en", same)
    assert other is not None
    assert [one.value for one in other.terms] == [0, 0]
