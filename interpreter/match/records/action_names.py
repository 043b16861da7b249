"""What the numbers of actions are called: the choice site, and what is chosen there, by its name in the rules.

In: a program and its facts. Out: for each action number its `ActionName`. Unlike numbers, these names stay the same
if options or designs are inserted elsewhere.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

import attrs

from ....dsl.diagnostics.source import Span
from ...ir import Argument
from ...lower import Action, Lowered
from ..output.objects.facts import ObjectFacts

SiteName = tuple[str, str, str]
"""A choice site: the kind of the decision, the part of the rules in whose text it stands, and what it asks."""


@attrs.frozen
class ActionName:
    """What a number is called: its site, and what is chosen there."""

    site: SiteName
    sort: str
    name: str
    copy: int
    copies: int


@attrs.define(slots=False, eq=False)
class ActionNames:
    """The names of the action numbers of a game."""

    lowered: Lowered
    facts: ObjectFacts
    action_of: tuple[Action, ...]

    @cached_property
    def sites(self) -> tuple[SiteName, ...]:
        """The choice sites by number. Of several in one part of the rules that ask the same, the name says which one
        it is, and of how many: if another one is inserted, none of them is surely the one that it was."""
        named = [(one.kind, one.where, one.asks) for one in self.facts.sites]
        spans: dict[SiteName, list[Span]] = {}
        for name, site in zip(named, self.lowered.sites, strict=True):
            if site.span is not None and site.span not in spans.setdefault(name, []):
                spans[name].append(site.span)
        found: list[SiteName] = []
        for (kind, where, asks), site in zip(named, self.lowered.sites, strict=True):
            alike = spans.get((kind, where, asks), [])
            if len(alike) > 1 and site.span is not None:
                asks = f"{asks} ({alike.index(site.span) + 1} of {len(alike)})"
            found.append((kind, where, asks))
        return tuple(found)

    @cached_property
    def _alike(self) -> dict[int, tuple[int, int]]:
        """For each option without an argument, which it is of those with its name at its site, and of how many."""
        plain = [one for one in self.lowered.actions if one.argument is Argument.NONE]
        copies = Counter((one.site, one.name) for one in plain)
        seen: Counter[tuple[int, str]] = Counter()
        found: dict[int, tuple[int, int]] = {}
        for one in sorted(plain, key=lambda action: action.first):
            key = one.site, one.name
            found[one.first] = seen[key], copies[key]
            seen[key] += 1
        return found

    @cached_property
    def _first_piece(self) -> dict[str, int]:
        """The first piece of each design."""
        found: dict[str, int] = {}
        for number, design in enumerate(self.lowered.tables.pieces):
            found.setdefault(design, number)
        return found

    @cached_property
    def _copies(self) -> Counter[str]:
        return Counter(self.lowered.tables.pieces)

    @cached_property
    def _known(self) -> dict[int, ActionName]:
        return {}

    def __call__(self, number: int) -> ActionName:
        """What a number is called."""
        known = self._known.get(number)
        if known is None:
            known = self._known[number] = self._of(number)
        return known

    def _of(self, number: int) -> ActionName:
        action = self.action_of[number]
        site, value = self.sites[action.site], number - action.first
        if action.argument is Argument.NONE:
            return ActionName(site, "none", action.name, *self._alike[action.first])
        tables = self.lowered.tables
        match action.sort:
            case "design":
                return ActionName(site, "design", tables.design_names[value], 0, 1)
            case "word":
                return ActionName(site, "word", tables.words[value], 0, 1)
            case "cell":
                return ActionName(site, "cell", tables.places[value].name, 0, 1)
            case "piece":
                design = tables.pieces[value]
                return ActionName(
                    site, "piece", design, value - self._first_piece[design], self._copies[design]
                )
            case "position":
                return ActionName(site, "position", f"#{value + 1}", 0, 1)
            case sort:
                return ActionName(site, sort, str(value), 0, 1)

    def has(self, wanted: SiteName, sort: str, name: str) -> bool:
        """Whether the rules have an option of this name at this site, open or not."""
        at = {number for number, site in enumerate(self.sites) if site == wanted}
        for action in self.lowered.actions:
            if action.site in at and action.sort == sort:
                if action.argument is Argument.NONE:
                    if action.name == name:
                        return True
                elif any(
                    self(action.first + value).name == name
                    for value in range(action.width)
                    if action.among >> value & 1
                ):
                    return True
        return False
