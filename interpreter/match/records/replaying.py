"""Takes the actions of a record in a match that has just begun: by their numbers under the same rules, by the names
of what was chosen under others."""

from __future__ import annotations

from typing import Any, Protocol

from ....dsl.model.game import Game
from ...memory.faults import RulesFault
from ..errors import BrokenRulesError, MatchError, StaleSaveError
from ..state.journal import JournalEntry
from ..state.position import Position
from .named_choices import Chosen, Stopped, chosen_in, meant
from .record import check_memory, entries_of, played_by


class Replayed(Protocol):
    """What is asked of a match in which a record is replayed."""

    position: Position
    game: Game

    @property
    def journal(self) -> list[JournalEntry]: ...

    @property
    def is_over(self) -> bool: ...

    def choose(self, option: int, player: int | None) -> None: ...

    def take(self, strand: int, number: int) -> None: ...

    def broken(self, fault: RulesFault) -> BrokenRulesError: ...


def replay(match: Replayed, data: dict[str, Any], *, before_fault: bool = False) -> None:
    """Takes the actions of a record. Raises `SaveError`, `StaleSaveError` for an action that cannot be taken, and
    `BrokenRulesError` if the rules go wrong; with `before_fault`, stops there."""
    if not played_by(match.game, data):
        stop = _by_names(match, data)
        if stop is not None and stop.fault is not None and not before_fault:
            raise stop.fault
        if stop is not None and stop.fault is None:
            raise StaleSaveError(stop.message)
        return
    for entry in entries_of(data):
        try:
            match.choose(entry.action, None if entry.strand == 0 else entry.strand - 1)
        except BrokenRulesError:  # the fault that the record is meant to show
            if before_fault:
                return
            raise
        except MatchError as error:
            step = len(match.journal) + 1
            raise StaleSaveError(f"action {step} of the record cannot be taken: {error}") from None


def retrace(match: Replayed, data: dict[str, Any]) -> Stopped | None:
    """Takes the actions of a record as far as that goes. Returns what has stopped it; None if all could be taken.
    Raises as `replay`, but not for what stops it."""
    if not played_by(match.game, data):
        return _by_names(match, data)
    try:
        replay(match, data)
    except BrokenRulesError as fault:
        told, taken = chosen_in(data, entries_of(data)), len(match.journal)
        return _wrong(taken + 1, told[taken] if told is not None else None, fault)
    check_memory(data, match.position)
    return None


def _by_names(match: Replayed, data: dict[str, Any]) -> Stopped | None:
    """Makes the choices of a record of other rules by their names. Returns what has stopped it, if not all can be
    made."""
    entries = entries_of(data)
    told = chosen_in(data, entries)
    if told is None:
        message = "this record holds only the numbers of choices, which mean nothing under other rules"
        return Stopped(1, None, "unnoted", message) if entries else None
    for step, chosen in enumerate(told, 1):
        try:
            found = meant(match.position, chosen, step)
        except RulesFault as fault:
            raise match.broken(fault) from None
        if isinstance(found, Stopped):
            return found
        try:
            match.take(*found)
        except BrokenRulesError as fault:
            return _wrong(step, chosen, fault)
    if data.get("over") and not match.is_over:
        message = f"the match was over after choice {len(told)}; under these rules it goes on"
        return Stopped(len(told) + 1, None, "goes on", message)
    return None


def _wrong(step: int, chosen: Chosen | None, fault: BrokenRulesError) -> Stopped:
    return Stopped(step, chosen, "fault", f"with choice {step}, the rules go wrong: {fault}", fault)
