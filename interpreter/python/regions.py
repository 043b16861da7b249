"""Regions: the blocks that one entry of a framed procedure runs before it suspends, as one Python function.

Blocks with a single predecessor are inlined. The others (`heads`: merges and loops) follow the code of the
entry: on their own, in a loop if they lead back to themselves, or dispatched by `b`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial

from ...dsl.tree.passes import over
from ..ir import (
    Argument,
    Branch,
    CallFrame,
    Chance,
    Choose,
    Const,
    Count,
    Emit,
    Fork,
    Halt,
    Instr,
    Jump,
    Option,
    Procedure,
    Return,
    Terminator,
)
from ..ir.frames import EntryKind
from ..ir.walk import defines, flat, reachable_blocks, reads, successors, terminator_children
from .frame_code import FrameCode
from .framed_entry import FramedEntry
from .instructions import Function

_LARGE = 4  # a block with this many instructions is not repeated in every entry
_DEEPEST = 40  # how deep blocks are nested


class Region:
    """Emits one function: of an entry, or (`begin`) of a block that several entries share.

    `shared` are the blocks that have a function of their own; such a function takes the registers that are live
    in the block as arguments, and a frame without registers.
    """

    def __init__(self, at: FramedEntry, name: str, shared: frozenset[int], begin: int | None = None) -> None:
        self.at, self.begin, self.shared = at, begin, shared
        self.program, self.plan = at.program, at.plan
        self.live_into = at.plan.live[at.number]
        self.resumes = begin is None and at.entry.kind in (EntryKind.CHOICE, EntryKind.CHANCE)
        self.live = at.entry.live if begin is None else frozenset()
        given = ", action" if self.resumes else ""
        if begin is not None:
            given = "".join(f", r{register}" for register in sorted(self.live_into[begin]))
        self.out = at.function(f"def {name}(m, f{given}{at.tail}):")
        self.roots = self._roots()
        self.blocks = self._reachable(self.roots)
        self.heads = self._heads()
        self.assigned = self._assigned()
        self.counted: set[int] = set()  # the blocks whose loop counts one of their steps
        if begin is not None:
            self.assigned |= self.live_into[begin]
        number = at.entry.number if begin is None else None
        self.frame = FrameCode(at, self.out, self.live, number, self.assigned)

    # ---------------------------------------------------------------- planning

    def _roots(self) -> list[int]:
        if self.begin is not None:
            return [self.begin]
        if self.at.entry.kind is EntryKind.START:
            return [0]
        return [target for target, _ in successors(self.at.terminator)]

    def _reachable(self, starts: Iterable[int]) -> list[int]:
        """The blocks whose code this function contains."""
        found: set[int] = set()
        waiting = [start for start in starts if start not in self.shared or start == self.begin]
        while waiting:
            block = waiting.pop()
            if block not in found:
                found.add(block)
                waiting.extend(self._ways_out(block))
        return sorted(found)

    def _ways_out(self, block: int) -> list[int]:
        """The blocks of this function to which a block leads without a suspension."""
        return [target for target in ways(self.at.procedure, block) if target not in self.shared]

    def _heads(self) -> list[int]:
        count = Counter(self.roots)
        for block in self.blocks:
            count.update(self._ways_out(block))
        heads = {block for block in self.blocks if count[block] > 1 and not self._repeatable(block)}
        return sorted(self._too_deep(heads) | heads)

    def _too_deep(self, heads: set[int]) -> set[int]:
        """More heads, so that blocks are not nested too deep for Python's grammar and this module's recursion."""
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
        """Whether a merge is so small that repeating its code costs less than sharing it."""
        body = self.at.procedure.blocks[block]
        return len(body.instructions) <= 1 and not isinstance(body.terminator, Jump | Branch)

    def _assigned(self) -> set[int]:
        instructions = [i for b in self.blocks for i in flat(self.at.procedure.blocks[b].instructions)]
        found = {register for i in instructions if (register := defines(i)) is not None}
        if self.resumes:
            found |= {register for _, register in successors(self.at.terminator) if register is not None}
        return found

    def _read(self) -> set[int]:
        found: set[int] = set()
        targets = list(self.roots)
        for number in self.blocks:
            targets += ways(self.at.procedure, number)
            found |= self.plan.reads[self.at.number][number]
        for target in targets:
            if target in self.shared:
                found |= self.live_into[target]
        if self.resumes:
            found |= reads(terminator_children(self.at.terminator))
        return found

    # ---------------------------------------------------------------- emitting

    def emit(self) -> Function:
        self.at.load(self.out, self.live & (self._read() | self.assigned))
        if not self.resumes:
            self.go(self.roots[0])
        elif self.at.entry.kind is EntryKind.CHOICE:
            self._emit_choice()
        else:
            self._emit_chance()
        if self.heads:
            self._emit_heads()
        return self.out

    def _emit_heads(self) -> None:
        if len(self.heads) > 1:
            self.out.block("while True:", self._dispatch)
        elif self.heads[0] in self._after(self.heads[0]):
            self._loop(self.heads[0])
        else:
            self.tree(self.heads[0])

    def _loop(self, head: int) -> None:
        """A block that leads back to itself. If it counts its turns, the loop iterates over the remaining steps."""
        block = self.at.procedure.blocks[head]
        first = block.instructions[0] if block.instructions else None
        if not (isinstance(first, Count) and isinstance(first.steps, Const)):
            self.out.block("while True:", lambda: self.tree(head))
            return
        self.counted.add(head)
        self.out.block("for _ in n:", lambda: self.tree(head))
        # An endless loop is reported at the loop, not at the last line of its body.
        self.out.span = block.terminator.span or self.out.span
        self.out.line("raise RulesFault(STEP_LIMIT)")

    def _dispatch(self) -> None:
        for index, head in enumerate(self.heads):
            test = f"{'elif' if index else 'if'} b == {head}:" if head != self.heads[-1] else "else:"
            self.out.block(test, partial(self.tree, head))

    def _after(self, block: int) -> list[int]:
        return self._reachable(self._ways_out(block))

    def go(self, target: int) -> bool:
        """Emits a jump to a block; returns whether control can reach the next line."""
        if target in self.shared and target != self.begin:
            registers = "".join(f", r{register}" for register in sorted(self.live_into[target]))
            self.frame.clear()
            name = shared_name(self.at.number, target)
            self.out.line(f"return {name}(m, f{registers}{self.at.tail})")
            return False
        if target not in self.heads:
            return self.tree(target)
        if len(self.heads) > 1:
            self.out.line(f"b = {target}")
        return True

    @over(Terminator, subject="terminator")
    def tree(self, number: int) -> bool:
        """Emits a block and the blocks that only it leads to; returns whether control can reach the end."""
        block = self.at.procedure.blocks[number]
        self.out.span = block.terminator.span or self.out.span
        self.out.instructions(self._instructions(number))
        self.out.span = block.terminator.span or self.out.span
        terminator = block.terminator
        match terminator:
            case Jump(block=target):
                return self.go(target)
            case Branch():
                return self._branch(terminator)
            case Choose() | Chance():
                self.frame.suspend(number)
                self.out.line("return 0")
            case CallFrame():
                self.frame.call(number, terminator)
            case Fork():
                self.frame.fork(number, terminator)
            case Return():
                self.frame.give_back(terminator)
            case Halt(winners=winners):
                self.frame.halt(self.out.exprs.value(winners))
        return False

    def _instructions(self, number: int) -> tuple[Instr, ...]:
        """The instructions of a block; its loop may have counted one step already."""
        instructions = self.at.procedure.blocks[number].instructions
        if number not in self.counted:
            return instructions
        first = instructions[0]
        assert isinstance(first, Count)
        assert isinstance(first.steps, Const)
        more = first.steps.value - 1
        left = (Count(Const(more), span=first.span),) if more else ()
        return (*left, *instructions[1:])

    def _branch(self, branch: Branch) -> bool:
        if not self.out.block(f"if {self.out.exprs.test(branch.test)}:", partial(self.go, branch.then)):
            # A branch that returned needs no `else` after it
            return self.go(branch.otherwise)
        self.out.block("else:", partial(self.go, branch.otherwise))
        return True

    # --------------------------------------------------------------- resuming

    def _emit_choice(self) -> None:
        terminator = self.at.terminator
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
        terminator = self.at.terminator
        assert isinstance(terminator, Chance)
        argument = f"action - {terminator.action}"
        if terminator.argument is Argument.DESIGN:
            self.out.line(f"c = {self.out.exprs.value(terminator.members)} & DESIGN[{argument}]")
            self.out.line(f"r{terminator.register} = (c & -c).bit_length() - 1")
        else:
            self.out.line(f"r{terminator.register} = {argument}")
        self.go(terminator.target)


def ways(procedure: Procedure, block: int) -> list[int]:
    """The blocks to which a block leads without a suspension."""
    terminator = procedure.blocks[block].terminator
    return [target for target, _ in successors(terminator)] if isinstance(terminator, Jump | Branch) else []


def shared_name(procedure: int, block: int) -> str:
    return f"s{procedure}_{block}"


def shared_blocks(procedure: Procedure, roots: Iterable[Iterable[int]]) -> frozenset[int]:
    """The blocks worth a function of their own: large ones that several entries (by their roots) reach.

    Blocks that lead back to themselves without a suspension are left out: Python's stack would grow.
    """
    counts = Counter(block for starts in roots for block in reachable_blocks(procedure, starts))
    return frozenset(
        block
        for block, count in counts.items()
        if count > 1
        and sum(
            1 for instr in flat(procedure.blocks[block].instructions) if not isinstance(instr, Emit | Count)
        )
        >= _LARGE
        and block not in reachable_blocks(procedure, ways(procedure, block))
    )
