"""Conditions, the phrases of a game, and amounts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeGuard

import attrs

from ... import tree as t
from ...languages import PLAIN
from ...model.symbols import Name, Phrase
from ...tree.types import UNORDERED
from .sets import Sets
from .values import BRACKETED
from .words import Said


class Conditions(Sets):
    """Says whether something is so, and what is paid and gained."""

    def phrase(self, phrase: Phrase, arguments: tuple[t.Expr, ...]) -> str:
        """A phrase with its slots filled, or as the rules say it if it has no sentence."""
        values = {slot.name: self.atom(one) for slot, one in zip(phrase.slots, arguments, strict=True)}
        order = bool(arguments) and phrase.about is not None and isinstance(arguments[0], t.Actor)
        return self.phrase_of(phrase, values, order=order)

    def head_of(self, phrase: Phrase) -> str:
        """A phrase with what its slots can hold; numbers have one letter."""
        values = {
            slot.name: self.bound(slot.name, slot.type)
            if slot.type.kind == "number" and len(slot.name) == 1
            else self.of_type(slot.type)
            for slot in phrase.slots
        }
        return self.phrase_of(phrase, values)

    def phrase_of(self, phrase: Phrase, values: Mapping[str, Said], *, order: bool = False) -> str:
        sentences = phrase.said(self.language, order=order)
        if not sentences:
            self.missing[phrase.signature] = None
            own = (
                values[one.name].form(PLAIN) if not isinstance(one, tuple) else " ".join(one)
                for one in phrase.parts
            )
            return " ".join(own)
        numbers = {slot.name for slot in phrase.slots if slot.type.kind == "number"}
        values = {
            name: attrs.evolve(said, number=True) if name in numbers else said
            for name, said in values.items()
        }
        return self.fill(sentences[min(self.ways.get(phrase.signature, 0), len(sentences) - 1)], values)

    def by(self, key: str, player: t.Expr, /, **slots: Said) -> str:
        """What the player does, or what another player does."""
        if isinstance(player, t.Actor):
            return self.sentence(key, **slots)
        return self.sentence(f"{key} of another", player=self.said(player), **slots)

    def amounts(self, given: tuple[t.Amount, ...]) -> str:
        return self.patterns["and"].join(self.amount(one) for one in given)

    def amount(self, one: t.Amount) -> str:
        count: t.Expr = one.count
        whole: t.Expr | None = None
        if isinstance(count, t.Arithmetic) and count.op == "*" and isinstance(count.right, t.CountOf):
            whole, count = count.right.of, count.left
        state = self.symbols.players.get(one.name)
        names = state.names if state is not None else None
        if one.count.type.kind == "table":
            text = self.said(one.count).form(self.object_case)
        elif isinstance(count, t.Number):
            said = str(count.value)
            stock = self.counted(said, names, one.name)
            text = self.sentence("stock", count=Said.plain(said), stock=Said.plain(stock))
        else:
            text = self.sentence("stock, computed", count=self.said(count), stock=self.name(names, one.name))
        if one.key is not None:
            text = self.sentence("of an entry", text=Said.plain(text), key=self.said(one.key))
        if one.wild_key is not None:
            text = self.sentence("with wild", text=Said.plain(text), wild=self.said(one.wild_key))
        elif one.wild is not None:
            wild = self.symbols.players.get(one.wild)
            named = self.name(wild.names if wild is not None else None, one.wild)
            text = self.sentence("with wild", text=Said.plain(text), wild=named)
        if whole is None:
            return text
        return self.sentence("for each whole", text=Said.plain(text), of=self.members(whole, several=False))

    def counted(self, count: str, name: Name | None, own: str) -> str:
        """What a number of players is called after a number."""
        if name is None or not name.has(self.language):
            self.missing[own] = None
            return own
        category = self.known.plural_of(int(count)) if count.isdigit() else list(self.known.plurals)[-1]
        forms = name.forms[self.language]
        fitting = self.known.counted_as(category, self.object_case, by_plural_name=True)
        return next((forms[one] for one in fitting if one in forms), forms[PLAIN])

    def compare(self, node: t.Compare) -> Said:
        left, right = self.said(node.left), self.said(node.right)
        key: str = node.op
        if isinstance(node.right, t.NoneValue):
            return Said.plain(self.sentence("is none" if key == "=" else "is not none", left=left))
        if isinstance(node.right, t.Truth) and key in ("=", "!="):
            so = node.right.value == (key == "=")
            return Said.plain(self.sentence("is so" if so else "is not so", left=left))
        if self._is_stock(node.left) and isinstance(node.right, t.Number) and key != "!=":
            return Said.plain(self.has(node.left, key, node.right.value))
        if key in ("=", "!=") and node.left.type.kind not in ("number", "table"):
            key = "is" if key == "=" else "is not"
        return Said.plain(self.sentence(key, left=left, right=right))

    def _is_stock(self, node: t.Expr) -> TypeGuard[t.Property]:
        """Whether it is something of which a player has some: its name is that of several."""
        if not isinstance(node, t.Property) or node.of.type.kind != "player" or node.key is not None:
            return False
        state = self.symbols.players.get(node.name)
        forms = state.names.forms.get(self.language, {}) if state is not None and state.names else {}
        return forms.get("gender", "").endswith(" pl")

    def has(self, stock: t.Property, key: str, count: int) -> str:
        """How much of something a player has."""
        player, names = self.said(stock.of), self.symbols.players[stock.name].names
        if key == "=" and count == 0:
            return self.sentence("has none", player=player, stock=self.name(names, stock.name))
        called = Said.plain(self.counted(str(count), names, stock.name))
        return self.sentence(f"has {key}", player=player, count=Said.plain(str(count)), stock=called)

    def holds(self, node: t.Holds, *, negated: bool = False) -> Said:
        assert node.of is not None
        name = self.state_name(node.name, node.of.type)
        if node.player is not None:
            player = self.said(node.player)
            return Said.plain(self.sentence("holds for", player=player, name=name, of=self.said(node.of)))
        key = "holds not" if negated else "holds"
        return Said.plain(self.sentence(key, of=self.said(node.of), state=name).strip())

    def is_empty(self, node: t.IsEmpty, *, negated: bool = False) -> Said:
        return Said.plain(
            self.sentence("not empty place" if negated else "empty place", of=self.said(node.of))
        )

    def is_in(self, node: t.IsIn, *, negated: bool = False) -> Said:
        among = node.where.type.kind in UNORDERED or node.where.type.kind == "list"
        among = among and not isinstance(node.where, t.PlaceValue)
        key = f"is {'not ' if negated else ''}{'among' if among else 'in'}"
        return Said.plain(self.sentence(key, what=self.said(node.what), where=self.said(node.where)))

    def is_kind(self, node: t.IsKind) -> Said:
        of = self.members(node.of, several=False)
        return Said.plain(self.sentence("is a", what=self.said(node.what), of=of))

    def differ(self, node: t.Differ) -> Said:
        name = self.state_name(node.name, node.of.type)
        return Said.plain(self.sentence("differ", of=self.said(node.of), name=name))

    def make_line(self, node: t.MakeLine) -> Said:
        return Said.plain(self.sentence("line", of=self.said(node.of), count=self.said(node.count)))

    def can_pay(self, node: t.CanPay) -> Said:
        amounts = Said.plain(self.amounts(node.amounts))
        return Said.plain(self.sentence("can pay", player=self.said(node.player), amounts=amounts))

    def can_be_done(self, node: t.CanBeDone) -> Said:
        return Said.plain(self.sentence("can be done", of=self.said(node.of)))

    def so(self, node: t.So) -> Said:
        return Said.plain(self.phrase(self.symbols.phrases[node.phrase], node.arguments))

    def exists(self, node: t.Exists, *, negated: bool = False) -> Said:
        of = self.members(node.of, several=False)
        return Said.plain(self.sentence("exists not" if negated else "exists", of=of))

    def not_(self, node: t.Not) -> Said:
        inner = node.of
        if isinstance(inner, t.Holds) and inner.player is None:
            return self.holds(inner, negated=True)
        if isinstance(inner, t.IsEmpty):
            return self.is_empty(inner, negated=True)
        if isinstance(inner, t.IsIn):
            return self.is_in(inner, negated=True)
        if isinstance(inner, t.Exists):
            return self.exists(inner, negated=True)
        return Said.plain(self.sentence("not", of=Said.plain(f"({self.say(inner)})")))

    def both(self, node: t.Both) -> Said:
        return self._all(node.of, "and")

    def either(self, node: t.Either) -> Said:
        return self._all(node.of, "or")

    def _all(self, parts: Iterable[t.Expr], key: str) -> Said:
        said = ((one, self.say(one)) for one in parts)
        # a colon would take in all that follows
        found = [
            f"({text})" if isinstance(one, t.Either | t.Both) or ": " in BRACKETED.sub("", text) else text
            for one, text in said
        ]
        return Said.plain(self.patterns[key].join(found))
