"""Decisions as machine code: the options, a random one of them, the player who decides, the outcomes of luck.

These functions only read the memory. Each is written for one entry at which a procedure waits, and takes the address
of the frame `f`. A count or an action that is negative is minus a status.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from ..ir import Argument, Chance, Choose, Const, Expr, Option
from ..ir.frames import EntryPoint
from ..ir.walk import children, reads, terminator_children
from ..memory.faults import NO_OUTCOME
from . import assembly as ir
from . import luck, places, sets
from .code import Code
from .expressions import natural_words
from .framed import Framed
from .statuses import NO_DECISION
from .unit import Unit
from .values import CELL, POINTER, ZERO, Value, Words, cell

_OF_SETS = (Argument.VALUE, Argument.PIECE)


class Decision:
    """Writes the functions for one entry that waits for a player, or for luck."""

    def __init__(self, unit: Unit, entry: EntryPoint) -> None:
        self.unit, self.entry = unit, entry
        self.procedure = unit.program.procedures[entry.procedure]
        self.terminator = self.procedure.blocks[entry.block].terminator
        self._shared: Value | None = None

    def _begin(self, name: str, parameters: list[Value], base: int) -> Framed:
        """A function of the frame and more. It reports a status as `base` minus the status."""
        function = self.unit.function(f"{name}{self.entry.number}", CELL, [CELL, *parameters])
        code = Code(self.unit, function)
        code.leave = lambda status: code.b.ret(code.b.sub(cell(base), status))
        code.span = self.terminator.span or self.procedure.span
        return Framed(code, self.entry.procedure, code.given[0])

    def _load(self, framed: Framed, exprs: Iterable[Expr]) -> None:
        framed.load_registers(reads(exprs))

    # ----------------------------------------------------------------- a player

    def player(self) -> Value:
        """`player{n}(m, context, f)`: the player who decides; -2 minus a status for a fault."""
        framed = self._begin("player", [], -2)
        assert isinstance(self.terminator, Choose)
        self._load(framed, [self.terminator.player])
        framed.code.b.ret(framed.number(self.terminator.player))
        framed.code.finish()
        return framed.code.function

    def options(self) -> Value:
        """`options{n}(m, context, f, buffer)`: writes the legal actions in the order of the options; their number."""
        if isinstance(self.terminator, Chance):
            return self._chances()
        framed = self._begin("options", [POINTER], 0)
        code, choose = framed.code, self._choose()
        buffer = code.given[1]
        if self._is_shared():
            action = cell(choose.options[0].action)
            found = code.call(self._list(code), *self._given(code), buffer, action, self._none(code))
            code.b.ret(found)
            code.finish()
            return code.function
        self._load(framed, terminator_children(choose))
        number = code.variable(ZERO)

        def add(action: Value) -> None:
            now = code.get(number)
            code.b.store(action, code.item(buffer, now))
            code.set(number, code.plus(now, 1))

        for option in choose.options:
            if option.guard != Const(0):
                self._offer(framed, option, partial(self._actions, framed, option, add))
        found = code.get(number)
        code.fail_if(code.b.icmp_signed("==", found, ZERO), self.unit.program.faults[choose.fault])
        code.b.ret(found)
        code.finish()
        return code.function

    def _choose(self) -> Choose:
        assert isinstance(self.terminator, Choose)
        return self.terminator

    def _offer(self, framed: Framed, option: Option, add: Callable[[], None]) -> None:
        if isinstance(option.guard, Const):
            add()
        else:
            framed.code.when(framed.test(option.guard), add)

    def _actions(self, framed: Framed, option: Option, add: Callable[[Value], None]) -> None:
        """The actions of an option that is offered, ascending."""
        code = framed.code
        if option.argument is Argument.NONE:
            add(cell(option.action))
        elif option.argument is Argument.POSITION:
            assert option.place is not None
            assert option.candidates is not None
            place = framed.number(option.place)
            candidates = framed.words(option.candidates, self.unit.piece_words)
            places.check_order(code, place)
            base = places.base_of(code, place)
            with code.times(places.pile_count(code, base, place)) as position:
                piece = code.load(code.b.add(base, position), 1)
                there = sets.has(code, candidates, piece)
                code.when(there, lambda: add(code.plus(position, option.action)))
        else:
            with sets.members(code, self._family(framed, option)) as member:
                add(code.plus(member, option.action))

    def _family(self, framed: Framed, option: Option) -> Words:
        """The arguments of an option, as a set: its candidates, or the designs of its candidates."""
        assert option.candidates is not None
        candidates = framed.set_of(option.candidates)
        return self._designs(framed, candidates) if option.argument is Argument.DESIGN else candidates

    def _designs(self, framed: Framed, pieces: Words) -> Words:
        code, unit = framed.code, self.unit
        found = [code.variable(ZERO) for _ in range(unit.design_words)]
        with sets.members(code, pieces[: unit.piece_words]) as piece:
            inside = code.b.icmp_unsigned("<", piece, cell(unit.layout.pieces))
            design = code.entry(unit.designs(), code.b.select(inside, piece, ZERO))
            for variable, word in zip(found, sets.bit(code, design, len(found)), strict=True):
                code.set(variable, code.b.or_(code.get(variable), word))
        return [code.get(variable) for variable in found]

    # ------------------------------------------------------------- one large family

    def _is_shared(self) -> bool:
        """Whether options and draws get their actions from one function: for a set of several words, the code would
        be long, and is compiled only once so."""
        return self._is_one_family() and self._candidate_words() > 1

    def _candidate_words(self) -> int:
        candidates = self._choose().options[0].candidates
        assert candidates is not None
        return natural_words(self.unit, self.procedure, candidates) or self.unit.most_words

    def _family_words(self) -> int:
        of_designs = self._choose().options[0].argument is Argument.DESIGN
        return self.unit.design_words if of_designs else self._candidate_words()

    def _given(self, code: Code) -> Words:
        """The words of the family, from a function of its own; leaves with its status if that fails."""
        width = self._family_words()
        if self._shared is None:
            self._shared = self._write_family(width)
        found = code.call(self._shared, code.given[0])
        status = code.b.extract_value(found, width)
        failed = code.b.icmp_unsigned("!=", status, ZERO)
        code.when(failed, lambda: code.b.ret(code.b.neg(status)), likely=False)
        return [code.b.extract_value(found, word) for word in range(width)]

    def _write_family(self, width: int) -> Value:
        """`family{n}(m, context, f)`: the words of the arguments, and a status."""
        kind = ir.LiteralStructType([CELL] * (width + 1))
        code = Code(self.unit, self.unit.function(f"family{self.entry.number}", kind, [CELL]))

        def give(words: Words, status: Value) -> None:
            found: Value = ir.Constant(kind, ir.Undefined)
            for place, word in enumerate([*words, status]):
                found = code.b.insert_value(found, word, place)
            code.b.ret(found)

        code.leave = lambda status: give([ZERO] * width, status)
        code.span = self.terminator.span or self.procedure.span
        framed = Framed(code, self.entry.procedure, code.given[0])
        self._load(framed, terminator_children(self._choose()))
        give(self._family(framed, self._choose().options[0]), ZERO)
        code.finish()
        return code.function

    def _none(self, code: Code) -> Value:
        """The status for a family without members."""
        return cell(code.status(self.unit.program.faults[self._choose().fault]))

    def _list(self, code: Code) -> Value:
        width = self._family_words()
        return code.helper(f"listed{width}", CELL, [*[CELL] * width, POINTER, CELL, CELL], _write_listed)

    def _pick(self, code: Code) -> Value:
        width = self._family_words()
        kinds = [*[CELL] * width, POINTER, POINTER, CELL, CELL]
        return code.helper(f"picked{width}", CELL, kinds, _write_picked)

    # ------------------------------------------------------------------ at random

    def draw(self, options: Value) -> Value:
        """`draw{n}(m, context, f, dice, total)`: a legal action, drawn by the dice; `total` grows by their number."""
        framed = self._begin("draw", [POINTER, POINTER], 0)
        code = framed.code
        frame, dice, total = code.given
        if isinstance(self.terminator, Chance):
            self._draw_outcome(framed)
        elif self._is_shared():
            action = cell(self._choose().options[0].action)
            words = self._given(code)
            code.b.ret(code.call(self._pick(code), *words, dice, total, action, self._none(code)))
        elif self._is_one_family():
            choose = self._choose()
            self._load(framed, terminator_children(choose))
            members = self._family(framed, choose.options[0])
            count = sets.size(code, members)
            code.fail_if(code.b.icmp_signed("==", count, ZERO), self.unit.program.faults[choose.fault])
            chosen = _chosen(code, dice, total, count)
            code.listed(ZERO)
            code.b.ret(code.plus(sets.nth(code, members, chosen), choose.options[0].action))
        else:
            buffer = code.scratch(self.unit.levels)
            count = code.call(options, frame, buffer)
            code.when(code.b.icmp_signed("<=", count, ZERO), lambda: code.b.ret(count), likely=False)
            code.listed(count)
            code.b.ret(code.entry(buffer, _chosen(code, dice, total, count)))
        code.finish()
        return code.function

    def _is_one_family(self) -> bool:
        """Whether the options are the members of one set, which can be counted without listing them."""
        options = [option for option in self._choose().options if option.guard != Const(0)]
        return (
            len(options) == len(self._choose().options) == 1
            and isinstance(options[0].guard, Const)
            and options[0].argument in (*_OF_SETS, Argument.DESIGN)
        )

    # ----------------------------------------------------------------------- luck

    def _outcomes(self, framed: Framed, add: Callable[[Value, Value], None]) -> None:
        """Calls `add` with the action and the weight of each outcome, ascending."""
        code, chance = framed.code, self.terminator
        assert isinstance(chance, Chance)
        members = framed.set_of(chance.members)
        code.fail_if(code.b.not_(sets.nonzero(code, members)), NO_OUTCOME)
        if chance.argument is not Argument.DESIGN:
            with sets.members(code, members) as member:
                add(code.plus(member, chance.action), cell(1))
            return
        with sets.members(code, self._designs(framed, members)) as design:
            weight = code.variable(ZERO)
            with sets.members(code, members[: self.unit.piece_words]) as piece:
                inside = code.b.icmp_unsigned("<", piece, cell(self.unit.layout.pieces))
                own = code.entry(self.unit.designs(), code.b.select(inside, piece, ZERO))
                same = code.number(code.b.icmp_signed("==", own, design))
                code.set(weight, code.plus(code.get(weight), same))
            add(code.plus(design, chance.action), code.get(weight))

    def _listed(self, name: str, weighed: bool) -> Value:
        framed = self._begin(name, [POINTER, POINTER] if weighed else [POINTER], 0)
        code = framed.code
        arrays = code.given[1:]
        self._load(framed, terminator_children(self.terminator))
        number = code.variable(ZERO)

        def add(action: Value, weight: Value) -> None:
            now = code.get(number)
            for array, value in zip(arrays, (action, weight), strict=False):
                code.b.store(value, code.item(array, now))
            code.set(number, code.plus(now, 1))

        self._outcomes(framed, add)
        code.b.ret(code.get(number))
        code.finish()
        return code.function

    def outcomes(self) -> Value:
        """`outcomes{n}(m, context, f, actions, weights)`: writes the outcomes of luck; their number."""
        return self._listed("outcomes", weighed=True)

    def _chances(self) -> Value:
        return self._listed("options", weighed=False)

    def _draw_outcome(self, framed: Framed) -> None:
        """An outcome, each as likely as its weight says."""
        code = framed.code
        dice, total = code.given[1:]
        self._load(framed, children(self.terminator))
        weights, number = code.variable(ZERO), code.variable(ZERO)

        def measure(action: Value, weight: Value) -> None:
            code.set(weights, code.plus(code.get(weights), weight))
            code.set(number, code.plus(code.get(number), 1))

        self._outcomes(framed, measure)
        left = code.variable(sets.scaled(code, luck.next_bits(code, dice), code.get(weights)))
        code.b.store(code.b.add(code.b.load(total, typ=CELL), code.get(number)), total)

        def pick(action: Value, weight: Value) -> None:
            rest = code.b.sub(code.get(left), weight)
            code.set(left, rest)
            code.when(code.b.icmp_signed("<", rest, ZERO), lambda: code.b.ret(action))

        self._outcomes(framed, pick)
        code.b.ret(cell(-NO_DECISION))


def _chosen(code: Code, dice: Value, total: Value, count: Value) -> Value:
    code.b.store(code.b.add(code.b.load(total, typ=CELL), count), total)
    return sets.scaled(code, luck.next_bits(code, dice), count)


def _write_listed(code: Code) -> None:
    """Writes the actions of a set's members to a buffer; their number, or minus a status if there are none."""
    *words, buffer, action, none = code.given
    number = code.variable(ZERO)
    with sets.members(code, words) as member:
        now = code.get(number)
        code.b.store(code.plus(member, action), code.item(buffer, now))
        code.set(number, code.plus(now, 1))
    found = code.get(number)
    empty = code.b.icmp_signed("==", found, ZERO)
    code.b.ret(code.b.select(empty, code.b.neg(none), found))


def _write_picked(code: Code) -> None:
    """The action of one of a set's members, drawn by the dice, or minus a status if there are none."""
    *words, dice, total, action, none = code.given
    count = sets.size(code, words)
    empty = code.b.icmp_signed("==", count, ZERO)
    code.when(empty, lambda: code.b.ret(code.b.neg(none)), likely=False)
    chosen = _chosen(code, dice, total, count)
    code.listed(ZERO)
    code.b.ret(code.plus(sets.nth(code, words, chosen), action))
