"""Where a search begins: a match with explicit luck; and how what it finds is written down."""

from __future__ import annotations

from collections.abc import Sequence

from ....dsl.diagnostics.report import Report
from ....dsl.model.game import Game
from ....dsl.scenarios.classes import ScenarioDoc
from ....dsl.scenarios.notation import Unreadable
from ....interpreter import BrokenRulesError, Match
from ....interpreter.ir import NONE
from ....interpreter.match.setup.rules import prepare
from ....interpreter.memory.words import Memory
from ....interpreter.scenarios.beginning import Beginning, UnreadableEffectError
from ..finding import Witness
from .goals import Path

SUFFIX = "json"
MOST_STEPS = 400
"""A longer way is not told choice by choice."""


def begun(game: Game, doc: ScenarioDoc, report: Report) -> Match | None:
    """A match with explicit luck where a scenario begins; its steps and expectations are left out. If the scenario
    cannot be read, the report says why. Raises `MatchError`."""
    reading = Beginning(game, doc, report)
    try:
        start = reading.start()
        rules = prepare(game, start=start, explicit_chance=True)
        given, actor, players = reading.given(rules.lowered.tables), reading.actor(), reading.players()
    except UnreadableEffectError:
        return None  # the report already says why
    except Unreadable as problem:
        problem.report_to(report)
        return None

    def edit(m: Memory) -> None:
        given.apply(m, rules.lowered.program.layout)

    edited = edit if doc.given is not None else None
    match = Match.begin(
        rules, players, reading.seed(), reading.options(), edit=edited, actor=actor, start=start
    )
    match.history.start = match.memory.tobytes()  # records of it begin there
    return match


def witness(match: Match, path: Path) -> Witness:
    """The record of a way through a match, and what is chosen on it. (A record is resumed where it ends; that of a
    fault, just before it.) There is no record where a scenario begins at a phase or with an effect."""
    played = match.clone()
    steps = []
    try:
        for strand, action in path:
            steps.append(_told(played, strand, action))
            played.take(strand, action)
        record = played.record()
    except BrokenRulesError as broken:
        record = broken.record
    if match.rules.starts:  # the rules of a match do not lead there
        record = ""
    return Witness(record, SUFFIX, tuple(steps) if len(steps) <= MOST_STEPS else ())


def _told(match: Match, strand: int, action: int) -> str:
    """A choice in words, with whoever makes it."""
    player = next(one.player for one in match.pending() if one.strand == strand)
    who = "luck" if player == NONE else match.players[player]
    return f"{who}: {match.option(action, player).label()}"


def choices(path: Sequence[object]) -> str:
    """How long a way is."""
    count = len(path)
    return "no choice" if not count else "1 choice" if count == 1 else f"{count:,} choices"
