"""Expressions as machine code: each becomes the words of its value.

A set has as many words as its kind, or as whoever asks for it wants; a number has one. What does not fit into the
words that are wanted is the fault OVERFLOW.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from ...dsl.tree.passes import over
from ..ir import (
    IMPOSSIBLE,
    STEP,
    WORD_BITS,
    Any,
    Binary,
    Binder,
    Call,
    CellKind,
    Const,
    Expr,
    Filter,
    Fits,
    HowMany,
    Load,
    LoadSet,
    Pick,
    PlaceAt,
    PlaceCount,
    PlaceEnd,
    PlaceSet,
    Procedure,
    Reg,
    Shift,
    Table,
    Trial,
    Unary,
    Union,
)
from ..ir.walk import children
from ..ir.widths import kind_words
from ..memory.faults import DIVISION, OVERFLOW, RANGE, STEP_LIMIT
from . import assembly as ir
from . import dense, places, sets, trials
from .code import Code, Loop
from .steady import Among, among, depth_of, is_costly
from .unit import Unit
from .values import (
    COMPARED,
    NO,
    NOTHING,
    ONE,
    YES,
    ZERO,
    Value,
    Words,
    cell,
    constant,
    is_empty_word,
    of_number,
    words_of,
)

_SETS = frozenset({"or", "and", "minus"})
_FLOWS = _SETS | {"bit"}


def result_words(unit: Unit, number: int) -> int:
    """How many words a plain procedure returns."""
    kind = unit.program.procedures[number].result
    return 1 if kind is None else kind_words(unit.layout, kind)


@over(Expr, subject="expr", leaves="Any Fits HowMany Load PlaceAt PlaceCount PlaceEnd Trial")
def natural_words(unit: Unit, procedure: Procedure, expr: Expr) -> int | None:
    """How many words a value has by itself; None if it has as many as are wanted."""
    match expr:
        case Const(value=value):
            words = words_of(value)
            return words if words > 1 else None
        case Reg(index=index):
            return kind_words(unit.layout, procedure.kinds[index])
        case LoadSet(words=words):
            return words
        case PlaceSet():
            return unit.piece_words
        case Table(table=table):
            words = unit.table_words(table)
            return words if words > 1 else None
        case Unary(op="bit"):
            return None
        case Binary(op="or" | "and" as op, left=left, right=right):
            found = [natural_words(unit, procedure, side) for side in (left, right)]
            known = [one for one in found if one is not None]
            if op == "and" and len(known) == 2:
                return min(known)
            return max(known) if known else None
        case Binary(op="minus", left=value) | Filter(members=value) | Union(value=value) | Shift(value=value):
            return natural_words(unit, procedure, value)
        case Pick(then=then, otherwise=otherwise):
            known = [
                one for way in (then, otherwise) if (one := natural_words(unit, procedure, way)) is not None
            ]
            return max(known) if known else None
        case Call(procedure=number):
            return result_words(unit, number)
    return 1


class Expressions:
    """Writes the expressions of one procedure into one function."""

    def __init__(self, code: Code, procedure: Procedure, on_trial: bool = False) -> None:
        """`on_trial`: what is written is undone later, as `trials` says."""
        self.code, self.unit, self.procedure = code, code.unit, procedure
        self.layout, self.on_trial = code.layout, on_trial
        self.registers: dict[int, Words] = {}
        self.depths: dict[int, int] = {}  # of the loops on whose members registers depend
        self._steps: dict[int, Value | None] = {}  # where those of expressions that are kept are kept, too
        self._loose = False  # whether members beyond the words that are wanted vanish

    # ---------------------------------------------------------------- registers

    def words_in(self, register: int) -> int:
        return kind_words(self.layout, self.procedure.kinds[register])

    def variables(self, register: int) -> Words:
        """The variables of the function that hold a register; 0 until it has a value."""
        found = self.registers.get(register)
        if found is None:
            found = self.registers[register] = [self.code.variable() for _ in range(self.words_in(register))]
        return found

    def assign(self, register: int, words: Words) -> None:
        """Gives a register a value; words that are not given are 0."""
        for number, variable in enumerate(self.variables(register)):
            self.code.set(variable, words[number] if number < len(words) else ZERO)

    # ------------------------------------------------------------------- values

    def number(self, expr: Expr) -> Value:
        return self.words(expr, 1)[0]

    def set_of(self, expr: Expr) -> Words:
        """A set, in as many words as it has by itself."""
        return self.words(expr, natural_words(self.unit, self.procedure, expr) or self.unit.most_words)

    def words(self, expr: Expr, wanted: int) -> Words:
        loose = self._loose
        # Only operations on sets hand on what may vanish; numbers, tests and arguments inside are exact.
        flows = isinstance(expr, Pick) or getattr(expr, "op", "") in _FLOWS
        self._loose = loose and flows
        found = self._words(expr, wanted)
        self._loose = loose
        if loose:
            return found[:wanted] + [ZERO] * (wanted - len(found))
        return self.fitted(found, wanted)

    def fitted(self, found: Words, wanted: int) -> Words:
        """A set in that many words; OVERFLOW if it does not fit."""
        beyond = found[wanted:]
        if any(not is_empty_word(word) for word in beyond):
            self.code.fail_if(sets.nonzero(self.code, beyond), OVERFLOW)
        return found[:wanted] + [ZERO] * (wanted - len(found))

    @over(Expr, subject="expr")
    def _words(self, expr: Expr, wanted: int) -> Words:
        code = self.code
        match expr:
            case Const(value=value):
                return of_number(value, max(wanted, words_of(value)))
            case Reg(index=index):
                return [code.get(variable) for variable in self.variables(index)]
            case Load(address=address):
                return [code.load(self.address(address))]
            case LoadSet(address=address, words=words):
                first = self.address(address, words)
                return [code.load(first, word) for word in range(words)]
            case Table():
                return self._table(expr)
            case Pick():
                return self._pick(expr, wanted)
            case PlaceCount(place=place):
                return [places.count(code, self.number(place))]
            case PlaceSet(place=place):
                if is_costly(expr, self.layout):
                    return self._kept(expr, lambda: places.set_of(code, self.number(place)))
                return places.set_of(code, self.number(place))
            case PlaceAt(place=place, position=position):
                return [places.at_position(code, self.number(place), self.number(position))]
            case PlaceEnd(place=place, among=among, from_top=from_top):
                where = self.number(place)
                return [places.at_end(code, where, self.set_of(among), from_top)]
            case Call(procedure=procedure, arguments=arguments):
                return self._kept(expr, lambda: self.call(procedure, arguments))
            case Trial(procedure=procedure, arguments=arguments):
                return [self._trial(procedure, arguments)]
            case Filter():
                return self._kept(expr, lambda: self._filtered(expr))
            case HowMany():
                return self._kept(expr, lambda: [self._how_many(expr)])
            case Union():
                return self._kept(expr, lambda: self._united(expr, wanted))
            case Any():
                return [code.number(self.test(expr))]
            case Fits(value=value):
                return [self._sum_of(value, guarded=True)]
            case Shift(value=value, by=by):
                width = natural_words(self.unit, self.procedure, value) or wanted
                return sets.shifted(code, self.words(value, width), by)
            case Unary():
                return self._unary(expr, wanted)
            case Binary():
                return self._binary(expr, wanted)
        raise TypeError(f"not an expression: {expr!r}")

    def address(self, expr: Expr, words: int = 1) -> Value:
        """The address of the first of some cells, all of them in the memory; RANGE if they are not."""
        found = self.number(expr)
        last = self.layout.size - words
        number = constant(found)
        if number is None:
            self.code.fail_if(self.code.b.icmp_unsigned(">", found, cell(last)), RANGE)
        elif not 0 <= number <= last:
            self.code.fail(RANGE)
            return ZERO
        return found

    def _table(self, expr: Table) -> Words:
        code, unit = self.code, self.unit
        entries, words = self.unit.program.tables[expr.table], unit.table_words(expr.table)
        index = self.number(expr.index)
        known = constant(index)
        if known is not None and 0 <= known < len(entries):
            return of_number(entries[known], words)
        code.fail_if(code.b.icmp_unsigned(">=", index, cell(len(entries))), RANGE)
        table = unit.table_of(expr)
        if words == 1:
            return [code.entry(table, index)]
        first = code.b.mul(index, cell(words))
        return [code.entry(table, code.plus(first, word)) for word in range(words)]

    def _pick(self, expr: Pick, wanted: int) -> Words:
        width = natural_words(self.unit, self.procedure, expr) or wanted
        loose, self._loose = self._loose, False
        test = self.test(expr.test)
        self._loose = loose
        if self.is_simple(expr.then) and self.is_simple(expr.otherwise):
            first, second = self.words(expr.then, width), self.words(expr.otherwise, width)
            return [self.code.b.select(test, a, b) for a, b in zip(first, second, strict=True)]
        return self.code.choice(
            test, lambda: self.words(expr.then, width), lambda: self.words(expr.otherwise, width)
        )

    @over(Expr, subject="expr", leaves="BINDERS OF_PLACES Call Fits LoadSet Pick Table Trial")
    def is_simple(self, expr: Expr) -> bool:
        """Whether an expression is cheap, and can be evaluated without being needed."""
        match expr:
            case Const() | Reg():
                return True
            case Load(address=Const(value=address)):
                return 0 <= address < self.layout.size
            case Binary(op=op, left=left, right=right):
                safe = op in COMPARED or op in _SETS or op in ("both", "either", "has", "min", "max")
                return safe and self.is_simple(left) and self.is_simple(right)
            case Unary(op="bit", value=value):
                return isinstance(value, Const) and value.value < WORD_BITS
            case Unary(op="not" | "lowest" | "size", value=value) | Shift(value=value):
                return self.is_simple(value)
        return False

    # ------------------------------------------------------------- about members

    def width(self, expr: Expr) -> int | None:
        """How many words a value has by itself; None if it has as many as are wanted."""
        return natural_words(self.unit, self.procedure, expr)

    def _side_by_side(self, binder: Filter | Any | HowMany) -> Value | None:
        """The members for which a test holds, as a word, if all can be tested without branches."""
        found = dense.possible(self, binder)
        if found is None:
            return None
        members = self._members(binder)
        return self.code.b.and_(members[0], dense.holding(self, binder, *found))

    def _members(self, binder: Binder) -> Words:
        """The set that an expression goes through; its steps are counted before the first member."""
        code = self.code
        members = self.set_of(binder.members)
        if binder.turn:
            work = code.b.mul(sets.size(code, members), cell(binder.turn))
            steps = code.b.udiv(work, cell(STEP))
            kept = self._steps.get(id(binder))
            if kept is not None:
                code.set(kept, steps)
            self._take_if_some(steps)
        return members

    def _take_if_some(self, steps: Value) -> None:
        some = self.code.b.icmp_unsigned("!=", steps, ZERO)
        self.code.when(some, lambda: self.take_steps(steps), likely=False)

    @contextmanager
    def _each(self, binder: Binder, members: Words) -> Iterator[Value]:
        """A loop over the members of the set of an expression, which are in its register."""
        code = self.code
        inside = children(binder)[1]
        is_quiet = self.unit.steady.is_quiet([inside])
        code.loops.append(Loop(code.b.block, is_quiet, is_quiet or self.unit.steady.is_still([inside], ())))
        self.depths[binder.register] = len(code.loops)
        with sets.members(code, members) as member:
            self.assign(binder.register, [member])
            yield member
        code.loops.pop()

    def _united(self, binder: Union, wanted: int) -> Words:
        code = self.code
        members = self._members(binder)
        width = natural_words(self.unit, self.procedure, binder) or wanted
        found = [code.variable(ZERO) for _ in range(width)]
        with self._each(binder, members):
            for variable, word in zip(found, self.words(binder.value, width), strict=True):
                code.set(variable, code.b.or_(code.get(variable), word))
        return [code.get(variable) for variable in found]

    def _filtered(self, binder: Filter) -> Words:
        code = self.code
        word = self._side_by_side(binder)
        if word is not None:
            return [word]
        members = self._members(binder)
        found = [code.variable(ZERO) for _ in members]
        with self._each(binder, members) as member:
            passed = self.test(binder.test)
            for variable, bit in zip(found, sets.bit(code, member, len(members)), strict=True):
                code.set(variable, code.b.or_(code.get(variable), code.b.select(passed, bit, ZERO)))
        return [code.get(variable) for variable in found]

    def _how_many(self, binder: HowMany) -> Value:
        code = self.code
        word = self._side_by_side(binder)
        if word is not None:
            return code.b.ctpop(word)
        members = self._members(binder)
        found = code.variable(ZERO)
        with self._each(binder, members):
            code.set(found, code.plus(code.get(found), code.number(self.test(binder.test))))
        return code.get(found)

    def _any(self, binder: Any) -> Value:
        """Whether the test holds for some member; stops at the first one."""
        code = self.code
        word = self._side_by_side(binder)
        if word is not None:
            return code.b.icmp_unsigned("!=", word, ZERO)
        if code.loops:
            if self._is_kept(binder):
                words = self._kept(binder, lambda: [code.number(self._some(binder))])
                return code.b.icmp_unsigned("!=", words[0], ZERO)
            test = among(binder)
            if test is not None and self.unites(test, self.procedure, self.depths):
                return self._is_among(test)
        return self._some(binder)

    def _some(self, binder: Any) -> Value:
        code = self.code
        members = self._members(binder)
        found, after = code.variable(ZERO), code.block()

        def hit() -> None:
            code.set(found, ONE)
            code.go(after)

        with self._each(binder, members):
            code.when(self.test(binder.test), hit)
        code.go(after)
        code.begin(after)
        return code.b.icmp_unsigned("!=", code.get(found), ZERO)

    # ------------------------------------------------------- what stays the same

    def outer_loop(self, expr: Expr, depths: Mapping[int, int]) -> int | None:
        """The number of the outermost loop around here in which an expression stays the same; None if there is
        none."""
        loops = self.code.loops
        for depth in range(depth_of(expr, depths), len(loops)):
            if loops[depth].is_quiet or (loops[depth].is_still and isinstance(expr, PlaceSet)):
                return depth
        return None

    def _is_kept(self, expr: Expr) -> bool:
        """Whether an expression is evaluated only once in a loop around here."""
        return self.outer_loop(expr, self.depths) is not None and self.unit.steady.can_keep(expr)

    def unites(self, test: Among, procedure: Procedure, depths: Mapping[int, int]) -> bool:
        """Whether a test is best made with the union of all sets, which stays the same in a loop around here."""
        return self.outer_loop(test.union, depths) is not None and self.unit.steady.can_unite(procedure, test)

    def _kept(self, expr: Expr, write: Callable[[], Words]) -> Words:
        """The words of an expression. In a loop in which it stays the same, it is evaluated once, where it is needed
        first; its steps are taken each time."""
        code = self.code
        if not code.loops or not self._is_kept(expr):
            return write()
        outer = self.outer_loop(expr, self.depths)
        assert outer is not None
        done, found = code.variable(), list[Value]()
        before = code.loops[outer].before
        start = ir.IRBuilder(before)
        start.position_before_end(before)
        start.store(ZERO, done)
        steps = self._steps[id(expr)] = code.variable() if getattr(expr, "turn", 0) else None

        def first() -> None:
            found.extend(code.variable(word) for word in write())
            code.set(done, ONE)

        def later() -> None:
            if steps is not None:
                self._take_if_some(code.get(steps))

        code.when(code.b.icmp_unsigned("==", code.get(done), ZERO), first, later, likely=False)
        del self._steps[id(expr)]
        return [code.get(variable) for variable in found]

    def _is_among(self, test: Among) -> Value:
        """Whether a value is in the set of some member, by the union of all of these."""
        code = self.code
        value = self.number(test.value)

        def asked() -> Words:
            width = natural_words(self.unit, self.procedure, test.union) or self.unit.most_words
            words = self._kept(test.union, lambda: self._united(test.union, width))
            return [sets.has(code, words, value)]

        def none() -> Words:
            self._members(test.union)
            return [NO]

        if not test.some:
            return asked()[0]
        return code.choice(code.b.icmp_signed(">=", value, ZERO), asked, none)[0]

    def take_steps(self, steps: Value) -> None:
        """Takes steps from those that are left until the next decision."""
        code = self.code
        there = code.steps_left()
        left = code.b.sub(code.get(there), steps)
        code.fail_if(code.b.icmp_signed("<", left, ZERO), STEP_LIMIT)
        code.set(there, left)

    # -------------------------------------------------------------------- calls

    def arguments(self, procedure: Procedure, arguments: Sequence[Expr], first: int = 0) -> list[Words]:
        """The words of each argument, as the registers of the callee hold them."""
        return [
            self.words(argument, kind_words(self.layout, procedure.kinds[first + index]))
            for index, argument in enumerate(arguments)
        ]

    def _results(self, number: int, arguments: tuple[Expr, ...]) -> tuple[Words, Value]:
        """The words that a plain procedure returns, and its status."""
        callee = self.unit.program.procedures[number]
        given = [word for words in self.arguments(callee, arguments) for word in words]
        plain = self.unit.plain[number]
        found = self.code.call(self.unit.tried.get(number, plain) if self.on_trial else plain, *given)
        width = result_words(self.unit, number)
        return [self.code.b.extract_value(found, word) for word in range(width)], found

    def _status(self, result: Value) -> Value:
        return self.code.b.extract_value(result, len(result.type.elements) - 1)

    def call(self, number: int, arguments: tuple[Expr, ...]) -> Words:
        """The words that a plain procedure returns."""
        words, result = self._results(number, arguments)
        possible = self.unit.returned[number]
        if possible:
            self.pass_on(self._status(result), possible)
        return words

    def pass_on(self, status: Value, possible: set[int]) -> None:
        """Leaves with the status of a callee, if it is not 0; a fault that has no span yet gets the one here."""
        code = self.code
        placed = {number: number for number in possible}
        for number in possible:
            fault = self.unit.statuses.fault(number)
            if fault.span is None and code.span is not None:
                placed[number] = self.unit.statuses.of(fault, code.span)
        code.statuses |= set(placed.values())

        def found() -> Value:
            value = status
            for number, better in placed.items():
                if number != better:
                    here = code.b.icmp_unsigned("==", status, cell(number))
                    value = code.b.select(here, cell(better), value)
            return value

        code.leave_if(code.b.icmp_unsigned("!=", status, ZERO), found)

    def _trial(self, number: int, arguments: tuple[Expr, ...]) -> Value:
        """Calls a procedure, and puts the memory back as it was."""
        code, unit = self.code, self.unit
        callee = unit.program.procedures[number]
        given = [word for words in self.arguments(callee, arguments) for word in words]
        if number in unit.tried:
            with trials.undone(code, unit.trials[number]):
                result = code.call(unit.tried[number], *given)
        else:
            with code.unseen():
                result = code.call(unit.plain[number], *given)
        value = code.b.extract_value(result, 0)
        possible = unit.returned[number]
        if not possible:
            return value
        status = self._status(result)
        endless = {one for one in possible if unit.statuses.fault(one).code == STEP_LIMIT.code}
        if endless:
            over = NO
            for one in endless:
                over = code.b.or_(over, code.b.icmp_unsigned("==", status, cell(one)))
            self.pass_on(code.b.select(over, status, ZERO), endless)
        failed = NO
        for one in possible - endless:
            if unit.statuses.fault(one).code in IMPOSSIBLE:
                failed = code.b.or_(failed, code.b.icmp_unsigned("==", status, cell(one)))
        fault = code.b.icmp_unsigned("!=", status, ZERO)
        return code.b.select(failed, ZERO, code.b.select(fault, ONE, value))

    # ---------------------------------------------------------------- operators

    def _unary(self, expr: Unary, wanted: int) -> Words:
        code = self.code
        match expr.op:
            case "not":
                return [code.number(code.b.not_(self.test(expr.value)))]
            case "neg":
                return [self._sum_of(expr)]
            case "size":
                return [sets.size(code, self.set_of(expr.value))]
            case "lowest":
                return [sets.lowest(code, self.set_of(expr.value))]
            case "bit":
                return self._bit(expr.value, wanted)
        raise ValueError(f"unknown operation {expr.op}")

    def _bit(self, member: Expr, wanted: int) -> Words:
        code, most = self.code, self.unit.most_words
        number = self._exact(member)
        known = constant(number)
        if known is not None and known < WORD_BITS * most:
            return sets.bit(code, number, max(wanted, words_of(1 << max(known, 0))))
        code.fail_if(code.b.icmp_signed(">=", number, cell(WORD_BITS * most)), RANGE)
        if wanted < most and not self._loose:
            code.fail_if(code.b.icmp_signed(">=", number, cell(WORD_BITS * wanted)), OVERFLOW)
        return sets.bit(code, number, wanted)

    def _sum_of(self, expr: Expr, guarded: bool = False) -> Value:
        """A sum, difference, product or negative. Only a `guarded` one can be too large, and is looked at."""
        match expr:
            case Unary(op="neg", value=value):
                return self._sum("sub", ZERO, self.number(value), guarded)
            case Binary(op="add" | "sub" | "mul" as op, left=left, right=right):
                first = self.number(left)
                return self._sum(op, first, self.number(right), guarded)
        return self.number(expr)

    def _sum(self, op: str, left: Value, right: Value, guarded: bool) -> Value:
        code = self.code
        a, b = constant(left), constant(right)
        if a is not None and b is not None:
            exact = {"add": a + b, "sub": a - b, "mul": a * b}[op]
            if -(1 << 63) <= exact < 1 << 63:
                return cell(exact)
        if not guarded:
            # No promise that it fits is handed to LLVM: where that is wrong, bounds are still looked at.
            return getattr(code.b, op)(left, right)
        made = getattr(code.b, f"s{op}_with_overflow")(left, right)
        code.fail_if(code.b.extract_value(made, 1), OVERFLOW)
        return code.b.extract_value(made, 0)

    def _binary(self, expr: Binary, wanted: int) -> Words:
        code, op = self.code, expr.op
        if op in _SETS:
            return self._of_sets(expr, wanted)
        match op:
            case "nth":
                members = self.set_of(expr.left)
                return [sets.nth(code, members, self.number(expr.right))]
            case "add" | "sub" | "mul":
                return [self._sum_of(expr)]
            case "div" | "mod":
                left = self.number(expr.left)
                return [self._divided(op, left, self.number(expr.right))]
            case "min" | "max":
                left, right = self.number(expr.left), self.number(expr.right)
                least = code.b.icmp_signed("<=" if op == "min" else ">=", left, right)
                return [code.b.select(least, left, right)]
        return [code.number(self.test(expr))]

    def _of_sets(self, expr: Binary, wanted: int) -> Words:
        sides = [natural_words(self.unit, self.procedure, side) for side in (expr.left, expr.right)]
        width = max(one or wanted for one in sides)
        # What an intersection or a difference drops need not fit.
        left = self._part(expr.left, width, expr.op == "and")
        right = self._part(expr.right, width, expr.op != "or")
        combine = {"or": sets.union, "and": sets.intersection, "minus": sets.difference}[expr.op]
        return combine(self.code, left, right)

    def _exact(self, expr: Expr) -> Value:
        """A number inside an operation on sets."""
        loose, self._loose = self._loose, False
        found = self.number(expr)
        self._loose = loose
        return found

    def _part(self, expr: Expr, width: int, loose: bool) -> Words:
        """A side of an operation on sets; if `loose`, members beyond the width vanish."""
        around = self._loose
        self._loose = around or loose
        found = self.words(expr, width)
        self._loose = around
        return found

    def _divided(self, op: str, left: Value, right: Value) -> Value:
        """Division, or what remains; both round down."""
        code, b = self.code, self.code.b
        by = constant(right)
        if by is None:
            code.fail_if(b.icmp_signed("==", right, ZERO), DIVISION)
            # The processor traps if the quotient is too large.
            if op == "div":
                least = b.icmp_signed("==", left, cell(-(1 << 63)))
                code.fail_if(b.and_(least, b.icmp_signed("==", right, NOTHING)), OVERFLOW)
            else:
                right = b.select(b.icmp_signed("==", right, NOTHING), ONE, right)
        elif by == 0:
            code.fail(DIVISION)
            return ZERO
        elif by == -1:
            return self._sum("sub", ZERO, left, guarded=True) if op == "div" else ZERO
        elif by > 0 and by & (by - 1) == 0:
            shift = by.bit_length() - 1
            return b.ashr(left, cell(shift)) if op == "div" else b.and_(left, cell(by - 1))
        rest = b.srem(left, right)
        # It was rounded up.
        wrong = b.and_(b.icmp_signed("!=", rest, ZERO), b.icmp_signed("<", b.xor(rest, right), ZERO))
        if op == "mod":
            return b.select(wrong, b.add(rest, right), rest)
        quotient = b.sdiv(left, right)
        return b.select(wrong, b.sub(quotient, ONE), quotient)

    # -------------------------------------------------------------------- tests

    @over(Expr, subject="expr", leaves="OF_PLACES READS Call Filter Fits HowMany Pick Reg Shift Trial Union")
    def test(self, expr: Expr) -> Value:
        """Whether the value is not 0, as a bit."""
        code = self.code
        match expr:
            case Const(value=value):
                return YES if value else NO
            case Unary(op="not", value=value):
                return code.b.not_(self.test(value))
            case Binary(op="both" | "either" as op, left=left, right=right):
                return self._joined(op, left, right)
            case Any():
                return self._any(expr)
            case Binary(op="has", left=left, right=right):
                return self._has(left, right)
            case Binary(op=op, left=left, right=right) if op in COMPARED:
                return self._compared(op, left, right)
        return sets.nonzero(code, self.set_of(expr))

    def _joined(self, op: str, left: Expr, right: Expr) -> Value:
        code = self.code
        first = self.test(left)
        if self.is_simple(right):
            second = self.test(right)
            return code.b.and_(first, second) if op == "both" else code.b.or_(first, second)
        if op == "both":
            return code.choice(first, lambda: [self.test(right)], lambda: [NO])[0]
        return code.choice(first, lambda: [YES], lambda: [self.test(right)])[0]

    def _has(self, left: Expr, right: Expr) -> Value:
        code = self.code
        if isinstance(left, LoadSet) and left.words > 1 and not isinstance(right, Const):
            # Only one of the cells decides.
            first = self.address(left.address, left.words)
            member = self.number(right)
            inside = code.b.icmp_unsigned("<", member, cell(WORD_BITS * left.words))
            number, bit = sets.word_and_bit(code, code.b.select(inside, member, ZERO), left.words)
            found = code.b.and_(code.load(code.b.add(first, number)), bit)
            return code.b.and_(inside, code.b.icmp_unsigned("!=", found, ZERO))
        members = self.set_of(left)
        return sets.has(code, members, self.number(right))

    def _compared(self, op: str, left: Expr, right: Expr) -> Value:
        code = self.code
        width = max(natural_words(self.unit, self.procedure, side) or 1 for side in (left, right))
        first, second = self.words(left, width), self.words(right, width)
        if width == 1:
            return code.b.icmp_signed(COMPARED[op], first[0], second[0])
        if op not in ("eq", "ne"):
            return self._ordered(op, first, second)
        different = sets.nonzero(code, [code.b.xor(a, b) for a, b in zip(first, second, strict=True)])
        return different if op == "ne" else code.b.not_(different)

    def _ordered(self, op: str, first: Words, second: Words) -> Value:
        """Compares sets of several words as numbers: the highest word that differs decides."""
        b = self.code.b
        found = b.icmp_unsigned(COMPARED[op], first[0], second[0])
        for one, other in zip(first[1:], second[1:], strict=True):
            same = b.icmp_unsigned("==", one, other)
            found = b.select(same, found, b.icmp_unsigned(COMPARED[op], one, other))
        return found


def returns(unit: Unit, number: int) -> Value:
    """What a plain procedure returns: its words, and a status."""
    return ir.LiteralStructType([ir.IntType(64)] * (result_words(unit, number) + 1))


def parameters(unit: Unit, number: int) -> list[Value]:
    procedure = unit.program.procedures[number]
    kinds: Sequence[CellKind] = procedure.kinds[: procedure.parameters]
    return [ir.IntType(64) for kind in kinds for _ in range(kind_words(unit.layout, kind))]
