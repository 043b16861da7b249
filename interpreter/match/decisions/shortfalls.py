"""Which condition of a choice fails, and what is missing.

In: a position, an open decision, and a text that an option needs. Out: the first part of the text that does not hold,
with the amounts by which it fails. The text is lowered alone, beside the program, and reads the memory of the match;
so it means what it means when the rules read it.

Parts are read in their order, and none after the one that fails: as in the rules, a later part may count on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import attrs

from ....dsl import tree as t
from ....dsl.languages import Message, Sayable, Several, say
from ....dsl.model.game import Game
from ....dsl.model.symbols import Name
from ....dsl.printing.patterns.printer import in_words
from ....dsl.printing.statements import show
from ....dsl.tree.types import SET_OF, Type
from ...engine.protocol import Pending
from ...ir import CellKind, Const, Expr, Return
from ...ir.kinds import with_results
from ...lower.building.builder import Builder, Scope, kind_of
from ...lower.building.operations import owned
from ...lower.lowered import in_a_line
from ...lower.lowerer import Lowerer
from ...memory.faults import RulesFault
from ...python.engine import PythonEngine
from ..output.objects.clicked import Member
from ..output.view import frames_of
from ..state.position import Position

Bindings = Mapping[str, tuple[Type, int]]
"""What names mean in a text: the type and the value of each."""

MEMBER = "(the member)"
"""What something is called in a condition that is made here; no text can have a name like this."""
YES_NO = Type("yes-no")
TOO_FEW, TOO_MANY = (">=", ">"), ("<=", "<")
SINGLE = {several: one for one, several in SET_OF.items()}


class UnreadableError(Exception):
    """A text that cannot be read alone: it uses what only the running rules know."""


class Reading:
    """Reads texts of the rules in a position, as the player of an open decision."""

    def __init__(self, position: Position, pending: Pending) -> None:
        self.position, self.player = position, pending.player
        self.rules = position.rules
        self.game: Game = self.rules.game
        self.lowerer = Lowerer(self.game, False)
        self._size = self.lowerer.unit.tables.size
        nothing = Builder("nothing")
        nothing.end(Return(Const(0)))
        self._main = self.lowerer.unit.add(nothing, framed=True)
        frames = frames_of(self.rules, position.memory, pending.strand)
        self.around: Bindings = (
            {named.name: (named.type, value) for named, value in frames[-1]} if frames else {}
        )

    def value(self, of: t.Expr, known: Bindings) -> int:
        """The value of a text. Raises `UnreadableError`."""
        return self.read(lambda scope: self.lowerer.lower(of, scope), known)

    def read(self, of: Callable[[Scope], Expr], known: Bindings) -> int:
        """The value of what is lowered in a scope that has these bindings. Raises `UnreadableError`."""
        b = Builder("read alone")
        scope = Scope(b.parameter(CellKind.PLAYER))
        for name, (type_, _) in known.items():
            scope = scope.bind(name, b.parameter(kind_of(type_)), type_)
        try:
            b.end(Return(of(scope)))
            number = self.lowerer.unit.add(b, framed=False)
            return self._run(number, [self.player, *(value for _, value in known.values())])
        except (KeyError, RulesFault) as error:  # a name of the running rules, or a fault of this text
            raise UnreadableError from error

    def _run(self, number: int, arguments: list[int]) -> int:
        unit = self.lowerer.unit
        unit.lower_waiting()
        if unit.tables.size != self._size:  # it keeps something for which the match has another cell
            raise UnreadableError
        program = attrs.evolve(
            self.rules.lowered.program,
            procedures=tuple(one for one in unit.procedures if one is not None),
            main=self._main,
            tables=tuple(unit.tables.constants),
            faults=tuple(unit.faults),
            prepare=None,
        )
        return PythonEngine(with_results(program)).function(number)(self.position.memory, *arguments)


@attrs.frozen
class Explainer:
    """Says why a text does not hold, in a language."""

    reading: Reading
    language: str

    def condition(self, test: t.Expr, known: Bindings) -> Message | None:
        """The part of a condition that does not hold, and by how much; None if all of it holds."""
        r = self.reading
        if isinstance(test, t.Both):
            return next((found for one in test.of if (found := self.condition(one, known)) is not None), None)
        if r.value(test, known):
            return None
        if isinstance(test, t.So):
            phrase = r.game.symbols.phrases[test.phrase]
            inner = {
                slot.name: (slot.type, r.value(argument, known))
                for slot, argument in zip(phrase.slots, test.arguments, strict=True)
            }
            if phrase.test is not None and all(value >= 0 for _, value in inner.values()):
                return self.condition(phrase.test, inner)
        if isinstance(test, t.CanPay):
            return self.payment(test.player, test.amounts, known)
        amounts = self._compared(test, known) if isinstance(test, t.Compare) else ""
        return Message("refusal.holds", {"text": self.said(test) + amounts})

    def _compared(self, test: t.Compare, known: Bindings) -> str:
        """By how much a comparison fails."""
        sides = (test.left, test.right)
        if any(one.type.kind != "number" or one.type.optional for one in sides):
            return ""
        now, needed = (self.reading.value(one, known) for one in sides)
        missing = abs(needed - now) + (test.op in (">", "<"))
        key = "few" if test.op in TOO_FEW else "many" if test.op in TOO_MANY else "apart"
        shown = Message(
            "refusal.stands" if isinstance(test.right, t.Number) else "refusal.against",
            {"now": now, "needed": needed},
        )
        return say(f"refusal.too {key}", self.language, shown=shown, missing=missing)

    def payment(self, player: t.Expr, amounts: tuple[t.Amount, ...], known: Bindings) -> Message | None:
        """What is missing to pay amounts together; None if it can be paid."""
        r = self.reading
        if r.value(player, known) != r.player:
            return None
        lacks = [
            Message("name.amount", {"what": what, "count": count})
            for what, count in self._lacks(amounts, known)
        ]
        if not lacks:
            return None
        wild = self._wild(amounts[0], known) if len(amounts) == 1 else None
        costs = Message("refusal.costs", {"amounts": Several(tuple(lacks))})
        return costs if wild is None else Message("refusal.wild", {"costs": costs, "wild": wild})

    def _lacks(self, amounts: tuple[t.Amount, ...], known: Bindings) -> Iterator[tuple[Sayable, int]]:
        """What the player has too little of, and how much is missing."""
        r = self.reading
        payments, tables = r.lowerer.expressions.payments, r.lowerer.unit.tables
        for name in dict.fromkeys(one.name for one in amounts):
            state = r.game.symbols.players[name]
            dues = [one for one in amounts if one.name == name]
            if state.paid_up:
                raise UnreadableError
            if state.type.kind != "table":
                slot = tables.player_states[name]
                have = r.read(lambda scope, slot=slot: owned(slot, scope.actor), known)  # type: ignore[misc]
                due = sum(r.value(one.count, known) for one in dues)
                if due > have - state.type.least:
                    yield state.names or Name(name), due - (have - state.type.least)
                continue
            free = dues[0].wild_key
            for at, key in enumerate(payments.keyed.keys(state.type)):
                if isinstance(free, t.KindValue) and free.design == key:
                    continue

                def lacking(
                    scope: Scope, at: int = at, name: str = name, dues: list[t.Amount] = dues
                ) -> Expr:
                    return payments.lacking(name, dues, Const(at), scope)

                missing = r.read(lacking, known)
                if missing > 0:
                    design = r.game.symbols.designs.get(key)
                    yield (design.names if design is not None else Name(key)), missing

    def _wild(self, amount: t.Amount, known: Bindings) -> Message | None:
        """How much the player has of what can be paid instead."""
        r = self.reading
        if not isinstance(amount.wild_key, t.KindValue):
            return None
        key, of = amount.wild_key, r.game.symbols.players[amount.name].type
        payments = r.lowerer.expressions.payments

        def there(scope: Scope) -> Expr:
            return payments.held(amount.name, scope.actor, payments.keyed.index(of, key, scope))

        count = r.read(there, known)
        names = r.game.symbols.designs[key.design].names
        return Message("name.amount", {"what": names, "count": count}) if count > 0 else None

    def member(self, select: t.Select, number: int) -> Message | None:
        """Why something is no member of a selection; None if it is one."""
        r, known = self.reading, self.reading.around
        if r.value(attrs.evolve(select, filters=()), known) >> number & 1 == 0:
            return None
        for at, one in enumerate(select.filters, 1):
            if r.value(attrs.evolve(select, filters=select.filters[:at]), known) >> number & 1:
                continue
            single = attrs.evolve(select.type, kind=SINGLE[select.type.kind])
            if isinstance(one, t.Where):
                return self.condition(one.test, {**known, one.name: (single, number)})
            text = self.said(attrs.evolve(select, filters=(one,)))
            compared = self._as_comparison(one, single)
            here = {**known, MEMBER: (single, number)}
            return Message(
                "refusal.among", {"text": text + ("" if compared is None else self._compared(compared, here))}
            )
        return None

    def _as_comparison(self, one: t.Filter, single: Type) -> t.Compare | None:
        """A filter by a number that pieces or designs of one type have, as a condition of the member."""
        if not isinstance(one, t.WithProperty) or one.value is None or len(single.of) != 1:
            return None
        declared = self.reading.game.symbols.types.get(single.of[0])
        state = None if declared is None else declared.properties.get(one.name)
        if state is None or one.op == "even" or one.op == "odd":
            return None
        left = t.Property(
            t.Variable(MEMBER, span=one.value.span, type=single),
            one.name,
            span=one.value.span,
            type=state.type,
        )
        return t.Compare(one.op, left, one.value, span=one.value.span, type=YES_NO)

    def said(self, tree: object) -> str:
        """A text in the words of the rules."""
        said = in_words(tree, self.reading.game, self.language)
        return in_a_line(said if said is not None else show(tree, self.reading.game.symbols))


def failing(position: Position, pending: Pending, kind: str, tree: object, language: str) -> Message | None:
    """The part of a need that fails, with what is missing; None if that cannot be said."""
    try:
        reading = Reading(position, pending)
        explainer = Explainer(reading, language)
        if kind == "holds" and isinstance(tree, t.Expr):
            return explainer.condition(tree, reading.around)
        if kind == "pays" and isinstance(tree, tuple) and isinstance(tree[0], t.Pay):
            return explainer.payment(tree[0].player, tree[0].amounts, reading.around)
    except UnreadableError:
        pass
    return None


def no_member(
    position: Position, pending: Pending, of: object, what: Member, language: str
) -> Message | None:
    """Why something that its player knows is no candidate; None if that cannot be said."""
    kind, number = what
    select = of.of if isinstance(of, t.Quantity) else of
    if not isinstance(select, t.Select) or select.type.kind != kind:
        return None
    try:
        return Explainer(Reading(position, pending), language).member(select, number)
    except UnreadableError:
        return None
