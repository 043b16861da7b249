"""What a player may take back: the player's own last decision, as long as nobody has learnt anything by it or since.

What bots have decided since goes with it. What other people have decided stays, and so does what came before.
While players act simultaneously, each takes back the own answers, whatever others have answered meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from rulewright.dsl.languages import BASE, say

from ..ir import NONE
from .errors import NoDecisionError, UndoError
from .journal import TAKEN, Entry, deciders, forced_actions
from .lessons import Lesson, lessons

if TYPE_CHECKING:
    from .match import Match


def left_by(match: Match, player: int, bots: Collection[int] = ()) -> list[Entry]:
    """The journal without the player's last decision, and without what bots have decided since.

    Raises `NoDecisionError` if the player has decided nothing, and `UndoError` if it cannot be taken back.
    """
    who = deciders(match)
    if match.forced == "take":  # what left no choice was nobody's decision
        taken = forced_actions(match)
        who = [TAKEN if forced else player for player, forced in zip(who, taken, strict=True)]
    own = next((number for number in reversed(range(len(who))) if who[number] == player), None)
    fork = match.fork
    if fork is not None and (own is None or own < fork.began):
        acting = {one.player for one in match.pending()} | set(who[fork.began :])
        if acting - {player, TAKEN, *bots}:
            raise UndoError(_in_all(match, "others"))
    if own is None:
        raise NoDecisionError(say("takeback.nothing", BASE))
    if fork is not None and own >= fork.began:
        first = next(lessons(match, own), None)
        if first is not None and first.step == own:
            raise UndoError(_reasons(match, player, first))
        strand = match.journal[own].strand
        later = (one for one in match.journal[own + 1 :] if one.strand != strand)
        return [*match.journal[:own], *later]
    if not set(who[own:]) <= {player, NONE, TAKEN, *bots}:
        raise UndoError(_in_all(match, "another"))
    first = next(lessons(match, own), None)
    if first is not None:
        raise UndoError(_reasons(match, player, first))
    return match.journal[:own]


def _reasons(match: Match, player: int, lesson: Lesson) -> dict[str, str]:
    """Why not, in each language, with what was done then as the player may read it."""
    found = _in_all(match, lesson.kind, player=match.players[lesson.player] if lesson.player != NONE else "")
    for language, text in found.items():
        lines = (line for line in match.log_lines(lesson.step) if line.step == lesson.step)
        told = (line.text(match.names, player, language) for line in lines)
        line = next(filter(None, told), "") if lesson.kind != "answers" else ""
        found[language] = text + (f" ({line.rstrip('.')})" if line else "")
    return found


def _in_all(match: Match, reason: str, **arguments: str) -> dict[str, str]:
    return {language: say(f"takeback.{reason}", language, **arguments) for language in match.names.languages}


__all__ = ["left_by"]
