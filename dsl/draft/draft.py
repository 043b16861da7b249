"""A draft: a game, perhaps with variants, while somebody writes it.

In: its sources, and edits of them. Out: what is there at any moment, with holes where something is wrong: names,
texts with their trees, findings. Nothing raises for bad input.

After an edit only what it touches is read again. An edit inside one text leaves everything else as it is (`edit`),
until the draft is settled. After any other edit, the documents of the other files are kept, and so are the readings
of all texts whose words name nothing that changed. The same holds when other variants are applied (`vary`). What is
kept has spans of older versions, which `now` moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from ..diagnostics.diagnostic import Diagnostic, Note, Severity
from ..diagnostics.fix import Fix
from ..diagnostics.report import Report
from ..diagnostics.source import Source, Span
from ..document.reader import Node, Text
from ..load import Loaded, Reading, content_hash, load_parts
from ..model.game import Game
from ..model.symbols import Symbols
from ..schema.classes import GameDoc
from ..variants.closure import Files, Others
from .attempts import Attempt, Attempts
from .entries import DraftEntry, block_end, entry_around, text_at
from .mending import mended
from .rereading import reread
from .versions import Versions

MOST_PIECES = 5
"""How many entries of a file may have been read alone since the whole file was: each keeps a version of the file."""

MOST_VERSIONS = 60
"""How many versions of the sources may be alive before everything is read afresh."""


@attrs.frozen(eq=False)
class Good:
    """The tree of a file that could be read, the number of its version, whether nothing was wrong in it, and how many
    of its entries were read alone since the version `base` was read."""

    tree: Node
    number: int
    base: Source
    is_clean: bool = True
    pieces: int = 0


class Draft:
    """See the module. `sources` are the current ones by name (`own`: the names of those that are no variants),
    `documents` the trees of these, and of other variants that are applied with them (None: cannot be read at all),
    `whole` is the united document, `doc` its parts, `symbols` what is declared, `attempts` the texts. If the draft is
    too broken for one of them, it is the last one that there was. `model` is the game with its holes, `game` the same
    if nothing is wrong in it."""

    def __init__(
        self,
        sources: Sequence[Source],
        variants: Sequence[Source | Files] = (),
        others: Others | None = None,
        leaves_out: Callable[[Text, str], bool] | None = None,
    ) -> None:
        self.own = tuple(one.name for one in sources)
        self._variants = [
            tuple(source.name for source in (one if isinstance(one, tuple) else (one,))) for one in variants
        ]
        self._others = {name: self._kept(read) for name, read in (others or {}).items()}
        flat = [*sources, *(s for one in variants for s in (one if isinstance(one, tuple) else (one,)))]
        self._versions = {one.name: Versions(one) for one in flat}
        self._read: dict[Source, tuple[Node | None, tuple[Diagnostic, ...]]] = {}
        self._good: dict[str, Good] = {}  # of each source, as it last could be read as it was
        self._attempts = Attempts(leaves_out)
        self.documents: dict[str, Node | None] = {}
        self.whole: Node | None = None
        self.doc: GameDoc | None = None
        self.model: Game | None = None
        self._loaded = Loaded()
        self._findings: tuple[Diagnostic, ...] = ()  # but those of the texts
        self.settled = True
        self._load()

    @classmethod
    def of(
        cls,
        sources: Sequence[Source],
        *,
        variants: Sequence[Source | Files] = (),
        others: Others | None = None,
        leaves_out: Callable[[Text, str], bool] | None = None,
    ) -> Draft:
        """The draft of these sources, as `load_game` would load them, without the texts that `leaves_out` names, by
        themselves and their start symbols."""
        return cls(sources, variants, others, leaves_out)

    def vary(self, variants: Sequence[Source | Files] = (), others: Others | None = None) -> None:
        """The same game with other variants. Texts that do not name what the variants change are not read again."""
        self._variants = []
        for one in variants:
            files = one if isinstance(one, tuple) else (one,)
            for source in files:
                self._versions.setdefault(source.name, Versions(source))
            self._variants.append(tuple(source.name for source in files))
        self._others = {name: self._kept(read) for name, read in (others or {}).items()}
        self.documents = {}
        self.whole = self.doc = self.model = None
        self._load()
        if self.model is None:
            self._attempts.forget()

    # ------------------------------------------------------------------ what is there

    @property
    def sources(self) -> dict[str, Source]:
        """The current version of each source, by name."""
        return {name: one.current for name, one in self._versions.items()}

    @property
    def attempts(self) -> list[Attempt]:
        """All texts as they were last read."""
        return self._attempts.all

    @property
    def symbols(self) -> Symbols:
        """Everything that could be declared."""
        return self.model.symbols if self.model is not None else Symbols()

    @property
    def declarations(self) -> object:
        """The same object for as long as everything is declared in the same way."""
        return self._attempts.declarations

    @property
    def game(self) -> Game | None:
        """The game, if nothing is wrong in it. Checks of the whole game are not made: see `check`."""
        self.settle()
        wrong = any(one.severity is Severity.ERROR for one in self.findings)
        return None if wrong else self._loaded.game

    @property
    def playable(self) -> Game | None:
        """The game as `load_game` gives it, if nothing is wrong in it: without what it never uses of the library, and
        with its content hash. It stays as it is when the draft is edited; places in it are those of its time."""
        game, whole = self._alone(), self._loaded.whole
        return None if game is None or whole is None else attrs.evolve(game, content_hash=content_hash(whole))

    def _alone(self) -> Game | None:
        """The game without what it never uses of the library, and apart from the draft: edits change what the draft
        has of phrases and named values."""
        game = self.game
        if game is None:
            return None
        symbols = attrs.evolve(
            game.symbols,
            phrases=dict(game.symbols.phrases),
            named_values=dict(game.symbols.named_values),
        )
        return attrs.evolve(self._loaded, game=attrs.evolve(game, symbols=symbols)).pruned

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What reading and resolving found, at its current places."""
        report = Report()
        for found in (*self._findings, *self._attempts.findings()):
            moved = self.moved(found)
            if moved is not None:
                report.add(self._loaded.editions.judged(moved))
        return report.diagnostics

    def check(self, going_on: Callable[[], bool] = lambda: True) -> tuple[Diagnostic, ...] | None:
        """What the checks of the whole game find; None if there are errors, or if `going_on`, which is asked between
        two checks, says that nobody waits for them any more."""
        from ..checks import CHECKS  # a language server leaves them to another process

        game, doc = self._alone(), self._loaded.doc
        if game is None or doc is None:
            return None
        report = Report()
        for check in CHECKS:
            if not going_on():
                return None
            check(game, doc, report)
        self._loaded.explain(report)
        report.revise(self._loaded.editions.judged)
        return tuple(found for one in report.diagnostics if (found := self.moved(one)) is not None)

    # ------------------------------------------------------------------------ places

    def now(self, span: Span | None) -> Span | None:
        """Where a stretch of an older version is now. One of another file, such as the library, stays as it is."""
        if span is None:
            return None
        versions = self._versions.get(span.source.name)
        if versions is None or not versions.knows(span.source):
            return span
        return versions.now(span)

    def then(self, source: Source, offset: int) -> int | None:
        """Where an offset of the current text of a source was in an older version of it."""
        versions = self._versions.get(source.name)
        return versions.then(source, offset) if versions is not None else None

    def moved(self, found: Diagnostic) -> Diagnostic | None:
        """A finding at its current place; None if what it is about is gone."""
        span = self.now(found.span)
        if found.span is not None and span is None:
            return None
        notes = tuple(Note(one.message, self.now(one.span)) for one in found.notes)
        fix = found.fix
        if fix is not None:
            at = self.now(fix.span)
            fix = None if at is None else Fix(at, fix.replacement)
        return attrs.evolve(found, span=span, notes=notes, fix=fix)

    def attempt_at(self, source: str, offset: int) -> Attempt | None:
        """The text that stands at a place of the current version of a source."""
        best: tuple[int, Attempt] | None = None
        places: dict[Source, int | None] = {}  # the same place in older versions
        for one in self._attempts.all:
            own = one.text.span
            if own.source.name != source:
                continue
            if own.source not in places:
                places[own.source] = self.then(own.source, offset)
            place = places[own.source]
            if place is None or not own.start - 1 <= place <= own.end + 1:
                continue
            span = self.now(own)
            if span is not None and span.start <= offset <= span.end:
                size = span.end - span.start
                if best is None or size < best[0]:
                    best = size, one
        return best[1] if best is not None else None

    # ------------------------------------------------------------------------- edits

    def edit(self, source: str, start: int, end: int, new: str) -> None:
        """Replaces a stretch of a source, in code points. If it lies inside a text, only this text is read again;
        what depends on the text (on the type of a value, on the names of choices) is, when the draft is settled. Then
        suggestions are looked for, too, for which there was no time."""
        versions = self._versions[source]
        found = self._text_around(source, start, end)
        current = versions.edit(start, end, new)
        if found is not None and self._reread(*found, start + len(new), current):
            self.settled = False
        else:
            self._load(hurry=True)

    def replace(self, source: str, text: str) -> None:
        """Replaces the whole text of a source; what it has in common with the old one is not read again."""
        self.replace_all({source: text})

    def replace_all(self, texts: Mapping[str, str]) -> bool:
        """The same for several sources, by their names, which are read again only once. Returns whether any of them
        has changed."""
        changed = [name for name, text in texts.items() if self._versions[name].current.text != text]
        for name in changed:
            self._versions[name].replace(texts[name])
        if changed:
            self._load()
        return bool(changed)

    def tried(self, attempt: Attempt, start: int, end: int, new: str) -> Text | None:
        """The text as it would be read from YAML if a stretch of the current version of its file were replaced; None
        if more would change than this text. Nothing is edited."""
        name = attempt.text.span.source.name
        versions, good = self._versions.get(name), self._good.get(name)
        entry = entry_around(good.tree, attempt.node) if good is not None else None
        begins = versions.now(entry.span) if versions is not None and entry is not None else None
        if versions is None or entry is None or begins is None or self._attempts.shares(attempt):
            return None
        text = versions.current.text
        return text_at(entry, Source(name, text[:start] + new + text[end:]), begins.start, attempt.node)

    def settle(self) -> None:
        """Reads again what depends on texts that were edited."""
        if not self.settled:
            self._load()

    # ----------------------------------------------------------------------- reading

    def _kept(self, read: Callable[[Report], Files]) -> Callable[[Report], Files]:
        """What reads a variant that is not named: once, and from then on its files can be edited like all others."""
        names: list[str] = []

        def files(report: Report) -> Files:
            if not names:
                for source in read(report):
                    self._versions.setdefault(source.name, Versions(source))
                    names.append(source.name)
            return tuple(self._versions[name].current for name in names)

        return files

    def _text_around(self, source: str, start: int, end: int) -> tuple[Attempt, DraftEntry, int] | None:
        """The text inside which a stretch of the current version lies, or behind which, with nothing but white space
        between: what YAML leaves out there will be a part of the text when its next word is written. With its entry,
        and where that begins now. None if the edit may change more than this text."""
        versions, good = self._versions[source], self._good.get(source)
        tree = good.tree if good is not None else None
        current = versions.current.text
        found = self.attempt_at(source, start) or self.attempt_at(source, len(current[:start].rstrip()))
        if found is None or tree is None or found.decides or self._attempts.shares(found):
            return None
        span = self.now(found.text.span)
        if span is None or start < span.start or current[span.end : max(end, span.end)].strip():
            return None
        entry = entry_around(tree, found.node)
        begins = versions.now(entry.span) if entry is not None else None
        if entry is None or begins is None:
            return None
        stop = block_end(current, begins.start)
        inside = end < stop or (end == stop == len(current) and not current.endswith("\n"))
        return (found, entry, begins.start) if inside else None

    def _reread(self, attempt: Attempt, entry: DraftEntry, begins: int, end: int, current: Source) -> bool:
        """Reads a text again that was edited up to `end`; False if the edit has changed more than this text."""
        if end > block_end(current.text, begins):
            return False
        text = text_at(entry, current, begins, attempt.node)
        if text is None:
            return False
        self._findings = tuple(
            one
            for one in self._findings
            if one.span is None or (at := self.now(one.span)) is None or not text.span.overlaps(at)
        )
        self._attempts.again(attempt, text, self.symbols)
        return True

    def _load(self, *, hurry: bool = False) -> None:
        """Reads everything that is not known. In a hurry, some suggestions are left for the time when the draft is
        settled."""
        self._attempts.hurry(hurry=hurry)
        if any(one.alive > MOST_VERSIONS for one in self._versions.values()):
            self._attempts.forget()
            self._good.clear()
            self._read.clear()
        report = Report()
        attempts = self._attempts
        reading = Reading(self._document, attempts.read, attempts.declared, self._begin, keep=True)
        sources = [self._versions[name].current for name in self.own]
        variants = [tuple(self._versions[name].current for name in names) for names in self._variants]
        loaded = load_parts(sources, report, variants=variants, others=self._others, reading=reading)
        attempts.end(is_right=not report.has_errors)
        of_texts = {id(found) for one in self._attempts.all for found in one.findings}
        self._findings = tuple(found for found in report.diagnostics if id(found) not in of_texts)
        self._loaded = loaded
        self.whole = loaded.whole or self.whole
        self.doc = loaded.doc or self.doc
        self.model = loaded.game or self.model
        current = set(self.sources.values())
        self._read = {source: found for source, found in self._read.items() if source in current}
        self.settled = self._attempts.is_complete or not hurry

    def _begin(self) -> None:
        """All texts will be read now, so there will be a game: there need not be two of them in the memory."""
        self._attempts.begin()
        self.model, self._loaded = None, Loaded()

    def _document(self, source: Source, report: Report) -> Node | None:
        """The tree of a source. If its YAML is broken: the last one that could be read, or one without what is
        broken."""
        known = self._read.get(source)
        if known is None:
            known = self._read[source] = self._made(source)
        self.documents[source.name] = known[0]
        for found in known[1]:
            report.add(found)
        return known[0]

    def _made(self, source: Source) -> tuple[Node | None, tuple[Diagnostic, ...]]:
        """The tree of a source that has changed, and what was found in it."""
        versions, good = self._versions.get(source.name), self._good.get(source.name)
        if versions is not None and good is not None and good.is_clean and versions.current is source:
            found = reread(good.tree, versions, *versions.changed_since(good.number))
            pieces = good.pieces + (found is not None and found[1].span.source is good.base)
            if found is not None and pieces <= MOST_PIECES:
                self._good[source.name] = Good(found[0], versions.number, good.base, pieces=pieces)
                return found[0], ()
        report = Report()
        node, is_good = mended(source, report, good.tree if good is not None else None, versions)
        if is_good and node is not None and versions is not None:
            self._good[source.name] = Good(node, versions.number, source, not report.count)
            versions.holds(source)
        return node, report.diagnostics
