"""The front door of the language: the sources of a game (and of variants of it) to a checked game.

In: sources that a loader has read; nothing is opened here. Out: a `Game` or None, and the report with everything
that was found; or, from `load_parts`, as much of a game as there is. Bad input never raises.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial

import attrs

from .build.designs_by_rule import make_designs
from .build.game import build
from .diagnostics.editions import EDITIONS, NEWEST, OLDEST, Editions, edition_of
from .diagnostics.report import Report
from .diagnostics.source import Source
from .document.merge import merge_documents
from .document.reader import Mapping, Node, Text, read_document
from .library.library import LibraryEntry, unusable, with_library, without_unused
from .model.game import Game
from .model.symbols import Symbols
from .resolve.readings import Resolve, resolve_text
from .schema.classes import GameDoc
from .schema.languages import declared_languages
from .schema.structure import structure
from .variants.apply import apply_variants
from .variants.closure import Files, Others, Read, all_applied, can_be_named, name_of, names_under
from .variants.parts import KEYS
from .variants.removed_names import removed_names, report_removed_names

LOOK = "look"
"""The key under which a game says how it looks."""
NO_RULES = (LOOK, "questions")
"""The keys of what can change without changing any match."""


@attrs.frozen(eq=False)
class Loaded:
    """What could be read of a game: the united document, with designs made and variants applied; its parts; and the
    game, with holes where something is wrong. Each is None if what comes before it is too broken. `chosen` are the
    library entries that it may use, `patches` the documents of the variants."""

    whole: Node | None = None
    doc: GameDoc | None = None
    game: Game | None = None
    chosen: tuple[LibraryEntry, ...] = ()
    base: Node | None = None  # without variants
    patches: tuple[Node, ...] = ()
    editions: Editions = attrs.field(factory=Editions)

    def explain(self, found: Report) -> None:
        """Adds to what the checks have found what the variants removed."""
        if self.patches and self.base is not None:
            report_removed_names(self.base, self.patches, found)

    @property
    def pruned(self) -> Game | None:
        """The game without the library entries that it never uses."""
        return without_unused(self.game, self.chosen) if self.game is not None and self.chosen else self.game


@attrs.frozen(eq=False)
class Reading:
    """How documents and texts are read, for callers that keep what they have read: `document` reads a source, `text`
    a text. `begin` is called before all texts are read (again, if an entry of the library is left out), and
    `declared` between the declarations and the texts that use them, with the texts of named values. If `keep`, the
    game will soon be read again with small changes: what is made of parts of documents is kept with them, and nobody
    asks for the content hash."""

    document: Callable[[Source, Report], Node | None] = read_document
    text: Resolve = resolve_text
    declared: Callable[[dict[str, str], Symbols], None] = lambda values, symbols: None
    begin: Callable[[], None] = lambda: None
    keep: bool = False


def load_game(
    sources: Sequence[Source],
    report: Report,
    *,
    variants: Sequence[Source | Files] = (),
    others: Others | None = None,
    strict: bool = True,
    document: Callable[[Source, Report], Node | None] = read_document,
) -> Game | None:
    """The game of the sources, with the variants applied, each of which is a source or the files of a folder; None if
    there is an error. `others` reads the variants in the game's folder, which these may need, or which join them.
    Callers that load a game with several sets of variants can read each document once, and hand it out through
    `document`."""
    loaded = load_parts(sources, report, variants=variants, others=others, reading=Reading(document))
    report.revise(loaded.editions.judged)
    if report.has_errors or loaded.doc is None:
        return None
    game = loaded.pruned
    if game is not None and strict:
        from .checks import check_game  # a language server leaves them to another process

        found = Report()
        check_game(game, loaded.doc, found)
        loaded.explain(found)
        for one in found.diagnostics:
            report.add(loaded.editions.judged(one))
    return None if report.has_errors else game


def load_parts(
    sources: Sequence[Source],
    report: Report,
    *,
    variants: Sequence[Source | Files] = (),
    others: Others | None = None,
    reading: Reading | None = None,
) -> Loaded:
    """What can be read of a game, even if something is wrong. Checks of the whole game are not made."""
    reading = reading or Reading()
    document = reading.document
    documents = [node for source in sources if (node := document(source, report)) is not None]
    merged = merge_documents(documents, report)
    if merged is None or not _is_game(merged, report):
        return Loaded()
    of_game = _edition(merged, report)
    made = make_designs(merged, report)
    if made is None:
        return Loaded(merged)
    merged = made

    def parse(files: Files, report: Report) -> Read | None:
        return _variant(files, report, document)

    named = [parse(one if isinstance(one, tuple) else (one,), report) for one in variants]
    missing = Report()
    read = all_applied([one for one in named if one is not None], others or {}, parse, missing)
    for found in missing.diagnostics:
        report.add(found)
    if missing.has_errors:  # what is not there would show only as misspelt names elsewhere
        return Loaded(merged)
    patches = [one.node for one in read]
    editions = Editions(
        of_game, {source.name: _edition(one.node, report) for one in read for source in one.files}
    )
    added = tuple(source for one in read for source in one.files)
    whole: Node = apply_variants(merged, patches, report) if patches else merged
    if patches and isinstance(whole, Mapping):
        more = make_designs(whole, report)  # those that variants add
        if more is None:
            return Loaded(whole)
        whole = more
    gone = removed_names(merged, patches)
    loaded = _read(whole, patches, tuple(sources), added, report, gone, reading)
    loaded = attrs.evolve(loaded, base=merged, patches=tuple(patches), editions=editions)
    loaded.explain(report)
    return loaded


def _variant(files: Files, report: Report, document: Callable[[Source, Report], Node | None]) -> Read | None:
    """A variant with its files united; None if none of them can be read."""
    documents = [node for source in files if (node := document(source, report)) is not None]
    if len(documents) > 1:
        united = merge_documents(documents, report, deep=set(KEYS), joined={"remove", "rule"})
        return None if united is None else Read(files, united)
    return Read(files, documents[0]) if documents else None


def _read(
    whole: Node,
    patches: Sequence[Node],
    sources: tuple[Source, ...],
    added: tuple[Source, ...],
    report: Report,
    gone: frozenset[str],
    reading: Reading,
) -> Loaded:
    """What a document with its variants applied says; `added` are the sources of the variants, and `gone` the names
    that they remove."""
    doc = structure(whole, GameDoc, report, declared_languages(whole), keep=reading.keep)
    if doc is None or _unknown(doc.rulewright) or (patches and report.has_errors):
        return Loaded(whole, doc)
    # Sorted, so that the same variants make the same game in whatever order they were given.
    names = tuple(sorted(name_of(patch) for patch in patches if can_be_named(patch)))
    cited = sorted(((name_of(one), names_under(one, "rule")) for one in patches), key=lambda one: one[0])
    left: list[LibraryEntry] = []
    while True:  # a library entry that is wrong in this game is left out
        more, chosen = with_library(doc, whole, left, keep=reading.keep)
        values = {str(name): str(one.is_ or "") for name, one in (*more.numbers.items(), *more.names.items())}
        reading.begin()
        trial = Report(rewritings=report.rewritings)
        game = build(
            more,
            trial,
            content_hash="" if reading.keep else content_hash(whole),
            variants=names,
            implemented=cited,
            sources=(*sources, *added),
            variant_sources=added,
            removed=gone,
            edition=edition_of(str(doc.rulewright)) or NEWEST,
            read=reading.text,
            declared_all=partial(reading.declared, values),
        )
        lost = unusable(trial, chosen)
        if not lost:
            break
        left += lost
    for found in trial.diagnostics:
        report.add(found)
    return Loaded(whole, more, game, chosen)


def _is_game(merged: Node, report: Report) -> bool:
    """Whether this is meant to be a game; otherwise reports where a variant, or scenarios, belong."""
    if not isinstance(merged, Mapping) or "game" in merged.by_key:
        return True
    key = next((key for key, _ in merged.items if str(key) in ("variant", "scenarios")), None)
    if key is None:
        return True
    of = merged.get("of")
    game = str(of) if isinstance(of, Text) and not of.is_empty else "GAME"
    if str(key) == "variant":
        message = "this is a variant of a game, not a game"
        command = f"rulewright check {game} --variant {key.span.source.name}"
    else:
        message = "these are scenarios of a game, not a game"
        command = f"rulewright test {game} --scenarios {key.span.source.name}"
    report.error("RW109", message, key.span, help=f"check it with its game: {command}")
    return False


def _edition(document: Node, report: Report) -> int:
    """The edition of the language that a game or a variant names. One that there is not is reported."""
    written = document.get("rulewright") if isinstance(document, Mapping) else None
    if not isinstance(written, Text):
        return OLDEST  # it is reported elsewhere that it is missing
    if _unknown(written):
        known = " and ".join(map(str, EDITIONS))
        message = f"this is written in edition {written} of the language, but only {known} are supported"
        report.error("RW108", message, written.span, help=f"write 'rulewright: {NEWEST}'")
    return edition_of(str(written)) or OLDEST


def _unknown(written: Text | None) -> bool:
    return written is not None and edition_of(str(written)) is None


def content_hash(node: Node) -> str:
    """A fingerprint of the rules in a document: 16 hex digits, equal for equal rules. How the game looks is none of
    them, nor what is asked about it: a save stays valid when a colour changes."""
    if isinstance(node, Mapping):
        node = attrs.evolve(node, items=tuple(pair for pair in node.items if pair[0].value not in NO_RULES))
    digest = hashlib.sha256()
    _feed(node, digest.update)
    return digest.hexdigest()[:16]


def _feed(node: Node, update: object) -> None:
    assert callable(update)
    if isinstance(node, Text):
        update(f"t{len(node.value)}:{node.value}".encode())
    elif isinstance(node, Mapping):
        update(f"m{len(node.items)}:".encode())
        for key, value in node.items:
            update(f"k{len(key.value)}:{key.value}".encode())
            _feed(value, update)
    else:
        update(f"l{len(node.items)}:".encode())
        for item in node.items:
            _feed(item, update)
