"""The names that variants have removed from a game, and findings about them.

For the findings, in: those in a game with variants, its document without them, and the documents of the variants. A
finding at a name that a variant has removed says so; otherwise the author would read that the name was never
declared. A finding about what nothing uses any more gets the path that removes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from ..diagnostics.diagnostic import Diagnostic, Note
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..document.paths import PHASE, escaped, locate, parse_path
from ..document.reader import Mapping, Node, Text
from ..document.reader import Sequence as List

_UNUSED = "RW302"


@attrs.frozen
class _Removed:
    """A name that is declared in the game, and the patch that removes it."""

    name: str
    patch: Text
    said: re.Pattern[str]


def removed_names(game: Node, variants: Sequence[Node]) -> frozenset[str]:
    """The names that variants remove from a game, or from each other."""
    return frozenset(name for variant in variants for name, _ in _removed((game, *variants), variant))


def report_removed_names(game: Node, variants: Sequence[Node], report: Report) -> None:
    """Adds to the findings what the variants removed."""
    if not report.diagnostics:
        return
    removed = [
        _Removed(name, path, said)
        for variant in variants
        for name, path in _removed((game, *variants), variant)
        for said in _sayings(name)
    ]
    parts = {(key.span.source.name, key.span.start): path for key, path in _parts(game, "")}
    report.revise(lambda found: _revised(found, removed, parts))


def _revised(found: Diagnostic, removed: list[_Removed], parts: dict[tuple[str, int], str]) -> Diagnostic:
    if found.span is None:
        return found
    span = found.span
    if found.code == _UNUSED:
        path = parts.get((span.source.name, span.start))
        return found if path is None else attrs.evolve(found, help=f"use it, or `remove:` {_quoted(path)}")
    missed = next((one for one in removed if _stands_at(one, span)), None)
    if missed is None:
        return found
    note = Note(f"'{missed.name}' is removed here", missed.patch.span)
    help = f"change this part in the variant too, or leave '{missed.name}' in"
    return attrs.evolve(found, notes=(*found.notes, note), help=help)


def _quoted(path: str) -> str:
    return f"'{path}'" if '"' in path else f'"{path}"'


def _stands_at(removed: _Removed, span: Span) -> bool:
    """Whether the finding begins inside the name, where a text says it."""
    first = max(0, span.start - len(removed.name))
    last = span.start + 2 * len(removed.name) + 2
    said = removed.said.finditer(span.source.text, first, last)
    return any(match.start() <= span.start < match.end() for match in said)


def _removed(documents: Sequence[Node], variant: Node) -> Iterator[tuple[str, Text]]:
    """The names that the patches of a variant remove from the first document that has them, with the patch."""
    if not isinstance(variant, Mapping):
        return
    removed, replaced = variant.get("remove"), variant.get("replace")
    patches: list[tuple[Text, Node | None]] = []
    if isinstance(removed, List):
        patches += [(path, None) for path in removed.items if isinstance(path, Text)]
    elif isinstance(removed, Text):
        patches.append((removed, None))
    if isinstance(replaced, Mapping):
        patches += replaced.items
    for path, part in patches:
        steps = parse_path(path)
        found = (locate(document, steps) for document in documents) if steps else iter(())
        node = next((node for node, taken in found if steps and taken == len(steps)), None)
        if steps and node is not None:
            kept = set() if part is None else {steps[-1].value, *_names(part)}
            for name in dict.fromkeys([steps[-1].value, *_names(node)]):
                if name not in kept:
                    yield name, path


def _names(node: Node) -> Iterator[str]:
    """The names of everything inside a part."""
    if isinstance(node, Mapping):
        for key, value in node.items:
            yield str(value) if key.value == PHASE else key.value
            yield from _names(value)
    elif isinstance(node, List):
        for item in node.items:
            yield from _names(item)


def _sayings(name: str) -> Iterator[re.Pattern[str]]:
    """The forms of a name in texts: a phrase by its words between slots, a name perhaps in the plural."""
    for words in re.split(r"\{[^}]*\}", name):
        if words.strip():
            said = r"\s+".join(map(re.escape, words.split()))
            yield re.compile(rf"(?<!\w){said}(?:e?s)?(?!\w)", re.IGNORECASE)


def _parts(node: Node, path: str) -> Iterator[tuple[Text, str]]:
    """Every key of a document, with its path."""
    if isinstance(node, Mapping):
        for key, value in node.items:
            below = f"{path}{escaped(key.value)}"
            yield key, below
            yield from _parts(value, f"{below}/")
