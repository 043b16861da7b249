"""Framed procedures as machine code: one function each, which starts at any of its entries and runs to a suspension.

`frame{n}(m, context, f, entry, action)` returns the next frame to run, or: WAITS if the strand waits, or the match is
over; STRANDS if strands were started; JOIN if a strand has ended; or a fault: FIRST_FAULT minus its status. What
frames hold follows the frame plan, so that the memory has the same bytes as in every engine.
"""

from __future__ import annotations

from ...dsl.tree.passes import over
from ..ir import (
    FORKS,
    OVER,
    WINNERS,
    Argument,
    Branch,
    CallFrame,
    Chance,
    Choose,
    Fork,
    Halt,
    Jump,
    Option,
    Return,
    Terminator,
)
from ..ir.frames import EntryKind, EntryPoint, FrameSlot
from ..ir.walk import successors
from ..memory.faults import RANGE, STACK_OVERFLOW
from . import places, sets
from .code import Code
from .instructions import Instructions
from .statuses import NO_DECISION
from .unit import Unit
from .values import CELL, ONE, ZERO, Value, Words, cell, constant, of_number

WAITS, STRANDS, JOIN = 0, -1, -2
FIRST_FAULT = -16


def declare(unit: Unit, number: int) -> Value:
    return unit.function(f"frame{number}", CELL, [CELL, CELL, CELL])


