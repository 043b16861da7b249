"""Undo for people: a player may take back the last own decision, if nobody has learnt anything from it or since.

Decisions of bots since then are taken back, too. Once another person has decided, nothing before can be taken back.
While players act simultaneously, players take back their own answers, whatever others have answered meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ....dsl.languages import BASE, say
from ...ir import NONE
from ..errors import NoDecisionError, UndoError
from ..output.readers import Readers
from ..secrecy.information_gain import Revelation, revelations
from ..state.history import TAKEN, History
from ..state.journal import JournalEntry
from ..state.position import Position


def last_of(
    history: History,
    position: Position,
    readers: Readers,
    player: int,
    bots: Collection[int] = (),
    *,
    takes_forced: bool = False,
) -> int:
    """The number of the action with which a player made the last own decision. With `takes_forced`, a forced action
    was nobody's decision. Looks no further back than to that action.

    Raises `NoDecisionError` if the player has decided nothing, and `UndoError` if it cannot be taken back.
    """

    def decider(number: int) -> int:
        return TAKEN if takes_forced and history.was_forced(number) else history.decider(number)

    count, fork = len(history.journal), position.fork
    own = next((number for number in reversed(range(count)) if decider(number) == player), None)
    if fork is not None and (own is None or own < fork.began):
        acting = {one.player for one in position.pending()} | set(map(decider, range(fork.began, count)))
        if acting - {player, TAKEN, *bots}:
            raise UndoError(_in_all(history, "others"))
    if own is None:
        raise NoDecisionError(say("takeback.nothing", BASE))
    if fork is not None and own >= fork.began:
        first = next(revelations(history, own), None)
        if first is not None and first.step == own:
            raise UndoError(_reasons(history, readers, player, first))
        return own
    if not set(map(decider, range(own, count))) <= {player, NONE, TAKEN, *bots}:
        raise UndoError(_in_all(history, "another"))
    first = next(revelations(history, own), None)
    if first is not None:
        raise UndoError(_reasons(history, readers, player, first))
    return own


def answers_after(
    position: Position, last: JournalEntry, later: Sequence[JournalEntry]
) -> list[JournalEntry]:
    """The later actions that stay when one is taken back: while players act simultaneously, the answers of others."""
    simultaneous = position.fork is not None and len(later) < len(position.answers)
    return [one for one in later if one.strand != last.strand] if simultaneous else []


def _reasons(history: History, readers: Readers, player: int, revelation: Revelation) -> dict[str, str]:
    """The reasons in each language, with what happened then, as the player may read it."""
    found = _in_all(
        history,
        revelation.kind,
        player=history.players[revelation.player] if revelation.player != NONE else "",
    )
    for language, text in found.items():
        lines = (line for line in readers.lines(revelation.step) if line.step == revelation.step)
        texts = (line.text(history.names, player, language) for line in lines)
        line = next(filter(None, texts), "") if revelation.kind != "answers" else ""
        found[language] = text + (f" ({line.rstrip('.')})" if line else "")
    return found


def _in_all(history: History, reason: str, **arguments: str) -> dict[str, str]:
    return {
        language: say(f"takeback.{reason}", language, **arguments) for language in history.names.languages
    }
