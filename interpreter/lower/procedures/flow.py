"""Lowers the flow to the main procedure: phases, their repetition, turns and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....dsl import tree as t
from ....dsl.diagnostics.source import Span
from ....dsl.model.game import Phase
from ....dsl.tree.types import PLAYER, PLAYERS
from ...ir import ACTOR, Binary, CallFrame, CellKind, Const, Expr, Halt, Load, Reg, Store, Table, Unary
from ..building.builder import COUNT, MISSING, Builder, Scope
from ..building.operations import fold, is_some
from ..choices.beginnings import Beginnings
from ..choices.menu import Menus
from ..numbering import StateSlot
from ..start import Start
from ..statements.sides import Sides
from ..values.common import OnValues, Values
from .initial import all_states, set_first
from .scores import Scores


class Flow(OnValues):
    def __init__(
        self,
        values: Values,
        flags: Mapping[str, Sequence[StateSlot]],
        scores: Scores,
        sides: Sides,
        menus: Menus,
        beginnings: Beginnings,
    ) -> None:
        super().__init__(values)
        self.flags, self.scores, self.sides = flags, scores, sides
        self.menus, self.reports, self.beginnings = menus, menus.reports, beginnings
        self.b = Builder("the match")
        self.starts = self.unit.starts
        self.entries: list[int] = []  # for each start, the block in which it begins
        self.effects: list[int] = []  # if there are several starts: the procedures of effects
        # If there are several starts: the sites in the effect of each.
        self.own_sites: list[frozenset[int]] = []
        self._above: list[tuple[Phase, Reg | None]] = []  # the phases that contain the current one

    def procedure(self) -> Builder:
        b, starts = self.b, self.starts
        self.sides.show(None, b)
        if len(starts) == 1 and starts[0].effect:
            return self._effect(starts[0].effect, b)
        self.entries = [b.block() for _ in starts]
        if starts:
            self._choose_start(range(len(starts)))
            for entry in self._entries_of(None):
                b.start(entry)
        if not starts or any(not start.effect for start in starts):
            for phase in self.unit.game.flow:
                self.phase(phase)
            b.end(Halt(self.scores.best()))
        if len(starts) > 1:
            self._effects()
        return b

    def _entries_of(self, path: str | None) -> list[int]:
        """The blocks of the starts in a phase (None: of those at the beginning of the flow)."""
        found = zip(self.entries, self.starts, strict=True)
        return [entry for entry, start in found if start.phase == path and not start.effect]

    def _choose_start(self, among: range) -> None:
        """Jumps to the start of the match."""
        b, middle = self.b, among[len(among) // 2]
        if len(among) == 1:
            b.jump(self.entries[middle])
            return
        before, after = b.block(), b.block()
        b.branch(Binary("lt", self._number_of_start(), Const(middle)), before, after)
        b.start(before)
        self._choose_start(range(among.start, middle))
        b.start(after)
        self._choose_start(range(middle, among.stop))

    def _number_of_start(self) -> Expr:
        assert self.unit.start_cell is not None
        return Load(Const(self.unit.start_cell))

    def _effects(self) -> None:
        """Each of several effects has a procedure of its own, so that a match holds only the registers of one."""
        b, sites = self.b, self.menus.sites.sites
        for entry, start in zip(self.entries, self.starts, strict=True):
            first = len(sites)
            if start.effect:
                inner = self._effect(start.effect, Builder("the match"))
                after = b.block()
                b.start(entry)
                self.effects.append(self.unit.add(inner, framed=True))
                b.end(CallFrame(self.effects[-1], (), None, after))
                b.start(after)
                b.end(Halt(Const(0)))
            # What the effect calls may have been lowered only now, but its sites belong to the game.
            texts = [node.span for node in start.effect]
            self.own_sites.append(
                frozenset(
                    one.number for one in sites[first:] if any(_lies_in(one.span, text) for text in texts)
                )
            )

    def _effect(self, effect: tuple[t.Stmt, ...], b: Builder) -> Builder:
        """The player who acts is the one in the reserved cell, which a scenario sets."""
        actor = b.held(CellKind.PLAYER, Load(Const(ACTOR)))
        self.again.body(effect, Scope(actor), b)
        b.end(Halt(Const(0)))
        return b

    # ------------------------------------------------------------------------ phases

    def phase(self, phase: Phase) -> None:
        b, unit = self.b, self.unit
        outer_phase, outer_turn = unit.phase_end, unit.turn_end
        scope = Scope(MISSING)
        head, after = b.block(), b.block()
        left = self._times(phase, scope)
        for entry, start in zip(self.entries, self.starts, strict=True):
            if start.phase == phase.path:
                b.jump(head)
                b.start(entry)
                self._count_those_above(start, scope)
                if left is not None:
                    self._times(phase, scope, left)
                    self._skip(start, phase, left, 1)
        self._above.append((phase, left))
        b.start(head)
        self._gate(phase, scope, left, after)
        end = b.block()
        unit.phase_end = unit.turn_end = end
        unit.cover(f"phase {phase.path}", phase.span, b)
        self.reports.log_line(f"phase {phase.path}", scope, phase.span, b)
        self.again.body(phase.body, scope, b)
        if phase.turns is not None:
            self.turns(phase, phase.turns)
        for inner in phase.phases:
            self.phase(inner)
        b.start(end)
        self._resets(phase)
        self._stop(phase)
        b.jump(head if phase.repeat is not None else after)
        b.start(after)
        self._above.pop()
        unit.phase_end, unit.turn_end = outer_phase, outer_turn

    def _stop(self, phase: Phase) -> None:
        """Ends the match at the end of a phase, if its scenario ends there."""
        b, ending = self.b, tuple(int(start.end == phase.path) for start in self.starts)
        if not any(ending):
            return
        stop, go_on = b.block(), b.block()
        if all(ending):
            b.jump(stop)
        else:
            table = self.tables.constant(ending)
            b.branch(Table(table, self._number_of_start()), stop, go_on)
        b.start(stop)
        b.end(Halt(Const(0)))
        b.start(go_on)

    def _count_those_above(self, start: Start, scope: Scope) -> None:
        """A scenario that begins inside repeated phases begins in their first round, or in the one that it names."""
        for phase, left in self._above:
            if left is not None:
                self._times(phase, scope, left)
                self._skip(start, phase, left, 0)

    def _skip(self, start: Start, phase: Phase, left: Reg, ahead: int) -> None:
        """Counts the rounds before a scenario begins; `ahead` if the current round is still to be counted."""
        time = dict(start.times).get(phase.name, 1)
        self.b.set(left, Binary("sub", left, Const(time - ahead)))

    def _times(self, phase: Phase, scope: Scope, left: Reg | None = None) -> Reg | None:
        """The counter of a phase that is repeated a number of times."""
        if phase.repeat is None or phase.repeat.how != "times":
            return None
        assert phase.repeat.test is not None
        if left is None:
            left = self.b.register(CellKind.NUMBER)
            self.b.call_it(left, f"times left: {phase.name}", COUNT)
        value = self.values.checked(phase.repeat.test, scope, self.b)
        self.b.set(left, value, phase.span)
        return left

    def _gate(self, phase: Phase, scope: Scope, left: Reg | None, after: int) -> None:
        """Continues only if the phase is to be played (again)."""
        test: Expr = Const(1)
        if left is not None:
            test = Binary("gt", left, Const(0))
        elif phase.repeat is not None and phase.repeat.test is not None:
            test = self.lower(phase.repeat.test, scope)
            test = Unary("not", test) if phase.repeat.how == "until" else test
        if phase.test is not None:
            test = fold(Binary("both", test, self.lower(phase.test, scope)))
        if test != Const(1):
            inside = self.b.block()
            self.b.branch(test, inside, after, phase.span)
            self.b.start(inside)
        if left is not None:
            self.b.set(left, Binary("sub", left, Const(1)))

    def _resets(self, phase: Phase) -> None:
        """Resets states that last until the end of this phase to their first values."""
        for slot, state, count in all_states(self.unit):
            if state.until == phase.name:
                set_first(self.unit, slot, state, self.values.start_of(state), count, self.b)
                self.sides.after_reset({(state.owner, state.name)}, state.span, self.b)
        for flag in self.flags.get(phase.name, []):
            self.b.emit(Store(Const(flag.address), Const(0)))

    # ------------------------------------------------------------------------- turns

    def turns(self, phase: Phase, turns: t.Turns) -> None:
        """Turns go round, starting with the first player; before each turn, the set of players is computed again."""
        b, unit = self.b, self.unit
        scope = Scope(MISSING)
        current = b.register(CellKind.PLAYER)
        b.call_it(current, "the player", PLAYER, turns=phase.path)
        left = b.register(CellKind.PLAYERS) if turns.ending == "once" else None
        if left is not None:
            b.call_it(left, "still to take a turn", PLAYERS, turns=phase.path)
        b.set(current, self.values.checked(turns.start, scope, b), turns.span)
        unit.check(is_some(current), "RW403", "there is no player to begin", turns.span, b)
        if left is not None:
            b.set(left, unit.everyone())
        head, turn, end, after = (b.block() for _ in range(4))
        b.start(head)
        players: Expr = self.values.checked(turns.players, scope, b)
        if left is not None:
            players = Binary("and", players, left)
        among = b.held(CellKind.PLAYERS, players, turns.span)
        b.branch(self._goes_on(turns, among, scope), turn, after, turns.span)
        b.start(turn)
        b.set(current, unit.next_player(b, among, current, back=turns.back), turns.span)
        unit.turn_end = end
        unit.emit_event("turn", b, current)
        if phase.turn:
            unit.cover(f"turn {phase.path}", phase.span, b)
            first = len(self.menus.sites.sites)
            self.again.body(phase.turn, Scope(current), b)
            self.menus.sites.under_title(first, phase, phase.turn)
        else:
            self._options(phase, Scope(current), end)
        b.start(end)
        if left is not None:
            b.set(left, Binary("minus", left, Unary("bit", current)))
        b.set(current, Binary("add", current, Const(-1 if turns.back else 1)))
        b.jump(head)
        b.start(after)
        unit.turn_end = unit.phase_end

    def _goes_on(self, turns: t.Turns, among: Expr, scope: Scope) -> Expr:
        some = Binary("ne", among, Const(0))
        if turns.ending == "left":
            return Binary("gt", Unary("size", among), Const(turns.left))
        if turns.test is not None:
            over = self.lower(turns.test, scope)
            return Binary("both", some, Unary("not", over))
        return some

    def _options(self, phase: Phase, scope: Scope, end: int) -> None:
        secret = self.unit.disclosure.keeps(phase)
        menu = self.menus.beyond(
            "turn", None, phase.span, scope, self.b, title=phase.title, secret=secret, asked=phase
        )
        for one in phase.options:
            target = self.b.block()
            guard, needs = self.beginnings.guard(one.test, one.body, scope)
            menu.add(one.name, guard, target, body=one.body, label=one.label, needs=needs)
        menu.ask(scope.actor, "no option of the turn can be chosen")
        for one, body in zip(phase.options, menu.each(end), strict=True):
            self.unit.cover(f"option {phase.path}/{one.name}", one.span, self.b)
            menu.do(body, scope.actor)


def _lies_in(span: Span | None, text: Span | None) -> bool:
    if span is None or text is None:
        return False
    return span.source is text.source and text.start <= span.start and span.end <= text.end
