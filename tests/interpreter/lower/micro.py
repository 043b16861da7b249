"""Micro-games: whole games of a few lines, played by the engine and by the plain reference at once.

`micro` builds one around what a test is about. `Play` plays it: at every decision both engines must show the
same memory and the same options. Options are chosen by their label, or by what their argument names.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypedDict

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter.ir import Argument
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.lower import Action, Lowered, lower
from rulewright.interpreter.memory.faults import RulesFault
from rulewright.interpreter.memory.words import load_set, members
from rulewright.interpreter.python.engine import PythonEngine

from ..reference import Reference

BASE = """\
rulewright: 1
game: micro
title: Micro
players: 1..4
"""
CARDS = """
components:
  card:
    properties: {worth: 1..9}
    starts in: the deck
    designs:
      ant: {worth: 1}
      bee: {worth: 2}
      cat: {worth: 3}
      dog: {worth: 4}
      elk: {worth: 5}
places:
  deck: "pile of cards, hidden"
  heap: pile of cards
  table: area of cards
  drawer: "area of cards, hidden"
  sleeve: "pile of cards, per player, seen by its owner"
  tray: "area of cards, per player"
"""


def micro(do: str = "nothing", more: str = "", cards: str = CARDS, flow: str = "") -> str:
    """The text of a game: cards, further keys, and a flow (by default one phase that does `do`)."""
    if not flow:
        body = "\n".join("      " + line for line in do.strip("\n").split("\n"))
        flow = f"flow:\n  - phase: only\n    do: |\n{body}\n"
    return BASE + cards + more + flow


@cache
def game_of(text: str) -> Game:
    report = Report()
    game = load_game([Source("micro.yaml", text)], report, strict=False)
    assert game is not None, to_text(report.diagnostics)
    return game


@cache
def lowered_of(text: str, explicit_chance: bool = False) -> tuple[Lowered, PythonEngine]:
    lowered = lower(game_of(text), explicit_chance=explicit_chance)
    assert check_program(lowered.program) == []
    return lowered, PythonEngine(lowered.program)


class Setup(TypedDict, total=False):
    """How a match of a micro-game begins; what is left out is usual."""

    players: int
    seed: int
    chance: bool


class Play:
    """A match of a micro-game, in both engines."""

    def __init__(self, text: str, players: int = 2, seed: int = 1, chance: bool = False) -> None:
        self.lowered, self.engine = lowered_of(text, chance)
        self.tables = self.lowered.tables
        self.players = players
        try:
            self.m = self.engine.start(players, seed)
        except RulesFault as fault:
            self._same_fault(fault, lambda: Reference(self.lowered.program, players, 100_000, seed))
            raise
        self.model = Reference(self.lowered.program, players, 100_000, seed)
        self.compare()

    def compare(self) -> None:
        fixed = self.lowered.program.layout.stacks
        assert self.m[:fixed] == self.model.m[:fixed]
        assert self.over == self.model.over
        assert self.strands() == self.model.waiting()
        for strand in self.strands():
            assert self.engine.actions(self.m, strand) == self.model.actions(strand)

    def _same_fault(self, fault: RulesFault, work: Callable[[], object]) -> None:
        """The reference comes to the same fault; what a machine finds by itself it may find otherwise."""
        kinds = (RulesFault, IndexError, ValueError, OverflowError)
        with pytest.raises(kinds) as raised:
            work()
        other = raised.value.fault.code if isinstance(raised.value, RulesFault) else "RW41"
        assert fault.fault.code.startswith(other)

    # ------------------------------------------------------------------- choosing

    @property
    def over(self) -> bool:
        return self.engine.over(self.m)

    def strands(self) -> list[int]:
        return [pending.strand for pending in self.engine.pending(self.m)]

    def player(self, strand: int = 0) -> int:
        return next(one.player for one in self.engine.pending(self.m) if one.strand == strand)

    def action(self, number: int) -> Action:
        return next(a for a in self.lowered.actions if a.first <= number < a.first + a.width)

    def name(self, number: int) -> str | int:
        """What an option is called: its label, a design, or the number of a player, piece or position."""
        action = self.action(number)
        value = number - action.first
        if action.argument is Argument.NONE:
            return action.name
        return self.tables.design_names[value] if action.sort == "design" else value

    def options(self, strand: int = 0) -> list[str | int]:
        return [self.name(number) for number in self.engine.actions(self.m, strand)]

    def choose(self, *names: str | int, strand: int = 0) -> Play:
        for name in names:
            found = [n for n in self.engine.actions(self.m, strand) if self.name(n) == name]
            assert len(found) == 1, f"{name} of {self.options(strand)}"
            self.act(found[0], strand)
        return self

    def act(self, number: int, strand: int = 0) -> None:
        try:
            self.engine.act(self.m, strand, number)
        except RulesFault as fault:
            self._same_fault(fault, lambda: self.model.act(number, strand))
            raise
        self.model.act(number, strand)
        self.compare()

    def weights(self) -> dict[str | int, int]:
        """At a chance: what can come about, with how much weight."""
        assert self.engine.outcomes(self.m) == self.model.outcomes()
        return {self.name(number): weight for number, weight in self.engine.outcomes(self.m)}

    # -------------------------------------------------------------------- looking

    def of(self, name: str) -> int:
        """A state of the game."""
        return self.m[self.tables.game_states[name].address]

    def of_player(self, name: str) -> list[int]:
        """A state of the players who play."""
        slot = self.tables.player_states[name]
        if slot.bits:
            return [self.m[slot.address] >> player & 1 for player in range(self.players)]
        return self.m[slot.address : slot.address + self.players].tolist()

    def place(self, name: str, owner: int = -1) -> list[str]:
        """The designs in a place, from the bottom; where there is no order, in printed order."""
        number = self.tables.place_numbers[(name, owner)]
        return [self.tables.pieces[piece] for piece in self.model.pieces(number)]

    def knows(self, player: int) -> list[str]:
        """The designs of the pieces that a player knows."""
        layout = self.lowered.program.layout
        known = load_set(self.m, layout.knows + player * layout.piece_words, layout.piece_words)
        return [self.tables.pieces[piece] for piece in members(known)]

    @property
    def winners(self) -> list[int]:
        assert self.over
        return members(self.m[2])


def fault_of(text: str, players: int = 2) -> str:
    """The code of the fault that a match comes to before its first decision."""
    try:
        Play(text, players)
    except RulesFault as fault:
        return fault.fault.code
    return "none"
