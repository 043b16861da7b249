"""The suite notices when what decides who may know what is wrong: each mutant of it is caught by some game."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from rulewright.dsl.offers.preconditions import Beginnings as Described
from rulewright.dsl.secrecy.asking import Asking
from rulewright.dsl.secrecy.disclosure import OPEN, Disclosure, Exposure
from rulewright.interpreter.lower.choices import windows
from rulewright.interpreter.lower.choices.asking import Asked
from rulewright.interpreter.lower.choices.beginnings import Beginnings
from rulewright.interpreter.lower.statements.moves import Moves
from rulewright.interpreter.match.output import view
from rulewright.interpreter.match.output.log import line as log_line
from rulewright.interpreter.match.output.log import transcript, writer
from rulewright.interpreter.match.secrecy import determinize
from rulewright.interpreter.match.secrecy.visibility import sees_state, visibility
from rulewright.interpreter.match.state import position

from ..amount import sample
from .games import ASKED, GIFT, OF_HANDS, SIMULTANEOUSLY, TAKEN, TURN, about, game_of, some_game, written
from .test_noninterference import EACH, compare, is_open, tells
from .worlds import Play

Patch = pytest.MonkeyPatch
Mutant = Callable[[Patch], None]


def visibility_with(**changes: Any) -> Callable[..., Any]:
    return lambda choice, reader, known: visibility(attrs.evolve(choice, **changes), reader, known)


def choices_are_told(patch: Patch) -> None:
    patch.setattr(log_line, "visibility", visibility_with(secret=False))


def picked_pieces_are_told(patch: Patch) -> None:
    patch.setattr(log_line, "visibility", visibility_with(pieces=0))


def what_was_known_before_names_the_pick(patch: Patch) -> None:
    def recognised(self: Any, m: Any) -> tuple[int, ...]:
        return tuple(self.before)

    def started(self: Any, writer: Any, m: Any = None, knows: tuple[int, ...] = ()) -> None:
        begin(self, writer, m, knows)
        self.before = knows

    begin = writer._Sink.__init__
    patch.setattr(writer._Sink, "__init__", started)
    patch.setattr(writer._Sink, "recognised", recognised)


def knowledge_lasts_until_the_piece_moves(patch: Patch) -> None:
    patch.setattr(Disclosure, "covers", lambda self, node: False)


def moved_pieces_stay_known(patch: Patch) -> None:
    patch.setattr(Moves, "_unseen", lambda self, node, scope: False)


def lines_are_for_all(patch: Patch) -> None:
    patch.setattr(log_line, "among", lambda reader, readers: True)


def answers_are_told_early(patch: Patch) -> None:
    patch.setattr(log_line, "in_time", lambda reader, strand, joined: True)


def slots_are_for_all(patch: Patch) -> None:
    patch.setattr(log_line, "may_read", lambda reader, known, readers, faces: not faces & ~known)


def states_are_seen(patch: Patch) -> None:
    patch.setattr(view, "sees_state", lambda reader, secret, owner=None: True)


def states_of_players_are_seen(patch: Patch) -> None:
    patch.setattr(view, "sees_state", lambda reader, secret, owner=None: sees_state(0, secret, owner and 0))


def answers_are_seen(patch: Patch) -> None:
    patch.setattr(position.Position, "seen_by", lambda self, reader: self)


def choices_are_not_kept(patch: Patch) -> None:
    patch.setattr(Disclosure, "keeps", lambda self, node: False)


def names_are_shown(patch: Patch) -> None:
    patch.setattr(Disclosure, "shown", lambda self, node: "all")
    patch.setattr(view.Viewer, "frames", _all_frames)


def _all_frames(self: view.Viewer, pending: Any) -> Any:
    return view.frames_of(self.position.rules, self.m, pending.strand)


def slots_are_open(patch: Patch) -> None:
    patch.setattr(Disclosure, "slots", lambda self, signature: {})


def values_are_open(patch: Patch) -> None:
    patch.setattr(Disclosure, "exposure", lambda self, expr, known: OPEN)


def consequences_are_told(patch: Patch) -> None:
    patch.setattr(Disclosure, "hides", lambda self, node: OPEN)


def each_secret_choice_is_counted(patch: Patch) -> None:
    patch.setattr(transcript.Transcript, "_is_held_back", lambda self, position, chosen: False)


def lines_come_as_they_were_written(patch: Patch) -> None:
    patch.setattr(transcript.Transcript, "_in_order", lambda self, lines, first, end: lines[first:end])


MUTANTS: list[Mutant] = [
    choices_are_told,
    picked_pieces_are_told,
    what_was_known_before_names_the_pick,
    knowledge_lasts_until_the_piece_moves,
    moved_pieces_stay_known,
    lines_are_for_all,
    answers_are_told_early,
    slots_are_for_all,
    states_are_seen,
    states_of_players_are_seen,
    answers_are_seen,
    choices_are_not_kept,
    names_are_shown,
    slots_are_open,
    values_are_open,
    consequences_are_told,
    each_secret_choice_is_counted,
    lines_come_as_they_were_written,
]


def named(mutant: Mutant) -> str:
    return str(mutant.__name__)


def caught() -> bool:
    """Whether some game of the suite lets a reader distinguish what two worlds keep secret."""
    try:
        for seed, mixed in enumerate(
            (range(2), range(2, 10), range(10, 20))
        ):  # what catches most mutants first
            for number in mixed:
                what, game = some_game(random.Random(number))
                compare(game, number, what)
            for what, text in SIMULTANEOUSLY.items():
                compare(
                    game_of(written([("do", text)])),
                    seed,
                    what,
                    answers=True,
                    ended=lambda match: match.fork is None,
                )
            for what, text in EACH:
                compare(game_of(text), seed, what)
    except AssertionError:
        return True
    return False


def test_a_mutant_that_keeps_the_truth_is_caught(monkeypatch: Patch) -> None:
    match = Play(game_of(written([("turn", TURN["number"])])), 3, 5, 0, 1).match_at(is_open)

    def bids() -> set[int]:
        deals = [match.determinize(0, seed) for seed in range(25)]
        return {deal.view(1)["players"][1]["state"]["bid"] for deal in deals}

    assert len(bids()) > 2
    monkeypatch.setattr(determinize, "resampled", lambda *_: None)
    assert len(bids()) == 1


TRIED = sample(MUTANTS, 6, named)


@pytest.mark.parametrize("mutant", TRIED, ids=named)
def test_a_mutant_is_caught(mutant: Mutant, monkeypatch: Patch) -> None:
    mutant(monkeypatch)
    assert caught()


def only_who_has_an_ability_is_asked(patch: Patch) -> None:
    patch.setattr(Asked, "veiled", lambda self, instance: frozenset())


def a_secret_decides_who_is_asked(patch: Patch) -> None:
    patch.setattr(Asking, "secret", lambda self, test, trigger: False)


def who_can_choose_no_more_is_passed_over(patch: Patch) -> None:
    patch.setattr(Described, "runs_out_openly", lambda self, of: True)


def who_can_take_nothing_is_passed_over(patch: Patch) -> None:
    patch.setattr(windows, "is_open", lambda node, game: True)


def what_is_offered_decides_who_is_asked(patch: Patch) -> None:
    patch.setattr(Beginnings, "known", lambda self, test, body, scope: self.guard(test, body, scope)[0])


OF_ASKING: dict[Mutant, tuple[str, ...]] = {
    only_who_has_an_ability_is_asked: ("instead of", "after, by anybody"),
    a_secret_decides_who_is_asked: ("if a secret",),
    who_can_choose_no_more_is_passed_over: ("up to two of each",),
    who_can_take_nothing_is_passed_over: ("an offer", "parts in any order"),
    what_is_offered_decides_who_is_asked: ("an offer of cards",),
}
EACH_OF_ASKING = [(mutant, what) for mutant, games in OF_ASKING.items() for what in games]
TRIED_OF_ASKING = sample(EACH_OF_ASKING, 3, lambda one: f"{named(one[0])} {one[1]}")


@pytest.mark.parametrize(
    ("mutant", "what"),
    TRIED_OF_ASKING,
    ids=lambda one: one if isinstance(one, str) else named(one),
)
def test_a_mutant_of_who_is_asked_is_caught(mutant: Mutant, what: str, monkeypatch: Patch) -> None:
    mutant(monkeypatch)
    assert tells(game_of(about(*ASKED[what])), what)


def the_only_copy_decides_who_is_asked(patch: Patch) -> None:
    patch.setattr(Asked, "only", lambda self, of, *at: self.decider(of[0], *at) if len(of) == 1 else None)


def test_a_mutant_of_who_is_asked_about_a_single_copy_is_caught(monkeypatch: Patch) -> None:
    the_only_copy_decides_who_is_asked(monkeypatch)
    for what in ("instead of, by anybody", "after, by anybody"):
        assert tells(game_of(about(*ASKED[what], copies=1)), what, redeals=True)


def what_has_acted_in_secret_counts(patch: Patch) -> None:
    asked = Asked._is_asked

    def counted(self: Asked, part: Any, current: Any, only: Any, used: Any, seen: Any, *at: Any) -> Any:
        return asked(self, part, current, only, used, used, *at)

    patch.setattr(Asked, "_is_asked", counted)


def test_a_mutant_of_who_is_asked_after_a_secret_answer_is_caught(monkeypatch: Patch) -> None:
    what_has_acted_in_secret_counts(monkeypatch)
    what = "after, in secret"
    assert tells(game_of(about(*TAKEN[what], copies=1)), what, passes=False, redeals=True, kept=True)


def cards_of_hands_are_counted(patch: Patch) -> None:
    patch.setattr(Disclosure, "_of_set", lambda self, value, found: Exposure(found.owners))


def test_a_mutant_that_tells_how_many_cards_there_are_is_caught(monkeypatch: Patch) -> None:
    cards_of_hands_are_counted(monkeypatch)
    for what in ("some", "some, through a let"):
        game = game_of(written([("turn", GIFT), ("turn", OF_HANDS[what])]))
        assert tells(game, what, passes=False, redeals=True)
