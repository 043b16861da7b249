"""Which files make a game with a given one, and which game a variant or a file of scenarios belongs to.

Nothing is parsed for that: the keys at the beginnings of lines show what a file is. A file that shows nothing
stands alone, so that what is wrong with it is reported.
"""

from __future__ import annotations

import re
from importlib.resources.abc import Traversable
from pathlib import Path

import attrs
from rulewright.dsl.document.reader import LARGEST
from rulewright.dsl.schema.classes import GameDoc

from .edited import Edited, same, with_edits
from .shipped import rule_files

VARIANTS, SCENARIOS = "variants", "scenarios"
"""The folders beside the rules of a game."""

_KEY = re.compile(rb"^([A-Za-z][A-Za-z -]*?)[ \t]*:(?:[ \t\r]|$)", re.MULTILINE)
_VALUE = rb"""^%s[ \t]*:[ \t]*["']?([\w./-]+)"""
_KEYS_OF_GAMES = frozenset(
    field.metadata.get("key") or field.name.replace("_", " ") for field in attrs.fields(GameDoc)
)


@attrs.frozen
class Look:
    """What the top-level keys of a file say: `kind` is game (it names one), part, variant, scenarios or other."""

    kind: str
    game: str = ""  # the game that it names: its own, or the one that a variant is of


def look(file: Traversable) -> Look:
    """What a file is, as far as can be told; a file that cannot be read is something else."""
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST) if file.is_file() else b""
    except OSError:
        data = b""
    keys = {key.decode("ascii") for key in _KEY.findall(data)}
    if "variant" in keys:
        return Look("variant", _value(data, b"of"))
    if "game" in keys:
        return Look("game", _value(data, b"game"))
    if "scenarios" in keys:
        return Look("scenarios")
    return Look("part" if keys & _KEYS_OF_GAMES else "other")


def _value(data: bytes, key: bytes) -> str:
    found = re.search(_VALUE % key, data, re.MULTILINE)
    return found[1].decode("utf-8", "replace") if found else ""


def together(path: Path, edits: tuple[Edited, ...] = ()) -> tuple[Traversable, ...]:
    """The files of the game that a file is of: one file that names the game, and those beside it that hold parts.
    It stands alone if several games are in the folder, or none."""
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
    """The folder or file of the game whose variant or scenarios a file holds, if it lies near the file."""
    file: Traversable = next((edit for edit in edits if same(edit.path, path)), path)
    seen = look(file)
    if seen.kind not in ("variant", "scenarios"):
        return None
    folder = path.absolute().parent
    if folder.parent.name in (VARIANTS, SCENARIOS):  # those of one file of several
        above = folder.parent.parent / f"{folder.name}{path.suffix}"
        return above if above.is_file() else None
    if folder.name in (VARIANTS, SCENARIOS):
        return _game_in(folder.parent, seen.game, edits)
    near = (
        _game_in(one, seen.game, edits)
        for one in (folder, folder.parent)
        if seen.kind == "variant" and seen.game
    )
    return next((one for one in near if one is not None), None)


def _game_in(folder: Path, name: str, edits: tuple[Edited, ...]) -> Path | None:
    """The game of a folder, or the one in it that is called so: the folder if all files in it are of that game."""
    try:
        files = with_edits(rule_files(folder), folder, edits)
    except OSError:
        return None
    games = [(file, seen.game) for file in files if (seen := look(file)).kind == "game"]
    fitting = [file for file, called in games if called == name] if name else [file for file, _ in games]
    found = fitting[0] if len(fitting) == 1 else None
    if not isinstance(found, Path):
        return None
    return folder if together(found, edits) == files else found
