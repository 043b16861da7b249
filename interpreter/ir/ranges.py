"""What numbers can be: which sums may not fit into a cell, and which indices may be bad.

In: a program. Out: `Ranges`, which answers for each expression of a procedure between which ends its value lies if it
is a number, and which members it can have if it is a set. The answers hold for every match:

- A cell holds what its layout says: `least`..`most`, a place, pieces. Lowering keeps to that, every memory from
  outside is verified to do so, also in its frames (`held`), and this module relies on it.
- A register holds what the assignments that reach a point give it; a parameter what is given in any call. From
  outside, a player, piece, design or place of the game is given, or -1.
- A condition narrows what is evaluated only if it holds.

Answers are found on demand, and by iteration where registers depend on each other.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import TypeAlias

from ...dsl.tree.passes import over
from . import (
    FIXED_HEAD,
    OVER,
    PLAYERS,
    WINNERS,
    WORD_BITS,
    Any,
    Binary,
    Call,
    CellKind,
    Const,
    Expr,
    Filter,
    Fits,
    HowMany,
    Instr,
    Layout,
    Load,
    LoadSet,
    Pick,
    PlaceAt,
    PlaceCount,
    PlaceEnd,
    PlaceSet,
    Program,
    Reg,
    Shift,
    Table,
    Trial,
    Unary,
    Union,
)
from .scan import Changes, Definition, Point, Scan, conjuncts
from .widths import kind_words, set_members

LEAST, MOST = -(1 << WORD_BITS - 1), (1 << WORD_BITS - 1) - 1
"""What a cell can hold."""
Interval: TypeAlias = "tuple[int, int]"
ANYTHING: Interval = (LEAST, MOST)
TRUTH: Interval = (0, 1)
ALL = -1
"""As a set: every member that there can be."""

_DEEPEST = 120
"""Of expressions that are nested deeper than this, nothing is known."""
_SOON = 3
"""After this many changes, the ends of an interval move on in leaps, so that every iteration ends soon."""
_LEAPS_DOWN = (0, -1, -(1 << 20))
_LEAPS_UP = (0, 1, 15, 255, 4095, (1 << 20) - 1, (1 << 40) - 1)
_COMPARED = frozenset({"lt", "le", "eq", "ne", "gt", "ge"})
_OF_SETS = frozenset({"or", "and", "minus"})
_NEGATED = {"lt": "ge", "le": "gt", "eq": "ne", "ne": "eq", "gt": "le", "ge": "lt"}
_MIRRORED = {"lt": "gt", "le": "ge", "eq": "eq", "ne": "ne", "gt": "lt", "ge": "le"}

Key: TypeAlias = "tuple[int, int, bool]"
"""A procedure, one of its definitions by number (or RESULT), and whether its value is asked for as a set."""
RESULT = -1
Value: TypeAlias = "Interval | int | None"
"""An interval, or a set; None: it never has a value, as far as is known by now."""
Narrowed: TypeAlias = "dict[Expr, Interval]"


class Ranges:
    """The ranges of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = program.layout
        self.cells = _Cells(program.layout)
        self.largest_set = WORD_BITS * max(kind_words(program.layout, kind) for kind in CellKind)
        self._changing = Changes(program)
        self._scans: dict[int, Scan] = {}
        self._calls: dict[int, list[tuple[int, tuple[Expr, ...], Point]]] | None = None
        self._values: dict[Key, Value] = {}
        self._changes: dict[Key, int] = {}
        self._readers: dict[Key, set[Key]] = {}
        self._waiting: list[Key] = []
        self._current: Key | None = None
        self._tables: dict[int, tuple[Interval, int]] = {}
        self._now: Narrowed = {}
        self._context = self._contexts = 0
        # By expression and context, during one evaluation.
        self._found: dict[tuple[int, int, bool], Value] = {}
        self._beyond = 1 << self.largest_set + 1  # as a number, it is beyond every set
        self._depth = 0
        # Found, where nothing changes.
        self._solid: dict[tuple[int, int], dict[tuple[int, int, bool], Value]] = {}
        self._in = 0
        self._reaching = ALL

    # ------------------------------------------------------------------- questions

    def number(self, procedure: int, expr: Expr, point: Point | None = None) -> Interval:
        """Between which ends the value of an expression lies, if it is a number."""
        found = self._solved(procedure, point, lambda: self._number(expr))
        assert not isinstance(found, int)
        return (0, 0) if found is None else found

    def members(self, procedure: int, expr: Expr, point: Point | None = None) -> int:
        """A set with every member that the value of an expression can have, if it is a set; ALL: any."""
        found = self._solved(procedure, point, lambda: self._members(expr))
        assert not isinstance(found, tuple)
        return 0 if found is None else found

    def too_large(self, procedure: int) -> list[Expr]:
        """The sums, differences, products, quotients and negatives of a procedure that may not fit into a cell."""
        return [
            expr for expr, point in self.scan(procedure).sums if not self._is_fitting(procedure, expr, point)
        ]

    def _is_fitting(self, procedure: int, expr: Expr, point: Point) -> bool:
        anyway = Point((), point.reaching)  # conditions are seldom needed
        return _fits(self._solved(procedure, anyway, lambda: self._computed(expr))) or _fits(
            self._solved(procedure, point, lambda: self._computed(expr))
        )

    def bad_indices(self, procedure: int, beyond: bool = True) -> set[int]:
        """The nodes (expressions and instructions, by identity) of a procedure whose address, index, place or member
        may be a bad one. A node that stands in several places is bad if it may be bad in any of them.

        For Load, LoadSet, Store, StoreSet and StoreRanged: an address outside of the memory. For a Table: an index
        outside of it. For whatever names a place: no place. For `has`: a member below 0, or beyond the cells of a
        LoadSet; for `bit`, one beyond every set. Places of instructions that have a fault of their own for it are
        left out. Without `beyond`, addresses, indices and places that can only be too large are left out.
        """
        return {
            id(node)
            for node, index, end, point in self.indices(procedure)
            if not _within(
                self._solved(procedure, point, lambda index=index: self._number(index)),  # type: ignore[misc]
                end if beyond or isinstance(node, Binary | Unary) else None,
                below=isinstance(node, Unary),
            )
        }

    def indices(self, procedure: int) -> Iterator[tuple[Expr | Instr, Expr, int, Point]]:
        """Every index that is not a constant: the node, the index, how many there are, what is known there."""
        size, places = self.layout.size, len(self.layout.places)
        for node, index, sort, point in self.scan(procedure).indices:
            if sort == "table":
                assert isinstance(node, Table)
                yield node, index, len(self.program.tables[node.table]), point
            elif sort == "place":
                yield node, index, places, point
            elif sort == "member":
                assert isinstance(node, Binary)
                of = node.left
                yield node, index, WORD_BITS * of.words if isinstance(of, LoadSet) else MOST, point
            elif sort == "bit":
                yield node, index, self.largest_set, point
            else:
                yield node, index, size - int(sort) + 1, point

    def scan(self, procedure: int) -> Scan:
        if procedure not in self._scans:
            self._scans[procedure] = Scan(self.program.procedures[procedure], self._changing)
        return self._scans[procedure]

    # -------------------------------------------------------------------- iteration

    def _solved(self, procedure: int, point: Point | None, work: Callable[[], Value]) -> Value:
        """The result of work on an expression, once no register that it reads changes any more."""
        while True:
            self._current = None
            found = self._under(procedure, point, work)
            if not self._waiting:
                return found
            self._solid.clear()
            while self._waiting:
                self._update(self._waiting.pop())

    def _under(self, procedure: int, point: Point | None, work: Callable[[], Value]) -> Value:
        before = self._in, self._now, self._reaching, self._found
        self._reaching = ALL if point is None else point.reaching
        self._in, self._now, self._found = procedure, {}, {}
        if self._current is None and (point is None or not point.conditions):
            self._context = 0
            self._found = self._solid.setdefault((procedure, self._reaching), {})
        try:
            for test, holds in () if point is None else point.conditions:
                self._narrow(test, holds)
            return work()
        finally:
            self._in, self._now, self._reaching, self._found = before

    def _of(self, key: Key) -> Value:
        if key not in self._values:
            self._values[key] = None
            self._waiting.append(key)
        if self._current is not None:
            self._readers.setdefault(key, set()).add(self._current)
        return self._values[key]

    def _update(self, key: Key) -> None:
        self._current = key
        old, new = self._values[key], self._values[key]
        for procedure, known, work in self._sources(key):
            new = _joined(new, self._under(procedure, known, work))
        self._current = None
        if new == old:
            return
        times = self._changes[key] = self._changes.get(key, 0) + 1
        self._values[key] = _leap(old, new, self._beyond) if times > _SOON else new
        self._waiting.extend(self._readers.get(key, ()))

    def _sources(self, key: Key) -> Iterator[tuple[int, Point | None, Callable[[], Value]]]:
        """What gives a register its values."""
        number, definition, as_set = key
        evaluate: Callable[[Expr], Value] = self._members if as_set else self._number
        scan = self.scan(number)
        if definition == RESULT:
            for value, point in scan.results:
                yield number, point, lambda value=value: evaluate(value)  # type: ignore[misc]
            return
        one = scan.definitions[definition]
        match one.sort:
            case "value":
                for point in one.points:
                    yield number, point, lambda: evaluate(one.expr)
            case "result":
                yield number, None, lambda: self._of((one.procedure, RESULT, as_set))
            case "given":
                yield from self._arguments(number, one.register, as_set)
            case _:
                for point in one.points:
                    yield number, point, lambda: self._drawn(one, as_set)

    def _arguments(
        self, number: int, register: int, as_set: bool
    ) -> Iterator[tuple[int, Point | None, Callable[[], Value]]]:
        """What a parameter is given."""
        evaluate: Callable[[Expr], Value] = self._members if as_set else self._number
        procedure, calls = self.program.procedures[number], self._calls_of(number)
        for caller, arguments, point in calls:
            argument = arguments[register]
            yield caller, point, lambda argument=argument: evaluate(argument)  # type: ignore[misc]
        kind = procedure.kinds[register]
        if not procedure.framed and (not calls or kind is CellKind.PLAYER):
            yield number, None, lambda: self._given(kind, as_set)

    def _drawn(self, one: Definition, as_set: bool) -> Value:
        """A member of a set, a number below another, or a piece."""
        if one.sort == "below":
            bound = self._number(one.expr)
            found: Interval | None = None if bound is None else (0, max(0, bound[1] - 1))
        elif one.sort == "piece":
            found = (-1, max(0, self.layout.pieces - 1))
        else:
            found = self._ends(self._members(one.expr))
        return found if not as_set or found is None else _as_set(found)

    def _given(self, kind: CellKind, as_set: bool) -> Value:
        """What somebody outside may give a procedure."""
        if as_set:
            members = set_members(self.layout, kind)
            return (1 << members) - 1 if members else ALL
        layout = self.layout
        most = {
            CellKind.PLAYER: layout.max_players,
            CellKind.PIECE: layout.pieces,
            CellKind.DESIGN: max(layout.designs, default=-1) + 1,
            CellKind.PLACE: len(layout.places),
        }
        return (-1, most[kind] - 1) if kind in most else ANYTHING

    def _calls_of(self, number: int) -> list[tuple[int, tuple[Expr, ...], Point]]:
        """Every call of a procedure: the caller, the arguments, and what is known there."""
        if self._calls is None:
            self._calls = {}
            for caller in range(len(self.program.procedures)):
                for callee, arguments, point in self.scan(caller).calls:
                    self._calls.setdefault(callee, []).append((caller, arguments, point))
        return self._calls.get(number, [])

    # --------------------------------------------------------------------- numbers

    def _number(self, expr: Expr) -> Interval | None:
        if isinstance(expr, Const):
            return expr.value, expr.value
        key = id(expr), self._context, False
        if key in self._found:
            known = self._found[key]
            assert not isinstance(known, int)
            return known
        if self._depth >= _DEEPEST:
            return -self._beyond, self._beyond
        self._depth += 1
        found = self._found[key] = self._narrowed(expr, self._plain_number(expr))
        self._depth -= 1
        return found

    def _narrowed(self, expr: Expr, found: Interval | None) -> Interval | None:
        if self._now and found is not None and expr in self._now:
            least, most = self._now[expr]
            return max(found[0], least), min(found[1], most)
        return found

    @over(Expr, subject="expr", leaves="Filter LoadSet PlaceSet Shift Union")
    def _plain_number(self, expr: Expr) -> Interval | None:
        match expr:
            case Const(value=value):
                return value, value
            case Reg(index=index):
                return self._register(index)
            case Load(address=address):
                where = self._number(address)
                return None if where is None else self.cells.between(*where)
            case Binary():
                return self._binary(expr)
            case Pick(test=test, then=then, otherwise=otherwise):
                return _either(self._given_that(test, True, then), self._given_that(test, False, otherwise))
            case Call(procedure=procedure):
                found = self._of((procedure, RESULT, False))
                assert not isinstance(found, int)
                return found
            case Trial(procedure=procedure):
                found = self._of((procedure, RESULT, False))
                assert not isinstance(found, int)
                return _either(found, TRUTH)
            case Table(table=table, index=Const(value=index)) if 0 <= index < len(self.program.tables[table]):
                entry = self.program.tables[table][index]
                return entry, entry
            case Table(table=table):
                return self._table(table)[0]
            case Fits():
                return _clipped(self._number(expr.value))
            case Unary(op="not") | Any():
                return TRUTH
            case Unary(op="neg"):
                return _clipped(self._computed(expr))
            case Unary(op="size", value=members) | HowMany(members=members):
                held = self._members(members)
                return None if held is None else (0, self.largest_set if held < 0 else held.bit_count())
            case Unary(op="lowest", value=members):
                ends, number = self._ends(self._members(members)), self._number(members)
                if ends is None or number is None:
                    return None
                return ends if number[0] > 0 else (-1, ends[1])
            case PlaceCount(place=Const(value=place)) if 0 <= place < len(self.layout.places):
                return 0, min(self.layout.places[place].capacity, self.layout.pieces)
            case PlaceCount():
                return 0, self.layout.pieces
            case PlaceAt() | PlaceEnd():
                return -1, max(0, self.layout.pieces - 1)
        held = self._members(expr)
        return None if held is None else (0, (1 << self.largest_set) - 1 if held < 0 else held)

    def _register(self, index: int) -> Interval | None:
        kind = self.program.procedures[self._in].kinds[index]
        if set_members(self.layout, kind):
            held = self._defined(index, True)
            assert not isinstance(held, tuple)
            return None if held is None else (0, (1 << self.largest_set) - 1 if held < 0 else held)
        found = self._defined(index, False)
        assert not isinstance(found, int)
        return found

    def _defined(self, register: int, as_set: bool) -> Value:
        """What the definitions that reach this point give a register."""
        left = self.scan(self._in).of_register.get(register, 0) & self._reaching
        found: Value = None
        while left:
            low = left & -left
            found = _joined(found, self._of((self._in, low.bit_length() - 1, as_set)))
            left ^= low
        return found

    def _binary(self, expr: Binary) -> Interval | None:
        match expr.op:
            case "add" | "sub" | "mul" | "div":
                return _clipped(self._computed(expr))
            case "both" | "either" | "has":
                return TRUTH
            case op if op in _COMPARED:
                return TRUTH
            case "nth":
                ends = self._ends(self._members(expr.left))
                return None if ends is None else (-1, ends[1])
            case op if op in _OF_SETS:
                held = self._members(expr)
                return None if held is None else (0, (1 << self.largest_set) - 1 if held < 0 else held)
        a, b = self._number(expr.left), self._number(expr.right)
        if a is None or b is None:
            return None
        match expr.op:
            case "min":
                return min(a[0], b[0]), min(a[1], b[1])
            case "max":
                return max(a[0], b[0]), max(a[1], b[1])
        return _remainder(a, b)

    def _computed(self, expr: Expr) -> Interval | None:
        """The result of an operation on numbers as in mathematics, whether or not it fits into a cell."""
        if isinstance(expr, Unary):
            one = self._number(expr.value)
            return None if one is None else (-one[1], -one[0])
        assert isinstance(expr, Binary)
        a, b = self._number(expr.left), self._number(expr.right)
        if a is None or b is None:
            return None
        match expr.op:
            case "add":
                return a[0] + b[0], a[1] + b[1]
            case "sub":
                return a[0] - b[1], a[1] - b[0]
            case "mul":
                ends = [x * y for x in a for y in b]
                return min(ends), max(ends)
        return _quotient(a, b)

    # ------------------------------------------------------------------------ sets

    def _members(self, expr: Expr) -> int | None:
        key = id(expr), self._context, True
        if key in self._found:
            known = self._found[key]
            assert not isinstance(known, tuple)
            return known
        if self._depth >= _DEEPEST:
            return ALL
        self._depth += 1
        found = self._found[key] = self._plain_members(expr)
        self._depth -= 1
        return found

    @over(Expr, subject="expr", leaves="Any Fits HowMany Load PlaceAt PlaceCount PlaceEnd")
    def _plain_members(self, expr: Expr) -> int | None:
        match expr:
            case Const(value=value):
                return value if value >= 0 else ALL
            case Reg(index=index):
                kind = self.program.procedures[self._in].kinds[index]
                if set_members(self.layout, kind) or kind is CellKind.NUMBER:
                    found = self._defined(index, True)
                    assert not isinstance(found, tuple)
                    return found
            case LoadSet(address=address):
                where = self._number(address)
                return None if where is None else self.cells.sets_between(*where)
            case PlaceSet():
                return (1 << self.layout.pieces) - 1
            case Table(table=table):
                return self._table(table)[1]
            case Unary(op="bit", value=value):
                ends = self._number(value)
                return None if ends is None else self._stretch(*ends)
            case Binary(op="or", left=left, right=right):
                return self._both(left, right, lambda a, b: a | b)
            case Binary(op="and", left=left, right=right):
                return self._both(left, right, lambda a, b: a & b)
            case Binary(op="minus", left=value) | Filter(members=value):
                return self._members(value)
            case Union(members=members, value=value):
                # Without a member, nothing is united, and the set is empty all the same.
                return None if self._members(members) is None else self._members(value) or 0
            case Shift(value=value, by=by):
                held = self._members(value)
                return held if held is None or held < 0 else held << by if by > 0 else held >> -by
            case Pick(test=test, then=then, otherwise=otherwise):
                a = self._given_that(test, True, then, self._members)
                b = self._given_that(test, False, otherwise, self._members)
                assert not isinstance(a, tuple)
                assert not isinstance(b, tuple)
                return a if b is None else b if a is None else a | b
            case Call(procedure=procedure):
                found = self._of((procedure, RESULT, True))
                assert not isinstance(found, tuple)
                return found
            case Trial():
                return ALL
        number = self._number(expr)
        return None if number is None else _as_set(number)

    def _both(self, left: Expr, right: Expr, op: Callable[[int, int], int]) -> int | None:
        a, b = self._members(left), self._members(right)
        return None if a is None or b is None else op(a, b)

    def _stretch(self, least: int, most: int) -> int:
        """All numbers between two ends, as a set; those beyond every set are faults."""
        least, most = max(0, least), min(most, self.largest_set - 1)
        return (1 << most + 1) - (1 << least) if least <= most else 0

    def _ends(self, held: int | None) -> Interval | None:
        """Between which ends the members of a set lie."""
        if not held:
            return None if held is None else (0, 0)
        return (
            (0, self.largest_set - 1)
            if held < 0
            else ((held & -held).bit_length() - 1, held.bit_length() - 1)
        )

    def _table(self, table: int) -> tuple[Interval, int]:
        found = self._tables.get(table)
        if found is None:
            entries = self.program.tables[table] or (0,)
            whole = 0
            for entry in entries:
                whole |= entry
            found = self._tables[table] = (min(entries), max(entries)), ALL if whole < 0 else whole
        return found

    # ------------------------------------------------------------------ conditions

    def _given_that(
        self, test: Expr, holds: bool, expr: Expr, evaluate: Callable[[Expr], Value] | None = None
    ) -> Value:
        """The value of an expression where a condition holds, or does not."""
        before = self._now, self._context
        self._contexts += 1
        self._now, self._context = dict(self._now), self._contexts
        self._narrow(test, holds)
        try:
            return (evaluate or self._number)(expr)
        finally:
            self._now, self._context = before

    def _narrow(self, test: Expr, holds: bool) -> None:
        for one, truth in conjuncts(test, holds):
            match one:
                case Binary(op=op, left=left, right=right) if op in _COMPARED:
                    op = op if truth else _NEGATED[op]  # type: ignore[assignment]
                    self._limit(left, op, right)
                    self._limit(right, _MIRRORED[op], left)
                case Binary(op="has", left=members, right=member) if truth and not isinstance(member, Const):
                    ends = self._ends(self._members(members))
                    if ends is not None:
                        self._cut(member, *ends)

    def _limit(self, expr: Expr, op: str, other: Expr) -> None:
        if isinstance(expr, Const) or (ends := self._number(other)) is None:
            return
        least, most = ends
        match op:
            case "lt":
                self._cut(expr, LEAST, most - 1)
            case "le":
                self._cut(expr, LEAST, most)
            case "gt":
                self._cut(expr, least + 1, MOST)
            case "ge":
                self._cut(expr, least, MOST)
            case "eq":
                self._cut(expr, least, most)
            case "ne" if least == most:
                now = self._number(expr)
                if now is not None and now[0] == least:
                    self._cut(expr, least + 1, MOST)
                elif now is not None and now[1] == least:
                    self._cut(expr, LEAST, least - 1)

    def _cut(self, expr: Expr, least: int, most: int) -> None:
        old = self._now.get(expr, ANYTHING)
        self._now[expr] = max(old[0], least), min(old[1], most)


