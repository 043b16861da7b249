"""The rules of a game as its rulebook has them: what each says, which parts cite it, which scenarios show it, and
which decisions are about it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import attrs

from ..dsl.diagnostics.report import Report
from ..dsl.model.game import OURS, Game, Rule
from .files.game_cache import GameCache
from .files.games import GameFiles


@attrs.frozen
class Statement:
    """One rule with all that belongs to it."""

    rule: Rule
    cited_by: tuple[str, ...]
    shown_by: tuple[str, ...]
    about: tuple[Rule, ...]
    touched_by: tuple[Rule, ...]

    def as_json(self, language: str) -> dict[str, Any]:
        """The statement as data, in a language; what is empty is left out, except who cites and shows it."""
        rule, span = self.rule, self.rule.span
        found: dict[str, Any] = {"id": rule.id, "kind": rule.kind, "says": rule.in_language(language)}
        if span is not None:
            found |= {"file": span.source.name, "line": span.line}
        if rule.why:
            found["why"] = rule.why_in(language)
        if rule.kind in OURS:
            found["about"] = [_short(one, language) for one in self.about]
        if self.touched_by:
            found["touched_by"] = [_short(one, language) for one in self.touched_by]
        return found | {"cited_by": list(self.cited_by), "shown_by": list(self.shown_by)}


def statements(found: GameFiles, game: Game, *, ours: bool = False) -> list[Statement]:
    """The rules of a game in their order; only decisions and public facts where `ours`."""
    cited: dict[str, dict[str, None]] = {}
    for citation in game.citations:
        cited.setdefault(citation.rule, {})[citation.part] = None
    shown = _shown(found)
    rules = game.rules
    touched: dict[str, list[Rule]] = {}
    for rule in rules.values():
        for one in rule.about:
            touched.setdefault(one, []).append(rule)
    return [
        Statement(
            rule,
            tuple(cited.get(rule.id, ())),
            tuple(shown.get(rule.id, ())),
            tuple(rules[one] for one in rule.about if one in rules),
            tuple(touched.get(rule.id, ())),
        )
        for rule in rules.values()
        if rule.kind in OURS or not ours
    ]


def named(statements: list[Statement], names: Collection[str]) -> list[Statement]:
    """Those whose ids, or whose sections (what stands before the dot), are among the names; all if there are none."""
    wanted = set(names)
    return [one for one in statements if not wanted or wanted & {one.rule.id, one.rule.id.partition(".")[0]}]


def _short(rule: Rule, language: str) -> dict[str, str]:
    return {"id": rule.id, "kind": rule.kind, "says": rule.in_language(language)}


def _shown(found: GameFiles) -> dict[str, dict[str, None]]:
    """The names of the scenarios that say they show each rule."""
    cache = GameCache(found)
    shown: dict[str, dict[str, None]] = {}
    for path in found.scenarios():
        file = cache.scenarios(path, Report())
        for name, scenario in file.scenarios.items() if file is not None else ():
            for rule in scenario.rule:
                shown.setdefault(str(rule), {})[str(name)] = None
    return shown
