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

from typing import Any

import attrs
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.document.reader import Node, Text
from rulewright.dsl.schema.classes import key
from rulewright.dsl.schema.structure import structure


@attrs.frozen
class ScenarioDoc:
    """One scenario. `given` and `expect` read `given:` and `then:`, whose keys are names of the game."""

    rule: list[Text] = key(factory=list)
    shows: Text | None = key()  # a description for readers
    players: Text | None = key()
    seed: Text | None = key()
    luck: list[Text] = key(factory=list)  # the choices of luck, in order
    options: dict[Text, Text] = key(factory=dict)
    given: Any = key()
    start: Text | None = key()
    times: dict[Text, Text] = key(factory=dict)  # for repeated phases: the number of the round
    end: Text | None = key()  # the path of the phase with which the scenario ends
    do: Text | None = key()
    as_: Text | None = key("as")
    when: list[Any] = key(factory=list)
    then: Any = key()


@attrs.frozen
class ScenarioFile:
    """A file of scenarios by their names; `variants` are applied to the game first."""

    scenarios: dict[Text, ScenarioDoc] = key(factory=dict)
    variants: list[Text] = key(factory=list)


def read_scenarios(node: Node, report: Report) -> ScenarioFile | None:
    """The scenarios of a document."""
    return structure(node, ScenarioFile, report)
