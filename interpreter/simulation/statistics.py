"""The statistics of simulations, and their tables."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from typing import Any

import attrs
from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.model.game import Game
from rulewright.dsl.tree import AbilityCall

from ..ir import Argument
from ..match.rules import Rules


@attrs.define
class MatchSummary:
    """One match: how it ended, how long it was, what was offered and chosen."""

    seed: int
    decisions: int = 0
    turns: int = 0  # turns of phases that have turns; 0 if details are not counted
    options: int = 0
    ended: bool = False
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    offered: Counter[str] = attrs.field(factory=Counter)
    chosen: Counter[str] = attrs.field(factory=Counter)
    designs: Counter[str] = attrs.field(factory=Counter)
    reached: Counter[str] = attrs.field(factory=Counter)
    fault: str = ""
    record: str = ""
    diagnostic: Diagnostic | None = None  # the fault, as reported to an author

    def count(self, rules: Rules, legal: list[int], number: int) -> None:
        """Counts a decision."""
        self.decisions += 1
        self.options += len(legal)
        of = rules.action_of
        for key in {self._key(rules, of[one].first) for one in legal}:
            self.offered[key] += 1
        action = of[number]
        self.chosen[self._key(rules, action.first)] += 1
        if action.sort == "piece":
            self.designs[rules.lowered.tables.pieces[number - action.first]] += 1
        elif action.argument in (Argument.DESIGN, Argument.VALUE) and action.sort == "design":
            self.designs[rules.lowered.tables.design_names[number - action.first]] += 1
        for design in action.designs:
            self.designs[design] += 1

    def _key(self, rules: Rules, first: int) -> str:
        action = rules.action_of[first]
        return action.name or rules.site(action.site).prompt


@attrs.define
class Scores:
    """The scores of a seat at the ends of matches."""

    matches: int = 0
    total: int = 0
    least: int = 0
    most: int = 0

    def merge(self, other: Scores) -> None:
        """Adds those of other matches."""
        if other.matches:
            self.least = min(self.least, other.least) if self.matches else other.least
            self.most = max(self.most, other.most) if self.matches else other.most
            self.matches += other.matches
            self.total += other.total

    def as_json(self) -> dict[str, float]:
        """The average and the extremes."""
        return {"mean": round(self.total / self.matches, 2), "least": self.least, "most": self.most}


@attrs.define
class Statistics:
    """Counts over many matches; partial counts can be merged in any order."""

    players: int
    matches: int = 0
    ended: int = 0
    decisions: int = 0
    turns: int = 0
    options: int = 0
    shortest: int = 0
    longest: int = 0
    wins: Counter[int] = attrs.field(factory=Counter)
    scores: dict[int, Scores] = attrs.field(factory=dict)  # by seat; empty if the game keeps no score
    shared: int = 0
    nobody: int = 0
    offered: Counter[str] = attrs.field(factory=Counter)
    chosen: Counter[str] = attrs.field(factory=Counter)
    designs: Counter[str] = attrs.field(factory=Counter)
    reached: Counter[str] = attrs.field(factory=Counter)
    faults: list[tuple[int, str, str]] = attrs.field(factory=list)
    diagnostics: dict[str, Diagnostic] = attrs.field(factory=dict)  # by fault, each once
    endless: list[int] = attrs.field(factory=list)
    interrupted: bool = False
    lost: bool = False  # a process died, and nobody interrupted the simulation

    def add(self, one: MatchSummary) -> None:
        """Counts a match."""
        self.matches += 1
        self.decisions += one.decisions
        self.turns += one.turns
        self.options += one.options
        self.longest = max(self.longest, one.decisions)
        self.shortest = min(self.shortest or one.decisions, one.decisions)
        self.offered.update(one.offered)
        self.chosen.update(one.chosen)
        self.designs.update(one.designs)
        self.reached.update(one.reached)
        if one.fault:
            self.faults.append((one.seed, one.fault, one.record))
            if one.diagnostic is not None:
                self.diagnostics.setdefault(one.fault, one.diagnostic)
            return
        if not one.ended:
            self.endless.append(one.seed)
            return
        self.ended += 1
        self.wins.update(one.winners)
        self._add_scores({seat: Scores(1, score, score, score) for seat, score in enumerate(one.scores)})
        self.shared += len(one.winners) > 1
        self.nobody += not one.winners

    def _add_scores(self, scores: dict[int, Scores]) -> None:
        for seat, found in scores.items():
            self.scores.setdefault(seat, Scores()).merge(found)

    def merge(self, other: Statistics) -> None:
        """Adds the counts of another part."""
        self._add_scores(other.scores)
        for field in ("matches", "ended", "decisions", "turns", "options", "shared", "nobody"):
            setattr(self, field, getattr(self, field) + getattr(other, field))
        for field in ("wins", "offered", "chosen", "designs", "reached"):
            getattr(self, field).update(getattr(other, field))
        self.longest = max(self.longest, other.longest)
        self.shortest = min(self.shortest or other.shortest, other.shortest or self.shortest)
        self.faults = sorted([*self.faults, *other.faults])
        self.diagnostics = {**other.diagnostics, **self.diagnostics}
        self.endless = sorted([*self.endless, *other.endless])

    # ----------------------------------------------------------------------- shown

    def summary(self) -> dict[str, Any]:
        """The figures as plain data; per match where that makes sense."""
        played = max(self.matches, 1)
        return {
            "matches": self.matches,
            "ended": self.ended,
            "faults": len(self.faults),
            "did not end": len(self.endless),
            "interrupted": self.interrupted,
            "decisions per match": round(self.decisions / played, 2),
            "shortest": self.shortest,
            "longest": self.longest,
            **({"turns per match": round(self.turns / played, 2)} if self.turns else {}),
            "options per decision": round(self.options / max(self.decisions, 1), 2),
            "wins by seat": {seat + 1: self.wins[seat] for seat in range(self.players)},
            **({"score by seat": self._scores_by_seat()} if self.scores else {}),
            "shared": self.shared,
            "nobody": self.nobody,
        }

    def _scores_by_seat(self) -> dict[int, dict[str, float]]:
        return {seat + 1: found.as_json() for seat, found in sorted(self.scores.items())}

    def rules(self, game: Game) -> dict[str, int]:
        """In how many matches each rule of the rulebook was used, which means that a text that cites it was reached.
        (Changes of numbers leave no trace, so rules that only they cite are not counted.)"""
        used: dict[str, int] = {}
        for citation in game.citations:
            count = max((self.reached[key] for key in reached_keys(citation.part, game)), default=0)
            used[citation.rule] = max(used.get(citation.rule, 0), count)
        return dict(sorted(used.items()))

    def as_json(self, game: Game | None = None) -> dict[str, Any]:
        """All counts, as plain data."""
        return {
            **self.summary(),
            "options": {
                name: {"offered": self.offered[name], "chosen": self.chosen[name]}
                for name in sorted(self.offered)
            },
            "designs": dict(sorted(self.designs.items())),
            "reached": dict(sorted(self.reached.items())),
            "rules": self.rules(game) if game is not None else {},
            "fault list": [
                {"seed": seed, "fault": fault, "record": record} for seed, fault, record in self.faults
            ],
        }

    def as_csv(self) -> str:
        """The counts as lines of (what, name, count)."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["what", "name", "count"])
        for name, value in self.summary().items():
            if not isinstance(value, dict):
                writer.writerow(["summary", name, value])
        for seat in range(self.players):
            writer.writerow(["wins", seat + 1, self.wins[seat]])
        for seat, found in sorted(self.scores.items()):
            for what, value in found.as_json().items():
                writer.writerow([f"{what} score", seat + 1, value])
        for what in ("offered", "chosen", "designs", "reached"):
            for name, count in sorted(getattr(self, what).items()):
                writer.writerow([what, name, count])
        return out.getvalue()


PART = re.compile(r"(\w+) '(.*?)'(?: of '(.*)')?$")


def reached_keys(part: str, game: Game) -> list[str]:
    """The keys in `reached` that show that a part which cites a rule was reached (see `lower`)."""
    match = PART.match(part)
    if match is None:
        return [part]
    sort, name, path = match.groups()
    if sort == "design":
        return [f"ability of {name}"]
    if sort == "option" and path:
        return [f"option {path}/{name}"]
    phrase = game.symbols.phrases.get(name) if sort == "phrase" else None
    if phrase is not None and phrase.ability:
        return [f"ability of {design}" for design in designs_with(name, game)]
    return [f"{sort} {name}"]


def designs_with(phrase: str, game: Game) -> list[str]:
    """The designs that use an ability phrase."""
    return [
        design.name
        for design in game.symbols.designs.values()
        if any(
            isinstance(one.ability, AbilityCall) and one.ability.phrase == phrase for one in design.abilities
        )
    ]
