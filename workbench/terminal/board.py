"""A view as lines of text for a terminal: what the player may know of the match, and nothing else."""

from __future__ import annotations

from typing import Any

from ...dsl.languages import BASE
from ...dsl.model.game import Game
from ...interpreter.match.decisions.disambiguate import says_nothing
from ...interpreter.match.output.view import View
from .boards import draw_boards, marked_cells
from .card_tables import table_lines
from .look import Screen
from .paint import width, wrapped
from .speech import say
from .unshown import without_unshown
from .wording import EMPTY, label_of, pieces_text, states_text

MANY = 10
"""Of a place with more sorts of pieces than this, the short picture shows only how many there are."""


Parts = dict[tuple[str, ...], list[str]]
"""The lines of a view by what they show: the state, a place, the boards, a player by number, the signs of colours."""


def view_lines(
    game: Game, view: View, language: str = BASE, *, brief: bool = False, look: Screen | None = None
) -> list[str]:
    """The game's states and places first, then those of each player, all in the order of their declarations; but a
    reader with boards of their own sees these first. `look` says how things look at the reader's terminal.

    `brief` leaves out what only helps the rules (`shown: no`), empty places, and states that say nothing (a player's
    0 does say something: usually it is the score). Of a place with many pieces it shows only the number."""
    return [
        line for part in view_parts(game, view, language, brief=brief, look=look).values() for line in part
    ]


def view_parts(
    game: Game, view: View, language: str = BASE, *, brief: bool = False, look: Screen | None = None
) -> Parts:
    """The same lines, in parts that change independently: states, each place, the boards, each player."""
    if brief:
        view = without_unshown(game, view)
    look = look or Screen(game, language)
    return _Picture(look, view, brief=brief).parts()


class _Picture:
    """What is shown of a view."""

    def __init__(self, look: Screen, view: View, *, brief: bool) -> None:
        self.look, self.view, self.brief = look, view, brief
        self.game, self.language = look.game, look.language
        self.marks = marked_cells(look.game, view)

    def parts(self) -> Parts:
        seats, reader = range(len(self.view["players"])), self.view["viewer"]
        own = reader if reader is not None and self.view["players"][reader]["boards"] else None
        found: Parts = self._player(own, short=False) if own is not None else {}
        found |= self._shared()
        for seat in seats:
            if seat != own:
                found |= self._player(seat, short=self.brief and own is not None)
        signs = "" if self.look.painted else self.look.colours()
        return found | {("signs",): _wrapped(f"  ({signs})", self.look) if signs else []}

    def _shared(self) -> Parts:
        """What belongs to nobody."""
        view = self.view
        states = states_text(self.game, view["game state"], self.language, brief=self.brief)
        found: Parts = {("state",): _wrapped(states, self.look) if states else []}
        for name, place in view["places"].items():
            found[("place", name)] = self._place(name, place)
        found[("boards",)] = draw_boards(
            self.game, view["boards"], self.language, self.marks, brief=self.brief, look=self.look
        )
        return found

    def _player(self, seat: int, *, short: bool) -> Parts:
        player = self.view["players"][seat]
        told = {name: value for name, value in player["state"].items() if not self.brief or self._tells(name)}
        own = states_text(self.game, told, self.language, brief=self.brief, nought=True)
        places = {name: self._place(name, one) for name, one in player["places"].items()}
        lines = [line for name, part in places.items() if not self._is_table(name) for line in part]
        summary = "; ".join(part for part in (own, *(line.strip() for line in lines)) if part)
        tables = [line for name, part in places.items() if self._is_table(name) for line in part]
        boards = draw_boards(
            self.game,
            player["boards"],
            self.language,
            self.marks,
            brief=self.brief,
            owner=player["name"],
            look=self.look,
            short=short,
        )
        said = _wrapped(f"{player['name']}: {summary or EMPTY}", self.look)
        return {("player", str(seat)): said + tables, ("boards", str(seat)): boards}

    def _tells(self, name: str) -> bool:
        """Whether some player's value of a state says something: where all have nothing, nobody needs to read it."""
        values = (player["state"].get(name) for player in self.view["players"])
        return any(any(one.values()) if isinstance(one, dict) else not says_nothing(one) for one in values)

    def _is_table(self, name: str) -> bool:
        return bool(self.game.symbols.places[name].columns)

    def _place(self, name: str, place: dict[str, Any]) -> list[str]:
        if self.brief and not place["count"]:
            return []
        label = f"  {label_of(self.game, name, self.language)} ({place['count']})"
        if self._is_table(name) and any(_name(piece) is not None for piece in place["pieces"]):
            declared = self.game.symbols.places[name]
            return [f"{label}:", *table_lines(self.look, declared, place)]
        many = self.brief and len({str(one) for one in place["pieces"]}) > MANY
        if many and None not in place["pieces"]:
            kinds = len({_name(piece) for piece in place["pieces"]})
            return [f"{label}: {say('kinds', self.language, count=kinds)}"]
        shown = pieces_text(self.game, place["pieces"], self.language, self.look)
        return _wrapped(f"{label}: {shown}", self.look)


def changed_lines(game: Game, before: Parts, now: Parts, language: str = BASE) -> list[str]:
    """The lines to show to a player who has seen `before`; a place that has become empty is named."""
    lines = []
    for key, part in now.items():
        if part != before.get(key, []):
            lines += part or [f"  {label_of(game, name, language)} (0): {EMPTY}" for name in key[1:]]
    return lines


def _name(piece: Any) -> str | None:
    """What a piece of a view is called; None if its reader does not know it."""
    found: str | None = piece["name"] if isinstance(piece, dict) else piece
    return found


def _wrapped(line: str, look: Screen) -> list[str]:
    """A line in several that fit the terminal, if its width is known."""
    return [line] if look.across is None or width(line) <= look.across else wrapped(line, look.across)
