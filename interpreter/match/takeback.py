"""What a player may take back: the player's own last decision, as long as nobody has learnt anything by it or since.

What bots have decided since goes with it. What other people have decided stays, and so does what came before.
While players act simultaneously, each takes back the own answers, whatever others have answered meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection

from ..ir import NONE
from .errors import NoDecisionError, UndoError
from .history import TAKEN, History
from .information_gain import Lesson, lessons
from .journal import Entry
from .log import LogKeeper
from .position import Position

REASONS = {
    "nothing": {
        "en": "there is nothing of yours to take back",
        "cs": "není tu nic tvého, co by šlo vzít zpět",
    },
    "another": {
        "en": "not possible: another person has decided since",
        "cs": "nejde to: mezitím rozhodl jiný člověk",
    },
    "others": {
        "en": "not possible: other people decide at the same time as you",
        "cs": "nejde to: současně s tebou rozhodují jiní lidé",
    },
    "luck": {
        "en": "not possible: luck has decided since",
        "cs": "nejde to: mezitím rozhodla náhoda",
    },
    "answers": {
        "en": "not possible: all have answered, and the answers have come out",
        "cs": "nejde to: všichni už odpověděli a odpovědi vyšly najevo",
    },
    "knowledge": {
        "en": "not possible: {player} has learnt something since",
        "cs": "nejde to: {player} už ví něco nového",
    },
}


def left_by(
    history: History,
    position: Position,
    log: LogKeeper,
    player: int,
    bots: Collection[int] = (),
    *,
    takes_forced: bool = False,
) -> list[Entry]:
    """The journal without the player's last decision, and without what bots have decided since. With `takes_forced`,
    what left no choice was nobody's decision.

    Raises `NoDecisionError` if the player has decided nothing, and `UndoError` if it cannot be taken back.
    """
    journal, who = history.journal, history.deciders()
    if takes_forced:
        taken = history.forced_actions()
        who = [TAKEN if forced else player for player, forced in zip(who, taken, strict=True)]
    own = next((number for number in reversed(range(len(who))) if who[number] == player), None)
    fork = position.fork
    if fork is not None and (own is None or own < fork.began):
        acting = {one.player for one in position.pending()} | set(who[fork.began :])
        if acting - {player, TAKEN, *bots}:
            raise UndoError(REASONS["others"])
    if own is None:
        raise NoDecisionError(REASONS["nothing"]["en"])
    if fork is not None and own >= fork.began:
        first = next(lessons(history, own), None)
        if first is not None and first.step == own:
            raise UndoError(_reasons(history, log, player, first))
        strand = journal[own].strand
        later = (one for one in journal[own + 1 :] if one.strand != strand)
        return [*journal[:own], *later]
    if not set(who[own:]) <= {player, NONE, TAKEN, *bots}:
        raise UndoError(REASONS["another"])
    first = next(lessons(history, own), None)
    if first is not None:
        raise UndoError(_reasons(history, log, player, first))
    return journal[:own]


def _reasons(history: History, log: LogKeeper, player: int, lesson: Lesson) -> dict[str, str]:
    """Why not, in each language, with what was done then as the player may read it."""
    found = {}
    for language, text in REASONS[lesson.kind].items():
        who = history.players[lesson.player] if lesson.player != NONE else ""
        lines = (line for line in log.lines(lesson.step) if line.step == lesson.step)
        told = (line.text(history.names, player, language) for line in lines)
        line = next(filter(None, told), "") if lesson.kind != "answers" else ""
        found[language] = text.format(player=who) + (f" ({line.rstrip('.')})" if line else "")
    return found


__all__ = ["left_by"]
