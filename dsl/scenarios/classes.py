"""The YAML layer of scenarios: given, when, then.

scenarios:
  the torch kills an orc:
    rule: items.2
    players: 2
    given: {hero: knight, gear: [torch], dungeon: [orc], hit points: 5, player 1: {aid card: dark}}
    start: round/expedition              # or `do:` with an effect, done by `as:`
    when: ["player 1: torch"]
    then: {hit points: 5, graveyard: [orc]}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from ..diagnostics.report import Report
from ..document.reader import Mapping, Node, Sequence, Text
from ..schema.classes import key
from ..schema.structure import structure
from .keys import GIVEN, STEPS, THEN


@attrs.frozen
class ScenarioDoc:
    """One scenario. The keys of `given:` and `then:` are names of the game, and those of the tables in `keys`."""

    rule: list[Text] = key(factory=list)
    shows: Text | None = key()  # a description for readers
    players: Text | None = key()
    seed: Text | None = key()
    luck: list[Text] = key(factory=list)  # the choices of luck, in order
    options: dict[Text, Text] = key(factory=dict)
    given: Any = key(known=GIVEN)
    start: Text | None = key()
    times: dict[Text, Text] = key(factory=dict)  # for repeated phases: the number of the round
    end: Text | None = key()  # the path of the phase with which the scenario ends
    do: Text | None = key()
    as_: Text | None = key("as")
    when: list[Any] = key(factory=list, known=STEPS)
    then: Any = key(known=THEN)


@attrs.frozen
class ScenarioFile:
    """A file of scenarios by their names; `variants` are applied to the game first."""

    scenarios: dict[Text, ScenarioDoc] = key(factory=dict)
    variants: list[Text] = key(factory=list)


def read_scenarios(node: Node, report: Report) -> ScenarioFile | None:
    """The scenarios of a document."""
    return structure(node, ScenarioFile, report)


# ------------------------------------------------------- a document that may be broken


def scenarios_in(document: Node | None) -> Iterator[tuple[Text, Mapping]]:
    """The scenarios of a document as they are written, by name."""
    found = document.get("scenarios") if isinstance(document, Mapping) else None
    for name, one in pairs_in(found):
        if isinstance(one, Mapping):
            yield name, one


def effects_in(document: Node | None) -> Iterator[Text]:
    """The effects with which the scenarios of a document begin."""
    for _, one in scenarios_in(document):
        yield from texts_in(one.get("do"))


def variants_of(document: Node | None) -> tuple[str, ...]:
    """The names of the variants with which the scenarios of a document are played, sorted."""
    return (
        tuple(sorted(map(str, texts_in(document.get("variants"))))) if isinstance(document, Mapping) else ()
    )


def items_of(node: Node | None) -> tuple[Node, ...]:
    """The entries of a list; anything else is a list of one."""
    if node is None:
        return ()
    return node.items if isinstance(node, Sequence) else (node,)


def texts_in(node: Node | None) -> list[Text]:
    """A text, or the texts of a list."""
    return [one for one in items_of(node) if isinstance(one, Text)]


def pairs_in(node: Node | None) -> tuple[tuple[Text, Node], ...]:
    """The keys and values of a mapping."""
    return node.items if isinstance(node, Mapping) else ()
