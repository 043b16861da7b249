"""Which game an open document belongs to, and the draft of each game that is open.

A rule file belongs to its game; the file of a variant to the game with that variant and all that it needs; a file of
scenarios to the game with the variants that it names. A draft is made when somebody first asks for it, follows the
documents from then on, and goes when the last document of its game is closed.
"""

from __future__ import annotations

import gc
import logging
import re
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import attrs

from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.source import Source, Span
from ...dsl.document.reader import Node, read_document
from ...dsl.draft.attempts import Attempt
from ...dsl.draft.draft import Draft
from ...dsl.naming.names import Index
from ...dsl.naming.references import Memory, index_again
from ...dsl.scenarios.classes import ScenarioFile, effects_in, read_scenarios
from ...dsl.variants.closure import names_under
from ..files.combined import to_name
from ..files.edited import Edited
from ..files.games import GameFiles, find_asked, find_variant, read, shown
from .documents import Document, opened, path_of_uri, uri_of_path
from .findings import Finding, finding
from .positions import Lines, changed_part

logger = logging.getLogger("rulewright.lsp")

_HEADER = re.compile(r"^rulewright[ \t]*:", re.MULTILINE)

Key = tuple[tuple[str, ...], tuple[str, ...]]
"""A game, by the names of its files, and the variants that are applied."""


Shown = dict[str, list[tuple[str, dict[str, Any]]]]
"""By rule: the name of each scenario that shows it, and where it stands."""