class Framed(Instructions):
    """Writes one framed procedure, or code that reads one of its frames."""

    def __init__(self, code: Code, number: int, frame: Value) -> None:
        super().__init__(code, code.unit.program.procedures[number])
        self.number_of, self.plan = number, code.unit.plan
        self.slots: dict[int, FrameSlot] = self.plan.frames[number].slots
        # Nothing calls the main procedure, so its frame always lies at the bottom.
        self.is_main = number == code.unit.program.main
        self.f = cell(self.layout.stacks + 1) if self.is_main else frame

    def load_registers(self, registers: frozenset[int] | set[int]) -> None:
        for register in sorted(registers):
            slot = self.slots[register]
            words = [self.code.load(self.f, slot.offset + word) for word in range(slot.words)]
            self.assign(register, words)

    # ------------------------------------------------------------------ entries

    def write(self) -> None:
        code, procedure = self.code, self.procedure
        entry, self.action = code.given[1:]
        entries = [one for one in self.plan.entries if one.procedure == self.number_of]
        self.blocks = [code.block(f"block{number}_") for number in range(len(procedure.blocks))]
        nowhere = code.block("nowhere")
        switch = code.b.switch(entry, nowhere)
        starts = [code.block(f"entry{one.number}_") for one in entries]
        for one, start in zip(entries, starts, strict=True):
            switch.add_case(cell(one.number), start)
        code.begin(nowhere)
        code.b.ret(cell(FIRST_FAULT - NO_DECISION))
        for one, start in zip(entries, starts, strict=True):
            code.begin(start)
            code.span = procedure.blocks[one.block].terminator.span or procedure.span
            self.load_registers(one.live)
            self._resume(one)
        for number, block in enumerate(procedure.blocks):
            code.begin(self.blocks[number])
            code.span = block.terminator.span or procedure.span
            self.instructions(block.instructions)
            code.span = block.terminator.span or procedure.span
            self._terminator(number, block.terminator)

    def _resume(self, entry: EntryPoint) -> None:
        terminator = self.procedure.blocks[entry.block].terminator
        if entry.kind is EntryKind.START:
            self.code.go(self.blocks[0])
        elif isinstance(terminator, Choose):
            self._resume_choice(terminator)
        elif isinstance(terminator, Chance):
            self._resume_chance(terminator)
        else:
            ((target, _),) = successors(terminator)
            self.code.go(self.blocks[target])

    def _resume_choice(self, choose: Choose) -> None:
        code = self.code
        options = sorted(choose.options, key=lambda option: option.action, reverse=True)
        for option in options[:-1]:
            here, other = code.block(), code.block()
            code.branch(code.b.icmp_signed(">=", self.action, cell(option.action)), here, other)
            code.begin(here)
            self._chosen(option)
            code.begin(other)
        self._chosen(options[-1])

    def _chosen(self, option: Option) -> None:
        code = self.code
        if option.register is not None:
            argument = code.b.sub(self.action, cell(option.action))
            match option.argument:
                case Argument.DESIGN:
                    assert option.candidates is not None
                    chosen = self._of_design(self.words(option.candidates, self.unit.piece_words), argument)
                case Argument.POSITION:
                    assert option.place is not None
                    chosen = places.at_position(code, self.number(option.place), argument)
                case _:
                    chosen = argument
            self.assign(option.register, [chosen])
        code.go(self.blocks[option.target])

    def _of_design(self, candidates: Words, design: Value) -> Value:
        """The lowest piece of a set that has a design; -1 if none has it."""
        code, b = self.code, self.code.b
        masks = [0] * (max(self.layout.designs, default=0) + 1)
        for piece, number in enumerate(self.layout.designs):
            masks[number] |= 1 << piece
        cells = [one.constant for mask in masks for one in of_number(mask, len(candidates))]
        table = self.unit.table(f"of_design_{len(candidates)}", cells)
        inside = b.icmp_unsigned("<", design, cell(len(masks)))
        first = b.mul(b.select(inside, design, ZERO), cell(len(candidates)))
        own = [
            b.select(inside, b.and_(word, code.entry(table, code.plus(first, number))), ZERO)
            for number, word in enumerate(candidates)
        ]
        return sets.lowest(code, own)

    def _resume_chance(self, chance: Chance) -> None:
        code = self.code
        argument = code.b.sub(self.action, cell(chance.action))
        if chance.argument is Argument.DESIGN:
            argument = self._of_design(self.words(chance.members, self.unit.piece_words), argument)
        self.assign(chance.register, [argument])
        code.go(self.blocks[chance.target])

    # -------------------------------------------------------------- terminators

    @over(Terminator, subject="terminator")
    def _terminator(self, number: int, terminator: Terminator) -> None:
        code = self.code
        match terminator:
            case Jump(block=target):
                code.go(self.blocks[target])
            case Branch(test=test, then=then, otherwise=otherwise):
                code.branch(self.test(test), self.blocks[then], self.blocks[otherwise])
            case Choose() | Chance():
                self._suspend(number)
                code.b.ret(cell(WAITS))
            case CallFrame():
                self._call_frame(number, terminator)
            case Fork():
                self._fork(number, terminator)
            case Return():
                self._give_back(terminator)
            case Halt(winners=winners):
                self._halt(self.number(winners))

    def _suspend(self, number: int) -> None:
        """Stores exactly the registers that the entry at the end of this block holds, and its number."""
        code = self.code
        entry = self.plan.suspended[self.number_of, number]
        held = {self.slots[register]: register for register in entry.held}
        for slot in sorted(set(self.slots.values()), key=lambda slot: slot.offset):
            if slot in held:
                words = [code.get(variable) for variable in self.variables(held[slot])]
            else:
                words = [ZERO] * slot.words
            for word, value in enumerate(words):
                code.store(value, self.f, slot.offset + word)
        code.store(cell(entry.number), self.f, 1)

    def _stack(self) -> Value:
        """The address of the stack that the frame lies on."""
        layout, b = self.layout, self.code.b
        if self.is_main or layout.strands == 1:
            return cell(layout.stacks)
        return b.sub(self.f, b.urem(b.sub(self.f, cell(layout.stacks)), cell(layout.stack)))

    def _call_frame(self, number: int, call: CallFrame) -> None:
        code, layout = self.code, self.layout
        size, needed = self.plan.frames[self.number_of].size, self.plan.frames[call.procedure].size
        stack = self._stack()
        new, end = code.plus(self.f, size), code.plus(stack, layout.stack)
        known = constant(new)
        if known is None:
            code.fail_if(code.b.icmp_signed(">", code.plus(new, needed), end), STACK_OVERFLOW)
        elif known + needed > layout.stacks + layout.stack:
            code.fail(STACK_OVERFLOW)
        callee = self.unit.program.procedures[call.procedure]
        arguments = self.arguments(callee, call.arguments)
        self._push(new, self.f, call.procedure, arguments)
        self._suspend(number)
        code.store(new, stack)
        code.b.ret(new)

    def _push(self, new: Value, below: Value | None, procedure: int, arguments: list[Words]) -> None:
        """Fills a new frame; arguments that the callee never reads are not stored."""
        code = self.code
        start = self.plan.entry(self.plan.starts[procedure])
        assert start is not None
        for parameter, words in enumerate(arguments):
            if parameter in start.held:
                slot = self.plan.frames[procedure].slots[parameter]
                for word, value in enumerate(words):
                    code.store(value, new, slot.offset + word)
        code.store(cell(start.number), new, 1)
        if below is not None:
            code.store(below, new)

    def _fork(self, number: int, fork: Fork) -> None:
        code, layout = self.code, self.layout
        players = self.number(fork.players)
        callee = self.unit.program.procedures[fork.procedure]
        arguments = self.arguments(callee, fork.arguments, first=1)
        if 1 + self.plan.frames[fork.procedure].size > layout.stack:
            code.fail(STACK_OVERFLOW)
            code.b.unreachable()
            return
        self._suspend(number)
        forks = code.at(FORKS)
        code.b.store(code.b.add(code.b.load(forks, typ=CELL), ONE), forks)
        code.when(code.b.icmp_unsigned("==", players, ZERO), lambda: code.b.ret(self.f))
        every = cell((1 << (layout.strands - 1)) - 1)
        code.fail_if(sets.nonzero(code, sets.difference(code, [players], [every])), RANGE)
        with sets.members(code, [players]) as player:
            stack = code.plus(code.b.mul(player, cell(layout.stack)), layout.stacks + layout.stack)
            new = code.plus(stack, 1)
            code.store(new, stack)
            self._push(new, None, fork.procedure, [[player], *arguments])
        code.b.ret(cell(STRANDS))

    def _give_back(self, terminator: Return) -> None:
        code, layout = self.code, self.layout
        if self.is_main:
            self._halt(ZERO)
            return
        results = [entry for entry in self.plan.entries if entry.result is not None]
        widths = {self._result_slot(entry).words for entry in results}
        words = [ZERO] if terminator.value is None else self.set_of(terminator.value)
        below = code.load(self.f)
        for slot in set(self.slots.values()):
            for word in range(slot.words):
                code.store(ZERO, self.f, slot.offset + word)
        code.store(ZERO, self.f)
        code.store(ZERO, self.f, 1)
        code.store(below, self._stack())
        if layout.strands > 1:
            code.when(code.b.icmp_unsigned("==", below, ZERO), lambda: code.b.ret(cell(JOIN)))
        if not results:
            code.b.ret(below)
            return
        # The frame below must hold at least its head: its entry says where the result goes.
        code.fail_if(code.b.icmp_unsigned(">", below, cell(layout.size - 2)), RANGE)
        entry = code.load(below, 1)
        done = code.block()
        switch = code.b.switch(entry, done)
        for width in sorted(widths):
            ways: dict[int, list[EntryPoint]] = {}
            for one in results:
                slot = self._result_slot(one)
                if slot.words == width:
                    ways.setdefault(slot.offset, []).append(one)
            for offset, entries in sorted(ways.items()):
                here = code.block()
                for one in entries:
                    switch.add_case(cell(one.number), here)
                code.begin(here)
                code.fail_if(code.b.icmp_unsigned(">", below, cell(layout.size - offset - width)), RANGE)
                for word, value in enumerate(self.fitted(words, width)):
                    code.store(value, below, offset + word)
                code.go(done)
        code.begin(done)
        code.b.ret(below)

    def _result_slot(self, entry: EntryPoint) -> FrameSlot:
        assert entry.result is not None
        return self.plan.frames[entry.procedure].slots[entry.result]

    def _halt(self, winners: Value) -> None:
        code, layout = self.code, self.layout
        code.store(ONE, OVER)
        code.store(winners, WINNERS)
        code.fill(code.at(layout.stacks), 0, 8 * layout.strands * layout.stack)
        code.b.ret(cell(WAITS))
