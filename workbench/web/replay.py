"""A match from its beginning, as one reader could have seen it, page by page.

Pages are kept: who asks for one that somebody has asked for has it immediately. A copy of the match is kept for the
beginning of each page, so a page in the middle can be made without those before it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import attrs

from ...interpreter import Match
from ...interpreter.match.state.journal import JournalEntry
from ..seats.latest import keep
from ..seats.seated import common
from ..wire.shapes import write
from . import limits
from .feed import news, told
from .messages import Frame
from .resume import make
from .rules import encoded

TRACKS = 200
"""The replays of which it is known where their pages begin."""
MAKINGS = 32
"""The pages that are half made."""
MOST_CHARACTERS = 24_000_000
"""The length of all pages that are kept."""

Whose = tuple[str, int | None]
"""A match, and its reader: a seat, or None for onlookers."""


@attrs.frozen
class ReplayPage:
    """Some frames, as JSON, after how many choices the last of them is, and whether there are more."""

    frames: tuple[str, ...]
    until: int
    more: bool


class _Making:
    """A page that is being made, from a copy of the match on. Choices of which the reader has seen nothing have no
    frame, so their number stays a secret: a page is whole only when it is known that there is one more frame."""

    def __init__(self, match: Match, reader: int | None, is_first: bool) -> None:
        self.match = match
        self.frames: list[str] = []
        self.end = match
        """The match after the last frame of this page, if all are there."""
        self._reader = reader
        self._now, _ = told(match, reader, frozenset())
        if is_first:
            self._add(Frame(objects=self._now.objects, next=self._now.next))

    @property
    def choices(self) -> int:
        """How many choices it has followed."""
        return len(self.match.journal)

    @property
    def is_whole(self) -> bool:
        """Whether all frames are there, and one more."""
        return len(self.frames) > limits.FRAMES

    def go_on(self, entries: Sequence[JournalEntry]) -> None:
        """Follows one more choice."""
        make(self.match, entries[self.choices : self.choices + 1])
        self._now, message = news(self.match, self._reader, frozenset(), self._now)
        if message:
            self._add(Frame(changes=message["changes"], next=message["next"]))

    def _add(self, frame: Frame) -> None:
        self.frames.append(encoded(write(frame)))
        if len(self.frames) == limits.FRAMES:
            self.end = self.match.clone()

    def taken(self) -> ReplayPage:
        """The whole page; from now on, the next one is made."""
        page = ReplayPage(tuple(self.frames[: limits.FRAMES]), self.choices, more=True)
        del self.frames[: limits.FRAMES]
        if len(self.frames) == limits.FRAMES:  # a page has a single frame
            self.end = self.match.clone()
        return page


@attrs.define(eq=False)
class _Track:
    """The choices of a match, and the match at the beginning of each page."""

    journal: list[JournalEntry]
    marks: list[Match]


class Replays:
    """The replays of many matches, in one process."""

    def __init__(self) -> None:
        self._tracks: dict[Whose, _Track] = {}
        self._pages: dict[tuple[Whose, int], ReplayPage] = {}
        self._makings: dict[tuple[Whose, int, int | None], _Making] = {}
        self.characters = 0
        """The length of all pages that are kept."""

    def page(
        self,
        whose: Whose,
        entries: Sequence[JournalEntry],
        first: int,
        seconds: float,
        beginning: Callable[[], Match],
    ) -> ReplayPage | None:
        """The frames from the `first`-th on, of the match after these choices. None if it takes longer than these
        seconds; whoever asks again goes on there. Raises as `make` does."""
        ends = time.monotonic() + seconds
        track = self._track(whose, entries, beginning)
        number, skipped = divmod(first, limits.FRAMES)
        found = self._known(whose, number, entries) or self._made(whose, track, number, entries, ends)
        return found and attrs.evolve(found, frames=found.frames[skipped:])

    # ------------------------------------------------------------------------ what is known

    def _track(self, whose: Whose, entries: Sequence[JournalEntry], beginning: Callable[[], Match]) -> _Track:
        track = self._tracks.get(whose)
        if track is not None:
            same = common(track.journal, entries)
            if same < min(len(track.journal), len(entries)):  # something was taken back, and chosen otherwise
                self._forget(whose, same)
                track.marks = [one for one in track.marks if len(one.journal) <= same]
                track.journal = list(entries)
            if not track.marks or len(track.marks[0].journal) > len(entries):
                track = None
        if track is None:
            self._forget(whose, -1)
            match = beginning()
            match.back_to(common(match.journal, entries))
            track = _Track(list(entries), [match])
        elif len(entries) > len(track.journal):
            track.journal = list(entries)
        for gone in keep(self._tracks, whose, track, TRACKS):
            self._forget(gone, -1)
        return track

    def _forget(self, whose: Whose, same: int) -> None:
        """Forgets what follows after this number of choices."""
        for page in [one for one, kept in self._pages.items() if one[0] == whose and kept.until > same]:
            self._drop(page)
        for making in [one for one in self._makings if one[0] == whose]:
            del self._makings[making]

    def _drop(self, page: tuple[Whose, int]) -> None:
        self.characters -= sum(map(len, self._pages.pop(page).frames))

    def _known(self, whose: Whose, number: int, entries: Sequence[JournalEntry]) -> ReplayPage | None:
        """A page that is kept; not if there is more on it than after these choices."""
        found = self._pages.get((whose, number))
        if found is None or found.until > len(entries):
            return None
        self._pages[whose, number] = self._pages.pop((whose, number))  # the latest is the last
        return found

    # ---------------------------------------------------------------------------- making

    def _made(
        self, whose: Whose, track: _Track, wanted: int, entries: Sequence[JournalEntry], ends: float
    ) -> ReplayPage | None:
        number = min(wanted, len(track.marks) - 1)
        while len(track.marks[number].journal) > len(entries):
            number -= 1
        while True:
            key, making = self._making(whose, track, number, entries)
            while making.choices < len(entries) and not making.is_whole:
                making.go_on(entries)
                if time.monotonic() >= ends:
                    return None
            if not making.is_whole:
                frames = tuple(making.frames) if number == wanted else ()
                return ReplayPage(frames, len(entries), more=False)
            page = self._taken(key, track, making)
            if number == wanted:
                return page
            number += 1

    def _making(
        self, whose: Whose, track: _Track, number: int, entries: Sequence[JournalEntry]
    ) -> tuple[tuple[Whose, int, int | None], _Making]:
        """The page in the making: the latest state of it, or another one for a reader who asks for less."""
        latest = self._makings.get((whose, number, None))
        key = whose, number, (None if latest is None or latest.choices <= len(entries) else len(entries))
        found = self._makings.get(key)
        if found is None:
            found = _Making(track.marks[number].clone(), whose[1], number == 0)
        keep(self._makings, key, found, MAKINGS)
        return key, found

    def _taken(self, key: tuple[Whose, int, int | None], track: _Track, making: _Making) -> ReplayPage:
        """Keeps a whole page, and where the next one begins."""
        whose, number, _ = key
        if len(track.marks) == number + 1:
            track.marks.append(making.end)
        page = making.taken()
        del self._makings[key]
        self._makings.setdefault((whose, number + 1, None), making)
        if (whose, number) not in self._pages:
            self._pages[whose, number] = page
            self.characters += sum(map(len, page.frames))
        while self.characters > MOST_CHARACTERS and len(self._pages) > 1:
            self._drop(next(iter(self._pages)))
        return page
