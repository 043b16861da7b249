"""The files of a game → one document.

In: the documents of a game's files in the order in which they are given. Out: one mapping, or None if there is none.
Where several files have the same top-level key, its mappings are merged (one level deep: each name in them can be
declared in one file only). A list can stand in one file only, and so can a text, unless it is the same in all files
(`rulewright: 1`).
"""

from collections.abc import Sequence as Documents

from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from .reader import Mapping, Node, Sequence, Text


def merge_documents(documents: Documents[Node], report: Report) -> Mapping | None:
    """All documents as one mapping with the span of the first one; where parts conflict, the first is kept."""
    mappings = [node for node in documents if _check(node, report)]
    if not mappings:
        return None
    united: dict[str, tuple[Text, Node]] = {}
    for mapping in mappings:
        assert isinstance(mapping, Mapping)
        for key, node in mapping.items:
            first = united.get(key.value)
            united[key.value] = (
                (key, node) if first is None else (first[0], _unite(first, (key, node), report))
            )
    return Mapping(tuple(united.values()), mappings[0].span)


def _check(node: Node, report: Report) -> bool:
    if isinstance(node, Mapping):
        return True
    kind = "a list" if isinstance(node, Sequence) else "a text"
    help = "begin with `rulewright: 1`"
    report.error("RW107", f"a rule file holds `key: value` lines, but this is {kind}", node.span, help=help)
    return False


def _unite(first: tuple[Text, Node], second: tuple[Text, Node], report: Report) -> Node:
    """Two values of one top-level key as one."""
    ours, theirs = first[1], second[1]
    if isinstance(ours, Text) and ours == theirs:
        return ours
    if not isinstance(ours, Mapping) or not isinstance(theirs, Mapping):
        message = f"'{second[0]}' stands in two files, and only mappings can be merged"
        notes = [Note("it stands here first", first[0].span)]
        report.error("RW121", message, second[0].span, notes=notes, help="keep it in one of the files")
        return ours
    for key, _ in theirs.items:
        if key.value in ours.by_key:
            message = f"'{key}' of '{second[0]}' is declared a second time, in another file"
            notes = [Note("it is declared here first", ours.by_key[key.value][0].span)]
            report.error("RW120", message, key.span, notes=notes, help="rename or delete one of the two")
    added = tuple(pair for pair in theirs.items if pair[0].value not in ours.by_key)
    return Mapping(ours.items + added, ours.span)
