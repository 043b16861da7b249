"""Designs that another one dominates in every position: it costs no more, and is never worse."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from ....dsl import tree as t
from ....dsl.diagnostics.source import Span
from ....dsl.model.game import Game
from ....dsl.model.symbols import Design, PieceType
from ....dsl.tree.passes import over
from ....dsl.tree.types import ANY_NUMBER, OF_DESIGNS, YES_NO, Type
from ....dsl.tree.values import Comparison
from ....dsl.tree.walk import walk
from ..finding import Finding, Verdict
from .conditions import PART, both
from .reached import Reached
from .texts import ruling
from .trials import Position, Setting, condition_scenario, passes, shown

PUBLISHED = ("rulebook", "public")
"""The sources of numbers that are not the author's own: what they make weak is no mistake of the rules."""


@attrs.define
class Uses:
    """What more of a printed number means: by name, what its uses say (1 better, -1 worse, 0 unclear); and the
    numbers that are `paid`."""

    signs: dict[str, set[int]] = attrs.field(factory=dict)
    paid: set[str] = attrs.field(factory=set)

    def note(self, name: str, sign: int) -> None:
        self.signs.setdefault(name, set()).add(sign)

    def of(self, name: str) -> int:
        found = self.signs.get(name, {0})
        return next(iter(found)) if len(found) == 1 else 0


def dominated(game: Game, reached: Reached) -> Iterator[Finding]:
    uses = uses_of(game)
    named = _named(game)
    for type_ in game.symbols.types.values():
        if not uses.paid & set(type_.properties):
            continue  # without a price, nobody expects that cards are worth the same
        designs = [game.symbols.designs[name] for name in type_.designs if name not in named]
        for weak in designs:
            better = next((one for one in designs if _dominates(one, weak, type_, uses)), None)
            if better is not None:
                yield from _finding(better, weak, type_, uses, game)


def _named(game: Game) -> set[str]:
    """Designs that texts name: they may be wanted for what they are. What is done before anybody's first turn happens
    whatever they choose."""
    first = game.flow[0] if game.flow else None
    before = {id(one) for one in walk(first.body)} if first is not None and first.repeat is None else set()
    found = set()
    for text in ruling(game):
        for node in walk(text.tree):
            if id(node) in before:
                continue
            if isinstance(node, t.KindValue):
                found.add(node.design)
            elif isinstance(node, t.Select) and node.base == "of design":
                found.add(node.name)
    return found


def uses_of(game: Game) -> Uses:
    """What each printed number is used for. The score counts for a player, what is paid against."""
    uses = Uses()
    clear: set[int] = set()
    if game.score is not None:
        _of_value(game.score, 1, uses, clear)
    for text in ruling(game):
        for node in walk(text.tree):
            if isinstance(node, t.Pay):
                for amount in node.amounts:
                    uses.paid |= {one.name for one in walk(amount.count) if isinstance(one, t.Property)}
                    _of_value(amount.count, -1, uses, clear)
            elif isinstance(node, t.Gain) and isinstance(node.player, t.Actor):
                for amount in node.amounts:
                    _of_value(amount.count, 1, uses, clear)
            elif isinstance(node, t.CanPay):
                for amount in node.amounts:
                    _of_value(amount.count, -1, uses, clear)
    for text in ruling(game):
        for node in walk(text.tree):
            _of_filter(node, uses, clear)
    if game.score is not None:
        for node in walk(game.score):
            _unclear(node, uses, clear)
    for text in ruling(game):
        for node in walk(text.tree):
            _unclear(node, uses, clear)
    return uses


@over(
    t.Expr,
    leaves="LITERALS NAMES SEATS STATES Differ FACES PLACED LYING STEPS SHAPE OF_SETS Cases TimesListed NumberRange "
    "Listed Compare Not Both Either CanPay CanBeDone CellValue Holds OptionValue NumberValue Select So",
)
def _of_value(node: t.Expr, sign: int, uses: Uses, clear: set[int]) -> None:
    """Notes the numbers of which more makes a value larger (or smaller)."""
    match node:
        case t.Arithmetic(op="+", left=left, right=right):
            _of_value(left, sign, uses, clear)
            _of_value(right, sign, uses, clear)
        case t.Arithmetic(op="-", left=left, right=right):
            _of_value(left, sign, uses, clear)
            _of_value(right, -sign, uses, clear)
        case t.Arithmetic(op="reduced", left=left):
            _of_value(left, sign, uses, clear)
        case t.TotalOf(of=of):
            _of_value(of, sign, uses, clear)
        case t.Property(of=of, name=name) if of.type.kind in OF_DESIGNS:
            uses.note(name, sign)
            clear.add(id(node))
        case t.Aggregate(how="total", name=name, value=None):
            uses.note(name, sign)
            clear.add(id(node))


