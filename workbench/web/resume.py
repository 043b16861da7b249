"""Stored matches as matches again, in the server and in the processes in which bots think."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence

from ...interpreter import Match, MatchError
from ...interpreter.match.state.journal import JournalEntry
from ..seats.seated import common
from ..wire.refusals import RefusalError
from .rules import Rules, RulesLibrary
from .store import MatchRow, Reader


def rules_of(row: MatchRow, library: RulesLibrary, reader: Reader) -> Rules:
    """The rules with which a match began. Raises `RefusalError` if they cannot be read any more."""
    known = library.known(row.rules)
    if known is not None:
        return known
    stored = reader.rules(row.rules)
    if stored is None:
        raise RefusalError("RW734", "the rules of this match are missing", "start a new match")
    return library.stored(stored.key, stored.name, stored.variants, stored.bundle)


def beginning(row: MatchRow, rules: Rules) -> Match:
    """A match before its first choice."""
    match = Match(rules.game, row.players, row.seed, row.options, forced="take")
    if row.terms.start is not None:
        match.restore(zlib.decompress(base64.b85decode(row.terms.start)))
    return match


def start_of(match: Match) -> str | None:
    """Where a match begins, if that was set by hand, as its terms have it."""
    start = match.history.start
    return None if start is None else base64.b85encode(zlib.compress(start)).decode("ascii")


def resume(row: MatchRow, rules: Rules, entries: Sequence[JournalEntry]) -> Match:
    """A match with all its choices. Raises `RefusalError` if the rules do not lead there any more: another version of
    Rulewright may play them differently."""
    match = beginning(row, rules)
    follow(match, entries)
    return match


def follow(match: Match, entries: Sequence[JournalEntry]) -> None:
    """Makes the choices that lead from a match to a journal, and takes back those that are not in it. Raises
    `RefusalError` as `resume` does."""
    match.back_to(common(match.journal, entries))
    make(match, entries[len(match.journal) :])


def make(match: Match, entries: Sequence[JournalEntry]) -> None:
    """Makes these choices. Raises `RefusalError` as `resume` does."""
    # forced choices are in the journal, unless they were taken back
    usual, match.forced = match.forced, "ask"
    try:
        for entry in entries:
            match.choose(entry.action, None if entry.strand == 0 else entry.strand - 1)
    except MatchError as error:
        step = len(match.journal) + 1
        message = f"choice {step} of this match cannot be made any more: {error}"
        raise RefusalError("RW734", message, "start a new match") from None
    finally:
        match.forced = usual
