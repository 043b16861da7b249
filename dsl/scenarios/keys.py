"""The keys of scenarios that mean the same in every game: each with what stands under it, and what it means.

Every other key under `given:`, `then:` and `expect:` is a name of the game. Whatever reads, checks, completes or
renames scenarios, and their JSON Schema and the reference, take the keys from these tables.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import Any

import attrs

from ..document.reader import Text
from ..schema.known import KnownKey

PLAYER = re.compile("player ([0-9]{1,6})$")
VIEW = "view of "


class Holds(Enum):
    """What stands under a key."""

    OPTIONS = "options, by their names"
    OPTION = "an option, by its name"
    PLAYERS = "players, or nobody"
    YES_OR_NO = "yes or no"
    NUMBERS = "a number for each player"
    LINES = "parts of lines that players read"
    LINE = "a part of a line that players read"
    FAULT = "the code of a fault"
    PLACES = "places"
    KEYS = "keys"

    @property
    def hint(self) -> Any:
        """The same as a type of the schema."""
        if self in (Holds.OPTION, Holds.YES_OR_NO, Holds.LINE, Holds.FAULT):
            return Text
        return Any if self is Holds.KEYS else list[Text]


@attrs.frozen
class ScenarioKey(KnownKey):
    """A key of a scenario. One of a seat stands for `player 1`, `player 2`, …; with one that is `last`, it ends."""

    keys: tuple[ScenarioKey, ...] = ()
    holds: Holds = Holds.KEYS
    of_seat: bool = False
    last: bool = False

    def names(self, seats: int) -> list[str]:
        """The keys that it stands for."""
        return [f"{self.name} {one}" for one in range(1, seats + 1)] if self.of_seat else [self.name]


def _key(name: str, holds: Holds, says: str, *, last: bool = False) -> ScenarioKey:
    return ScenarioKey(name, says, holds.hint, holds=holds, last=last)


def _of_seat(
    name: str, says: str, keys: tuple[ScenarioKey, ...] = (), holds: Holds = Holds.KEYS
) -> ScenarioKey:
    return ScenarioKey(name, says, holds.hint, f"^{name} [0-9]+$", keys, holds=holds, of_seat=True)


KNOWS = _key("knows", Holds.PLACES, "lets the player know what lies in these hidden places")
GIVEN = (_of_seat("player", "a mapping of that player's places and states", (KNOWS,)),)
_OF_PLAYER = _of_seat("player", "a mapping of that player's places and states")
THEN = (
    _OF_PLAYER,
    _key("options", Holds.OPTIONS, "the open options: exactly these"),
    _key("options with", Holds.OPTIONS, "the open options: these among others"),
    _key("options without", Holds.OPTIONS, "the open options: none of these"),
    _key("decides", Holds.PLAYERS, "who decides: `player 1`, or a list"),
    _key("prompt", Holds.LINE, "a part of the prompt"),
    _key("over", Holds.YES_OR_NO, "`yes` or `no`"),
    _key("winners", Holds.PLAYERS, "`player 1`, a list, or `nobody`"),
    _key(
        "scores",
        Holds.NUMBERS,
        "what each player has by the game's `score:` at that moment: `[3, 5]`",
    ),
    _key("log", Holds.LINES, "parts of lines that occur in this order, ignoring case"),
    _of_seat(
        "view of player",
        "what that player sees, with the same keys as above: places, cells, states, and `player 2: {…}` with that "
        "player's; a piece or a secret state that is not known is `unknown`; a name can also be written as the view "
        "prints it",
        (_OF_PLAYER,),
    ),
    _key("fault", Holds.FAULT, "the code of the fault in which the rules end: `RW402`", last=True),
)
EXPECT = tuple(one for one in THEN if not one.last)
CANNOT = (_of_seat("player", "says that the option is not open to that player", holds=Holds.OPTION),)
STEPS = (
    _of_seat("player", "the option that this player chooses, by its name or label", holds=Holds.OPTION),
    ScenarioKey("expect", "compares, with the keys of `then`", Holds.KEYS.hint, keys=EXPECT),
    ScenarioKey("given", "sets what it names there, with the keys of `given`", Holds.KEYS.hint, keys=GIVEN),
    ScenarioKey(
        "cannot", "says that the option is not open", Holds.OPTION.hint, keys=CANNOT, holds=Holds.OPTION
    ),
)
UNDO = "undo"
"""The step that takes back the last choice."""

EXPECTED = {one.name: one for one in THEN if not one.of_seat}
"""The keys of `then:`, besides those of seats and the names of the game."""


def known_at(path: Sequence[str | None]) -> tuple[tuple[ScenarioKey, ...], ScenarioKey | None]:
    """The keys that are known in the mapping under a path of a scenario, and what the last step is, if it is one of
    them. Entries of lists have no name."""
    first, *more = [step for step in path if step] or [""]
    keys, last = {"given": GIVEN, "then": THEN, "when": STEPS}.get(first, ()), None
    for step in more:
        last = next(
            (one for one in keys if one.name == step or (one.pattern and re.match(one.pattern, step))), None
        )
        keys = last.keys if last is not None else ()
    return keys, last
