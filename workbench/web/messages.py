"""What a page may send, as classes: each message is read into one of these, or refused.

The shapes of what is sent back are those of the protocol (`workbench/protocol/messages.py`).
"""

from __future__ import annotations

import attrs
from rulewright.dsl.languages import BASE

from ..wire.parts import Value
from ..wire.shapes import field


@attrs.frozen
class Join:
    """The first message of a page: which match it shows, and through whose eyes."""

    match: str = field("the match")
    token: str | None = field("the token of a seat's link, or the host's; null to watch", None)
    language: str = field("the language of reasons", BASE)
    next: int | None = field("how many events the page has", None)


@attrs.frozen
class Choose:
    """A choice."""

    id: int = field("the number of the request")
    option: str = field("the id of an option")
    turn: int = field("the `turn` of the last message that the page has")


@attrs.frozen
class Undo:
    """Takes back the last own choice."""

    id: int = field("the number of the request")


@attrs.frozen
class Withdraw:
    """Does not want to take it back any more."""

    id: int = field("the number of the request")


@attrs.frozen
class Consent:
    """Whether others may take back a choice."""

    id: int = field("the number of the request")
    agree: bool = field("whether this seat agrees")


@attrs.frozen
class Why:
    """Why something cannot be chosen."""

    id: int = field("the number of the request")
    option: str | None = field("the id or name of an option", None)
    object: str | None = field("the id of an object", None)
    language: str | None = field("the language of the reason", None)


@attrs.frozen
class HandOver:
    """Lets a person or a bot play a seat."""

    id: int = field("the number of the request")
    seat: int = field("the seat")
    plays: str = field("'person', or the name of a bot")


@attrs.frozen
class Link:
    """Asks for a new link for a seat."""

    id: int = field("the number of the request")
    seat: int = field("the seat")


@attrs.frozen
class Replay:
    """Asks for steps of the match from its beginning."""

    id: int = field("the number of the request")
    from_: int = field("the number of the first step", 0)


@attrs.frozen
class Speak:
    """Another language of reasons."""

    id: int = field("the number of the request")
    language: str = field("the language")


REQUESTS: dict[str, type] = {
    "choose": Choose,
    "undo": Undo,
    "withdraw": Withdraw,
    "consent": Consent,
    "why": Why,
    "seat": HandOver,
    "link": Link,
    "replay": Replay,
    "language": Speak,
}
"""The classes of messages after the first, by their `type`."""


@attrs.frozen
class NewPlayer:
    """A player of a new match."""

    name: str = field("the name")
    gender: str = field(
        "the grammatical gender in which the log speaks of the player; empty: it fits all", ""
    )


@attrs.frozen
class NewMatch:
    """A match to start."""

    game: str = field("the name of a game")
    variants: tuple[str, ...] = field("its variants", ())
    players: tuple[str | NewPlayer, ...] = field("the players by seat")
    plays: tuple[str, ...] = field("for each seat 'person', or the name of a bot")
    options: dict[str, Value] = field("options of the set-up by name", attrs.Factory(dict))
    seed: int | None = field("the number that fixes the luck; by default one that nobody can predict", None)


@attrs.frozen
class Close:
    """A match to remove."""

    match: str = field("the match")
    token: str = field("the host's token")
