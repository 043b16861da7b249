"""The rules of matches, with the files that they came from.

A match keeps the rules with which it began: the files of its game are stored with it, so a designer can change a game
while matches of it are being played, and a restarted server resumes them.
"""

from __future__ import annotations

import hashlib
import io
import json
import threading
import zipfile
from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any

import attrs

from ...dsl.diagnostics.report import Report
from ...dsl.model.game import Game
from ...interpreter.match.output.objects.boards import boards
from ...interpreter.match.output.objects.catalogue import catalogue
from ...interpreter.match.output.objects.classes import Catalogue
from ..files.games import GameFiles, load_files
from ..files.images import images_of
from ..files.shipped import rule_files
from ..seats.latest import keep
from ..seats.library import GameLibrary
from ..wire.refusals import RefusalError
from ..wire.shapes import write
from .messages import RulesData

KEPT = 100
"""The rules that are kept in memory besides those that a table holds: one visitor can ask for many combinations of
variants."""
UNREADABLE = "RW726"
"""The code of rules that cannot be read any more."""
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same files give the same bytes


@attrs.frozen(eq=False)
class Rules:
    """The checked rules of a game with variants, and the bundle of files from which they can be read again."""

    key: str
    name: str
    variants: tuple[str, ...]
    game: Game
    bundle: bytes


class RulesLibrary:
    """Rules by the name of their game, as its files are now, and by their key, as they were when a match began.

    Can be used by several threads.
    """

    def __init__(self, games: GameLibrary) -> None:
        self.games = games
        self._lock = threading.RLock()
        self._current: dict[tuple[str, tuple[str, ...]], Rules] = {}
        self._known: dict[str, Rules] = {}
        self._pages: dict[str, bytes] = {}
        self._catalogues: dict[str, Catalogue] = {}

    def current(self, name: str, variants: Sequence[str]) -> Rules:
        """The rules of a game now. Raises `RefusalError`."""
        with self._lock:
            wanted = tuple(variants)
            game = self.games.game(name, wanted)
            known = self._current.get((name, wanted))
            if known is not None and known.game is game:
                return known
            files = self.games.files(name)
            bundle = bundle_of(files, images_of(files.folder, game))
            rules = Rules(key_of(bundle, wanted), name, wanted, game, bundle)
            keep(self._current, (name, wanted), rules, KEPT)
            return self._keep(rules)

    def saved(self, name: str, variants: Sequence[str], files: GameFiles, game: Game) -> Rules:
        """The rules that these files, which somebody has read already, make."""
        bundle = bundle_of(files, images_of(files.folder, game))
        with self._lock:
            return self._keep(Rules(key_of(bundle, variants), name, tuple(variants), game, bundle))

    def _keep(self, rules: Rules) -> Rules:
        kept = self._known.get(rules.key, rules)
        keep(self._known, rules.key, kept, KEPT)
        return kept

    def stored(self, key: str, name: str, variants: tuple[str, ...], bundle: bytes) -> Rules:
        """The rules in a bundle. Raises `RefusalError` if this version of Rulewright cannot read them."""
        with self._lock:
            if key not in self._known:
                self._keep(Rules(key, name, variants, load_bundle(name, variants, bundle), bundle))
            return self._known[key]

    def known(self, key: str) -> Rules | None:
        """The rules with a key, if they are in memory."""
        return self._known.get(key)

    def catalogue(self, rules: Rules) -> Catalogue:
        """The catalogue of rules."""
        with self._lock:
            if rules.key not in self._catalogues:
                keep(self._catalogues, rules.key, catalogue(rules.game), KEPT)
            return self._catalogues[rules.key]

    def page(self, rules: Rules) -> bytes:
        """What the page needs to know of the rules, as JSON: the catalogue and the boards."""
        with self._lock:
            if rules.key not in self._pages:
                data = write(
                    RulesData(
                        catalogue=self.catalogue(rules),
                        boards=boards(rules.game),
                        images=f"/api/rules/{rules.key}/images/",
                    )
                )
                keep(self._pages, rules.key, encoded(data).encode("utf-8"), KEPT)
            return self._pages[rules.key]


def image_in(rules: Rules, path: str) -> bytes | None:
    """An image that the rules name, as it was when they were kept; None if they name no such one."""
    if all(path != one.path for one in rules.game.look.every_image):
        return None
    archive = zipfile.ZipFile(io.BytesIO(rules.bundle))
    try:
        return archive.read(f"game/{path}")
    except KeyError:  # it could not be used when the rules were kept
        return None


def encoded(data: Any) -> str:
    """Data as JSON, in one line."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def bundle_of(files: GameFiles, images: Mapping[str, bytes] = MappingProxyType({})) -> bytes:
    """The files of a game and of its variants, and its images, as an archive; the same files give the same bytes."""
    found = {f"game/{file.name}": file for file in files.files}
    for name, parts in files.variants().items():
        found |= {f"game/variants/{name}/{file.name}": file for file in parts}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, file in sorted(found.items()):
            archive.writestr(zipfile.ZipInfo(path, _EPOCH), file.read_bytes(), zipfile.ZIP_DEFLATED)
        for path, data in sorted(images.items()):
            archive.writestr(zipfile.ZipInfo(f"game/{path}", _EPOCH), data)
    return packed.getvalue()


def key_of(bundle: bytes, variants: Sequence[str]) -> str:
    """What identifies rules: their files and variants, names and colours included."""
    digest = hashlib.sha256(bundle)
    digest.update(json.dumps(list(variants)).encode())
    return digest.hexdigest()[:32]


def load_bundle(name: str, variants: Sequence[str], bundle: bytes) -> Game:
    """The checked game in a bundle. Raises `RefusalError` if it has errors now."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(bundle))
    except zipfile.BadZipFile:
        raise RefusalError(UNREADABLE, "the rules of this match are damaged", "start a new match") from None
    archive.filename = name  # in messages
    root: Traversable = zipfile.Path(archive, "game/")
    report = Report()
    game = load_files(GameFiles(name, rule_files(root), root), report, variants=variants)
    if game is None:
        first = next(iter(report.errors), None)
        reason = f"{first.code}: {first.message}" if first is not None else "it has errors"
        message = f"the rules with which this match began cannot be read any more: {reason}"
        raise RefusalError(UNREADABLE, message, "start a new match")
    return game
