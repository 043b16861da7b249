"""Which files form a game together with a given file, and which game a variant or a scenario file belongs to.

Nothing is parsed: the keys at the beginnings of lines show what a file is. A file without such keys stands alone, so
that its mistakes are reported.
"""

from __future__ import annotations

import contextlib
import re
from importlib.resources.abc import Traversable
from pathlib import Path

import attrs

from ...dsl.document.reader import LARGEST
from ...dsl.schema.classes import GameDoc, VariantDoc
from .edited import Edited, same, with_edits
from .shipped import SUFFIX, rule_files

VARIANTS, SCENARIOS = "variants", "scenarios"
"""The folders next to the rules of a game."""

_KEY = re.compile(rb"^([A-Za-z][A-Za-z -]*?)[ \t]*:(?:[ \t\r]|$)", re.MULTILINE)
_VALUE = rb"""^%s[ \t]*:[ \t]*["']?([\w./-]+)"""


def _keys(cls: type[attrs.AttrsInstance]) -> frozenset[str]:
    return frozenset(field.metadata.get("key") or field.name.replace("_", " ") for field in attrs.fields(cls))


_KEYS_OF_GAMES = _keys(GameDoc)
_KEYS_OF_PATCHES = _keys(VariantDoc) - _KEYS_OF_GAMES


@attrs.frozen
class Belonging:
    """What the top-level keys of a file show: `kind` is game (the file names one), part, variant (the file names
    one), patches, scenarios or other."""

    kind: str
    game: str = ""  # the game that the file names: in a variant, the one that it changes
    can_be_named: bool = True  # whether it is not a variant that joins others or only serves them


def look(file: Traversable) -> Belonging:
    """What a file seems to be; `other` if it cannot be read."""
    data = b""
    with contextlib.suppress(OSError):
        if file.is_file():  # to open a pipe would wait for somebody who writes into it
            with file.open("rb") as stream:
                data = stream.read(LARGEST)
    keys = {key.decode("ascii") for key in _KEY.findall(data)}
    can_be_named = "joins" not in keys and _value(data, b"on its own") != "no"
    if "variant" in keys:
        return Belonging("variant", _value(data, b"of"), can_be_named)
    if "game" in keys:
        return Belonging("game", _value(data, b"game"))
    if "scenarios" in keys:
        return Belonging("scenarios")
    if keys & _KEYS_OF_GAMES:
        return Belonging("part", can_be_named=can_be_named)
    return Belonging("patches" if keys & _KEYS_OF_PATCHES else "other", can_be_named=can_be_named)


def is_rule_file(path: Path) -> bool:
    """Whether a file seems to belong to a game. One with nothing but patches does only in the folder of a variant."""
    kind = look(path).kind
    return kind not in ("other", "patches") or (
        kind == "patches" and path.absolute().parent.parent.name == VARIANTS
    )


def _value(data: bytes, key: bytes) -> str:
    found = re.search(_VALUE % key, data, re.MULTILINE)
    return found[1].decode("utf-8", "replace") if found else ""


def together(path: Path, edits: tuple[Edited, ...] = ()) -> tuple[Traversable, ...]:
    """The files of the game that a file belongs to: one file that names the game, and those next to it that hold
    parts. The file stands alone if the folder has no game, or several."""
    folder = path.parent
    try:
        beside = with_edits(rule_files(folder), folder, edits)
    except OSError:
        beside = ()
    own = next(
        (file for file in beside if file.name == path.name),
        next((edit for edit in edits if same(edit.path, path)), path),
    )
    seen = {file: look(file).kind for file in beside if file.is_file()}
    if [*seen.values()].count("game") != 1 or seen.get(own) in ("variant", "scenarios"):
        return (own,)
    return tuple(file for file, kind in seen.items() if file == own or kind in ("game", "part"))


def home(path: Path, edits: tuple[Edited, ...] = ()) -> Path | None:
    """The folder or file of the game whose variant or scenarios a file holds, if the game is nearby."""
    file: Traversable = next((edit for edit in edits if same(edit.path, path)), path)
    seen = look(file)
    folder = path.absolute().parent
    if seen.kind not in ("variant", "scenarios"):
        return home_of_folder(folder, edits) if seen.kind in ("part", "patches") else None
    if folder.parent.name in (VARIANTS, SCENARIOS):  # a game in a single file has its own folder of these
        above = folder.parent.parent / f"{folder.name}{path.suffix}"
        if is_single(above):
            return above
        return home_of_folder(folder, edits) if folder.parent.name == VARIANTS else None
    if folder.name in (VARIANTS, SCENARIOS):
        return _game_in(folder.parent, seen.game, edits)
    near = (
        _game_in(one, seen.game, edits)
        for one in (folder, folder.parent)
        if seen.kind == "variant" and seen.game
    )
    return next((one for one in near if one is not None), home_of_folder(folder, edits))


def is_single(file: Traversable) -> bool:
    """Whether a file seems to be a game of its own."""
    return file.is_file() and look(file).kind != "part"


def home_of_folder(folder: Path, edits: tuple[Edited, ...] = ()) -> Path | None:
    """The folder or file of the game whose variant a folder holds; None if it holds none."""
    above = folder.parent
    try:
        files = with_edits(rule_files(folder), folder, edits) if folder.is_dir() else ()
    except OSError:
        return None
    if not files or is_single(above.parent / f"{folder.name}{SUFFIX}"):
        return None
    single = above.parent.parent / f"{above.name}{SUFFIX}"
    if above.parent.name == VARIANTS and is_single(single):
        return single
    if above.name != VARIANTS:
        return None
    named = next((seen.game for file in files if (seen := look(file)).kind == "variant"), "")
    return _game_in(above.parent, named, edits)


def _game_in(folder: Path, name: str, edits: tuple[Edited, ...]) -> Path | None:
    """The game in a folder, or the one with this name: given as the folder if all files there belong to it."""
    try:
        files = with_edits(rule_files(folder), folder, edits)
    except OSError:
        return None
    games = [(file, seen.game) for file in files if (seen := look(file)).kind == "game"]
    fitting = [file for file, called in games if called == name] if name else [file for file, _ in games]
    found = fitting[0] if len(fitting) == 1 else None
    found = found.path if isinstance(found, Edited) else found
    if not isinstance(found, Path):
        return None
    return folder if together(found, edits) == files else found