class _Cells:
    """What the cells of a layout can hold."""

    def __init__(self, layout: Layout) -> None:
        self.size = layout.size
        pieces, players = max(1, layout.pieces), layout.max_players
        head = {OVER: TRUTH, WINNERS: (0, (1 << players) - 1), PLAYERS: (1, players), 4: (-1, players - 1)}
        # Later stretches replace earlier ones that begin at the same address.
        found: dict[int, tuple[int, Interval, int]] = {
            address: (address + 1, head.get(address, ANYTHING), ALL) for address in range(FIXED_HEAD)
        }
        for cell in layout.cells:
            if cell.address < FIXED_HEAD:
                continue
            is_set = set_members(layout, cell.kind) > 0
            ends = (cell.least, cell.most) if cell.words == 1 and cell.most <= MOST else ANYTHING
            whole = cell.most if is_set else _as_set((cell.least, cell.most))
            found[cell.address] = cell.address + cell.count * cell.words, ends, whole
        if layout.pieces:
            places = len(layout.places)
            found[layout.at] = layout.at + pieces, (-1, max(0, places - 1)), ALL
            found[layout.pools] = layout.pools + pieces, (0, pieces - 1), ALL
            end = layout.knows + players * layout.piece_words
            found[layout.knows] = end, ANYTHING, (1 << pieces) - 1
        for place in layout.places:
            if place.ordered:
                most = max(place.capacity, pieces - 1)
                found[place.base] = place.base + 1 + place.capacity, (-1, most), ALL
            else:
                found[place.base] = place.base + layout.piece_words, ANYTHING, (1 << pieces) - 1
        ordered = sorted((first, *rest) for first, rest in found.items())
        self.first = [one[0] for one in ordered]
        self.stretches = ordered

    def between(self, least: int, most: int) -> Interval:
        """What the cells from one address to another can hold."""
        found: Interval | None = None
        for _, ends, _ in self._touched(least, most):
            found = ends if found is None else (min(found[0], ends[0]), max(found[1], ends[1]))
        return ANYTHING if found is None else found

    def sets_between(self, least: int, most: int) -> int:
        """Every member of the sets that begin from one address to another."""
        found, some = 0, False
        for _, _, whole in self._touched(least, most):
            found, some = found | whole, True
        return found if some else ALL

    def _touched(self, least: int, most: int) -> list[tuple[int, Interval, int]]:
        """The stretches with these addresses; none if one of them is unknown, or if they are too many to look at."""
        least, most = max(0, least), min(most, self.size - 1)
        if least > most:  # a fault
            return []
        found: list[tuple[int, Interval, int]] = []
        index = bisect_right(self.first, least) - 1
        at = least
        while at <= most:
            if (
                index >= len(self.first)
                or index < 0
                or not self.first[index] <= at < self.stretches[index][1]
            ):
                return []
            if len(found) >= _FEW_STRETCHES:
                return []
            found.append(self.stretches[index][1:])
            at = self.stretches[index][1]
            index += 1
        return found


