"""The players of the seats of a match, people or bots by name, and the bounds on them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ...dsl.model.game import Game
from ...interpreter import SetupError
from ...interpreter.bots import Budget
from ...interpreter.bots.registry import read_bot
from ...interpreter.match.setup.options import Player, names_of
from ..wire.refusals import RefusalError
from .naming import check_apart, check_name

PERSON = "person"
"""The player of a seat that no bot plays."""
MOST_ITERATIONS = 10_000
MOST_SECONDS = 10.0
"""The largest budget of a bot for one choice."""


def checked_bot(bot: str) -> str:
    """The name of a bot. Raises `SetupError` if there is none, or if it thinks longer than servers allow."""
    name = bot[:50]
    _, budget = read_bot(name)
    budget = budget or Budget(iterations=1)
    if (budget.iterations or 0) > MOST_ITERATIONS or (budget.seconds or 0) > MOST_SECONDS:
        raise SetupError(
            f"'{name}' thinks too long here", f"at most {MOST_ITERATIONS} iterations or {MOST_SECONDS:g}s"
        )
    return name


def checked_plays(plays: str) -> str:
    """The player of a seat: a person, or a bot. Raises `SetupError`."""
    return plays if plays == PERSON else checked_bot(plays)


def players_given(game: Game, players: int | Sequence[str | Player]) -> tuple[str | Player, ...]:
    """The players, with names without surrounding spaces. Raises `SetupError`, and `RefusalError` for a name that
    could be taken for another one."""
    if isinstance(players, int):
        return tuple(names_of(game, players))
    found = tuple(names_of(game, [_stripped(one) for one in players]))
    for name in found:
        check_name(name)
    check_apart(found)
    return found


def _stripped(player: str | Player) -> str | Player:
    return Player(player.strip(), player.gender) if isinstance(player, Player) else player.strip()


def check_seat(seat: int, seats: int, path: str = "seat") -> int:
    """A seat. Raises `RefusalError` if the match has none of this number."""
    if not 0 <= seat < seats:
        raise RefusalError("RW721", f"there is no seat {seat}", f"seats are from 0 to {seats - 1}", path)
    return seat


def seed_or_luck(seed: int | None) -> int:
    """The seed that was asked for, or one that nobody can predict."""
    return random.SystemRandom().getrandbits(63) if seed is None else seed
