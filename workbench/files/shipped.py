"""Finds the games that ship: the folders in `rulewright.games` that hold a game.

Each has a name, which is the path of its folder (such as `classics/…`). A folder holds a game if one of its rule
files has the top-level key `game`; nothing is parsed to find out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from ...dsl.diagnostics.suggest import closest

SUFFIX = ".yaml"

_HEADER = re.compile(rb"^game[ \t]*:", re.MULTILINE)
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*){0,2}")
_DEEPEST = 3  # folders inside folders: classics/<game> needs two


def shipped_game(name: str) -> Traversable | None:
    """The folder of a shipped game; None if there is no game of this name."""
    if not _NAME.fullmatch(name):
        return None
    folder = _root().joinpath(*name.split("/"))
    try:
        return folder if folder.is_dir() and header(rule_files(folder)) is not None else None
    except OSError:  # the name is too long for a file
        return None


def shipped_games() -> dict[str, Traversable]:
    """The folder of each shipped game by its name, sorted by name."""
    return dict(sorted(_games(_root(), "", _DEEPEST)))


def closest_game(name: str, names: Iterable[str]) -> str | None:
    """The game that a misspelt name most likely means. The folder may be missing (`chess` for `classics/chess`), and
    a word of the name may be enough, if only one game has it."""
    known = list(names)
    last = name.rpartition("/")[2].casefold()
    ends = {one.rpartition("/")[2]: one for one in reversed(known)}
    meant = ends.get(last) or closest(name, known) or ends.get(closest(last, ends) or "")
    having = [one for end, one in ends.items() if last in end.split("-")]
    return meant or (having[0] if len(having) == 1 else None)


def _root() -> Traversable:
    root = files("rulewright.games")
    # an editable install has a link to the games; messages name the real folder
    return root.resolve() if isinstance(root, Path) else root


def _games(folder: Traversable, prefix: str, depth: int) -> Iterator[tuple[str, Traversable]]:
    for child in folder.iterdir():
        if child.name.startswith((".", "_")) or not child.is_dir():
            continue
        name = f"{prefix}{child.name}"
        if header(rule_files(child)) is not None:
            yield name, child
        elif depth > 1:
            yield from _games(child, f"{name}/", depth - 1)


def rule_files(folder: Traversable) -> tuple[Traversable, ...]:
    """All rule files directly in a folder, by name; raises OSError if it cannot be listed."""
    found = [child for child in folder.iterdir() if _is_rule_file(child)]
    return tuple(sorted(found, key=lambda file: file.name))


def inner_folders(folder: Traversable) -> tuple[Traversable, ...]:
    """The folders directly in a folder, by name; none if it cannot be listed."""
    try:
        found = [child for child in folder.iterdir() if child.is_dir()] if folder.is_dir() else []
    except OSError:
        return ()
    shown = (child for child in found if not child.name.startswith((".", "_")))
    return tuple(sorted(shown, key=lambda child: child.name))


def _is_rule_file(child: Traversable) -> bool:
    # a broken link or a pipe counts: reading it reports what is wrong, whereas skipping it would hide rules
    return child.name.endswith(SUFFIX) and not child.name.startswith(".") and not child.is_dir()


def header(found: tuple[Traversable, ...]) -> Traversable | None:
    """The file that names the game; None if no file does."""
    return next((file for file in found if file.is_file() and _HEADER.search(file.read_bytes())), None)
