"""The driver and the exported functions of a module: start, act, options, draw and play on.

The memory comes from outside, so nothing here trusts it: a frame that does not lie in the memory, or an entry that
does not exist, is the status NO_DECISION, never a wrong access.
"""

from __future__ import annotations

from collections.abc import Collection

from ..ir import LUCK, OVER, PLAYERS, SECRET_LUCK, Chance
from ..ir.frames import FIRST_ENTRY, FRAME_HEAD, EntryKind
from ..ir.widths import kind_words
from .code import Code
from .decisions import Decision
from .expressions import result_words
from .framed import FIRST_FAULT, JOIN, STRANDS
from .statuses import NO_DECISION
from .unit import Unit
from .values import CELL, NO, NOTHING, ONE, POINTER, ZERO, Value, cell

_DECIDES = {EntryKind.CHOICE: 1, EntryKind.CHANCE: 2}


class Driver:
    """Writes the functions that call those of the procedures and decisions."""

    def __init__(self, unit: Unit, framed: dict[int, Value]) -> None:
        self.unit, self.layout, self.framed = unit, unit.layout, framed
        self.functions: dict[str, Value] = {}
        self.waiting_entries = [entry for entry in unit.plan.entries if entry.kind in _DECIDES]

    def write(self, exported: Collection[int]) -> dict[str, Value]:
        """All exported functions, by name."""
        self._dispatch()
        self._run()
        self._decisions()
        self._begin()
        self._start()
        self._act()
        self._waiting()
        self._player()
        self._options()
        self._outcomes()
        self._draw()
        self._finish()
        for number in sorted(set(exported)):
            self._call(number)
        return {name: one for name, one in self.functions.items() if name in self.unit.exported}

    def _new(self, name: str, parameters: list[Value], returns: Value = CELL, exported: bool = True) -> Code:
        function = self.functions[name] = self.unit.function(name, returns, parameters, exported)
        return Code(self.unit, function)

    # ------------------------------------------------------------------- frames

    def _stack_of(self, code: Code, strand: Value) -> Value:
        """The address of a strand's stack; strand 0 if there is no such strand."""
        layout = self.layout
        if layout.strands == 1:
            return cell(layout.stacks)
        inside = code.b.icmp_unsigned("<", strand, cell(layout.strands))
        strand = code.b.select(inside, strand, ZERO)
        return code.plus(code.b.mul(strand, cell(layout.stack)), layout.stacks)

    def _lies_inside(self, code: Code, frame: Value) -> Value:
        """Whether the head of a frame at an address would lie on the stacks."""
        first = self.layout.stacks + 1
        room = self.layout.strands * self.layout.stack - FRAME_HEAD
        return code.b.icmp_unsigned("<", code.b.sub(frame, cell(first)), cell(room))

    def _entry(self, code: Code, frame: Value) -> Value:
        return code.load(frame, 1)

    def _decides(self, code: Code, entry: Value) -> Value:
        """1 if a player decides at an entry, 2 if luck does, else 0."""
        kinds = [0] * FIRST_ENTRY + [_DECIDES.get(entry.kind, 0) for entry in self.unit.plan.entries]
        table = self.unit.table("decides", kinds)
        inside = code.b.icmp_unsigned("<", entry, cell(len(kinds)))
        return code.entry(table, code.b.select(inside, entry, ZERO))

    def _open(self, code: Code, strand: Value, none: Value) -> tuple[Value, Value]:
        """The frame and the entry of a strand's open decision; returns `none` from the function if there is none."""
        if self.layout.strands == 1:
            outside = code.b.icmp_unsigned("!=", strand, ZERO)
        else:
            outside = code.b.icmp_unsigned(">=", strand, cell(self.layout.strands))
        code.when(outside, lambda: code.b.ret(none), likely=False)
        frame = code.load(self._stack_of(code, strand))
        code.when(code.b.not_(self._lies_inside(code, frame)), lambda: code.b.ret(none), likely=False)
        entry = self._entry(code, frame)
        decides = self._decides(code, entry)
        code.when(code.b.icmp_unsigned("==", decides, ZERO), lambda: code.b.ret(none), likely=False)
        return frame, entry

    def _dispatch(self) -> None:
        """`dispatch(m, context, f, action)` runs the frame at f to its suspension; returns what frames return."""
        code = self._new("dispatch", [CELL, CELL], exported=False)
        frame, action = code.given
        nowhere, inside = code.block(), code.block()
        code.branch(self._lies_inside(code, frame), inside, nowhere, likely=True)
        code.begin(inside)
        entry = self._entry(code, frame)
        switch = code.b.switch(entry, nowhere)
        for number, function in self.framed.items():
            here = code.block()
            for one in self.unit.plan.entries:
                if one.procedure == number:
                    switch.add_case(cell(one.number), here)
            code.begin(here)
            if number != self.unit.program.main:
                last = cell(self.layout.size - self.unit.plan.frames[number].size)
                fits = code.block()
                code.branch(code.b.icmp_signed("<=", frame, last), fits, nowhere, likely=True)
                code.begin(fits)
            code.b.ret(code.call(function, frame, entry, action))
        code.begin(nowhere)
        code.b.ret(cell(FIRST_FAULT - NO_DECISION))
        code.finish()

    def _run(self) -> None:
        """`run(m, context, f, action)` runs frames until all strands wait, or the match is over; returns a status."""
        code = self._new("run", [CELL, CELL], exported=False)
        b, layout = code.b, self.layout
        first, action = code.given
        frame, given = code.variable(first), code.variable(action)
        strand = code.variable(ZERO)  # the strand of a player that runs for the first time, or 0
        head, enter, other, fault, done = (code.block() for _ in range(5))
        code.go(head)
        code.begin(head)
        now = code.get(frame)
        code.branch(b.icmp_signed(">", now, ZERO), enter, other)
        code.begin(enter)
        after = code.call(self.functions["dispatch"], now, code.get(given))
        code.set(frame, after)
        code.set(given, ZERO)
        code.go(head)
        code.begin(other)
        failed = b.icmp_signed("<=", now, cell(FIRST_FAULT))
        code.when(failed, lambda: code.go(fault), likely=False)
        if layout.strands > 1:
            self._run_strands(code, now, frame, strand, head)
        code.go(done)
        code.begin(fault)
        b.ret(b.sub(cell(FIRST_FAULT), now))
        code.begin(done)
        b.ret(ZERO)
        code.finish()

    def _run_strands(self, code: Code, now: Value, frame: Value, strand: Value, head: Value) -> None:
        """Starts the strands of players one after the other; the main strand goes on when all have ended."""
        b, layout = code.b, self.layout

        def start(number: Value) -> None:
            code.set(strand, number)
            code.set(frame, code.load(self._stack_of(code, number)))
            code.go(head)

        def join() -> None:
            code.set(strand, ZERO)
            waits = NO
            for number in range(1, layout.strands):
                open_here = code.load(layout.stacks + number * layout.stack)
                waits = b.or_(waits, b.icmp_unsigned("!=", open_here, ZERO))
            code.set(frame, b.select(waits, ZERO, code.load(layout.stacks)))
            code.go(head)

        current = code.get(strand)

        def next_strand() -> None:
            number = code.plus(current, 1)
            code.when(b.icmp_signed("<", number, cell(layout.strands)), lambda: start(number), join)

        code.when(b.icmp_signed(">", current, ZERO), next_strand)
        code.when(b.icmp_signed("==", now, cell(STRANDS)), lambda: start(ONE))
        code.when(b.icmp_signed("==", now, cell(JOIN)), join)

    # ------------------------------------------------------------ starting, acting

    def _begin(self) -> None:
        """`begin(m, context)` runs the main procedure on a memory that is ready for it."""
        code = self._new("begin", [])
        self._reset(code)
        frame = self.layout.stacks + 1
        code.store(cell(frame), self.layout.stacks)
        code.store(cell(self.unit.plan.starts[self.unit.program.main]), frame + 1)
        code.b.ret(code.call(self.functions["run"], cell(frame), ZERO))
        code.finish()

    def _start(self) -> None:
        """`start(m, players, luck, secret_luck, context)` makes a memory, and runs it to the first decision."""
        code = self._new("start", [CELL, CELL, CELL])
        b, layout, unit = code.b, self.layout, self.unit
        players, drawn, secret = code.given
        impossible = b.icmp_unsigned(">=", b.sub(players, ONE), cell(layout.max_players))
        code.when(impossible, lambda: b.ret(cell(NO_DECISION)), likely=False)
        code.copy(code.m, unit.table("initial", unit.program.initial), cell(layout.size))
        code.store(drawn, LUCK)
        code.store(secret, SECRET_LUCK)
        code.store(players, PLAYERS)
        with code.times(cell(layout.max_players)) as player:

            def forget() -> None:
                for word in range(layout.piece_words):
                    row = b.mul(player, cell(layout.piece_words))
                    code.store(ZERO, row, layout.knows + word)

            code.when(b.icmp_signed(">=", player, players), forget)
        if unit.program.prepare is not None:
            self._reset(code)
            result = code.call(unit.plain[unit.program.prepare])
            status = b.extract_value(result, len(result.type.elements) - 1)
            code.when(b.icmp_unsigned("!=", status, ZERO), lambda: b.ret(status), likely=False)
        b.ret(code.call(self.functions["begin"]))
        code.finish()

    def _act(self) -> None:
        """`act(m, strand, action, context)` answers a decision, and runs to the next."""
        code = self._new("act", [CELL, CELL])
        strand, action = code.given
        frame, _ = self._open(code, strand, cell(NO_DECISION))
        self._reset(code)
        code.b.ret(code.call(self.functions["run"], frame, action))
        code.finish()

    def _reset(self, code: Code) -> None:
        """A new count of steps begins."""
        code.set(code.steps_left(), cell(self.unit.program.step_limit))

    # ------------------------------------------------------------------ questions

    def _decisions(self) -> None:
        """The functions of each open decision, and one for each question that calls the right one."""
        players: dict[int, Value] = {}
        options: dict[int, Value] = {}
        outcomes: dict[int, Value] = {}
        draws: dict[int, Value] = {}
        for entry in self.waiting_entries:
            decision = Decision(self.unit, entry)
            options[entry.number] = decision.options()
            draws[entry.number] = decision.draw(options[entry.number])
            if isinstance(decision.terminator, Chance):
                outcomes[entry.number] = decision.outcomes()
            else:
                players[entry.number] = decision.player()
        self._switch("player_at", players, [], NOTHING)
        self._switch("options_at", options, [POINTER], cell(-NO_DECISION))
        self._switch("outcomes_at", outcomes, [POINTER, POINTER], cell(-NO_DECISION))
        self._switch("draw_at", draws, [POINTER, POINTER], cell(-NO_DECISION))

    def _switch(self, name: str, functions: dict[int, Value], parameters: list[Value], none: Value) -> None:
        """`name(m, context, f, entry, ...)` calls the function for an entry."""
        code = self._new(name, [CELL, CELL, *parameters], exported=False)
        frame, entry, *more = code.given
        nowhere = code.block()
        switch = code.b.switch(entry, nowhere)
        for number, function in functions.items():
            here = code.block()
            switch.add_case(cell(number), here)
            code.begin(here)
            found = self.unit.plan.entry(number)
            assert found is not None
            if found.procedure != self.unit.program.main:
                last = cell(self.layout.size - self.unit.plan.frames[found.procedure].size)
                fits = code.block()
                code.branch(code.b.icmp_signed("<=", frame, last), fits, nowhere, likely=True)
                code.begin(fits)
            code.b.ret(code.call(function, frame, *more))
        code.begin(nowhere)
        code.b.ret(none)
        code.finish()

    def _waiting(self) -> None:
        """`waiting(m, context)`: the strand of the first open decision; -1 if there is none."""
        code = self._new("waiting", [])
        for strand in range(self.layout.strands):
            frame = code.load(self.layout.stacks + strand * self.layout.stack)

            def look(frame: Value = frame, strand: int = strand) -> None:
                decides = self._decides(code, self._entry(code, frame))
                code.when(code.b.icmp_unsigned("!=", decides, ZERO), lambda: code.b.ret(cell(strand)))

            code.when(self._lies_inside(code, frame), look)
        code.b.ret(NOTHING)
        code.finish()

    def _player(self) -> None:
        """`player(m, strand, context)`: who decides, -1 if luck does; -2 minus a status for a fault."""
        self._question("player", [], cell(-2 - NO_DECISION))

    def _options(self) -> None:
        """`options(m, strand, buffer, context)`: writes the legal actions; their number, or minus a status."""
        self._question("options", [POINTER], cell(-NO_DECISION))

    def _outcomes(self) -> None:
        """`outcomes(m, strand, actions, weights, context)`: writes the outcomes of luck; their number, or minus a
        status."""
        self._question("outcomes", [POINTER, POINTER], cell(-NO_DECISION))

    def _draw(self) -> None:
        """`draw(m, strand, dice, total, context)`: a random legal action, or minus a status."""
        self._question("draw", [POINTER, POINTER], cell(-NO_DECISION))

    def _question(self, name: str, parameters: list[Value], none: Value) -> None:
        code = self._new(name, [CELL, *parameters])
        strand, *more = code.given
        frame, entry = self._open(code, strand, none)
        self._reset(code)
        code.b.ret(code.call(self.functions[f"{name}_at"], frame, entry, *more))
        code.finish()

    # --------------------------------------------------------------------- playing

    def _finish(self) -> None:
        """`finish(m, dice, bound, context)` plays on at random: 0 if the match is over, -1 after `bound` decisions,
        or a status."""
        code = self._new("finish", [POINTER, CELL])
        b = code.b
        dice, bound = code.given
        total = code.variable(ZERO)
        with code.times(bound):
            code.when(b.icmp_unsigned("!=", code.load(OVER), ZERO), lambda: b.ret(ZERO))
            strand = ZERO if self.layout.strands == 1 else code.call(self.functions["waiting"])
            frame, entry = self._open(code, strand, cell(NO_DECISION))
            self._reset(code)
            action = code.call(self.functions["draw_at"], frame, entry, dice, total)
            code.when(b.icmp_signed("<", action, ZERO), lambda: b.ret(b.sub(ZERO, action)), likely=False)
            self._reset(code)
            status = code.call(self.functions["run"], frame, action)
            code.when(b.icmp_unsigned("!=", status, ZERO), lambda: b.ret(status), likely=False)
        over = b.icmp_unsigned("!=", code.load(OVER), ZERO)
        b.ret(b.select(over, ZERO, NOTHING))
        code.finish()

    def _call(self, number: int) -> None:
        """`call{n}(m, arguments..., result, context)`: a plain procedure; writes the words of its result."""
        unit, procedure = self.unit, self.unit.program.procedures[number]
        words = sum(kind_words(unit.layout, kind) for kind in procedure.kinds[: procedure.parameters])
        code = self._new(f"call{number}", [*[CELL] * words, POINTER])
        *arguments, result = code.given
        self._reset(code)
        found = code.call(unit.plain[number], *arguments)
        width = result_words(unit, number)
        for word in range(width):
            code.b.store(code.b.extract_value(found, word), code.item(result, cell(word)))
        code.b.ret(code.b.extract_value(found, width))
        code.finish()
