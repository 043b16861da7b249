"""Checks of a whole game, one file each: what can be seen to be wrong without playing."""

from __future__ import annotations

from collections.abc import Callable

from ..diagnostics import Report
from ..game import Game
from ..schema import GameDoc
from .articles import articles
from .asking import asking
from .at_once import at_once
from .behaviour import behaviour, no_flow
from .chooser import chooser
from .chosen import chosen
from .citations import citations
from .constant import constant, counted
from .loops import loops
from .numbers import numbers
from .offers import empty_places, offers
from .owners import owners
from .printed import printed
from .provenance import provenance
from .recursion import recursion
from .secrecy import half_secret, secrecy
from .sides import sides
from .slots import given_names, slots
from .translations import translations
from .untold import untold
from .unused import labels, unused, words

Check = Callable[[Game, GameDoc, Report], None]


def check_game(game: Game, doc: GameDoc, report: Report) -> None:
    """Runs every check."""
    for check in CHECKS:
        check(game, doc, report)


CHECKS: tuple[Check, ...] = (
    unused,
    labels,
    asking,
    words,
    slots,
    given_names,
    citations,
    provenance,
    empty_places,
    constant,
    counted,
    chooser,
    chosen,
    loops,
    offers,
    behaviour,
    no_flow,
    printed,
    recursion,
    sides,
    numbers,
    secrecy,
    half_secret,
    untold,
    owners,
    at_once,
    articles,
    translations,
)
