"""Which actions are the same event again, when an ability that acted instead of one of them says another.

In: the abilities of a game. Out: for each action that a replacement can lead back to, the actions that count as one
event with it. A piece acts at most once instead of such an event (`docs/decisions/replacements.md`): two bodyguards
who would each take the other's wound do not pass it on for ever.
"""

from __future__ import annotations

from collections.abc import Iterable

from .. import tree as t
from ..tree.walk import walk

Kin = dict[str, frozenset[str]]


def redirected(triggers: Iterable[t.Trigger]) -> Kin:
    """The actions on a way from an action, through what replaces it, back to the action; each with all on such ways.
    Only what an ability itself says counts, not what the actions that it says lead to."""
    ways: dict[str, set[str]] = {}
    for trigger in triggers:
        if trigger.hook.when == "instead of":
            ways.setdefault(trigger.hook.phrase, set()).update(says(trigger))
    reached = {start: _reached(start, ways) for start in ways}
    return {
        start: frozenset(one for one in reach if start in reached.get(one, ()))
        for start, reach in reached.items()
        if start in reach
    }


def says(trigger: t.Trigger) -> frozenset[str]:
    """The actions that the effect of an ability says."""
    return frozenset(node.phrase for node in walk(trigger.body) if isinstance(node, t.Call))


def says_again(trigger: t.Trigger, kin: Kin) -> bool:
    """Whether an ability that acts instead of an action says it, or one that is the same event, again."""
    return trigger.hook.when == "instead of" and bool(
        says(trigger) & kin.get(trigger.hook.phrase, frozenset())
    )


def _reached(start: str, ways: dict[str, set[str]]) -> set[str]:
    todo, met = [start], set[str]()
    while todo:
        for following in ways.get(todo.pop(), ()):
            if following not in met:
                met.add(following)
                todo.append(following)
    return met