_FEW_STRETCHES = 24


def _joined(one: Value, other: Value) -> Value:
    if one is None or other is None:
        return other if one is None else one
    if isinstance(one, int) or isinstance(other, int):
        assert isinstance(one, int)
        assert isinstance(other, int)
        return one | other
    return min(one[0], other[0]), max(one[1], other[1])


def _either(one: Value, other: Value) -> Interval | None:
    found = _joined(one, other)
    assert not isinstance(found, int)
    return found


def _leap(old: Value, new: Value, beyond: int) -> Value:
    """Moves on towards where an iteration would end; `beyond` is beyond every set, as a number."""
    if not isinstance(new, tuple):
        return ALL
    assert isinstance(old, tuple)
    least, most = new
    if least != old[0]:
        least = next((one for one in (*_LEAPS_DOWN, LEAST) if one <= least), -beyond)
    if most != old[1]:
        most = next((one for one in (*_LEAPS_UP, MOST) if one >= most), beyond)
    return least, most


def _fits(found: Value) -> bool:
    return found is None or (isinstance(found, tuple) and found[0] >= LEAST and found[1] <= MOST)


def _within(found: Value, end: int | None, below: bool) -> bool:
    """Whether an index is less than `end`, if there is one, and not negative, unless it may be."""
    if found is None:
        return True
    assert isinstance(found, tuple)
    return (below or found[0] >= 0) and (end is None or found[1] < end)


def _clipped(found: Interval | None) -> Interval | None:
    """What is left of an interval after a Fits."""
    if found is None or found[0] > MOST or found[1] < LEAST:
        return None
    return max(found[0], LEAST), min(found[1], MOST)


def _as_set(ends: Interval) -> int:
    """Every member that numbers between two ends have, as bit masks."""
    return ALL if ends[0] < 0 else (1 << ends[1].bit_length()) - 1


def _quotient(a: Interval, b: Interval) -> Interval:
    """A division that rounds down; dividing by 0 is a fault of its own."""
    ends = [x // y for x in a for y in {b[0] or 1, b[1] or -1, *({-1, 1} if b[0] < 0 < b[1] else ())} if y]
    return min(ends), max(ends)


def _remainder(a: Interval, b: Interval) -> Interval:
    if a[0] >= 0 and a[1] < b[0]:
        return a
    least, most = min(0, b[0] + 1), max(0, b[1] - 1)
    return least, min(most, a[1]) if a[0] >= 0 and b[0] >= 0 else most
