"""A game with all its files, as an editor has it open: its indexes, and a copy of it with edits."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import Node, read_document
from rulewright.dsl.draft.draft import Draft
from rulewright.dsl.naming.names import Index
from rulewright.dsl.naming.references import index
from rulewright.dsl.naming.rename import Edits
from rulewright.dsl.scenarios.classes import variants_of
from rulewright.workbench.files.games import GameFiles, find_game, read


def files_of(name: str) -> GameFiles:
    found = find_game(name, Report())
    assert found is not None, name
    return found


def sources(files: object) -> list[Source]:
    found = [read(file, Report()) for file in files]  # type: ignore[attr-defined]
    return [one for one in found if one is not None]


def draft_of(files: GameFiles, variants: tuple[str, ...] = ()) -> Draft:
    known = {name: tuple(sources(several)) for name, several in files.variants().items()}
    others = {name: (lambda report, several=several: several) for name, several in known.items()}
    return Draft.of(
        sources(files.files),
        variants=[known[name] for name in variants],
        others=others if variants else None,
    )


def indexes_of(files: GameFiles) -> list[Index]:
    """One for the game, and one for each set of variants that somebody can name or scenarios are played with."""
    played: dict[tuple[str, ...], list[Node]] = defaultdict(list)
    played[()] = []
    for name in files.choices():
        played[(name,)] = []
    for source in sources(files.scenarios()):
        node = read_document(source, Report())
        assert node is not None
        played[variants_of(node)].append(node)
    return [index(draft_of(files, names), nodes) for names, nodes in played.items()]


def edited(text: str, edits: list[tuple[int, int, str]]) -> str:
    """A text with edits, of which none overlap."""
    last = len(text) + 1
    for start, end, new in sorted(edits, reverse=True):
        assert end <= last, (text[start:end], new)
        text, last = text[:start] + new + text[end:], start
    return text


def copied(files: GameFiles, edits: Edits, to: Path) -> GameFiles:
    """A copy of a game with edits."""
    for source in sources(files.everything()):
        path = to / Path(source.name).relative_to(_common(files))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(edited(source.text, edits.get(source.name, [])), encoding="utf-8")
    return files_of(str(to))


def _common(files: GameFiles) -> Path:
    """The folder of a game, as its sources are called."""
    return Path(sources(files.files)[0].name).parent
