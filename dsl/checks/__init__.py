"""Checks of a whole game, one file each: errors that can be found without playing."""

from __future__ import annotations

from collections.abc import Callable

from ..diagnostics.report import Report
from ..model.game import Game
from ..schema.classes import GameDoc
from .any_of import any_of
from .articles import articles
from .asked import asked
from .behaviour import behaviour, no_flow
from .beside import beside
from .choice_titles import asking
from .chooser import chooser
from .citations import citations
from .constant import constant, counted
from .decisions import decisions
from .exchange import exchange
from .log_slots import unreadable
from .loops import loops
from .numbers import numbers
from .owners import owners
from .panel import panel
from .pick_order import pick_order
from .printed import printed
from .printed_order import printed_order
from .provenance import provenance
from .reachability import empty_places, offers
from .recursion import recursion
from .secrecy import half_secret, secrecy
from .sides import sides
from .simultaneous import simultaneous
from .slots import given_names, slots
from .taken_otherwise import beyond_the_end, mistakable, no_number
from .translations import translations
from .unplaced import unplaced
from .unsaid_doers import unsaid_doers
from .unused import labels, sections, unused, words
from .word_choices import chosen

Check = Callable[[Game, GameDoc, Report], None]


def check_game(game: Game, doc: GameDoc, report: Report) -> None:
    """Runs every check."""
    for check in CHECKS:
        check(game, doc, report)


CHECKS: tuple[Check, ...] = (
    unused,
    labels,
    sections,
    asking,
    words,
    slots,
    given_names,
    citations,
    decisions,
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
    printed_order,
    recursion,
    sides,
    numbers,
    no_number,
    mistakable,
    beyond_the_end,
    unplaced,
    any_of,
    pick_order,
    exchange,
    unsaid_doers,
    secrecy,
    half_secret,
    beside,
    unreadable,
    owners,
    panel,
    asked,
    simultaneous,
    articles,
    translations,
)
