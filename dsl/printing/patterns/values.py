"""Values, and places of boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from ... import tree as t
from ...languages import PLAIN, say
from ...model.symbols import HOLDER, State
from ...tree.types import OF_CELLS, OF_PLAYERS, Type
from ...tree.walk import parts_of, walk
from .words import NUMBERS, Said, Words

_OPEN = (t.Arithmetic, t.Aggregate, t.CountOf, t.TimesListed, t.Distance, t.TotalOf)
"""What stands in brackets where words after it could belong to the last of its own."""
BRACKETED = re.compile(r"\([^()]*\)")


def _outside_of_members(tree: object) -> Iterator[Any]:
    """The nodes of a tree, without the questions that filters ask about members. A choice and a `let` come after what
    they bind, since their name is in force from there on."""
    if isinstance(tree, tuple):
        for one in tree:
            yield from _outside_of_members(one)
    elif isinstance(tree, t.Node):
        after = isinstance(tree, t.Choose | t.Let)
        inner = [getattr(tree, name) for name in parts_of(type(tree))]
        if isinstance(tree, t.Where | t.WithExtreme | t.Aggregate):
            asked = tree.test if isinstance(tree, t.Where) else tree.value
            inner = [one for one in inner if one is not asked]
            inner += [one for one in walk(asked) if isinstance(one, t.Variable) and one.name != tree.name]
        if not after:
            yield tree
        yield from _outside_of_members(tuple(inner))
        if after:
            yield tree


class Values(Words):
    """Says what single things are: names, states, cells, numbers."""

    expressions: ClassVar[Mapping[type, Callable[..., Said]]]
    """What says each sort of expression."""

    def say(self, node: t.Expr, form: str = PLAIN) -> str:
        return self.said(node).form(form)

    def atom(self, node: t.Expr) -> Said:
        """In brackets, if it is a sum or the like."""
        said = self.said(node)
        if isinstance(node, _OPEN):
            return Said(lambda form: f"({said.form(form)})")
        return said

    def said(self, node: t.Expr) -> Said:
        handler = self.expressions.get(type(node))
        if handler is None:
            self.missing[type(node).__name__] = None
            return Said.plain(self.own.expr(node))
        return handler(self, node)

    def number(self, node: t.Number) -> Said:
        return Said.plain(str(node.value).replace("-", "\u2212"))

    def truth(self, node: t.Truth) -> Said:
        return Said.plain(say("name.yes" if node.value else "name.no", self.language))

    def word(self, node: t.WordValue) -> Said:
        return self.label(node.word)

    def label(self, word: str) -> Said:
        """A word of a list, or the name of a branch."""
        called = self.game.labels.get(word, {}).get(self.language)
        if called is None:
            self.missing[word] = None
        return Said.plain(called or word)

    def none(self, node: t.NoneValue) -> Said:
        return Said.plain(say("name.none", self.language))

    def kind(self, node: t.KindValue) -> Said:
        return self.name(self.symbols.designs[node.design].names, node.design)

    def variable(self, node: t.Variable) -> Said:
        return self.bound(node.name, node.type)

    def bound(self, name: str, type_: Type) -> Said:
        """What a name stands for; numbers may have one letter."""
        if type_.kind in NUMBERS and len(name) == 1:
            return Said.plain(name)
        head = self.of_type(type_)
        if name == self.member:
            return self.named("member", head)
        at = self.ordinals.get(name, 1)
        return self.named(f"that {at}" if f"that {at}" in self.patterns else "that", head)

    def name_variables(self, tree: object) -> None:
        """Numbers the variables that would read the same while both are in force: `that card`, `that second card`.
        The member that a filter asks about has a pattern of its own (`of_member`)."""
        said = [(at, node) for at, node in enumerate(_outside_of_members(tree)) if hasattr(node, "name")]
        types: dict[str, str] = {}
        for _, node in said:
            if isinstance(node, t.Variable) and not (len(node.name) == 1 and node.type.kind in NUMBERS):
                types.setdefault(node.name, self.of_type(node.type).form(PLAIN))
        spans: dict[str, list[tuple[int, int]]] = {}  # from where each is bound to where it is last said
        for at, node in said:
            own = node.name
            if own not in types:
                continue
            if isinstance(node, t.Variable):
                known = spans.setdefault(own, [(0, at)])
                known[-1] = (known[-1][0], at)
            elif isinstance(node, t.Choose | t.Let | t.ForEach):
                spans.setdefault(own, []).append((at, at))
        self.ordinals = {}
        for name in sorted(spans, key=lambda one: spans[one][0]):
            taken = {
                self.ordinals[other]
                for other in self.ordinals
                if types[other] == types[name]
                and any(a <= d and c <= b for a, b in spans[name] for c, d in spans[other])
            }
            self.ordinals[name] = next(one for one in range(1, len(taken) + 2) if one not in taken)

    def of_member(self, name: str, node: t.Expr) -> Said:
        """A question about each member of a selection, in which the member is called `name`."""
        outer, self.member = self.member, name
        said = self.said(node)
        self.member = outer
        return said

    def actor(self, node: t.Actor) -> Said:
        return self.noun("player")

    def this(self, node: t.This) -> Said:
        return self.named("this", self.of_type(node.type))

    def here(self, node: t.Here) -> Said:
        return self.named("this", self.cell(node.type, several=False))

    def keyed(self, said: Said, key: t.Expr | None) -> Said:
        return said if key is None else self.named("keyed", said, key=self.said(key))

    def game_state(self, node: t.GameState) -> Said:
        return self.keyed(self.name(self.symbols.game[node.name].names, node.name), node.key)

    def option(self, node: t.OptionValue) -> Said:
        return self.name(self.symbols.options[node.name].names, node.name)

    def number_value(self, node: t.NumberValue) -> Said:
        head = self.name(self.symbols.named_values[node.name].names, node.name)
        if not node.arguments:
            return head
        of = [self.said(one) for one in node.arguments]
        if len(of) == 1:
            return self.named("number of", head, of=of[0])
        return self.named("number of several", head, of=Said.plain(", ".join(one.form(PLAIN) for one in of)))

    def phrase_state(self, node: t.PhraseState) -> Said:
        states = (one.state.get(node.name) for one in self.symbols.phrases.values())
        state = next((one for one in states if one is not None), None)
        return self.name(state.names if state is not None else None, node.name)

    def property(self, node: t.Property) -> Said:
        if node.type.kind == "cell" and self._state(node.name, node.of.type) is None:
            return self.named("owned", self.cell(node.type, several=False), of=self.said(node.of))
        return self.keyed(
            self.named("owned", self.state_name(node.name, node.of.type), of=self.said(node.of)), node.key
        )

    def state_name(self, name: str, type_: Type) -> Said:
        """What a property of things of a type is called."""
        if name in ("kind", HOLDER):
            return self.noun(name)
        if name in ("row", "column") and type_.kind in OF_CELLS:
            return self.noun(name)
        state = self._state(name, type_)
        return self.name(state.names if state is not None else None, name)

    def _state(self, name: str, type_: Type) -> State | None:
        if type_.kind in OF_PLAYERS:
            return self.symbols.players.get(name)
        for one in type_.of:
            owner = self.symbols.types.get(one)
            if owner is not None and name in owner.properties:
                return owner.properties[name]
            grid = self.symbols.places.get(one)
            if grid is not None and name in grid.properties:
                return grid.properties[name]
        return None

    def place(self, node: t.PlaceValue) -> Said:
        head = self.name(self.symbols.places[node.name].names, node.name)
        return head if node.owner is None else self.named("owned", head, of=self.said(node.owner))

    def end_of(self, node: t.EndOf) -> Said:
        side, place = "top" if node.top else "bottom", self.said(node.place)
        if node.count is None:
            return self.named(side, self.of_type(node.type), place=place)
        count = self.say(node.count)
        head = self.after_count(self.of_type(node.type, several=False), count)
        said = Said.plain(count if count.isdigit() else f"({count})")
        return self.named(f"{side} counted", head, count=said, place=place)

    def after_count(self, one: Said, count: str) -> Said:
        """A noun as it stands after a number."""
        if count == "1":
            return one
        category = self.known.plural_of(int(count)) if count.isdigit() else list(self.known.plurals)[-1]
        return Said(lambda form: one.form(f"{category} {form}"), one.gender, several=True)

    def arithmetic(self, node: t.Arithmetic) -> Said:
        left, right = self.atom(node.left), self.atom(node.right)
        if node.op in "+-*":
            sign = {"+": "+", "-": "−", "*": "·"}[node.op]
            return Said.plain(f"{left.form(PLAIN)} {sign} {right.form(PLAIN)}")
        return Said.plain(self.sentence(node.op, left=left, right=right))

    def total_of(self, node: t.TotalOf) -> Said:
        return Said.plain(self.sentence("total of", of=self.said(node.of)))

    def cases(self, node: t.Cases) -> Said:
        found = [
            self.sentence("case", value=self.said(value), test=self.said(test)) for test, value in node.cases
        ]
        found.append(self.sentence("otherwise", value=self.said(node.otherwise)))
        return Said.plain(f"({'; '.join(found)})")

    def seat(self, node: t.Seat) -> Said:
        return self.named("seat", self.noun("player"), number=Said.plain(str(node.number)))

    def player_after(self, node: t.PlayerAfter) -> Said:
        return self.named(
            "player before" if node.before else "player after", self.noun("player"), of=self.said(node.of)
        )

    def number_range(self, node: t.NumberRange) -> Said:
        return Said.plain(self.sentence("range", least=self.said(node.least), most=self.said(node.most)))

    def listed(self, node: t.Listed) -> Said:
        members = ", ".join(self.say(one) for one in node.members)
        return Said.plain(self.sentence("one of", members=Said.plain(members)))

    def cell_value(self, node: t.CellValue) -> Said:
        board = self.symbols.places[node.type.of[0]]
        printed = board.printed.get(node.name)
        named = printed is not None and printed.names.has(self.language)
        said = self.name(printed.names, node.name) if printed is not None and named else Said.plain(node.name)
        return said if node.owner is None else self.named("owned", said, of=self.said(node.owner))

    def between(self, node: t.Between) -> Said:
        head = self.of_type(node.type)
        return self.named("between", head, left=self.said(node.left), right=self.said(node.right))

    def distance(self, node: t.Distance) -> Said:
        slots = {"start": self.said(node.start), "goal": self.said(node.goal)}
        way = self.way(node.way)
        if way:
            return Said.plain(self.sentence("distance by way", way=Said.plain(way), **slots))
        return Said.plain(self.sentence("distance", **slots))

    def way(self, way: str | None) -> str:
        """The words for the steps that a game declares, if a way names some."""
        if f"way {way}" in self.patterns:
            return self.patterns[f"way {way}"]
        named = (way or "").rpartition(" ")[0]
        return self.label(named).form(PLAIN) if named else ""

    def direction(self, node: t.Direction) -> Said:
        return Said.plain(self.sentence("direction", start=self.said(node.start), goal=self.said(node.goal)))
