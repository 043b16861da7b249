"""What was chosen, by names: so that a record says what happened at the table, whatever numbers the rules give it.

In: the rules of a game, and for each choice its player and, of a piece, where it lay. Out: what a record holds beside
the numbers (`noted`), the same read back (`chosen_in`), and the option that a choice means under other rules
(`meant`). A number stands for one choice site and one argument, so names are noted once for each number that occurs;
only the player and the place of a piece are noted for each choice.

A choice means an open option if the same player is asked at the same site, and exactly one option there has its name.
Nothing is guessed: otherwise it means nothing, and `Stopped` says why, in the words of what was chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import attrs

from ...ir import NONE
from ..errors import BrokenRulesError, SaveError
from ..setup.rules import Rules
from ..state.journal import JournalEntry
from ..state.position import Position
from .action_names import ActionName, SiteName

KEYS = ("sites", "options", "places", "players", "lay")
"""What a record holds of its choices."""
FIRST_SEAT = ord("0")
"""How players are written: one character for each choice, and that before the first seat for luck."""
SORTS = ("none", "number", "word", "player", "cell", "design", "piece", "position")
LISTED = 6
"""How many options a message lists."""

Why = Literal["over", "not asked", "elsewhere", "gone", "closed", "several", "goes on", "fault", "unnoted"]
"""Why a choice could not be repeated: the match is over; its player has nothing to choose; the player is asked
something else; the rules have no such option there; they have it, but it is not open; several open options have its
name; all could be repeated, but the match, which was over then, is not over; the rules go wrong; the record holds
only numbers."""


@attrs.frozen
class Chosen:
    """What was chosen. `player` is the seat (-1: luck), `site` what was asked, `sort` the kind of thing chosen, and
    `name` its name in the rules. Of pieces with one design and of options with one name, `copy` says which it was,
    of `copies`; `place` is where the piece lay (empty for what is no piece)."""

    player: int
    site: SiteName
    sort: str
    name: str
    copy: int = 0
    copies: int = 1
    place: str = ""

    def __str__(self) -> str:
        where = f" ({self.place})" if self.place else ""
        return f"'{self.name}'{where}"


@attrs.frozen
class Stopped:
    """Where a replay under other rules has stopped: before the `step`-th choice (from 1), what was chosen there
    (None: nothing, or the record does not say), and why it cannot be repeated; if the rules go wrong, their
    `fault`."""

    step: int
    chosen: Chosen | None
    why: Why
    message: str
    fault: BrokenRulesError | None = attrs.field(default=None, repr=False)

    def __str__(self) -> str:
        return self.message


# --------------------------------------------------------------------------- in a record


Note = tuple[int, int]
"""What is noted of each choice: its player, and the place of the piece that was chosen (NONE: none, or no piece)."""


def place_chosen(rules: Rules, position: Position, action: int) -> int:
    """The place of the piece that an action chooses; NONE if it chooses no piece."""
    found = rules.action_of[action]
    return position.place_of(action - found.first) if found.sort == "piece" else NONE


def noted(rules: Rules, entries: Sequence[JournalEntry], notes: Sequence[Note]) -> dict[str, Any]:
    """What a record holds of the choices beside their numbers."""
    names_of, places = rules.action_names, rules.lowered.tables.places
    sites: dict[SiteName, int] = {}
    options: list[list[int | str]] = []
    pieces: set[int] = set()
    for number in sorted({one.action for one in entries}):
        of = names_of(number)
        site = sites.setdefault(of.site, len(sites))
        more: list[int] = [] if of.copies == 1 else [of.copy, of.copies]
        options.append([number, site, SORTS.index(of.sort), of.name, *more])
        if of.sort == "piece":
            pieces.add(number)
    names: dict[int, int] = {}
    lay = [
        names.setdefault(place, len(names)) if place != NONE else NONE
        for one, (_, place) in zip(entries, notes, strict=True)
        if one.action in pieces
    ]
    return {
        "sites": [list(one) for one in sites],
        "options": options,
        "places": [places[one].name for one in names],
        "players": "".join(chr(FIRST_SEAT + player) for player, _ in notes),
        "lay": lay,
    }


def notes_in(data: dict[str, Any], entries: Sequence[JournalEntry], rules: Rules) -> list[Note] | None:
    """What a record of the same rules notes of each choice; None if it does not. Only for writing it again: nobody
    has checked it."""
    chosen = chosen_in(data, entries)
    if chosen is None:
        return None
    numbers = {one.name: number for number, one in enumerate(rules.lowered.tables.places)}
    return [(one.player, numbers.get(one.place, NONE) if one.place else NONE) for one in chosen]


def chosen_in(data: dict[str, Any], entries: Sequence[JournalEntry]) -> list[Chosen] | None:
    """What was chosen, by a record; None if it holds only numbers. Raises `SaveError` for what no match writes."""
    if "chosen" not in data:
        return None
    try:
        return _read(data["chosen"], entries)
    except (TypeError, ValueError, IndexError, KeyError, AttributeError):
        raise SaveError("this record says nothing sensible under 'chosen'") from None


def _read(told: Any, entries: Sequence[JournalEntry]) -> list[Chosen]:
    if not isinstance(told, dict) or sorted(told) != sorted(KEYS):
        raise ValueError
    sites: list[SiteName] = []
    for kind, where, asks in told["sites"]:
        sites.append((_text(kind), _text(where), _text(asks)))
    places = list(map(_text, told["places"]))
    called: dict[int, ActionName] = {}
    for number, site, sort, name, *more in told["options"]:
        copy, copies = map(_number, more) if more else (0, 1)
        called[_number(number)] = ActionName(
            sites[_number(site)], SORTS[_number(sort)], _text(name), copy, copies
        )
    players, lay = _text(told["players"]), iter(told["lay"])
    found = []
    for one, seat in zip(entries, players, strict=True):
        of, place = called[one.action], ""
        if of.sort == "piece":
            at = next(lay, None)
            place = "" if at == NONE else places[_number(at)]
        player = max(ord(seat) - FIRST_SEAT, NONE)
        found.append(Chosen(player, of.site, of.sort, of.name, of.copy, of.copies, place))
    if next(lay, None) is not None:
        raise ValueError
    return found


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _number(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise TypeError
    return value


# ------------------------------------------------------------------- under other rules


def meant(position: Position, chosen: Chosen, step: int) -> tuple[int, int] | Stopped:
    """The strand and the number of the open option that a choice means, or why there is none. Raises `RulesFault`."""
    name_of = position.rules.action_names
    pending = position.pending()
    who = _player(position, chosen.player)

    def stop(why: Why, reason: str) -> Stopped:
        asked = f"at '{chosen.site[2]}'" if chosen.site[2] else "there"
        return Stopped(step, chosen, why, f"choice {step} was {who}: {chosen}, {asked}; {reason}")

    if not pending:
        return stop("over", "the match is over by then")
    mine = next((one for one in pending if one.player == chosen.player), None)
    if mine is None:
        others = " and ".join(dict.fromkeys(_player(position, one.player) for one in pending))
        return stop("not asked", f"now {others} must choose")
    site = name_of.sites[mine.site]
    if site != chosen.site:
        return stop("elsewhere", f"now the decision is '{site[2]}'{_within(site, chosen.site)}")
    legal = position.legal(mine.strand)
    alike = [one for one in legal if (name_of(one).sort, name_of(one).name) == (chosen.sort, chosen.name)]
    found = _same(position, chosen, alike)
    if len(found) == 1:
        return mine.strand, found[0]
    if found:
        return stop("several", "by this name alone, it cannot be said which of the options it was")
    if not name_of.has(chosen.site, chosen.sort, chosen.name):
        return stop(
            "gone", f"the rules have no such option there any more; open are: {_open(position, legal)}"
        )
    return stop("closed", f"this is not open now; open are: {_open(position, legal)}")


def _same(position: Position, chosen: Chosen, alike: list[int]) -> list[int]:
    """Those of the options with the right name that are what was chosen."""
    name_of = position.rules.action_names
    if chosen.sort == "piece":
        names = position.rules.lowered.tables.places
        there = []
        for one in alike:
            at = place_chosen(position.rules, position, one)
            if (names[at].name if at != NONE else "") == chosen.place:
                there.append(one)
        own = [one for one in there if name_of(one).copy == chosen.copy]
        return own or there
    if any(name_of(one).copies != chosen.copies for one in alike):
        return [*alike, *alike]  # which of them it was says nothing, if there are more or fewer now
    return [one for one in alike if name_of(one).copy == chosen.copy]


def _player(position: Position, player: int) -> str:
    if player == NONE:
        return "luck"
    return position.players[player] if player < len(position.players) else f"player {player + 1}"


def _within(now: SiteName, then: SiteName) -> str:
    """In which part of the rules a decision stands, if only that distinguishes it."""
    if now[2] != then[2]:
        return ""
    return f" in another part of the rules ({now[1] or now[0]}, not {then[1] or then[0]})"


def _open(position: Position, legal: Sequence[int]) -> str:
    names = list(dict.fromkeys(position.rules.action_names(one).name for one in legal))
    return ", ".join(names[:LISTED]) + (", …" if len(names) > LISTED else "")
