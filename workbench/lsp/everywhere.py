"""All places of a game that name something: in its rules, its variants, and its scenarios.

In: a game with all its files, a place that names something, and how that is said. Out: the places, or the edits that
rename it there. The game is read with every set of variants that its files are for, if these files can say the name;
one draft goes from set to set, so that only what their variants change is read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from ...dsl.diagnostics.report import Report, Unheard
from ...dsl.diagnostics.source import Source
from ...dsl.document.reader import Node, read_document
from ...dsl.draft.draft import Draft
from ...dsl.model.symbols import Symbols
from ...dsl.naming.names import Index, Reference
from ...dsl.naming.references import index
from ...dsl.naming.rename import Refused, references_in, rename
from ...dsl.naming.sayings import Sayings, left_out, sayings_of
from ...dsl.variants.closure import names_under
from ..files.combined import to_name
from ..files.edited import Edited
from ..files.games import GameFiles, find_variant, read, shown
from .documents import uri_of_path
from .positions import Lines

Give = Callable[..., None]
Set = tuple[str, ...]
"""The names of variants that are applied together."""


def look_up(found: GameFiles, job: dict[str, Any], give: Give) -> None:
    """Gives all places, or the edits; nothing if the place names nothing. What is given before says how far it is."""
    said = job["said"]
    about = Sayings(frozenset(map(frozenset, said))) if said is not None else None
    while True:
        game = Game(found, about)
        indexes = list(game.indexes(tuple(job["variants"]), give))
        here = next((one for one in indexes if one.at(job["name"], job["offset"]) is not None), None)
        reference = here.at(job["name"], job["offset"]) if here is not None else None
        declaration = here.declaration(reference.key) if here is not None and reference is not None else None
        if reference is None or declaration is None:
            return
        every = references_in(indexes, declaration)
        more = sayings_of(declaration, game.symbols, every)
        if about is None or (more is not None and more.runs <= about.runs):
            break
        about = about | more if more is not None else None  # a variant has other words for it
    told = _Told(found, job)
    if job["kind"] == "references":
        give(references=told.references(every))
    else:
        edits = rename(indexes, declaration, job["new"], form=reference.form)
        if isinstance(edits, Refused):
            give(refused=edits.reason)
        else:
            give(edits=told.edits(edits))


class Game:
    """The files of a game, each read once."""

    def __init__(self, found: GameFiles, about: Sayings | None) -> None:
        self.found = found
        self.about = about
        read_all = {file: read(file, Report()) for file in found.everything()}
        self.files = {file: source for file, source in read_all.items() if source is not None}
        self.leaves_out = left_out(about, self.files.values()) if about is not None else None
        self.draft: Draft | None = None

    @property
    def symbols(self) -> Symbols:
        """What was declared last."""
        return self.draft.symbols if self.draft is not None else Symbols()

    def indexes(self, wanted: Set, give: Give) -> Iterator[Index]:
        """The names of the game: with the variants that are `wanted`, without any, and with each set of variants
        that its files are for, if they can say what it is about."""
        sets = self._sets(wanted)
        for number, (names, nodes) in enumerate(sets):
            give(progress=[number, len(sets), " ".join(names)])
            yield index(self._draft(names), nodes, self.about)

    def _sets(self, wanted: Set) -> list[tuple[Set, list[Node]]]:
        about = self.about
        scenarios: dict[Set, list[Node]] = {}
        for file in self.found.scenarios():
            source = self.files.get(file)
            if source is None or (about is not None and not about.in_text(source.text)):
                continue
            node = read_document(about.only(source) if about is not None else source, Unheard())
            if node is not None:
                names = tuple(dict.fromkeys(one.value for one in names_under(node, "variants")))
                scenarios.setdefault(names, []).append(node)
        own = [
            to_name(self.found, name, self._document)
            for name, files in self.found.variants().items()
            if about is None or any(about.in_text(one.text) for one in self._sources(files))
        ]
        sets: dict[frozenset[str], tuple[Set, list[Node]]] = {}
        for names in (wanted, (), *own, *scenarios):
            _, nodes = sets.setdefault(frozenset(names), (names, []))
            nodes += scenarios.pop(names, [])
        return list(sets.values())

    def _draft(self, names: Set) -> Draft:
        changes = [self._sources(find_variant(self.found, name, Report())) for name in names]
        variants = [one for one in changes if one]
        known = self.found.variants() if names else {}
        others = {name: lambda report, files=files: self._sources(files) for name, files in known.items()}
        if self.draft is None:
            self.draft = Draft.of(
                self._sources(self.found.files),
                variants=variants,
                others=others,
                leaves_out=self.leaves_out,
            )
        else:
            self.draft.vary(variants, others)
        return self.draft

    def _sources(self, files: tuple[Traversable, ...]) -> tuple[Source, ...]:
        return tuple(self.files[one] for one in files if one in self.files)

    def _document(self, file: Traversable) -> Node | None:
        """The document of a variant that says which others it belongs to."""
        source = self.files.get(file)
        if source is None or not ("joins" in source.text or "needs" in source.text):
            return None
        return read_document(source, Unheard())


class _Told:
    """How places are described to editors."""

    def __init__(self, found: GameFiles, job: dict[str, Any]) -> None:
        self.uris: dict[str, str] = job["uris"]
        self.encoding: str = job["encoding"]
        self.files = {shown(file): file for file in found.everything()}
        self.lines: dict[str, Lines] = {}

    def references(self, every: list[Reference]) -> list[dict[str, Any]]:
        return [
            {"location": where, "declares": one.declares}
            for one in sorted(every, key=lambda one: (one.source, one.start))
            if (where := self.location(one.source, one.start, one.end)) is not None
        ]

    def edits(self, edits: dict[str, list[tuple[int, int, str]]]) -> dict[str, list[dict[str, Any]]]:
        return {
            uri: [
                {"range": where["range"], "newText": new}
                for start, end, new in parts
                if (where := self.location(source, start, end)) is not None
            ]
            for source, parts in edits.items()
            if (uri := self.uri(source)) is not None
        }

    def uri(self, name: str) -> str | None:
        file = self.files.get(name)
        path = file.path if isinstance(file, Edited) else file
        return self.uris.get(str(path)) or uri_of_path(path) if isinstance(path, Path) else None

    def location(self, name: str, start: int, end: int) -> dict[str, Any] | None:
        uri = self.uri(name)
        if uri is None:
            return None
        if name not in self.lines:
            source = read(self.files[name], Report())
            self.lines[name] = Lines(source.text if source is not None else "", self.encoding)
        return {"uri": uri, "range": self.lines[name].range(start, end)}
