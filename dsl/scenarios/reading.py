"""The steps and expectations of a scenario, read in a game: who chooses what, and what each line expects of what.

What cannot be read raises `Unreadable`, or goes to whoever collects problems line by line; nothing is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum

import attrs

from ..document.reader import Mapping, Node, Text
from .keys import EXPECTED, PLAYER, UNDO, VIEW, ScenarioKey
from .notation import GAME, Notation, Thing, Unreadable, pairs_of, text_of

Problem = Callable[[Unreadable], None]


class Does(Enum):
    CHOOSE = "a player chooses an option"
    CANNOT = "an option is not open"
    EXPECT = "compares"
    SET = "sets states, and what lies in places"
    UNDO = "takes back the last choice"


@attrs.frozen
class Step:
    """A step of `when:`. An option is a stretch of the text `node`, from `start` to `end`."""

    does: Does
    node: Node
    player: int | None = None  # who chooses; for an option that is not open, None is whoever decides
    start: int = 0
    end: int = 0

    @property
    def option(self) -> Text:
        text = text_of(self.node)
        whole = (self.start, self.end) == (0, len(text.value))
        return text if whole else Text(text.value[self.start : self.end], text.span_of(self.start, self.end))


_WHOLE = {"expect": Does.EXPECT, "given": Does.SET}
"""The steps with keys of their own."""


def steps_in(notation: Notation, node: Node) -> Iterator[Step]:
    """What an entry of `when:` does: `player 1: draw`, `undo`, or a mapping of players, `expect:`, `given:` and
    `cannot:`."""
    if isinstance(node, Text):
        if str(node) == UNDO:
            yield Step(Does.UNDO, node)
            return
        if ":" not in str(node):
            raise Unreadable(f"'{node}' is not a step", node.span, "write 'player 1: <option>'")
        yield _chosen(notation, node, Does.CHOOSE)
        return
    for who, what in pairs_of(node, "a step"):
        if str(who) in _WHOLE:
            yield Step(_WHOLE[str(who)], what)
        elif str(who) == "cannot":
            yield from _closed(notation, what)
        else:
            yield _whole(what, Does.CHOOSE, notation.player(who))


def _closed(notation: Notation, node: Node) -> Iterator[Step]:
    """`draw` (whoever decides) or `player 2: draw`, as a text or a mapping; or several of these texts."""
    if isinstance(node, Mapping):
        for who, what in node.items:
            yield _whole(what, Does.CANNOT, notation.player(who))
        return
    text = text_of(node)
    name, colon, _ = str(text).partition(":")
    yield _chosen(notation, text, Does.CANNOT) if colon and PLAYER.match(name) else _whole(text, Does.CANNOT)


def _whole(node: Node, does: Does, player: int | None = None) -> Step:
    return Step(does, node, player, 0, len(text_of(node).value))


def _chosen(notation: Notation, text: Text, does: Does) -> Step:
    """`player 1: draw`."""
    who, _, option = text.value.partition(":")
    start = len(who) + 1 + len(option) - len(option.lstrip())
    player = notation.player(Text(who, text.span_of(0, len(who))))
    return Step(does, text, player, start, max(start, len(text.value.rstrip())))


@attrs.frozen
class Expected:
    """One line of `then:`: what it is about (a key of the table, a name of the game, or the view of a seat), and what
    is wanted."""

    name: Text
    about: ScenarioKey | Thing | int
    wanted: Node


def expected_in(
    notation: Notation, node: Node, problem: Problem, *, at_the_end: bool = False
) -> Iterator[Expected]:
    """The lines of `then:`, `at_the_end` of a scenario, or of `expect:`; those that cannot be read are problems."""
    for name, wanted in pairs_of(node, "what is expected"):
        try:
            key, said = EXPECTED.get(str(name)), str(name)
            if key is not None:
                if key.last and not at_the_end:
                    message = "a fault ends the scenario, so it is expected at the end"
                    raise Unreadable(message, name.span, "write it under 'then:'")
                yield Expected(name, key, wanted)
            elif said.startswith(VIEW):
                player = Text(said.removeprefix(VIEW), name.span_of(len(VIEW), len(said)))
                yield Expected(name, notation.player(player), wanted)
            else:
                yield from _things(notation, name, wanted, notation.thing, problem)
        except Unreadable as unreadable:
            problem(unreadable)


def seen_in(notation: Notation, node: Node, problem: Problem) -> Iterator[Expected]:
    """The lines of `view of player 1:`, which are about places, cells and states."""
    for name, wanted in pairs_of(node, "a view"):
        try:
            yield from _things(notation, name, wanted, notation.visible, problem)
        except Unreadable as unreadable:
            problem(unreadable)


def _things(
    notation: Notation, name: Text, wanted: Node, find: Callable[[Text, int], Thing], problem: Problem
) -> Iterator[Expected]:
    for inner, value, whose in owned(notation, name, wanted, "what is expected of a player"):
        try:
            yield Expected(inner, find(inner, whose), value)
        except Unreadable as unreadable:
            problem(unreadable)


def owned(notation: Notation, name: Text, node: Node, what: str) -> Iterator[tuple[Text, Node, int]]:
    """A line of the game, or the lines under `player N`: each with its name and value, and whose it is."""
    if not PLAYER.match(str(name)):
        yield name, node, GAME
        return
    player = notation.player(name)
    for inner, value in pairs_of(node, what):
        yield inner, value, player


def check_expected(notation: Notation, node: Node, problem: Problem, *, at_the_end: bool = False) -> None:
    """Finds whatever means nothing in the game, without a match."""
    for one in expected_in(notation, node, problem, at_the_end=at_the_end):
        try:
            if isinstance(one.about, int):
                for seen in seen_in(notation, one.wanted, problem):
                    assert isinstance(seen.about, Thing)
                    notation.check_seen(seen.about, seen.wanted)
            elif isinstance(one.about, Thing):
                notation.check(one.about, one.wanted)
            else:
                notation.check_key(one.about, one.wanted)
        except Unreadable as unreadable:
            problem(unreadable)
