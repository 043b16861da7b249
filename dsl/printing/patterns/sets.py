"""Sets, and what is counted and added up in them."""

from __future__ import annotations

import attrs

from ... import tree as t
from ...languages import PLAIN
from ...model.symbols import Name
from ...tree.passes import over
from ...tree.types import Type
from ...tree.walk import walk
from .values import Values
from .words import Said


def _is_filtered(one: t.Filter) -> bool:
    """Whether a selection with filters of its own is part of a filter."""
    return any(isinstance(part, t.Select) and part.filters for part in walk(one))


class Sets(Values):
    """Says which things are meant: selections with their filters, counts, sums."""

    def select(self, node: t.Select) -> Said:
        return self.members(node, several=True)

    def members(self, node: t.Expr, *, several: bool, count: str = "") -> Said:
        """A selection: its noun with its filters; with a count, as it stands after that."""
        if not isinstance(node, t.Select):
            return self.said(node)
        head = self.head(node, several=several)
        if node.base == "player":
            others = [
                one for one in node.filters if isinstance(one, t.ButNot) and isinstance(one.members, t.Actor)
            ]
            if others:
                head = self.named("another", head)
                node = attrs.evolve(node, filters=tuple(one for one in node.filters if one not in others))
        if any(isinstance(one, t.WithoutPieces) for one in node.filters):
            head = self.named("empty", head)
        counted = head
        if count:
            counted = self.after_count(self.head(node, several=False), count)
        filters = [one for one in node.filters if not isinstance(one, t.WithoutPieces)]
        for at in range(len(filters) - 1, 0, -1):  # a clause would belong to whom it leaves out
            if isinstance(filters[at - 1], t.ButNot) and isinstance(filters[at], t.WhoIs | t.Where):
                filters[at - 1 : at + 1] = [filters[at], filters[at - 1]]
        after = [self.filter(one, node, head) for one in filters]
        if node.anywhere:
            after.insert(0, self.patterns["anywhere"])
        first = len(after) - len(filters)
        for at, one in enumerate(filters[:-1], first):  # what follows would belong to what is named last
            if isinstance(one, t.Step | t.InPlace | t.Within | t.Nearest) and _is_filtered(one):
                after[at] = f"({after[at]})"
        for at in range(1, len(after)):
            if after[at - 1].startswith(",") and after[at].startswith(","):  # one clause after another
                after[at - 1] = after[at - 1].rstrip(",")
                after[at] = f"{self.patterns['and']}{after[at][1:].lstrip()}"
        return Said(
            lambda form: "".join([counted.form(form), *(self._attached(one) for one in after)]),
            head.gender,
            several,
            head.places,
            head.cell,
        )

    def _attached(self, text: str) -> str:
        return text if text.startswith((",", " ")) else f" {text}"

    def head(self, node: t.Select, *, several: bool) -> Said:
        if node.base == "word":
            return self.name(self._names_of_words(node.name), node.name, several=several)
        if node.base == "player":
            return self.noun("player", several=several)
        if node.base == "number":
            return self.noun("number", several=several)
        if node.base == "cell":
            return self.cell(node.type, several=several)
        if node.base == "any kind":
            return self.noun("kind", several=several)
        if node.base == "kind":
            of = self.type_name(node.name, several=True)
            return self.named("kind of", self.noun("kind", several=several), of=of)
        if node.base == "of design":
            return self.type_name(node.name, several=several)
        return self.of_type(node.type, several=several)

    def _names_of_words(self, name: str) -> Name | None:
        """What the words of a list are called: that is the name of a state or property that they are values of."""
        symbols = self.symbols
        owners = [symbols.game, symbols.players, *(one.properties for one in symbols.types.values())]
        owners += [one.properties for one in symbols.places.values()]
        return next((one[name].names for one in owners if name in one), None)

    @over(t.Filter, leaves="WithoutPieces")
    def filter(self, node: t.Filter, select: t.Select, head: Said) -> str:
        type_ = select.type
        if isinstance(node, t.WithProperty):
            return self.with_property(node, type_)
        if isinstance(node, t.WithEither):
            ways = [" ".join(self.filter(each, select, head) for each in way) for way in node.of]
            several = [f"({said})" if len(way) > 1 else said for said, way in zip(ways, node.of, strict=True)]
            return f"({self.patterns['or'].join(several)})"
        if isinstance(node, t.InPlace):
            return self.fill("{place:in}", {"place": self.said(node.place)})
        if isinstance(node, t.AmongSet) and isinstance(node.members, t.NumberRange):
            ends = {"least": self.said(node.members.least), "most": self.said(node.members.most)}
            return self.sentence("among range", **ends)
        if isinstance(node, t.AmongSet):
            return self.sentence("among", members=self.said(node.members))
        if isinstance(node, t.ButNot):
            members = self.said(node.members)
            if isinstance(node.members, t.Select) and node.members.filters:
                return self.sentence("but", members=Said(lambda form: f"({members.form(form)})"))
            return self.sentence("but", members=members)
        if isinstance(node, t.Step):
            key, start = f"step {node.direction}", self.said(node.start)
            if key in self.patterns:
                return self.fill(self.patterns[key], {"head": head, "start": start})
            return self.sentence("step by way", start=start, way=Said.plain(self.way(node.direction)))
        if isinstance(node, t.Within):
            return self.within(node)
        if isinstance(node, t.Nearest):
            return self.sentence("nearest", start=self.said(node.start))
        if isinstance(node, t.Reachable):
            return self.sentence("reachable", start=self.said(node.start))
        if isinstance(node, t.WithExtreme):
            if node.value is not None:
                return self.sentence(f"with the {node.how} by", value=self.of_member(node.name, node.value))
            return self.sentence(f"with the {node.how}", name=self.state_name(node.name, type_))
        if isinstance(node, t.Where):
            kinds = self.kinds_meant(node, several=head.several)
            if kinds is not None:
                key = "who is not a" if isinstance(node.test, t.Not) else "who is a"
                return self.fill(self.patterns[key], {"head": head, "of": kinds})
            return self.fill(
                self.patterns["where"], {"head": head, "test": self.of_member(node.name, node.test)}
            )
        assert isinstance(node, t.WhoIs)
        key = "who is" if node.holds else "who is not"
        return self.fill(self.patterns[key], {"head": head, "state": self.state_name(node.name, type_)})

    def kinds_meant(self, node: t.Where, *, several: bool) -> Said | None:
        """What the members of a selection are, or are not, if all that is asked of them is their design."""
        test = node.test.of if isinstance(node.test, t.Not) else node.test
        parts = test.of if isinstance(test, t.Either) else (test,)
        found = []
        for one in parts:
            if (
                not isinstance(one, t.IsKind)
                or not isinstance(one.what, t.Variable)
                or one.what.name != node.name
            ):
                return None
            found.append(self.members(one.of, several=several))
        or_ = self.patterns["or"]
        return Said(lambda form: or_.join(one.form(form) for one in found))

    def with_property(self, one: t.WithProperty, type_: Type) -> str:
        name = self.state_name(one.name, type_)
        if one.value is None:
            return self.sentence(f"with {one.op}", name=name)
        value = self.atom(one.value)
        if one.name == "kind":
            by = "design" if isinstance(one.value, t.KindValue) else "kind"
            named = self.noun("kind").form(PLAIN) in value.form(PLAIN).split()
            key = f"with {by} {one.op}" + (" named" if named and by == "kind" and one.op == "=" else "")
            return self.sentence(key, value=value)
        if one.value.type.kind == "number":
            return self.with_number(one, one.value, name)
        return self.sentence(f"with word {one.op}", name=name, value=value)

    def with_number(self, one: t.WithProperty, number: t.Expr, name: Said) -> str:
        if one.op == "=" and isinstance(number, t.Property) and number.name == one.name:
            return self.sentence("with same", name=name, value=self.said(number.of))
        key = "with equal" if one.op == "=" and not isinstance(number, t.Number) else f"with {one.op}"
        return self.sentence(key, name=name, value=self.atom(number))

    def within(self, one: t.Within) -> str:
        count, way = self.say(one.count), self.way(one.way)
        key = "within one" if count == "1" else "within"
        slots = {"count": Said.plain(count), "start": self.said(one.start), "way": Said.plain(way)}
        return self.sentence(f"{key} by way" if way else key, **slots)

    def quantity(self, node: t.Quantity) -> Said:
        if node.how == "one":
            return self.members(node.of, several=False)
        if node.count is None:
            return self.named(node.how, self.members(node.of, several=False))
        count = self.say(node.count)
        inner = self.members(node.of, several=count != "1", count=count)
        if node.how == "at least" and count == "0":
            return self.named("any number of", self.members(node.of, several=True))
        key = {"any": "any counted", "exactly": "counted"}.get(node.how, node.how)
        return self.named(key, inner, count=Said.plain(count if count.isdigit() else f"({count})"))

    def end_of_set(self, node: t.EndOfSet) -> Said:
        return self.named("last" if node.last else "first", self.members(node.of, several=False))

    def count_of(self, node: t.CountOf) -> Said:
        if isinstance(node.of, t.KindsOf):
            return Said.plain(self.sentence("count of kinds", of=self.said(node.of.of)))
        return Said.plain(self.sentence("count of", of=self.said(node.of)))

    def kinds_of(self, node: t.KindsOf) -> Said:
        return self.named("kind of", self.noun("kind", several=True), of=self.said(node.of))

    def aggregate(self, node: t.Aggregate) -> Said:
        of = self.said(node.of)
        if node.value is not None:
            value = self.of_member(node.name, node.value)
            return Said.plain(self.sentence(f"{node.how} by", value=value, of=of))
        return Said.plain(self.sentence(node.how, name=self.state_name(node.name, node.of.type), of=of))

    def times_listed(self, node: t.TimesListed) -> Said:
        return Said.plain(self.sentence("times listed", kind=self.said(node.kind), of=self.said(node.of)))
