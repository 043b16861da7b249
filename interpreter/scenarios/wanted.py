"""The keys of expectations besides places and states, for scenarios that are run and those that are only read."""

from __future__ import annotations

from rulewright.dsl.document.reader import Node, Text

from .values import Unreadable, text_of

SPECIAL = (
    "options",
    "options with",
    "options without",
    "decides",
    "over",
    "winners",
    "scores",
    "log",
    "prompt",
)


def fault_expected(name: Text, value: Node, at_the_end: bool) -> None:
    """Raises `Unreadable` for an expected fault where nothing would check for it."""
    text_of(value)
    if not at_the_end:
        raise Unreadable(
            "a fault ends the scenario, so it is expected at the end", name.span, "write it under 'then:'"
        )
