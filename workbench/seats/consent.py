"""Whom it concerns if a player takes back a choice, and the question that those are asked."""

from __future__ import annotations

from collections.abc import Collection

import attrs

from ...dsl.languages import BASE, say
from ...interpreter import Match
from ..wire.refusals import RefusalError


@attrs.frozen
class Question:
    """A player asks to take back a choice that others have followed: what those must agree to."""

    by: int
    waiting: frozenset[int]
    consenting: frozenset[int]


def concerned(match: Match, seat: int, bots: Collection[int]) -> frozenset[int]:
    """The people who have chosen since the last choice of a seat, or have to choose now: whether one of them has
    chosen something yet may be a secret. Of those who act simultaneously it is all, unless the choice is one of
    this seat at the same time, which is its own affair."""
    deciders = match.deciders()
    own = max((number for number, player in enumerate(deciders) if player == seat), default=len(deciders))
    if match.fork is not None and own >= match.fork.began:
        return frozenset()
    first = own
    while 0 < first < len(deciders) and match.journal[first].strand and match.journal[first - 1].strand:
        first -= 1
    players = {*deciders[first:], *(one.player for one in match.pending())}
    return frozenset(one for one in players - {seat, *bots} if one >= 0)


def something_meanwhile(match: Match) -> dict[str, str]:
    """The reason, in each language, that tells nothing of what was chosen meanwhile."""
    return {language: say("takeback.meanwhile", language) for language in match.names.languages}


def asked_too_soon(match: Match, seconds: int) -> RefusalError:
    """The refusal to ask again so soon after a no, with how long that lasts, in each language."""
    reasons = {
        language: say("takeback.pause", language, seconds=seconds)
        for language in (BASE, *match.names.languages)
    }
    return RefusalError("RW736", reasons[BASE], reasons=reasons)
