"""Paths that name a part of a document, and trees in which a part is added, replaced or removed.

A path is a text of steps with slashes between them, from the outside in; a slash inside a name is written `\\/`.
A step is a key of a mapping, or the name of a flow node: an entry of a list whose `phase` is that name. The key
`phases` before such a name can be left out. A key takes precedence over a flow node of the same name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .reader import Mapping, Node, Sequence, Text

PHASE = "phase"
PHASES = "phases"

Steps = tuple[Text, ...]


def parse_path(path: Text) -> Steps | None:
    """The steps of a path, each with its own span; None if one of them is empty."""
    steps = []
    for match in re.finditer(r"(?:^|/)((?:\\.|[^/\\])*)", path.value, re.DOTALL):
        raw = match.group(1)
        left = match.start(1) + len(raw) - len(raw.lstrip())
        right = max(left, match.end(1) - len(raw) + len(raw.rstrip()))
        name = raw.strip().replace("\\/", "/")
        if not name:
            return None
        steps.append(Text(name, path.span_of(left, right)))
    return tuple(steps)


def show(steps: Steps) -> str:
    """A path as it is written."""
    return "/".join(escaped(step.value) for step in steps)


def escaped(name: str) -> str:
    """A name as it is written in a path."""
    return name.replace("/", "\\/")


def child(node: Node, name: str) -> Node | None:
    """The part that a step leads to."""
    if isinstance(node, Mapping):
        if name in node.by_key:
            return node.get(name)
        inner = node.get(PHASES)
        return child(inner, name) if isinstance(inner, Sequence) else None
    return next((entry for entry_name, entry in _phases(node) if entry_name == name), None)


def names(node: Node) -> list[str]:
    """All the steps that lead further from a node."""
    if isinstance(node, Mapping):
        inner = node.get(PHASES)
        return [*node.by_key, *(names(inner) if isinstance(inner, Sequence) else [])]
    return [name for name, _ in _phases(node)]


def flow_paths(node: Node, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The shortest paths (without `phases`) to every flow node below a part."""
    if isinstance(node, Mapping):
        inner = node.get(PHASES)
        yield from flow_paths(inner, above) if isinstance(inner, Sequence) else ()
        return
    for name, entry in _phases(node):
        yield (*above, name)
        yield from flow_paths(entry, (*above, name))


def is_flow(node: Node) -> bool:
    """Whether this is a list whose entries have names, or an empty list."""
    return isinstance(node, Sequence) and len(list(_phases(node))) == len(node.items)


def _phases(node: Node) -> Iterator[tuple[str, Node]]:
    if isinstance(node, Sequence):
        for entry in node.items:
            name = entry.get(PHASE) if isinstance(entry, Mapping) else None
            if isinstance(name, Text):
                yield name.value, entry


def locate(root: Node, steps: Steps) -> tuple[Node, int]:
    """The node that the steps lead to, or the last one that they reach; and the number of steps taken."""
    node = root
    for taken, step in enumerate(steps):
        following = child(node, step.value)
        if following is None:
            return node, taken
        node = following
    return node, len(steps)


def put(root: Node, steps: Steps, part: Node | None) -> Node:
    """The tree with `part` at the end of a path (None: nothing there); all steps but the last exist."""
    first, rest = steps[0], steps[1:]
    if not rest:
        return _with_child(root, first, part, first)
    inner = child(root, first.value)
    assert inner is not None
    return _with_child(root, first, put(inner, rest, part), None)


def _with_child(node: Node, step: Text, part: Node | None, key: Text | None) -> Node:
    """`key` replaces the key that was there, unless it is None."""
    if isinstance(node, Sequence):
        kept = ((part if _named(entry, step) else entry) for entry in node.items)
        return Sequence(tuple(entry for entry in kept if entry is not None), node.span)
    assert isinstance(node, Mapping)
    inner = node.get(PHASES)
    if step.value not in node.by_key and inner is not None and child(inner, step.value) is not None:
        return _with_child(node, Text(PHASES), _with_child(inner, step, part, key), None)
    if step.value not in node.by_key:
        return Mapping(node.items if part is None else (*node.items, (step, part)), node.span)
    pairs = (
        (old if key is None else key, part) if old.value == step.value else (old, value)
        for old, value in node.items
    )
    return Mapping(tuple((name, value) for name, value in pairs if value is not None), node.span)


def _named(entry: Node, step: Text) -> bool:
    return isinstance(entry, Mapping) and entry.get(PHASE) == step


def insert(flow: Sequence, entry: Mapping, at: int) -> Sequence:
    """A flow with one more node, before the node that now has index `at`."""
    return Sequence((*flow.items[:at], entry, *flow.items[at:]), flow.span)