def _of_filter(node: t.Node, uses: Uses, clear: set[int]) -> None:
    """Cards that cost no more than somebody has: a cheaper one passes, too."""
    if not isinstance(node, t.WithProperty) or node.op not in ("<=", "<"):
        return
    if isinstance(node.value, t.Property) and node.value.of.type.kind == "player":
        uses.note(node.name, -1)
        clear.add(id(node))


def _unclear(node: t.Node, uses: Uses, clear: set[int]) -> None:
    """All other uses."""
    if id(node) in clear:
        return
    of_members = isinstance(node, t.WithProperty | t.WithExtreme | t.Aggregate | t.Differ)
    if of_members or (isinstance(node, t.Property) and node.of.type.kind in OF_DESIGNS):
        uses.note(node.name, 0)  # type: ignore[attr-defined]


def _dominates(better: Design, weak: Design, type_: PieceType, uses: Uses) -> bool:
    """Whether a design is nowhere worse than another, and somewhere better."""
    if better is weak or [one.ability for one in better.abilities] != [one.ability for one in weak.abilities]:
        return False
    if better.conditions != weak.conditions or better.effects != weak.effects:
        return False
    differs = False
    for name, state in type_.properties.items():
        if not state.printed or state.type.kind in ("effect", "condition", "abilities"):
            continue
        for mine, other in _compared(better, weak, name):
            if mine == other:
                continue
            if not isinstance(mine, int) or not isinstance(other, int):
                return False
            sign = uses.of(name)
            if (mine - other) * sign <= 0:
                return False
            differs = True
    return differs


def _compared(better: Design, weak: Design, name: str) -> Iterator[tuple[object, object]]:
    """The values of a property, or the entries of a table, of two designs."""
    if name in better.tables or name in weak.tables:
        one, other = better.tables.get(name, {}), weak.tables.get(name, {})
        for key in dict.fromkeys((*one, *other)):
            yield one.get(key, 0), other.get(key, 0)
        return
    yield better.values.get(name), weak.values.get(name)


def _finding(better: Design, weak: Design, type_: PieceType, uses: Uses, game: Game) -> Iterator[Finding]:
    """The engine compares what both print."""
    tests = []
    for name, state in type_.properties.items():
        mine, other = better.values.get(name), weak.values.get(name)
        if state.printed and state.type.kind == "number" and mine != other:
            tests.append(_comparison(better, weak, name, uses.of(name), state.type))
        elif (
            state.printed and state.type.kind == "table" and better.tables.get(name) != weak.tables.get(name)
        ):
            tests.append(_totals(better, weak, name, uses.of(name), state.type))
    if not tests:
        return
    setting = Setting(Position(), {})
    text = condition_scenario(game, both(tests), setting, True, f"{better.name} is better than {weak.name}")
    if not passes(game, text):
        return
    published = {better.source, weak.source} <= set(PUBLISHED)
    yield Finding(
        PART,
        f"{weak.name} is worth taking beside {better.name}",
        Verdict.FAILS,
        f"never: {_differences(better, weak, type_)}" + ("; both are as published" if published else ""),
        not published,
        weak.span,
        "make it cheaper or stronger, or let a rule name it",
        shown(text, setting.position),
    )


def _comparison(better: Design, weak: Design, name: str, sign: int, of: Type) -> t.Expr:
    op: Comparison = ">" if sign > 0 else "<"
    return t.Compare(op, _face(better, name, of), _face(weak, name, of), span=_at(weak), type=YES_NO)


def _totals(better: Design, weak: Design, name: str, sign: int, of: Type) -> t.Expr:
    op: Comparison = ">" if sign > 0 else "<"
    left, right = (t.TotalOf(_face(one, name, of), span=_at(weak), type=ANY_NUMBER) for one in (better, weak))
    return t.Compare(op, left, right, span=_at(weak), type=YES_NO)


def _face(design: Design, name: str, of: Type) -> t.Expr:
    kind = t.KindValue(design.name, span=_at(design), type=Type("kind", (design.type,)))
    return t.Property(kind, name, span=_at(design), type=of)


def _at(design: Design) -> Span:
    assert design.span is not None
    return design.span


def _differences(better: Design, weak: Design, type_: PieceType) -> str:
    """How the better one differs, in words."""
    found = [
        f"{name} {mine} instead of {other}"
        for name, state in type_.properties.items()
        if state.printed
        for mine, other in _compared(better, weak, name)
        if mine != other
    ]
    return f"{better.name} has " + ", ".join(found)