@attrs.frozen(eq=False)
class ScenarioText:
    """A file of scenarios as it was read: `node` is None if it is not YAML, `file` if its keys are wrong."""

    source: Source
    node: Node | None
    file: ScenarioFile | None
    findings: tuple[Finding, ...]

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that it names."""
        return tuple(one.value for one in names_under(self.node, "variants")) if self.node is not None else ()


class Project:
    """A game with some variants, as it is in the editor."""

    def __init__(self, workspace: Workspace, files: GameFiles, variants: tuple[str, ...]) -> None:
        self.workspace = workspace
        self.files = files
        self.variants = variants
        self.version = 0  # counts changes
        self.slow: tuple[Finding, ...] = ()  # what other processes have found
        self.results: dict[
            tuple[str, str], tuple[Finding, ...]
        ] = {}  # of scenarios that failed, by file and name
        self.shown: Shown | None = None  # which scenarios show each rule; None: not known yet
        self.paths: dict[str, Traversable] = {}  # of its files, by their names
        self._draft: Draft | None = None
        self._unreadable: tuple[Finding, ...] = ()
        self._index: tuple[int, Index] | None = None  # with the version that it is of
        self._memory = Memory()  # of the texts that have not changed since
        self._scenarios: dict[str, str] = {}  # the texts of open files of scenarios, by name

    @property
    def draft(self) -> Draft:
        """The draft, which follows the documents."""
        if self._draft is None:
            self._draft = self._made()
        for name, source in self._draft.sources.items():
            document = self.workspace.named(name)
            if document is not None and document.text is not source.text:
                self.change(name, document.text)
        return self._draft

    def change(self, name: str, text: str) -> None:
        """The text of a file has changed, in the editor or on disk."""
        draft = self._draft
        part = changed_part(draft.sources[name].text, text) if draft and name in draft.sources else None
        if draft is None or part is None:
            return
        start, end, new = part
        self._move(name, start, end, len(new))
        try:
            draft.edit(name, start, end, new)
        except Exception:  # whatever is wrong with following, reading everything again still works
            logger.exception("an edit of %s cannot be followed", name)
            self._draft = self._made()

    def _move(self, name: str, start: int, end: int, length: int) -> None:
        """Moves what is known of a file through an edit."""
        self.version += 1
        self.slow = _moved(self.slow, name, start, end, length)
        self.results = {key: _moved(found, name, start, end, length) for key, found in self.results.items()}

    def _follow_scenarios(self) -> None:
        for one in self.scenarios():
            before = self._scenarios.get(one.name)
            part = changed_part(before, one.text) if before is not None else None
            if before is None:
                self.version += 1
            if part is not None:
                self._move(one.name, part[0], part[1], len(part[2]))
            self._scenarios[one.name] = one.text

    def _made(self) -> Draft:
        report = Report()
        self.paths = {}

        def sources(files: tuple[Traversable, ...], report: Report) -> tuple[Source, ...]:
            found = []
            for file in files:
                source = self.workspace.source(file, report)
                if source is not None:
                    self.paths[source.name] = file
                    found.append(source)
            return tuple(found)

        own = sources(self.files.files, report)
        changes = [sources(find_variant(self.files, name, report), report) for name in self.variants]
        others = {
            name: lambda report, files=files: sources(files, report)
            for name, files in (self.files.variants().items() if self.variants else ())
        }
        self._unreadable = tuple(finding(one) for one in report.diagnostics)
        return Draft.of(own, variants=[one for one in changes if one], others=others)

    @property
    def findings(self) -> list[Finding]:
        """What is known to be wrong now."""
        quick = [*(finding(one) for one in self.draft.findings), *self._unreadable]
        self._follow_scenarios()
        for one in self.scenarios():
            quick += self.workspace.scenario_text(one).findings
        return list(
            dict.fromkeys([*quick, *self.slow, *(one for found in self.results.values() for one in found)])
        )

    def scenarios(self) -> Iterator[Document]:
        """The open documents with scenarios of this game."""
        for document in self.workspace.documents.values():
            if document.look.kind == "scenarios" and self.workspace.project(document) is self:
                yield document

    @property
    def index(self) -> Index:
        """Where all names are declared and used: in the draft, and in open files of scenarios."""
        draft = self.draft
        self._follow_scenarios()
        known = self._index
        if known is None or known[0] != self.version:
            nodes = [self.workspace.scenario_text(one).node for one in self.scenarios()]
            found = index_again(draft, [one for one in nodes if one is not None], self._memory)
            self._index = known = self.version, found
        return known[1]

    def texts(self, document: Document) -> list[Attempt]:
        """The texts of a document: of a rule file those of the draft; of scenarios the effects with which they begin,
        if the file is YAML now."""
        if document.look.kind != "scenarios":
            return [one for one in self.draft.attempts if one.text.span.source.name == document.name]
        node = self.workspace.scenario_text(document).node
        if node is None or node.span.source.text != document.text:
            return []
        effects = self._memory.effects_of(self.draft)
        return [effects.read(text) for text in effects_in(node)]

    def attempt_at(self, document: Document, offset: int) -> Attempt | None:
        """The text at a place of a document."""
        if document.look.kind != "scenarios":
            return self.draft.attempt_at(document.name, offset)
        every = (one for one in self.texts(document) if one.text.span.start <= offset <= one.text.span.end)
        return next(every, None)

    def rest(self) -> None:
        """Lets go of what is made again when somebody asks for it."""
        self._index = None
        self._memory = Memory()

    @property
    def place(self) -> str:
        """How command lines name the game."""
        if self.files.shipped or self.files.single or not isinstance(self.files.folder, Path):
            return self.files.name
        return str(self.files.folder)

    @property
    def names(self) -> list[str]:
        """The names of its files, and of open files of scenarios."""
        return [*self.draft.sources, *(one.name for one in self.scenarios())]

    def now(self, span: Span | None) -> Span | None:
        """Where a place of an older version is now; None if it is gone, or stands in no file of the game."""
        if span is None:
            return None
        at = self.draft.now(span)
        return at if at is not None and self.workspace.uri_of(at.source.name) else None


class Workspace:
    """All open documents, and their games."""

    def __init__(self) -> None:
        self.encoding = "utf-16"
        self.documents: dict[str, Document] = {}
        self._names: dict[str, Document] = {}
        self._projects: dict[Key, Project] = {}
        self._keys: dict[str, tuple[object, Key | None]] = {}  # by URI: what decided it, and the game
        self._scenarios: dict[str, ScenarioText] = {}
        self._lines: dict[str, tuple[str, Lines]] = {}

    # --------------------------------------------------------------------- documents

    def open(self, item: dict[str, Any]) -> Document:
        document = opened(item, self.encoding)
        self.documents[document.uri] = self._names[document.name] = document
        if not _is_on_disk(document):
            self._forget_places()
        return document

    def close(self, uri: str) -> Document | None:
        """The document counts no more, but its file on disk. Returns it, if it was open."""
        document = self.documents.pop(uri, None)
        if document is None:
            return None
        self._names.pop(document.name, None)
        self._scenarios.pop(uri, None)
        self._lines.pop(document.name, None)
        for project in self._projects.values():
            file = project.paths.get(document.name)
            source = read(document.path, Report()) if file is not None else None
            if source is not None:
                project.change(document.name, source.text)
        self._keys.pop(uri, None)
        if not _is_on_disk(document):
            self._forget_places()
        self.tidy()
        return document

    def named(self, name: str) -> Document | None:
        """The open document with the name of a file."""
        return self._names.get(name)

    @property
    def edits(self) -> tuple[Edited, ...]:
        """The open documents, to be read in place of files."""
        return tuple(one.edited for one in self.documents.values())

    def source(self, file: Traversable, report: Report) -> Source | None:
        """The text of a file: of the document, if it is open."""
        document = self.named(shown(file))
        return document.source if document is not None else read(file, report)

    def uri_of(self, name: str) -> str | None:
        """The URI of a file; None if it has none, like the library."""
        document = self.named(name)
        if document is not None:
            return document.uri
        for project in self._projects.values():
            file = project.paths.get(name)
            path = file.path if isinstance(file, Edited) else file
            if isinstance(path, Path):
                return uri_of_path(path)
        path = Path(name)
        return uri_of_path(path) if path.is_file() else None

    def lines(self, source: Source) -> Lines:
        """The lines of a text, to convert its places."""
        document = self.named(source.name)
        if document is not None and (document.text is source.text or document.text == source.text):
            return document.lines
        known = self._lines.get(source.name)
        if known is None or known[0] is not source.text:
            known = self._lines[source.name] = source.text, Lines(source.text, self.encoding)
        return known[1]

    def lines_of(self, name: str) -> Lines | None:
        """The lines of a file as it is now."""
        document = self.named(name)
        if document is not None:
            return document.lines
        for project in self._projects.values():
            if name in project.draft.sources:
                return self.lines(project.draft.sources[name])
        source = read(Path(name), Report())
        return self.lines(source) if source is not None else None

    # ---------------------------------------------------------------------- projects

    @property
    def projects(self) -> list[Project]:
        return list(self._projects.values())

    def project(self, document: Document) -> Project | None:
        """The game that a document belongs to; None if there is none."""
        decides = (
            document.look,
            self.scenario_text(document).variants if self._is_scenarios(document) else (),
        )
        known = self._keys.get(document.uri)
        if known is None or known[0] != decides:
            if known is not None and known[0] != decides:
                self._forget_places()  # others may have belonged to the game that it was
            known = self._keys[document.uri] = decides, self._found(document)
            self.tidy()
        return self._projects.get(known[1]) if known[1] is not None else None

    def _found(self, document: Document) -> Key | None:
        edits = self.edits
        found = find_asked(str(document.path), Report(), edits=edits)
        if found is None:
            return None
        files, variants = found
        own = [shown(file) for file in files.files]
        if self._is_scenarios(document):
            if document.name in own:  # nothing but this file: there is no game
                return None
            variants = self.scenario_text(document).variants
        elif document.name in own and not self._is_game(document, len(own)):
            return None
        known = files.variants()
        names = [name for one in variants for name in to_name(files, one)]
        for one in names:  # what they need can be edited like themselves
            for file in known.get(one, ()):
                names += [need for need in self._needs(file) if need in known and need not in names]
        key = tuple(own), tuple(dict.fromkeys(names))
        if key not in self._projects:
            self._projects[key] = Project(self, files, key[1])
        return key

    def _needs(self, file: Traversable) -> list[str]:
        source = self.source(file, Report())
        if source is None or "needs" not in source.text:
            return []
        node = read_document(source, Report())
        return [one.value for one in names_under(node, "needs")] if node is not None else []

    def _is_game(self, document: Document, files: int) -> bool:
        """Whether a document, which has this number of rule files in its folder, belongs to a game. One that stands
        alone has to name its game: other YAML has keys like `rules:`, too."""
        kind = document.look.kind
        if kind == "game":
            return True
        return kind != "variant" and (files > 1 or _HEADER.search(document.text) is not None)

    def _is_scenarios(self, document: Document) -> bool:
        return document.look.kind == "scenarios"

    def scenario_text(self, document: Document) -> ScenarioText:
        """A document of scenarios as it is now."""
        known = self._scenarios.get(document.uri)
        if known is None or known.source is not document.source:
            report = Report()
            node = read_document(document.source, report)
            file = read_scenarios(node, report) if node is not None else None
            found = tuple(finding(one) for one in report.diagnostics)
            if node is None and known is not None:  # the last one that could be read
                node, file = known.node, known.file
            known = self._scenarios[document.uri] = ScenarioText(document.source, node, file, found)
        return known

    def changed_on_disk(self, uris: list[str], *, everything: bool) -> None:
        """Files have changed; `everything`: there are new ones, or some are gone."""
        if everything:
            self._projects.clear()
            self._forget_places()
            return
        for uri in uris:
            path = path_of_uri(uri)
            if self.named(shown(path)) is None:
                source = read(path, Report())
                for project in self._projects.values():
                    if source is not None:
                        project.change(source.name, source.text)

    def _forget_places(self) -> None:
        """Documents may belong to other games now."""
        self._keys.clear()

    def tidy(self) -> None:
        """Drops the games that no open document belongs to."""
        wanted = {key for _, key in self._keys.values() if key is not None}
        if all(uri in self._keys for uri in self.documents) and not self._projects.keys() <= wanted:
            self._projects = {key: one for key, one in self._projects.items() if key in wanted}
            gc.collect()  # nothing else of that size goes away


def _is_on_disk(document: Document) -> bool:
    """Whether its file says the same: then it does not matter to other documents whether it is open."""
    source = read(document.path, Report())
    return source is not None and source.text == document.text


def _moved(found: tuple[Finding, ...], name: str, start: int, end: int, length: int) -> tuple[Finding, ...]:
    moved = (one.moved(name, start, end, length) for one in found)
    return tuple(one for one in moved if one is not None)
