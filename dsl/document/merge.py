"""The files of a game, or of a variant in a folder → one document.

In: the documents of the files in the order in which they are given. Out: one mapping, or None if there is none. Where
several files have the same top-level key, its mappings are merged (one level deep: each name in them can be declared
in one file only; under the keys `deep` that a variant shares with its game, to any depth). A list can stand in one
file only, unless its key is one of `joined`, and so can a text, unless it is the same in all files (`rulewright: 1`).
"""

from collections.abc import Sequence as Documents
from collections.abc import Set

from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from .reader import Mapping, Node, Sequence, Text

EDITION = "rulewright"
"""The key under which a file names the edition of the language."""


def merge_documents(
    documents: Documents[Node],
    report: Report,
    *,
    deep: Set[str] = frozenset(),
    joined: Set[str] = frozenset(),
) -> Mapping | None:
    """All documents as one mapping with the span of the first one; where parts conflict, the first is kept."""
    mappings = [node for node in documents if _check(node, report)]
    if not mappings:
        return None
    united: dict[str, tuple[Text, Node]] = {}
    for mapping in mappings:
        assert isinstance(mapping, Mapping)
        for key, node in mapping.items:
            first = united.get(key.value)
            if first is None:
                united[key.value] = key, node
            elif key.value in joined and not isinstance(node, Mapping) and not isinstance(first[1], Mapping):
                items = (*_entries(first[1]), *_entries(node))
                united[key.value] = first[0], Sequence(items, first[1].span)
            else:
                united[key.value] = first[0], _unite(first, (key, node), key.value in deep, report)
    return Mapping(tuple(united.values()), mappings[0].span)


def _entries(node: Text | Sequence) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else (node,)


def _check(node: Node, report: Report) -> bool:
    if isinstance(node, Mapping):
        return True
    kind = "a list" if isinstance(node, Sequence) else "a text"
    help = "begin with `rulewright: 2`"
    report.error("RW107", f"a rule file holds `key: value` lines, but this is {kind}", node.span, help=help)
    return False


def _unite(first: tuple[Text, Node], second: tuple[Text, Node], deep: bool, report: Report) -> Node:
    """Two values of one top-level key as one."""
    ours, theirs = first[1], second[1]
    if isinstance(ours, Text) and ours == theirs:
        return ours
    if second[0].value == EDITION and isinstance(ours, Text) and isinstance(theirs, Text):
        message = f"this file is in edition {theirs} of the language, and another one in edition {ours}"
        notes = [Note("that one says so here", ours.span)]
        help = "all files of a game, or of a variant, are in one edition: write the same number in each"
        report.error("RW020", message, theirs.span, notes=notes, help=help)
        return ours
    if not isinstance(ours, Mapping) or not isinstance(theirs, Mapping):
        message = f"'{second[0]}' stands in two files, and only mappings can be merged"
        notes = [Note("it stands here first", first[0].span)]
        report.error("RW121", message, second[0].span, notes=notes, help="keep it in one of the files")
        return ours
    return _merged(second[0], ours, theirs, deep, report)


def _merged(around: Text, ours: Mapping, theirs: Mapping, deep: bool, report: Report) -> Mapping:
    """Two mappings under one key as one; names that both have are merged too if `deep`."""
    found = dict(ours.by_key)
    for key, part in theirs.items:
        first = found.setdefault(key.value, (key, part))
        if first[1] is part:
            continue
        if deep and isinstance(first[1], Mapping) and isinstance(part, Mapping):
            found[key.value] = first[0], _merged(key, first[1], part, deep, report)
            continue
        message = f"'{key}' of '{around}' is declared a second time, in another file"
        notes = [Note("it is declared here first", first[0].span)]
        report.error("RW120", message, key.span, notes=notes, help="rename or delete one of the two")
    return Mapping(tuple(found.values()), ours.span)
