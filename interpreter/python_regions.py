"""Regions: the blocks that one entry of a framed procedure runs before it suspends, as one Python function.

Blocks that are come to in one way are nested into each other. The others (`heads`: merges and loops) stand
behind the code of the entry: alone, in a counted loop if they come back to themselves, or dispatched by `b`.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

from .frames import Entry, EntryKind, FramePlan, Slot
from .ir import (
    Argument,
    Branch,
    CallFrame,
    Chance,
    Choose,
    Fork,
    Halt,
    Jump,
    Option,
    Procedure,
    Program,
    Return,
    Terminator,
)
from .ir_walk import children, defines, flat, reachable_blocks, reads, successors, terminator_children
from .python_emit import Function, load_slot, slot_address

_DEEPEST = 40  # blocks nested into each other


class Site:
    """What the functions of one entry share: its frame, and where that lies."""

    def __init__(self, program: Program, plan: FramePlan, entry: Entry, trace: bool) -> None:
        self.program, self.plan, self.entry, self.trace = program, plan, entry, trace
        self.procedure: Procedure = program.procedures[entry.procedure]
        self.slots: dict[int, Slot] = plan.frames[entry.procedure].slots
        # The main procedure is called by nobody, so its frame always lies at the bottom.
        is_main = entry.procedure == program.main
        self.f = str(program.layout.stacks + 1) if is_main else "f"
        self.tail = ", x" if trace else ""

    @property
    def terminator(self) -> Terminator:
        return self.procedure.blocks[self.entry.block].terminator

    def load(self, function: Function, registers: frozenset[int] | set[int]) -> None:
        for register in sorted(registers):
            slot = self.slots[register]
            function.line(f"r{register} = {load_slot(self.f, slot.offset, slot.words)}")


class Region:
    """Emits the function of one entry."""

    def __init__(self, site: Site, name: str) -> None:
        self.site = site
        self.program, self.plan, self.entry = site.program, site.plan, site.entry
        self.layout = site.program.layout
        resumed = site.entry.kind in (EntryKind.CHOICE, EntryKind.CHANCE)
        self.out = Function(
            site.program,
            site.procedure,
            f"def {name}(m, f{', action' if resumed else ''}{site.tail}):",
            site.trace,
        )
        self.roots = self._roots()
        self.blocks = reachable_blocks(site.procedure, self.roots)
        self.heads = self._heads()
        self.assigned = self._assigned()

    # ---------------------------------------------------------------- planning

    def _roots(self) -> list[int]:
        if self.entry.kind is EntryKind.START:
            return [0]
        return [target for target, _ in successors(self.site.terminator)]

    def _ways_out(self, block: int) -> tuple[int, ...]:
        terminator = self.site.procedure.blocks[block].terminator
        if isinstance(terminator, Jump | Branch):
            return tuple(target for target, _ in successors(terminator))
        return ()

    def _heads(self) -> list[int]:
        ways = Counter(self.roots)
        for block in self.blocks:
            ways.update(self._ways_out(block))
        heads = {block for block in self.blocks if ways[block] > 1 and not self._repeatable(block)}
        return sorted(self._too_deep(heads) | heads)

    def _too_deep(self, heads: set[int]) -> set[int]:
        """More heads, so that no nest is deeper than Python's grammar and this module's recursion bear."""
        cut: set[int] = set()
        waiting = [(root, 0) for root in [*dict.fromkeys(self.roots), *heads]]
        while waiting:
            block, depth = waiting.pop()
            for target in self._ways_out(block):
                if target in heads or target in cut:
                    continue
                if depth >= _DEEPEST:
                    cut.add(target)
                waiting.append((target, 0 if depth >= _DEEPEST else depth + 1))
        return cut

    def _repeatable(self, block: int) -> bool:
        """Whether a merge is so small that repeating its code costs less than a way to share it."""
        body = self.site.procedure.blocks[block]
        return len(body.instructions) <= 1 and not isinstance(body.terminator, Jump | Branch)

    def _assigned(self) -> set[int]:
        instructions = [i for b in self.blocks for i in flat(self.site.procedure.blocks[b].instructions)]
        found = {register for i in instructions if (register := defines(i)) is not None}
        if self.entry.kind in (EntryKind.CHOICE, EntryKind.CHANCE):
            found |= {register for _, register in successors(self.site.terminator) if register is not None}
        return found

    def _read(self) -> set[int]:
        found: set[int] = set()
        for number in self.blocks:
            block = self.site.procedure.blocks[number]
            for instr in flat(block.instructions):
                found |= reads(children(instr))
            # A decision reads its own registers later, from the frame.
            if not isinstance(block.terminator, Choose | Chance):
                found |= reads(terminator_children(block.terminator))
        if self.entry.kind in (EntryKind.CHOICE, EntryKind.CHANCE):
            found |= reads(terminator_children(self.site.terminator))
        return found

    # ---------------------------------------------------------------- emitting

    def emit(self) -> Function:
        self.site.load(self.out, self.entry.live & (self._read() | self.assigned))
        if self.entry.kind is EntryKind.CHOICE:
            self._emit_choice()
        elif self.entry.kind is EntryKind.CHANCE:
            self._emit_chance()
        else:
            self.go(self.roots[0])
        if self.heads:
            self._emit_heads()
        return self.out

    def _emit_heads(self) -> None:
        if len(self.heads) > 1:
            self.out.block("for _ in STEPS:", self._dispatch)
        elif self.heads[0] in self._after(self.heads[0]):
            self.out.block("for _ in STEPS:", lambda: self.tree(self.heads[0]))
        else:
            self.tree(self.heads[0])
            return
        self.out.line("raise RulesFault(STEP_LIMIT)")

    def _dispatch(self) -> None:
        for index, head in enumerate(self.heads):
            test = f"{'elif' if index else 'if'} b == {head}:" if head != self.heads[-1] else "else:"
            self.out.block(test, partial(self.tree, head))

    def _after(self, block: int) -> list[int]:
        return reachable_blocks(self.site.procedure, self._ways_out(block))

    def go(self, target: int) -> bool:
        """Goes to a block; whether control can come to the line behind."""
        if target not in self.heads:
            return self.tree(target)
        if len(self.heads) > 1:
            self.out.line(f"b = {target}")
        return True

    def tree(self, number: int) -> bool:
        """The code of a block and of all that only it leads to; whether it can come to its end."""
        block = self.site.procedure.blocks[number]
        self.out.span = block.terminator.span or self.out.span
        self.out.instructions(block.instructions)
        self.out.span = block.terminator.span or self.out.span
        terminator = block.terminator
        match terminator:
            case Jump(block=target):
                return self.go(target)
            case Branch():
                return self._branch(terminator)
            case Choose() | Chance():
                self.suspend(number)
                self.out.line("return 0")
            case CallFrame():
                self._call(number, terminator)
            case Fork():
                self._fork(number, terminator)
            case Return():
                self._return(terminator)
            case Halt(winners=winners):
                self.halt(self.out.exprs.value(winners))
        return False

    def _branch(self, branch: Branch) -> bool:
        if not self.out.block(f"if {self.out.exprs.test(branch.test)}:", partial(self.go, branch.then)):
            # The way that returned needs no `else` behind it
            return self.go(branch.otherwise)
        self.out.block("else:", partial(self.go, branch.otherwise))
        return True

    # --------------------------------------------------------------- resuming

    def _emit_choice(self) -> None:
        terminator = self.site.terminator
        assert isinstance(terminator, Choose)
        self.out.span = terminator.span
        options = sorted(terminator.options, key=lambda option: option.action, reverse=True)
        for option in options[:-1]:
            if self.out.block(f"if action >= {option.action}:", partial(self._chosen, option)):
                self._rest_of_choice(options[options.index(option) + 1 :])
                return
        self._chosen(options[-1])

    def _rest_of_choice(self, options: list[Option]) -> None:
        for option in options:
            head = f"elif action >= {option.action}:" if option is not options[-1] else "else:"
            self.out.block(head, partial(self._chosen, option))

    def _chosen(self, option: Option) -> bool:
        value, argument = self.out.exprs.value, f"action - {option.action}"
        if option.register is not None:
            match option.argument:
                case Argument.DESIGN:
                    assert option.candidates is not None
                    mask = f"({value(option.candidates)} & DESIGN[{argument}])"
                    self.out.line(f"c = {mask}")
                    self.out.line(f"r{option.register} = (c & -c).bit_length() - 1")
                case Argument.POSITION:
                    assert option.place is not None
                    self.out.line(f"r{option.register} = place_at(m, {value(option.place)}, {argument})")
                case _:
                    self.out.line(f"r{option.register} = {argument}")
        return self.go(option.target)

    def _emit_chance(self) -> None:
        terminator = self.site.terminator
        assert isinstance(terminator, Chance)
        argument = f"action - {terminator.action}"
        if terminator.argument is Argument.DESIGN:
            self.out.line(f"c = {self.out.exprs.value(terminator.members)} & DESIGN[{argument}]")
            self.out.line(f"r{terminator.register} = (c & -c).bit_length() - 1")
        else:
            self.out.line(f"r{terminator.register} = {argument}")
        self.go(terminator.target)

    # -------------------------------------------------------------- suspending

    def suspend(self, number: int) -> None:
        """Leaves in the frame exactly what the entry at the end of this block holds, and its number."""
        entry = self.plan.suspended[self.entry.procedure, number]
        for register in sorted(entry.held):
            if register not in self.entry.live or register in self.assigned:
                self._store_slot(register)
        self._zero_slots(self.entry.live - entry.held, entry.held)
        if entry.number != self.entry.number:
            self.out.line(f"m[{slot_address(self.site.f, 1)}] = {entry.number}")

    def _store_slot(self, register: int) -> None:
        slot = self.site.slots[register]
        address = slot_address(self.site.f, slot.offset)
        if slot.words == 1:
            self.out.line(f"m[{address}] = r{register}")
        else:
            self.out.line(f"store_set(m, {address}, {slot.words}, r{register})")

    def _zero_slots(self, dead: frozenset[int], held: frozenset[int] = frozenset()) -> None:
        """Clears the slots of dead registers that no other register has taken over."""
        slots = {self.site.slots[register] for register in dead}
        slots -= {self.site.slots[register] for register in held}
        offsets = sorted(slot.offset + word for slot in slots for word in range(slot.words))
        if offsets:
            self.out.line(" = ".join(f"m[{slot_address(self.site.f, o)}]" for o in offsets) + " = 0")

    def _call(self, number: int, call: CallFrame) -> None:
        out, layout = self.out, self.layout
        frame = self.plan.frames[call.procedure]
        size = self.plan.frames[self.entry.procedure].size
        stack = self._stack()
        if self.site.f.isdigit():
            new = str(int(self.site.f) + size)
        else:
            out.line(f"g = f + {size}")
            new = "g"
        end = str(int(stack) + layout.stack) if stack.isdigit() else f"s + {layout.stack}"
        if not (new.isdigit() and int(new) + frame.size <= int(end)):
            out.line(f"if {slot_address(new, frame.size)} > {end}: raise RulesFault(STACK_OVERFLOW)")
        arguments = [out.exprs.value(argument) for argument in call.arguments]
        self._push(new, self.site.f, call.procedure, arguments)
        self.suspend(number)
        out.line(f"m[{stack}] = {new}")
        out.line(f"return {new}")

    def _stack(self) -> str:
        """Source of the address of the stack that the frame lies on."""
        if self.site.f.isdigit() or self.layout.strands == 1:
            return str(self.layout.stacks)
        self.out.line(f"s = f - (f - {self.layout.stacks}) % {self.layout.stack}")
        return "s"

    def _push(self, new: str, below: str, procedure: int, arguments: list[str]) -> None:
        """Fills a new frame; what the callee never reads is still evaluated, but not kept."""
        frame = self.plan.frames[procedure]
        start = self.plan.entry(self.plan.starts[procedure])
        assert start is not None
        for parameter, source in enumerate(arguments):
            if parameter not in start.held:
                if "(m" in source:  # a call
                    self.out.line(source)
                continue
            slot = frame.slots[parameter]
            address = slot_address(new, slot.offset)
            if slot.words == 1:
                self.out.line(f"m[{address}] = {source}")
            else:
                self.out.line(f"store_set(m, {address}, {slot.words}, {source})")
        self.out.line(f"m[{slot_address(new, 1)}] = {start.number}")
        if below != "0":
            self.out.line(f"m[{new}] = {below}")

    def _fork(self, number: int, fork: Fork) -> None:
        out, layout = self.out, self.layout
        out.line(f"c = {out.exprs.value(fork.players)}")
        names = [out.exprs.fresh() for _ in fork.arguments]
        for name, argument in zip(names, fork.arguments, strict=True):
            out.line(f"{name} = {out.exprs.value(argument)}")
        if 1 + self.plan.frames[fork.procedure].size > layout.stack:
            out.line("raise RulesFault(STACK_OVERFLOW)")

        def start() -> None:
            out.line("p = (c & -c).bit_length() - 1")
            out.line("c &= c - 1")
            out.line(f"s = {layout.stacks + layout.stack} + p * {layout.stack}")
            out.line("g = m[s] = s + 1")
            self._push("g", "0", fork.procedure, ["p", *names])

        self.suspend(number)
        out.line(f"if not c: return {self.site.f}")
        out.block("while c:", start)
        out.line("return -1")

    def _return(self, terminator: Return) -> None:
        out, f = self.out, self.site.f
        if self.entry.procedure == self.program.main:
            self.halt("0")
            return
        results = any(entry.result is not None for entry in self.plan.entries)
        value = "0" if terminator.value is None else out.exprs.value(terminator.value)
        if results or "(m" in value:
            out.line(f"v = {value}")
        out.line(f"b = m[{f}]")
        self._zero_slots(self.entry.live)
        out.line("m[f] = m[f + 1] = 0")
        out.line(f"m[{self._stack()}] = b")
        if self.layout.strands > 1:
            out.line("if not b: return -2")
        if results:
            out.line("o = RESULT[m[b + 1]]")
            out.line("if o: give(m, b, o, v)" if self._wide_results() else "if o: m[b + o] = v")
        out.line("return b")

    def _wide_results(self) -> bool:
        return any(
            self.plan.frames[e.procedure].slots[e.result].words > 1
            for e in self.plan.entries
            if e.result is not None
        )

    def halt(self, winners: str) -> None:
        layout = self.layout
        end = layout.stacks + layout.strands * layout.stack
        self.out.line(f"m[1], m[2] = 1, {winners}")
        self.out.line(f"m[{layout.stacks}:{end}] = NO_STACKS")
        self.out.line("return 0")
