"""Rewrites a game in the newest edition of the language.

In: the files of a game, with its variants and scenarios. Out: an `Upgrade`: the changed files, in memory, and the
findings that need an author. What has one way out is rewritten as its fix says; the game, and each variant, of which
nothing else is left gets the number of the newest edition. Where a name is a text of the rules (under `labels:` and
`ask:`, and of options in scenarios), it is rewritten with the text. Guarantee: the rewritten game has no errors;
matches with the same seeds are the same, byte for byte, and so is what players read of their options. Otherwise
nothing is changed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable

import attrs

from ..dsl.diagnostics.diagnostic import Diagnostic, Severity
from ..dsl.diagnostics.editions import NEWEST, edition_of
from ..dsl.diagnostics.report import Report
from ..dsl.document.merge import EDITION
from ..dsl.document.reader import Mapping as Mapped
from ..dsl.document.reader import Node, Sequence, Text, read_document
from ..dsl.model.game import Game
from ..dsl.offers.choices import choices, said_by_rules
from ..interpreter import BrokenRulesError
from ..interpreter.match.decisions.decision import Decision
from ..interpreter.match.match import Match
from .checking import check_found, combinations
from .files.edited import Edited
from .files.game_cache import GameCache
from .files.games import GameFiles, read, shown
from .fixing import edited, fixed

SEEDS = (1, 2)
MOST_CHOICES = 400
"""The matches that are compared, and how far."""


@attrs.frozen
class Upgrade:
    """`files` as they are to be, `count` findings that were corrected, `left` findings that an author has to correct
    before their files can be in the newest edition, `refused`: why nothing is changed at all."""

    files: tuple[Edited, ...] = ()
    count: int = 0
    left: tuple[Diagnostic, ...] = ()
    refused: str = ""


def upgraded(found: GameFiles) -> Upgrade:
    """The game with its variants in the newest edition, as far as that can be done by itself."""
    known: dict[GameFiles, list[Diagnostic]] = {}

    def findings_of(game: GameFiles) -> list[Diagnostic]:
        if game not in known:
            known[game] = [one for checked in check_found(game, ()) for one in checked.findings]
        return known[game]

    errors = [one for one in findings_of(found) if one.severity is Severity.ERROR]
    if errors:
        return Upgrade(left=tuple(errors), refused="it has errors, which have to be corrected first")
    mended = fixed(found, (), lambda game: map(_only_stricter, findings_of(game)))
    left = tuple(one for one in findings_of(mended.game) if one.stricter is not None and one.span is not None)
    waiting = {one.span.source.name for one in left if one.span is not None}
    edits = {edit.path: edit for edit in mended.files}
    renamed = _renamed(found, mended.game)
    for file in mended.game.everything() if renamed else ():
        text = _with_names(file, renamed, everywhere=file in mended.game.scenarios())
        if text is not None:
            edit = edited(file, text)
            edits[edit.path] = edit
    named = mended.game.edited(tuple(edits.values()))
    units = _units(named)
    headers = [
        (file, written)
        for unit in units
        if not waiting & {shown(file) for file in unit}
        for file in unit
        if (written := _older(file)) is not None
    ]
    for file, written in headers:
        text = written.span.source.text
        edit = edited(file, text[: written.span.start] + str(NEWEST) + text[written.span.end :])
        edits[edit.path] = edit
    if not edits:
        return Upgrade(left=left)
    after = found.edited(tuple(edits.values()))
    wrong = [one for one in findings_of(after) if one.severity is Severity.ERROR]
    if wrong:
        return Upgrade(left=tuple(wrong), refused="it would have errors")
    other = _plays_otherwise(found, after, renamed)
    if other:
        return Upgrade(left=left, refused=other)
    return Upgrade(tuple(edits.values()), mended.count, left)


def _only_stricter(found: Diagnostic) -> Diagnostic:
    """A finding with its fix only if it is one that an edition is stricter about."""
    return found if found.stricter is not None else attrs.evolve(found, fix=None)


def _units(game: GameFiles) -> list[tuple[Traversable, ...]]:
    """The files that are in one edition together: those of the game, and those of each variant."""
    return [game.files, *game.variants().values()]


def _older(file: Traversable) -> Text | None:
    """The number of the edition that a file names, if it is not the newest."""
    source = read(file, Report())
    node = read_document(source, Report()) if source is not None else None
    written = node.get(EDITION) if isinstance(node, Mapped) else None
    known = isinstance(written, Text) and edition_of(str(written)) not in (None, NEWEST)
    return written if known and isinstance(written, Text) else None


def _renamed(before: GameFiles, after: GameFiles) -> dict[str, str]:
    """The names that are texts of the rules and have become others, with what they are now."""
    found: dict[str, str] = {}
    old, new = GameCache(before), GameCache(after)
    for variants in ((), *combinations(old)):
        was, becomes = old.game(Report(), variants), new.game(Report(), variants)
        if was is None or becomes is None:
            continue
        names, others = list(_names(was)), list(_names(becomes))
        if len(names) == len(others):
            pairs = zip(names, others, strict=True)
            found |= {name: other for name, other in pairs if name != other}
    return found


def _names(game: Game) -> Iterator[str]:
    """The names of options and of choices, in the order of the texts."""
    yield from said_by_rules(game)
    yield from (one.name for one in choices(game.texts, game.symbols))


def _with_names(file: Traversable, renamed: Mapping[str, str], *, everywhere: bool) -> str | None:
    """The text of a file with other names: of labels and choices, or `everywhere`; None if nothing changes."""
    source = read(file, Report())
    node = read_document(source, Report()) if source is not None else None
    if source is None or node is None:
        return None
    text, at, parts = source.text, 0, list[str]()
    for one in sorted(_named(node, everywhere=everywhere), key=lambda one: one.span.start):
        old, new = str(one), renamed.get(str(one))
        written = text[one.span.start : one.span.end]
        if new is not None and old in written:
            parts += [text[at : one.span.start], written.replace(old, new, 1)]
            at = one.span.end
    return "".join([*parts, text[at:]]) if parts else None


def _named(node: Node, *, everywhere: bool) -> Iterator[Text]:
    """The texts of a document that may be names."""
    if isinstance(node, Text):
        if everywhere:
            yield node
        return
    if isinstance(node, Sequence):
        for one in node.items:
            yield from _named(one, everywhere=everywhere)
        return
    for key, value in node.items:
        if everywhere:
            yield key
        if str(key) in ("labels", "ask") and isinstance(value, Mapped):
            yield from (name for name, _ in value.items)
        else:
            yield from _named(value, everywhere=everywhere)


def _plays_otherwise(before: GameFiles, after: GameFiles, renamed: Mapping[str, str]) -> str:
    """Which match would differ; empty if none does."""
    old, new = GameCache(before), GameCache(after)
    for variants in ((), *combinations(old)):
        was, becomes = old.game(Report(), variants), new.game(Report(), variants)
        if was is None:
            continue
        if becomes is None or not all(_same(was, becomes, seed, renamed) for seed in SEEDS):
            return f"{' + '.join((before.name, *variants))} would play otherwise"
    return ""


def _same(was: Game, becomes: Game, seed: int, renamed: Mapping[str, str]) -> bool:
    """Whether a match at random is the same, byte for byte, and players read the same."""
    players = was.players[seed % 2]
    return list(_played(was, players, seed, renamed)) == list(_played(becomes, players, seed, {}))


def _played(game: Game, players: int, seed: int, renamed: Mapping[str, str]) -> Iterator[tuple[object, ...]]:
    """The memory, and what can be chosen and how it is called, at every decision of a match at random."""
    dice = random.Random(seed)
    own = {"".join(map(str, parts)) for words in game.asks.values() for parts in words.values()}
    try:
        match = Match(game, players, seed, engine="python")
        for _ in range(MOST_CHOICES):
            legal = [(one.strand, tuple(match.legal(one.strand))) for one in match.pending()]
            yield match.snapshot(), legal, [_read(one, own, renamed) for one in match.decisions]
            if match.is_over or not legal:
                return
            strand, numbers = dice.choice(legal)
            match.take(strand, dice.choice(numbers))
    except BrokenRulesError as fault:
        yield b"", fault.diagnostic.code


def _read(decision: Decision, own: set[str], renamed: Mapping[str, str]) -> object:
    """What a player reads of a decision, with other names: its options, and questions in the game's `own` words."""
    options = [
        {language: renamed.get(text, text) for language, text in one.labels.items()}
        for one in decision.options
    ]
    return {language: text for language, text in decision.prompts.items() if text in own}, options
