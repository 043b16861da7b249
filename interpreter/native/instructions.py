"""Instructions as machine code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...dsl.tree.passes import over
from ..ir import (
    LUCK,
    SECRET_LUCK,
    Any,
    Assign,
    Call,
    Check,
    Const,
    Count,
    Emit,
    Expr,
    ForEachBit,
    ForEachIn,
    Forget,
    If,
    Instr,
    Learn,
    PlaceAt,
    Procedure,
    Put,
    PutAll,
    PutPile,
    Random,
    Return,
    Run,
    Shuffle,
    Store,
    StoreRanged,
    StoreSet,
    SwapAt,
    Trial,
    While,
)
from ..ir.walk import defines, flat, walk, writes
from ..memory.faults import RANGE
from ..memory.places import cleared
from . import knowledge, luck, places, sets, trials
from .code import Loop
from .expressions import Expressions, result_words
from .steady import among, depth_of, is_costly, is_short
from .values import CELL, ONE, YES, ZERO, Value, Words, cell, constant

DEEPEST = 3
"""How deep procedures are written inside each other."""
SHORT = 200
"""Procedures with up to this number of nodes are written in place of calls."""


class Instructions(Expressions):
    """Writes the instructions of one procedure into one function."""

    def instructions(self, instructions: tuple[Instr, ...]) -> None:
        for instr in instructions:
            around = self.code.span
            self.code.span = instr.span or around
            self.instruction(instr)
            self.code.span = around

    @over(Instr, subject="instr", leaves="PUTS ORDERS KNOWLEDGE REMARKS Random")
    def instruction(self, instr: Instr) -> None:
        code = self.code
        match instr:
            case Assign(register=register, value=value):
                self.assign(register, self.words(value, self.words_in(register)))
            case Store(address=address, value=value):
                stored = self.number(value)
                self._write(self.address(address), [stored])
            case StoreSet(address=address, words=words, value=value):
                found = self.set_of(value)
                first = self.address(address, words)
                self._write(first, self.fitted(found, words))
            case StoreRanged():
                self._store_ranged(instr)
            case Run(value=value):
                self.set_of(value)
            case If():
                self._if(instr)
            case While():
                self._while(instr)
            case ForEachBit(register=register, members=members, body=body):
                found = self.set_of(members)
                with self._repeated(instr), sets.members(code, found) as member:
                    self.assign(register, [member])
                    self.instructions(body)
            case ForEachIn(register=register, place=place, from_top=from_top, body=body):
                where = self.number(place)
                with self._repeated(instr), places.pieces(code, where, from_top) as piece:
                    self.assign(register, [piece])
                    self.instructions(body)
            case _:
                self._operation(instr)

    @over(Instr, subject="instr", leaves="NESTED STORES Assign Run")
    def _operation(self, instr: Instr) -> None:
        code = self.code
        if self.on_trial and writes(instr):
            trials.copy(code)
        match instr:
            case Put(piece=PlaceAt(place=Const(value=source), position=Const(value=-1))) if self._draws(
                instr, source
            ):
                self._draw(instr, source, self.number(instr.place))
            case Put(piece=piece):
                found = self.number(piece)
                self._put(instr, found, self.number(instr.place))
            case PutAll(pieces=Const(value=pieces), place=Const(value=place)) if self._gathers(
                pieces, place, instr.to_bottom
            ):
                places.gather(code, place)
            case PutAll(pieces=pieces):
                moved = self.words(pieces, self.unit.piece_words)
                place = self.number(instr.place)
                with sets.members(code, moved) as member:
                    self._put(instr, member, place)
            case PutPile(source=source):
                pile, place = self.number(source), self.number(instr.place)
                with places.pieces(code, pile) as member:
                    self._put(instr, member, place)
            case Shuffle(place=where):
                knowledge.shuffle(code, self.number(where))
            case Forget(place=where):
                knowledge.forget(code, self.number(where))
            case SwapAt(place=where, first=first, second=second):
                pile, one = self.number(where), self.number(first)
                places.swap(code, pile, one, self.number(second))
            case Learn(players=players, pieces=pieces):
                learners = self.number(players)
                places.learn(code, learners, self.words(pieces, self.unit.piece_words))
            case Random(register=register, bound=bound, secret=secret):
                below = self.number(bound)
                code.fail_if(code.b.icmp_signed("<", below, ONE), RANGE)
                self.assign(register, [luck.below(code, below, SECRET_LUCK if secret else LUCK)])
            case Check(test=test, fault=fault):
                code.fail_if(code.b.not_(self.test(test)), self.unit.program.faults[fault])
            case Count(steps=steps):
                self._count(steps if isinstance(steps, Const) else None, instr)
            case Emit():
                if self.unit.counting:
                    self._emit(instr)
            case _:
                raise TypeError(f"not an instruction: {instr!r}")

    # -------------------------------------------------------------- in place of calls

    def call(self, number: int, arguments: tuple[Expr, ...]) -> Words:
        """The words that a plain procedure returns. If a part of it stays the same in a loop around here, its code is
        written here instead of a call."""
        if self.code.loops and self._gains(number, arguments):
            return self._copied(number, arguments)
        return super().call(number, arguments)

    def _gains(self, number: int, arguments: tuple[Expr, ...]) -> bool:
        procedure, loops = self.unit.program.procedures[number], self.code.loops
        if self.code.copied == DEEPEST or not is_short(procedure, SHORT):
            return False
        depths = self._depths_in(procedure, arguments)
        if all(depths[index] == len(loops) for index in range(procedure.parameters)):
            return False
        value = procedure.blocks[0].terminator
        assert isinstance(value, Return)
        assert value.value is not None
        for node in walk(value.value):
            if not is_costly(node, self.layout):
                continue
            if self.outer_loop(node, depths) is not None and self.unit.steady.can_keep(node):
                return True
            test = among(node) if isinstance(node, Any) else None
            if test is not None and self.unites(test, procedure, depths):
                return True
        return False

    def _depths_in(self, procedure: Procedure, arguments: tuple[Expr, ...]) -> dict[int, int]:
        """The depths of the loops on which the registers of a procedure depend that is called here."""
        depths = dict.fromkeys(range(len(procedure.kinds)), len(self.code.loops))
        return depths | {index: depth_of(one, self.depths) for index, one in enumerate(arguments)}

    def _copied(self, number: int, arguments: tuple[Expr, ...]) -> Words:
        code, procedure = self.code, self.unit.program.procedures[number]
        body = Instructions(code, procedure, self.on_trial)
        for register, words in enumerate(self.arguments(procedure, arguments)):
            body.assign(register, words)
        body.depths = self._depths_in(procedure, arguments)
        block, around = procedure.blocks[0], code.span
        assert isinstance(block.terminator, Return)
        assert block.terminator.value is not None
        code.copied += 1
        code.span = procedure.span or around
        body.instructions(block.instructions)
        code.span = block.terminator.span or code.span
        found = body.words(block.terminator.value, result_words(self.unit, number))
        code.span = around
        code.copied -= 1
        return found

    def _write(self, address: Value, words: Words) -> None:
        """Writes cells that lie in the memory."""
        if self.on_trial:
            trials.note(self.code, address, len(words))
        for number, word in enumerate(words):
            self.code.store(word, address, number)

    def _emit(self, instr: Emit) -> None:
        """Counts an event, unless one of its arguments is 0."""
        code, happens = self.code, YES
        for argument in instr.arguments:
            happens = code.b.and_(happens, self.test(argument))

        def count() -> None:
            number = code.item(code.seen(), cell(instr.event))
            code.b.store(code.plus(code.b.load(number, typ=CELL), 1), number)

        if happens is YES:
            count()
        else:
            code.when(happens, count)

    def _if(self, instr: If) -> None:
        test = self.test(instr.test)
        otherwise = (lambda: self.instructions(instr.otherwise)) if instr.otherwise else None
        self.code.when(test, lambda: self.instructions(instr.then), otherwise)

    def _store_ranged(self, instr: StoreRanged) -> None:
        code = self.code
        value = self.number(instr.value)
        beyond = code.b.icmp_unsigned(
            ">", code.b.sub(value, cell(instr.least)), cell(instr.most - instr.least)
        )
        code.fail_if(beyond, self.unit.program.faults[instr.fault])
        self._write(self.address(instr.address), [value])

    def _while(self, instr: While) -> None:
        code = self.code
        head, body, after = code.block(), code.block(), code.block()
        with self._repeated(instr):
            code.go(head)
            code.begin(head)
            self.take_steps(ONE)
            code.branch(self.test(instr.test), body, after)
            code.begin(body)
            self.instructions(instr.body)
            code.go(head)
        code.begin(after)

    @contextmanager
    def _repeated(self, instr: While | ForEachBit | ForEachIn) -> Iterator[None]:
        """What is written in here is a loop of instructions."""
        loops, tests = self.code.loops, [instr.test] if isinstance(instr, While) else []
        is_still = self.unit.steady.is_still(tests, instr.body)
        loops.append(Loop(self.code.b.block, is_quiet=False, is_still=is_still))
        for one in flat((instr,)):
            register = defines(one)
            if register is not None:
                self.depths[register] = max(len(loops), self.depths.get(register, 0))
        yield
        loops.pop()

    def _count(self, known: Const | None, instr: Count) -> None:
        if known is not None:
            if known.value > 0:
                self.take_steps(cell(known.value))
            return
        steps = self.number(instr.steps)
        some = self.code.b.icmp_signed(">", steps, ZERO)
        self.code.when(some, lambda: self.take_steps(steps), likely=False)

    def _gathers(self, pieces: int, place: int, to_bottom: bool) -> bool:
        """Whether all pieces of the game are put into a place together."""
        layout = self.unit.layout
        known = 0 <= place < len(layout.places) and pieces == (1 << layout.pieces) - 1
        return known and bool(cleared(layout, place, to_bottom))

    def _draws(self, put: Put, source: int) -> bool:
        """Whether a move takes the top of a pile that is known now, and may take it after looking where it goes."""
        places = self.unit.layout.places
        pile = 0 <= source < len(places) and places[source].ordered
        calls = any(isinstance(part, Call | Trial) for part in walk(put.place))
        return pile and not calls and (not isinstance(put.place, Const) or put.place.value != source)

    def _draw(self, instr: Put, source: int, place: Value) -> None:
        code = self.code
        known = places.known(code, place)
        if known is None and constant(place) is not None:
            code.fail(self.unit.program.faults[instr.fault])
            return
        function = places.drawer(code, source, None if known is None else constant(place), instr.to_bottom)
        self._moved(instr, code.call(function, *([] if known is not None else [place])))

    def _put(self, instr: Put | PutAll | PutPile, piece: Value, place: Value) -> None:
        code = self.code
        fault = self.unit.program.faults[instr.fault]
        known = places.known(code, place)
        if known is None and constant(place) is not None:
            code.fail(fault)
            return
        function = places.putter(code, None if known is None else constant(place), instr.to_bottom)
        given = [piece] if known is not None else [piece, place]
        self._moved(instr, code.call(function, *given))

    def _moved(self, instr: Put | PutAll | PutPile, result: Value) -> None:
        """The faults of a move, by what it returns."""
        code = self.code
        code.fail_if(code.b.icmp_unsigned("==", result, places.OUTSIDE), RANGE)
        code.fail_if(code.b.icmp_unsigned("==", result, places.FAULT), self.unit.program.faults[instr.fault])
