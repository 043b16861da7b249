"""Conditions as formulas of Z3.

Numbers of states and printed numbers become integers, each state and each binding one symbol between its ends; a
piece is the number of its design. Whatever is not translated becomes a symbol of its own, which may be anything
that its type allows: so a formula that has no model belongs to a condition that never holds, but not every model is
a position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from ....dsl import tree as t
from ....dsl.model.footprint import modifiers
from ....dsl.model.game import Game
from ....dsl.model.symbols import Design
from ....dsl.tree.passes import over
from ....dsl.tree.types import OF_DESIGNS, OF_PIECES
from ....dsl.tree.walk import parts_of, walk
from ....interpreter.extras import needed
from .reached import Reached

DEEPEST = 12
"""Phrases and named numbers inside each other are followed so deep."""
Table = dict[int, int]


def z3_library() -> Any:
    """Z3. Raises `MissingExtraError`."""
    return needed("z3", "prove")


@attrs.define
class Symbol:
    """A symbol of a formula: the tree that it stands for, and its ends. Is it `opaque`, it stands for something that
    was not translated."""

    node: t.Expr
    term: Any
    sort: str  # number | truth | word | design | count | opaque
    least: int = 0
    most: int = 1


@attrs.define
class Terms:
    """Translates conditions that are evaluated in the same position, with the same bindings."""

    game: Game
    reached: Reached
    z3: Any = attrs.field(factory=z3_library)
    symbols: dict[tuple[str, t.Expr], Symbol] = attrs.field(factory=dict)
    facts: list[Any] = attrs.field(factory=list)
    _fresh: int = 0
    _deep: int = 0

    @property
    def opaque(self) -> bool:
        """Whether something was not translated."""
        return any(one.sort == "opaque" for one in self.symbols.values())

    # ------------------------------------------------------------------ conditions

    @over(
        t.Expr,
        leaves="NAMES Number WordValue NoneValue KindValue SEATS GameState PhraseState FIGURES KindsOf IsIn STEPS "
        "SHAPE PLACED Arithmetic TotalOf TimesListed NumberRange Listed Quantity EndOfSet CountOf Select "
        "CellValue NumberValue OptionValue Property CanBeDone Holds",
    )
    def truth(self, node: t.Expr) -> Any:
        """A condition as a formula."""
        z3 = self.z3
        match node:
            case t.Truth(value=value):
                return z3.BoolVal(value)
            case t.Not(of=of):
                return z3.Not(self.truth(of))
            case t.Both(of=parts):
                return z3.And([self.truth(part) for part in parts])
            case t.Either(of=parts):
                return z3.Or([self.truth(part) for part in parts])
            case t.Compare(op=op, left=left, right=right):
                return self._compare(op, left, right, node)
            case t.IsEmpty(of=t.Select() as of):
                return self._count(of) == 0
            case t.Exists(of=t.Select() as of):
                return self._count(of) > 0
            case t.IsKind(what=what, of=t.KindValue(design=name)) if what.type.kind == "piece":
                return self._design(what) == self.game.symbols.designs[name].index
            case t.CanPay(amounts=amounts, player=player):
                if is_simple(amounts, self.game):
                    return z3.And([self.is_payable(player, one) for one in amounts])
            case t.So(phrase=phrase, arguments=arguments):
                inner = self._inner(phrase, arguments)
                if inner is not None:
                    return self._within(lambda: self.truth(inner))
            case t.Cases(cases=cases, otherwise=otherwise):
                found = self.truth(otherwise)
                for test, one in reversed(cases):
                    found = z3.If(self.truth(test), self.truth(one), found)
                return found
        return self._boolean(node)

    def _compare(self, op: str, left: t.Expr, right: t.Expr, node: t.Expr) -> Any:
        kinds = {left.type.kind, right.type.kind}
        if left.type.optional or right.type.optional:
            return self._boolean(node)
        if kinds == {"number"}:
            a, b = self.number(left), self.number(right)
        elif kinds == {"word"}:
            a, b = self._word(left), self._word(right)
        elif kinds == {"kind"}:
            a, b = self._design(left), self._design(right)
        elif kinds == {"yes-no"} and op in ("=", "!="):
            a, b = self.truth(left), self.truth(right)
        else:
            return self._boolean(node)
        return {
            "=": lambda: a == b,
            "!=": lambda: a != b,
            "<": lambda: a < b,
            "<=": lambda: a <= b,
            ">": lambda: a > b,
            ">=": lambda: a >= b,
        }[op]()

    def _boolean(self, node: t.Expr) -> Any:
        known = isinstance(node, t.Holds | t.GameState | t.Property | t.OptionValue | t.Variable)
        return self._symbol(node, "truth" if known and not _by_luck(node) else "opaque", truth=True).term

    def is_payable(self, player: t.Expr, amount: t.Amount) -> Any:
        """That a player can pay an amount: what they have stays in its range."""
        has, count = self.number(self._owned(player, amount)), self.number(amount.count)
        state = self.game.symbols.players[amount.name]
        return has + count <= state.type.most if state.paid_up else has - count >= state.type.least

    def _owned(self, player: t.Expr, amount: t.Amount) -> t.Expr:
        """What a player has of an amount."""
        of = self.game.symbols.players[amount.name].type
        return t.Property(player, amount.name, span=amount.span, type=of)

    # ---------------------------------------------------------------------- values

    @over(
        t.Expr,
        leaves="NAMES KindValue NoneValue Truth WordValue SEATS GameState PhraseState FIGURES FACES LYING "
        "STEPS SHAPE PLACED TotalOf TimesListed NumberRange Listed Quantity EndOfSet Exists Select CellValue "
        "OptionValue CanBeDone Holds CanPay Compare So Not Both Either",
    )
    def number(self, node: t.Expr) -> Any:
        """A number as a term."""
        z3 = self.z3
        match node:
            case t.Number(value=value):
                return z3.IntVal(value)
            case t.Arithmetic():
                found = self._arithmetic(node)
                if found is not None:
                    return found
            case t.Cases(cases=cases, otherwise=otherwise) if not node.type.optional:
                found = self.number(otherwise)
                for test, one in reversed(cases):
                    found = z3.If(self.truth(test), self.number(one), found)
                return found
            case t.CountOf(of=t.Select() as of):
                return self._count(of)
            case t.NumberValue(name=name, arguments=arguments):
                inner = self._named(name, arguments)
                if inner is not None:
                    return self._within(lambda: self.number(inner))
            case t.Property(of=of, name=name, key=None) if of.type.kind in OF_DESIGNS:
                printed = self._printed(of, name)
                if printed is not None:
                    return self._looked_up(self._design(of), printed, node)
        return self._symbol(node, "number").term

    def _arithmetic(self, node: t.Arithmetic) -> Any:
        if node.left.type.kind != "number" or node.right.type.kind != "number":
            return None
        if node.left.type.optional or node.right.type.optional:
            return None
        op, z3 = node.op, self.z3
        if op in ("down", "up") and not (isinstance(node.right, t.Number) and node.right.value > 0):
            return None
        if op == "*" and not (isinstance(node.left, t.Number) or isinstance(node.right, t.Number)):
            return None
        if op == "reduced":
            return None
        a, b = self.number(node.left), self.number(node.right)
        return {
            "+": lambda: a + b,
            "-": lambda: a - b,
            "*": lambda: a * b,
            "down": lambda: a / b,
            "up": lambda: -((-a) / b),
            "smaller": lambda: z3.If(a <= b, a, b),
            "greater": lambda: z3.If(a >= b, a, b),
        }[op]()

    def _word(self, node: t.Expr) -> Any:
        if isinstance(node, t.WordValue):
            return self.z3.IntVal(self._word_number(node.word))
        if isinstance(node, t.Property) and node.key is None and node.of.type.kind in OF_DESIGNS:
            printed = self._printed(node.of, node.name)
            if printed is not None:
                return self._looked_up(self._design(node.of), printed, node)
        return self._symbol(node, "word").term

    def _word_number(self, word: str) -> int:
        known: dict[str, int] = self.game.made.setdefault("proved words", {})
        return known.setdefault(word, len(known))

    def word_of(self, number: int) -> str:
        """The word that a number stands for."""
        known: dict[str, int] = self.game.made.setdefault("proved words", {})
        return next(word for word, mine in known.items() if mine == number)

    def _design(self, node: t.Expr) -> Any:
        """The number of the design of a piece or kind."""
        if isinstance(node, t.KindValue):
            return self.z3.IntVal(self.game.symbols.designs[node.design].index)
        if isinstance(node, t.Property) and node.name == "kind" and node.of.type.kind == "piece":
            return self._design(node.of)
        return self._symbol(node, "design").term

    def _printed(self, of: t.Expr, name: str) -> Table | None:
        """The value of a printed property for each design that something may be of, by the numbers of designs."""
        found: Table = {}
        for design in self.designs(of):
            value = self.printed_value(design, name)
            if value is None:
                return None
            found[design.index] = value
        return found or None

    def printed_value(self, design: Design, name: str) -> int | None:
        """What a design prints, as a number; None if it prints nothing that is translated."""
        state = self.game.symbols.types[design.type].properties.get(name)
        if state is None or not state.printed or state.type.optional:
            return None
        value = design.values.get(name)
        if state.type.kind == "number" and isinstance(value, int):
            return value
        turns = self.game.symbols.types[design.type].turned_by is not None
        if state.type.kind == "word" and isinstance(value, str) and not turns:
            return self._word_number(value)
        if state.type.kind == "kind" and isinstance(value, str) and value in self.game.symbols.designs:
            return self.game.symbols.designs[value].index
        return None

    def designs(self, of: t.Expr) -> list[Design]:
        """The designs that a piece, or a kind, may be of."""
        types = of.type.of or tuple(self.game.symbols.types)
        return [one for one in self.game.symbols.designs.values() if one.type in types]

    def _looked_up(self, design: Any, printed: Table, node: t.Expr) -> Any:
        found = self._symbol(node, "opaque").term
        if len(set(printed.values())) == 1:
            return self.z3.IntVal(next(iter(printed.values())))
        for index, value in printed.items():
            found = self.z3.If(design == index, self.z3.IntVal(value), found)
        return found

    # ------------------------------------------------------------------------ sets

    def _count(self, select: t.Select) -> Any:
        """How many members a selection has: at most as many as there are copies of the designs that pass."""
        symbol = self._symbol(select, "count")
        bound = self._bound(select)
        if bound is not None:
            self.facts.append(symbol.term <= bound)
        self.facts.append(symbol.term >= 0)
        return symbol.term

    def _bound(self, select: t.Select) -> Any:
        z3, symbols = self.z3, self.game.symbols
        if select.base == "player":
            return z3.IntVal(self.game.players[1])
        if select.base not in ("type", "types", "of design", "kind"):
            return None
        if select.base == "of design":
            known = symbols.designs.get(select.name)
            designs = [known] if known is not None else self.designs(select)
        else:
            designs = self.designs(select)
        each = [
            (
                one.copies if select.type.kind in OF_PIECES else 1,
                [self._passes(one, test) for test in select.filters],
            )
            for one in designs
        ]
        return z3.Sum(
            [z3.If(z3.And(tests), z3.IntVal(copies), z3.IntVal(0)) for copies, tests in each]
            or [z3.IntVal(0)]
        )

    @over(t.Filter, subject="test", leaves="MEMBERS WhoIs SPREADS WithoutPieces WithExtreme Where")
    def _passes(self, design: Design, test: t.Filter) -> Any:
        """What must hold so that pieces of a design may pass a filter."""
        z3 = self.z3
        match test:
            case t.WithEither(of=groups):
                return z3.Or([z3.And([self._passes(design, one) for one in group]) for group in groups])
            case t.WithProperty(name=name, op=op, value=value):
                mine = self.printed_value(design, name)
                if mine is not None and op in ("even", "odd"):
                    return z3.BoolVal((mine % 2 == 0) == (op == "even"))
                if mine is None or value is None or value.type.optional or value.type.kind in ("none",):
                    return z3.BoolVal(True)
                other = self._comparable(value)
                if other is None:
                    return z3.BoolVal(True)
                return {
                    "=": mine == other,
                    "!=": mine != other,
                    "<": mine < other,
                    "<=": mine <= other,
                    ">": mine > other,
                    ">=": mine >= other,
                }[op]
        return z3.BoolVal(True)

    def _comparable(self, value: t.Expr) -> Any:
        if value.type.kind == "number":
            return self.number(value)
        if value.type.kind == "word":
            return self._word(value)
        return self._design(value) if value.type.kind == "kind" else None

    # --------------------------------------------------------------------- symbols

    def _symbol(self, node: t.Expr, sort: str, *, truth: bool = False) -> Symbol:
        if _by_luck(node):
            sort = "opaque"
        key = ("truth" if truth else "value", node)
        if _by_luck(node):  # each time another one
            self._fresh += 1
            key = (f"fresh {self._fresh}", node)
        if key in self.symbols:
            return self.symbols[key]
        name = f"v{len(self.symbols)}"
        z3 = self.z3
        found = self.symbols[key] = Symbol(node, z3.Bool(name) if truth else z3.Int(name), sort)
        if truth:
            return found
        if sort in ("number", "opaque"):
            ends = self.reached.of(node)
            if ends is not None and not isinstance(node, t.NumberValue):
                found.least, found.most = ends
                self.facts += [found.term >= ends[0], found.term <= ends[1]]
            if sort == "number" and not isinstance(
                node, t.GameState | t.Property | t.Variable | t.OptionValue
            ):
                found.sort = "opaque"
        elif sort == "word":
            numbers = [self._word_number(one) for one in node.type.of]
            self.facts.append(z3.Or([found.term == one for one in numbers]))
        elif sort == "design":
            self.facts.append(z3.Or([found.term == one.index for one in self.designs(node)]))
        return found

    # -------------------------------------------------------------- what is behind names

    def _inner(self, phrase: str, arguments: tuple[t.Expr, ...]) -> t.Expr | None:
        """The condition of a phrase, with what stands in its slots."""
        known = self.game.symbols.phrases[phrase]
        if known.test is None or self._deep >= DEEPEST or any(map(_by_luck, arguments)):
            return None
        given = {slot.name: one for slot, one in zip(known.slots, arguments, strict=True)}
        found = substituted(known.test, given)
        return found if isinstance(found, t.Expr) else None

    def _named(self, name: str, arguments: tuple[t.Expr, ...]) -> t.Expr | None:
        """The value of a named number, if no ability changes it."""
        known = self.game.symbols.named_values[name]
        if self._deep >= DEEPEST or any(map(_by_luck, arguments)) or any(modifiers(name, self.game.symbols)):
            return None
        if known.value.type.kind != "number" or known.value.type.optional:
            return None
        given = {slot.name: one for slot, one in zip(known.slots, arguments, strict=True)}
        found = substituted(known.value, given)
        return found if isinstance(found, t.Expr) else None

    def _within(self, work: Any) -> Any:
        self._deep += 1
        try:
            return work()
        finally:
            self._deep -= 1


def is_simple(amounts: tuple[t.Amount, ...], game: Game) -> bool:
    """Whether amounts are paid out of numbers, each out of another one, and nothing stands in for them."""
    states = [game.symbols.players[one.name] for one in amounts]
    plain = all(one.key is None and one.wild is None and one.count.type.kind == "number" for one in amounts)
    numbers = all(one.type.kind == "number" for one in states)
    return plain and numbers and len({one.name for one in amounts}) == len(amounts)


def substituted(node: Any, given: dict[str, t.Expr]) -> Any:
    """A tree in which bindings are replaced by what they are bound to."""
    if isinstance(node, tuple):
        return tuple(substituted(one, given) for one in node)
    if isinstance(node, t.Variable) and node.name in given:
        return given[node.name]
    if not isinstance(node, t.Node):
        return node
    parts = {name: getattr(node, name) for name in parts_of(type(node))}
    made = {name: substituted(value, given) for name, value in parts.items()}
    changed = {
        name: value for name, value in made.items() if value is not parts[name] and value != parts[name]
    }
    return attrs.evolve(node, **changed) if changed else node


def _by_luck(node: t.Expr) -> bool:
    """Whether an expression may have another value whenever it is evaluated."""
    return any(isinstance(one, t.Quantity) for one in walk(node))


def free_names(node: object) -> Iterator[t.Variable]:
    """The bindings that a tree reads."""
    for one in walk(node):
        if isinstance(one, t.Variable):
            yield one
