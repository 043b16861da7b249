"""The core of both servers: choices that must be kept to count, turns, taking back, and bots that have to decide."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.match.state.journal import JournalEntry
from rulewright.workbench.protocol.host import Hosted
from rulewright.workbench.seats.library import GameLibrary
from rulewright.workbench.seats.naming import check_apart, check_name
from rulewright.workbench.seats.pauses import FIRST_PAUSE, LONGEST_PAUSE, Pauses
from rulewright.workbench.seats.seated import SeatedMatch
from rulewright.workbench.seats.seating import PERSON, players_given
from rulewright.workbench.seats.standing import Standing
from rulewright.workbench.seats.thinking import decision_about, thinker
from rulewright.workbench.web.table import Table
from rulewright.workbench.wire.refusals import RefusalError
from rulewright.workbench.wire.shapes import ShapeError

from .test_serve import SIGNS


def test_a_refusal_is_the_same_in_another_process() -> None:
    """Whatever another process refuses is sent from there; what could not be read here would end that process."""
    before = RefusalError("RW723", "there is none", "look elsewhere", "match", {"cs": "není"})
    after = pickle.loads(pickle.dumps(before))
    assert (str(after), vars(after)) == (str(before), vars(before))
    assert vars(pickle.loads(pickle.dumps(ShapeError("a.b", "is wrong")))) == {
        "path": "a.b",
        "message": "is wrong",
    }


class Journal:
    """Keeps choices, until it is full."""

    def __init__(self) -> None:
        self.entries: list[JournalEntry] = []
        self.standing: Standing | None = None
        self.full = False

    def __call__(self, first: int, entries: Sequence[JournalEntry], standing: Standing | None) -> None:
        if self.full:
            raise OSError("no space left")
        self.entries[first:] = entries
        self.standing = standing or self.standing


@pytest.fixture
def journal() -> Journal:
    return Journal()


def seated(journal: Journal, *plays: str) -> SeatedMatch:
    return SeatedMatch(Match(GameLibrary((SIGNS,)).game(SIGNS, ()), 2, 3), plays or (PERSON, PERSON), journal)


def numbers(one: SeatedMatch) -> list[int]:
    return [one.turns[0], one.turns[1]]


def test_both_servers_have_this_core() -> None:
    assert issubclass(Hosted, SeatedMatch)
    assert "SeatedMatch" in Table.__init__.__code__.co_names


def test_what_cannot_be_kept_has_not_happened(journal: Journal) -> None:
    one = seated(journal)
    one.choose(0, "rock", one.turns[0])
    before, turns, version = one.match.snapshot(), numbers(one), one.version
    journal.full = True
    with pytest.raises(OSError, match="no space"):
        one.choose(1, "rock")
    with pytest.raises(OSError, match="no space"):
        one.take_back(0)
    assert (one.match.snapshot(), numbers(one), one.version) == (before, turns, version)
    journal.full = False
    one.take_back(0)
    one.choose(0, "paper")
    assert journal.entries == one.match.journal


def test_a_choice_that_others_do_not_know_of_changes_no_number_when_it_is_taken_back(
    journal: Journal,
) -> None:
    one = seated(journal)
    first = numbers(one)
    one.choose(0, "rock")
    one.take_back(0)
    assert one.turns[0] > first[0]
    assert one.turns[1] == first[1]


def test_a_decision_of_an_earlier_round_has_another_number(journal: Journal) -> None:
    """It has the same options at the same site as the one that was open."""
    one = seated(journal)
    for seat in (0, 1):
        one.choose(seat, "rock")
    late = one.turns[1]
    trial = one.match.clone()
    trial.back_to(0)
    assert [trial.legal(each.strand) for each in trial.pending()] == [
        one.match.legal(each.strand) for each in one.match.pending()
    ]
    one.replace(trial)
    with pytest.raises(RefusalError, match="moved on"):
        one.choose(1, "rock", late)


def test_a_refusal_to_take_back_has_its_reason_in_each_language(journal: Journal) -> None:
    one = seated(journal)
    with pytest.raises(RefusalError) as caught:
        one.take_back(0)
    assert set(caught.value.reasons) == set(one.match.names.languages)
    assert caught.value.within("params", "cs").args[0] == caught.value.reasons.get("cs", str(caught.value))


def test_a_thought_about_another_position_is_useless(journal: Journal) -> None:
    one = seated(journal, PERSON, "random")
    about = one.thinking()
    assert about is not None
    decision = decision_about(one.match, about)
    assert decision is not None
    entry = JournalEntry(decision.strand, thinker(one.match, about).choose(one.match, decision).number)
    one.choose(0, "rock")
    assert decision_about(one.match, about) is None
    assert not one.bot_chooses(about, entry)
    assert len(one.match.journal) == 1
    again = one.thinking()
    assert again is not None
    assert one.bot_chooses(again, entry)
    with pytest.raises(RefusalError, match="a bot plays this seat"):
        one.choose(1, "rock")


def test_a_bot_has_the_same_luck_in_a_copy(journal: Journal) -> None:
    one = seated(journal, PERSON, "random")
    about = one.thinking()
    assert about is not None
    copy = one.match.clone()
    found = [
        thinker(match, about).choose(match, decision).number
        for match in (one.match, copy)
        if (decision := decision_about(match, about)) is not None
    ]
    assert len(found) == 2
    assert found[0] == found[1]


def test_a_variant_is_named_once() -> None:
    with pytest.raises(RefusalError) as caught:
        GameLibrary((SIGNS,)).game(SIGNS, ("one", "one"))
    assert (caught.value.code, caught.value.path) == ("RW726", "variants")


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_a_pause_grows_with_each_no_and_is_the_first_again_after_a_yes() -> None:
    clock = Clock()
    pauses, found = Pauses(clock), []
    for _ in range(9):
        pauses.refused(0)
        found.append(pauses.left(0))
        clock.seconds += found[-1] - 0.5
        assert pauses.left(0) == 1
        clock.seconds += 0.5
        assert pauses.left(0) == 0
    assert found == [min(FIRST_PAUSE * 2**at, LONGEST_PAUSE) for at in range(9)]
    assert found[-1] == LONGEST_PAUSE
    assert pauses.left(1) == 0
    pauses.agreed(0)
    pauses.refused(0)
    assert pauses.left(0) == FIRST_PAUSE


@pytest.mark.parametrize(
    "name",
    ["Zdeněk", "Řehoř Čížek", "Ďábel-Kůň", "O’Brien", "Ann 2", "Đặng Thị", "Мария", "Ελένη", "אברהם", "علي",
     "山田ハナコ", "さくら", "らーめん", "Kim 철수", "Zdene\u030ck", "<img src=x>", "♥", "Ann 🎲", "ÅSA", "x²"],
)  # fmt: skip
def test_names_in_one_script(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("B\u043eb", "'\u043e' is Cyrillic, others are Latin"),
        ("\u0391nna", "'\u0391' is Greek"),
        ("И\u006fсиф", "'o' is Latin, others are Cyrillic"),
        ("\uff21\u043d\u043d\u0430", "'A' is Latin"),
        ("Ann\u3164", "HANGUL FILLER"),
        ("A\u200bnn", "ZERO WIDTH SPACE"),
        ("A\u202enn", "RIGHT-TO-LEFT OVERRIDE"),
        ("A\u2066nn", "LEFT-TO-RIGHT ISOLATE"),
        ("A\u034fnn", "COMBINING GRAPHEME JOINER"),
        ("A\ufe01nn", "VARIATION SELECTOR-2"),
        ("A\u0301\u0302\u0303\u0304nn", "more than 3 accents"),
    ],
)
def test_names_that_could_be_taken_for_others(name: str, says: str) -> None:
    with pytest.raises(RefusalError) as caught:
        check_name(name)
    assert says in str(caught.value)
    assert (caught.value.code, caught.value.path) == ("RW737", "players")
    assert caught.value.help


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("сосо", "coco"),
        ("Вор", "Bop"),
        ("ΑΝΝΑ", "ANNA"),
        ("Bill", "BiII"),
        ("Ann 1", "Ann l"),
        ("Tom", "Torn"),
        ("Bob", "Ｂｏｂ"),
        ("Ann  Lee", "Ann Lee"),
        ("O'Brien", "O’Brien"),
        ("Zdeněk", "Zdene\u030ck"),
        ("Ann", "ann"),
        ("Hráč 1", "HRÁČ 1"),
        ("Tom", "TOM"),
        ("Ill", "ill"),
        ("Ёж", "Ёж".replace("Ё", "Ë")),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    with pytest.raises(RefusalError, match="look alike") as caught:
        check_apart(("Eve", one, other))
    assert (caught.value.code, bool(caught.value.help)) == ("RW737", True)


def test_names_that_differ_in_what_people_see() -> None:
    check_apart(("Zdeněk", "Zdenek", "Zdeňek", "Ann", "Anne", "Ann 2", "Ann 3", "Анна", "Анне"))


def test_players_of_a_match_have_names_of_their_own() -> None:
    game = GameLibrary((SIGNS,)).game(SIGNS, ())
    assert players_given(game, [" Zdeněk ", "Bob"]) == ("Zdeněk", "Bob")
    for names in (["Bob", "B\u043eb"], ["Bob", "ВоЬ"]):
        with pytest.raises(RefusalError) as caught:
            players_given(game, names)
        assert caught.value.code == "RW737"
