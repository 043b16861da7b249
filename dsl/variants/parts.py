"""Parts that a variant writes as a game does, under the same keys.

In: a variant, and the document of the game to which its parts are added. Out: what is new in them, as an addition at
a path. Mappings that both have are united, to any depth; what stands under a name that the game does not have is one
addition. A text or a list that both have is an addition of what is there already, which is an error when it is
applied.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from ..diagnostics.report import Report
from ..document.paths import Steps
from ..document.reader import Mapping, Node, Text
from ..schema import classes
from ..schema.json_schema import yaml_key

KEYS = tuple(yaml_key(field) for field in classes.PARTS)
"""The keys of a game that a variant can write parts under."""
_OTHERS = {yaml_key(field) for field in attrs.fields(classes.GameDoc)} - {
    "game",
    *(yaml_key(field) for field in attrs.fields(classes.VariantDoc)),
}


def new_parts(doc: classes.VariantDoc, game: Mapping) -> Iterator[tuple[Steps, Node]]:
    """The path and content of each addition, in the order of the file."""
    for field in classes.PARTS:
        for key, part in getattr(doc, field.name).items():
            there = game.get(yaml_key(field))
            section = there if isinstance(there, Mapping) else None
            yield from _new((Text(yaml_key(field), key.span), key), part, section)


def _new(steps: Steps, part: Node, around: Mapping | None) -> Iterator[tuple[Steps, Node]]:
    there = around.get(steps[-1].value) if around is not None else None
    if isinstance(there, Mapping) and isinstance(part, Mapping):
        for key, inner in part.items:
            yield from _new((*steps, key), inner, there)
    else:
        yield steps, part


def without_other_keys(variant: Node, report: Report) -> Node:
    """The document of a variant without the keys of a game that cannot be united; each is reported."""
    if not isinstance(variant, Mapping):
        return variant
    wrong = _OTHERS & variant.by_key.keys()
    for key, part in variant.items:
        if key.value in wrong:
            if isinstance(part, Text):
                help = f"write `set: {{{key}: …}}`"
            else:
                help = f"write each new part at its path, `add: {{{key}/NAME: …}}`"
            report.error(
                "RW101", f"'{key}' of a game cannot stand in a variant like this", key.span, help=help
            )
    kept = tuple(pair for pair in variant.items if pair[0].value not in wrong)
    return attrs.evolve(variant, items=kept) if wrong else variant
