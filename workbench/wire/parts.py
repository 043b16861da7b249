"""The parts of messages that every server sends or reads."""

from __future__ import annotations

import attrs

from .shapes import field

Value = int | str | bool | None


@attrs.frozen
class State:
    """The state of a match, as everybody may know it."""

    over: bool = field("whether the match is over")
    winners: tuple[int, ...] = field("the seats that have won; none until the match is over")
    scores: tuple[int, ...] | None = field(
        "the score of each seat at the end; null before, or if the game keeps no score"
    )
    deciding: tuple[int, ...] = field(
        "the seats that have to decide now; several if players act simultaneously"
    )
    thinking: tuple[int, ...] = field(
        "those of them whose bots are still thinking; `decision`, `view`, `objects` and `log` let them continue"
    )
    actions: int = field("the number of choices so far that these seats may know of")


@attrs.frozen
class GameData:
    """A game that can be played here."""

    name: str = field("its name, for `new`")
    title: dict[str, str] = field("its title, by language")
    players: str = field("the number of players, or a range such as 2..4")
    variants: tuple[str, ...] = field("the variants that you can name")
    about: dict[str, str] = field("what it is about, by language; empty if it does not say it", {})
    minutes: str = field(
        "how many minutes a match takes: a number, or a range; empty if it does not say it", ""
    )
    trouble: str = field("where its first file cannot be read, and why; empty if it can", "")


@attrs.frozen
class SetUpOption:
    """An option of a game's set-up."""

    name: str = field("its name, for `new`")
    type: str = field("its possible values, in the words of the rules")


@attrs.frozen
class GameResult:
    """The possible set-ups of a game."""

    name: str = field("its name")
    variants: tuple[str, ...] = field("its requested variants")
    hash: str = field("the content hash of the rules, for which saves and option numbers are valid")
    least: int = field("the fewest players")
    most: int = field("the most players")
    options: tuple[SetUpOption, ...] = field("the options of the set-up")


@attrs.frozen
class GameParams:
    """A game and its variants."""

    game: str = field("a game that `games` lists")
    variants: tuple[str, ...] = field("its variants to play with", ())


@attrs.frozen
class MatchParams:
    """A match."""

    match: str = field("the name of the match")
