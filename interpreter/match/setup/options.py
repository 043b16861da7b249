"""The set-up of a match: the players and the chosen options. What a game does not have raises `SetupError`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ....dsl.model.game import Game
from ....dsl.tree.types import Type
from ...ir import NONE
from ...lower.numbering import Tables
from ..errors import MatchError, SetupError

OptionValue = int | str | None


LONGEST_NAME = 100
"""The maximum length of a player's name, in characters."""


class Player(str):
    """A player's name, with the grammatical gender in which the log speaks of the player: `Player("Anna", "f")`. The
    genders are those of the game's languages (`m`, `f`, `n`); with an empty one, lines say it in a way that fits all.
    """

    gender: str

    def __new__(cls, name: str, gender: str = "") -> Player:
        if not isinstance(gender, str):
            raise TypeError(f"a gender is a text, not {gender!r}")
        self = super().__new__(cls, name)
        self.gender = gender
        return self


def genders_of(players: Sequence[str]) -> list[str]:
    """The genders that names have, empty for others."""
    return [name.gender if isinstance(name, Player) else "" for name in players]


def names_of(game: Game, players: int | Sequence[str]) -> tuple[str, ...]:
    """The players' names; numbered ones if only their number is given. Raises `SetupError` for a number of players
    that the game does not allow, and for ambiguous names; `TypeError` for anything but a number or names."""
    if isinstance(players, str):
        raise SetupError(
            f"players are a number or a list of names, not the text '{players}'", f"write ['{players}', …]"
        )
    if not isinstance(players, int | Sequence):
        raise TypeError(f"players are a number or a list of names, not {players!r}")
    least, most = game.players
    count = players if isinstance(players, int) else len(players)
    if not least <= count <= most:
        raise SetupError(wrong_count(game, str(count)))
    if isinstance(players, int):
        return tuple(f"Player {number + 1}" for number in range(count))
    for name in players:
        _check_name(name)
    genders = [gender for tag in game.languages for gender in game.language(tag).genders if " " not in gender]
    for name, gender in zip(players, genders_of(players), strict=True):
        if gender and gender not in genders:
            known = ", ".join(dict.fromkeys(genders))
            raise SetupError(
                f"'{name}' has a gender '{gender}', which no language has", f"there are: {known}"
            )
    if len(set(players)) < count:
        raise SetupError("two players have the same name")
    return tuple(players)


def wrong_count(game: Game, said: str) -> str:
    """The message for a number of players that the game does not allow."""
    least, most = game.players
    number = f"{least} to {most} players" if least < most else f"{most} player{'s' if most > 1 else ''}"
    return f"{game.id} is for {number}, not for {said}"


def _check_name(name: str) -> None:
    if not isinstance(name, str):
        raise TypeError(f"a player's name is a text, not {name!r}")
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise SetupError(f"a name has 1 to {LONGEST_NAME} characters that can be printed")


def check_player(player: int, count: int) -> None:
    """Refuses whoever is not one of `count` players."""
    if not isinstance(player, int) or isinstance(player, bool):
        raise TypeError(f"a player is a number from 0, not {player!r}")
    if not 0 <= player < count:
        raise MatchError(f"there is no player {player}", f"players are numbered from 0 to {count - 1}")


def check_seed(seed: int) -> int:
    """The seed, if it is a whole number; otherwise raises `TypeError`."""
    if not isinstance(seed, int):
        raise TypeError(f"a seed is a whole number, not {seed!r}")
    return seed


def options_of(options: Mapping[str, OptionValue] | None) -> dict[str, OptionValue]:
    """A copy of the set options; raises `TypeError` if they are not a mapping."""
    if not isinstance(options, Mapping | None):
        raise TypeError(f"options are a mapping of names to values, not {options!r}")
    return dict(options or {})


def option_values(game: Game, name: str) -> list[OptionValue]:
    """All values of an option, in the order of its type."""
    type_ = game.symbols.options[name].type
    if type_.kind == "number":
        return list(range(type_.least, type_.most + 1))
    if type_.kind == "yes-no":
        return ["yes", "no"]
    if type_.kind == "word":
        return list(type_.of)
    return [design.name for design in game.symbols.designs.values() if design.type in type_.of]


def setups(game: Game) -> list[tuple[int, dict[str, OptionValue]]]:
    """Set-ups that try everything once: every number of players with the default options, and every value of every
    option, with the numbers of players in turn."""
    least, most = game.players
    found: list[tuple[int, dict[str, OptionValue]]] = [(players, {}) for players in range(least, most + 1)]
    values = [{name: value} for name in game.symbols.options for value in option_values(game, name)]
    return found + [(least + number % (most - least + 1), value) for number, value in enumerate(values)]


def option_cells(tables: Tables, options: Mapping[str, OptionValue]) -> dict[int, int]:
    """The cells of the set options, with checked values."""
    cells = {}
    for name, value in options.items():
        slot = tables.options.get(name)
        if slot is None:
            known = ", ".join(tables.options) or "none"
            raise SetupError(f"the game has no option '{name}'", f"it has: {known}")
        cells[slot.address] = _option_value(tables, name, slot.type, value)
    return cells


def _option_value(tables: Tables, name: str, type_: Type, value: OptionValue) -> int:
    if type_.optional and value in (None, "none"):
        return NONE
    if type_.kind == "number":
        number = int(value) if isinstance(value, str) and re.fullmatch("-?[0-9]{1,12}", value) else value
        if isinstance(number, int) and type_.least <= number <= type_.most:
            return number
    elif type_.kind == "yes-no" and value in (True, False, "yes", "no", 0, 1):
        return int(value in (True, "yes", 1))
    elif type_.kind == "word" and value in type_.of:
        return tables.word(str(value))
    elif type_.kind == "kind" and value in tables.design_names:
        design = tables.game.symbols.designs[str(value)]
        if design.type in type_.of:
            return tables.design(str(value))
    raise SetupError(f"option '{name}' is {type_}, not '{value}'")
