"""The files of a game, as they are saved, and its images: what is wrong in them, or the game that they make.

In: a game by its name or path, and its variants. Out, after each save: the checked game with its files, or the
findings. The draft keeps what was read, so that a save costs only what it touches. What is on the disk counts,
whoever wrote it, with any editor.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import attrs

from ...dsl.diagnostics.diagnostic import Diagnostic, Severity
from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.source import Source, Span
from ...dsl.draft.draft import Draft
from ...dsl.model.game import Game
from ..files.games import GameFiles, find_game, find_variant, read_all
from ..files.images import check_images
from ..seats.library import Stamp, stamp_of, stamp_of_images


@attrs.frozen(eq=False)
class Saved:
    """The files of a game after a save: the `game` that they make, or None if they make none, what was found in
    them, and the files that have gone since they last made one."""

    files: GameFiles
    game: Game | None
    findings: tuple[Diagnostic, ...]
    gone: tuple[str, ...] = ()

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(one for one in self.findings if one.severity is Severity.ERROR)


class FollowedGame:
    """Follows the files of a game with some variants. Belongs to one thread at a time."""

    def __init__(self, name: str, variants: tuple[str, ...] = ()) -> None:
        self.name, self.variants = name, variants
        self._draft: Draft | None = None
        self._shape: tuple[object, ...] = ()  # which files there are
        self._had: tuple[str, ...] = ()  # the files of the last clean save
        self._game: Game | None = None  # the last one that the texts made, whose images are followed, too
        self._read: Stamp | None = None  # the files as they were last read
        self._seen: Stamp | None = None  # and as they were last looked at

    def has_changed(self) -> bool:
        """Whether the files have changed since they were last read, and rest: they were the same at two looks in a
        row. An editor may write a file in several steps, and several files in one go."""
        report = Report()
        files = find_game(self.name, report)
        now = stamp_of(files, self._game) if files is not None else ()
        rests, self._seen = now == self._seen, now
        return rests and now != self._read

    def now(self, span: Span) -> Span | None:
        """Where a part of the rules stands in the files as they were last read; None if it is not known."""
        return None if self._draft is None else self._draft.now(span)

    def look(self) -> Saved | None:
        """Reads what has changed. None if the game has gone."""
        report = Report()
        files = find_game(self.name, report)
        texts = stamp_of(files) if files is not None else ()  # before they are read
        self._read = texts
        if files is None:
            return None
        if self._game is not None:
            self._read = texts + stamp_of_images(files, self._game)
        sources = read_all(files.files, report)
        patches = [tuple(read_all(find_variant(files, one, report), report)) for one in self.variants]
        others = files.variants() if self.variants else {}
        more = {name: tuple(read_all(parts, report)) for name, parts in others.items()}
        if report.has_errors:  # a missing file would show only as misspelt names elsewhere
            return Saved(files, None, report.diagnostics, self._gone(sources))
        draft = self._followed(sources, patches, more)
        found = [*report.diagnostics, *draft.findings]
        checked = draft.check()
        found += [one for one in checked or () if one not in found]
        game = None if _has_errors(found) else draft.playable
        if game is not None:
            self._game, self._read = game, texts + stamp_of_images(files, game)
            found += _images_findings(files, game)
        if game is not None:
            self._had = _names(sources)
        return Saved(files, None if _has_errors(found) else game, tuple(found), self._gone(sources))

    def _gone(self, sources: list[Source]) -> tuple[str, ...]:
        """The files that were there at the last clean save, and are not now."""
        return tuple(name for name in self._had if name not in _names(sources))

    def _followed(
        self, sources: list[Source], patches: list[tuple[Source, ...]], others: dict[str, tuple[Source, ...]]
    ) -> Draft:
        """The draft of these sources: the one that there is, as long as there are the same files."""
        shape = _names(sources), tuple(map(_names, patches)), tuple(sorted(others))
        every = [*sources, *(one for files in (*patches, *others.values()) for one in files)]
        texts = {one.name: one.text for one in every}
        known = self._draft
        if known is not None and shape == self._shape:
            known.replace_all({name: text for name, text in texts.items() if name in known.sources})
            return known
        self._shape = shape
        read = {name: partial(_same, files) for name, files in others.items()}
        self._draft = Draft.of(sources, variants=patches, others=read)
        return self._draft


def _images_findings(files: GameFiles, game: Game) -> tuple[Diagnostic, ...]:
    """What is wrong with the images of a game, as every command says it."""
    report = Report()
    if isinstance(files.folder, Path):
        check_images(files.folder, game, report)
    return report.diagnostics


def _has_errors(found: list[Diagnostic]) -> bool:
    return any(one.severity is Severity.ERROR for one in found)


def _same(files: tuple[Source, ...], _: Report) -> tuple[Source, ...]:
    return files


def _names(sources: list[Source] | tuple[Source, ...]) -> tuple[str, ...]:
    return tuple(one.name for one in sources)
