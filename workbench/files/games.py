"""Finds and reads games: from a name or a path to the sources or the checked game.

A game is a folder with `*.yaml` files, which together are its rules, or a single rule file; next to them are the
folders `variants/` and `scenarios/`. A variant is a file in the former, or a folder with `*.yaml` files. If a folder
holds several games in single files, each may have its own: `scenarios/a/` belongs to `a.yaml`. A bare name means a
shipped game first; with `./` before it or `/` after it, it is a path. Whatever cannot be found or read is added to
the report (RW0xx), with a way out; nothing is raised. This is the only module that opens rule files, and only
`write_rules` replaces one.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

import attrs

from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.source import Source
from ...dsl.diagnostics.suggest import closest
from ...dsl.document.reader import LARGEST, Node, decode, read_document
from ...dsl.load import load_game
from ...dsl.model.game import Game
from .belonging import SCENARIOS, VARIANTS, Belonging, home, home_of_folder, is_single, look, together
from .edited import Edited, same, with_edits
from .images import check_images
from .shipped import SUFFIX, closest_game, inner_folders, rule_files, shipped_game, shipped_games

RULES = (".yaml", ".yml")
"""The suffixes of rule files."""


@attrs.frozen
class GameFiles:
    """Where a game is: the name by which it was requested, its files, and their folder."""

    name: str
    files: tuple[Traversable, ...]
    folder: Traversable
    single: str = ""  # the name of a single file, without its suffix
    edits: tuple[Edited, ...] = ()  # read in place of files
    shipped: bool = False  # whether it comes with Rulewright
    shadowed: str = ""  # a folder here that has the name of this shipped game
    chosen: tuple[Traversable, ...] = ()  # scenario files that stand in for its own

    def variants(self) -> dict[str, tuple[Traversable, ...]]:
        """The files of each of the game's own variants, by name."""
        own = self._variants_in(self.folder.joinpath(VARIANTS, self.single)) if self.single else {}
        return own or self._variants_in(self.folder.joinpath(VARIANTS), shared=bool(self.single))

    def choices(self) -> tuple[str, ...]:
        """The names of the variants that a player can name: not those that join others or only serve them."""
        return tuple(
            name for name, files in self.variants().items() if all(look(file).can_be_named for file in files)
        )

    def scenarios(self) -> tuple[Traversable, ...]:
        """The game's scenario files, or those that were chosen in their place."""
        return self.chosen or self._beside(SCENARIOS)

    def everything(self) -> tuple[Traversable, ...]:
        """All files of the game: rules, variants and scenarios."""
        variants = (file for files in self.variants().values() for file in files)
        return (*self.files, *variants, *self.scenarios())

    def edited(self, edits: tuple[Edited, ...]) -> GameFiles:
        """The same game, with edits in place of its files."""
        same_game = attrs.evolve(self, edits=edits)
        paths = [(file, file.path if isinstance(file, Edited) else file) for file in self.files]
        files = tuple(same_game.current(path) if isinstance(path, Path) else file for file, path in paths)
        return attrs.evolve(same_game, files=files)

    def current(self, path: Path) -> Traversable:
        """A file, or the edit that is read in its place."""
        return next((edit for edit in self.edits if same(edit.path, path)), path)

    def _beside(self, name: str) -> tuple[Traversable, ...]:
        """The files of a folder next to the rules; of the subfolder for this single file, if it has one."""
        own = self._inside(self.folder.joinpath(name, self.single)) if self.single else ()
        return own or self._inside(self.folder.joinpath(name))

    def _variants_in(
        self, folder: Traversable, *, shared: bool = False
    ) -> dict[str, tuple[Traversable, ...]]:
        """The variants in a folder; if games share it, without the folders of the other games' own."""
        found: dict[str, tuple[Traversable, ...]] = {}
        for file in self._inside(folder):
            found[file.name.removesuffix(SUFFIX)] = (file,)
        for inner in inner_folders(folder):
            others = shared and is_single(self.folder.joinpath(f"{inner.name}{SUFFIX}"))
            if not others and (files := self._inside(inner)):
                found.setdefault(inner.name, files)
        return dict(sorted(found.items()))

    def _inside(self, folder: Traversable) -> tuple[Traversable, ...]:
        """The rule files directly in a folder."""
        try:
            found = rule_files(folder) if folder.is_dir() else ()
        except OSError:
            found = ()
        return with_edits(found, folder, self.edits) if self.edits else found


def open_game(name: str, report: Report, *, variants: Sequence[str] = ()) -> Game | None:
    """The checked game with this name or path, with variants by name or path; None if there is any error."""
    found = find_game(name, report)
    return None if found is None else load_files(found, report, variants=variants)


def load_files(found: GameFiles, report: Report, *, variants: Sequence[str] = ()) -> Game | None:
    """Like `open_game`, for files that were found already. Every command makes all checks, so that none accepts rules
    that another one refuses."""
    return load_read(found, report, variants, read, read_document)


def load_read(
    found: GameFiles,
    report: Report,
    variants: Sequence[str],
    source: Callable[[Traversable, Report], Source | None],
    document: Callable[[Source, Report], Node | None],
) -> Game | None:
    """Like `load_files`, with functions that read a file and parse its text."""
    patches = [find_variant(found, variant, report) for variant in variants]
    sources = [text for file in found.files if (text := source(file, report)) is not None]
    changes = [
        tuple(text for file in files if (text := source(file, report)) is not None) for files in patches
    ]
    if report.has_errors:  # a missing file would show only as misspelt names elsewhere
        return None

    def reader(files: tuple[Traversable, ...]) -> Callable[[Report], tuple[Source, ...]]:
        return lambda report: tuple(text for file in files if (text := source(file, report)) is not None)

    others = {name: reader(files) for name, files in found.variants().items()} if variants else {}
    game = load_game(sources, report, variants=changes, others=others, document=document)
    # A bundle has the images that could be used when it was made: a match goes on without the others.
    if game is not None and game.look.every_image and isinstance(found.folder, Path):
        check_images(found.folder, game, report)
        return None if report.has_errors else game
    return game


def find_game(name: str, report: Report, *, edits: tuple[Edited, ...] = ()) -> GameFiles | None:
    """The files of a shipped game, of a folder, or of the game that a file is a part of; None if there is none."""
    shipped = None if _is_path(name) else shipped_game(name)
    if shipped is not None:
        shadowed = _shadowed(name, shipped)
        return GameFiles(name, rule_files(shipped), shipped, edits=edits, shipped=True, shadowed=shadowed)
    return _at(name, path_of(name), report, edits)


def is_there(name: str) -> bool:
    """Whether a game that ships, a folder or a file has this name. A file that is no YAML says so by its own."""
    if not _is_path(name) and shipped_game(name) is not None:
        return True
    try:
        path = path_of(name)
        return path.is_dir() or (path.exists() and path.suffix in ("", *RULES))
    except (OSError, ValueError, RuntimeError):  # no file can be called that, or there is no such home
        return False


def _at(name: str, path: Path, report: Report, edits: tuple[Edited, ...]) -> GameFiles | None:
    """The game at a path."""
    try:
        if name and (path.is_file() or any(same(edit.path, path) for edit in edits)):
            if not path.name.endswith(RULES) and not path.exists():  # text without a file has no neighbours
                return GameFiles(name, edits, path, edits=edits)
            files = together(path, edits)
            return GameFiles(name, files, path.parent, path.stem if len(files) == 1 else "", edits)
        own = with_edits(rule_files(path), path, edits) if name and path.is_dir() else ()
    except OSError as error:
        report.error("RW006", f"{name} cannot be read: {_reason(error)}", None)
        return None
    if own:
        return GameFiles(name, own, path, edits=edits)
    _report_missing(name, path, list(shipped_games()), report)
    return None


def find_asked(
    name: str, report: Report, *, edits: tuple[Edited, ...] = ()
) -> tuple[GameFiles, tuple[str, ...]] | None:
    """Like `find_game`, also for a file with a variant or scenarios: gives the game that the file belongs to, and the
    name (or path) of the variant to apply."""
    path = path_of(name)
    try:
        alone = not name.endswith(SUFFIX) or not (path.is_file() or edits)
    except OSError:  # `find_game` reports what is wrong
        alone = True
    if alone:
        at = home_of_folder(path.absolute(), edits) if shipped_game(name) is None else None
        found = find_game(name, report, edits=edits) if at is None else _at(shown(at), at, report, edits)
        return None if found is None else (found, () if at is None else (path.absolute().name,))
    seen = look(next((edit for edit in edits if same(edit.path, path)), path))
    at = home(path, edits)
    if at is not None:
        found = _at(shown(at), at, report, edits)
    elif seen.kind == "variant" and shipped_game(seen.game) is not None:
        found = find_game(seen.game, report, edits=edits)
    else:
        found, seen = find_game(name, report, edits=edits), Belonging("other")
    if found is None:
        return None
    if seen.kind not in ("variant", "part", "patches"):
        return found, ()
    return found, (next((own for own, files in found.variants().items() if _is_one_of(path, files)), name),)


def _is_one_of(path: Path, files: tuple[Traversable, ...]) -> bool:
    paths = (file.path if isinstance(file, Edited) else file for file in files)
    return any(isinstance(one, Path) and same(one, path) for one in paths)


def path_of(name: str) -> Path:
    return Path(name).expanduser() if name.startswith("~") else Path(name)


def _is_path(name: str) -> bool:
    """Whether a name can only be a path: `./x`, `x/`, `/x`, `~/x`, `x.yaml`."""
    return name.startswith((".", "/", "~")) or name.endswith(("/", "\\", *RULES))


def _shadowed(name: str, shipped: Traversable) -> str:
    """The path of a folder with rules that has the name of a shipped game and is another game; else empty."""
    path = Path(name)
    try:
        other = path.is_dir() and bool(rule_files(path))
    except OSError:
        return ""
    return f"./{name}" if other and not (isinstance(shipped, Path) and same(shipped, path)) else ""


def _report_missing(name: str, path: Path, shipped: list[str], report: Report) -> None:
    if name and path.is_dir():
        report.error("RW008", f"there are no rule files (*{SUFFIX}) in {name}", None, help=_elsewhere(path))
    elif name and path.exists():
        report.error("RW006", f"{name} is neither a file nor a folder", None)
    elif path.suffix in (SUFFIX, ".yml") or name.startswith((".", "/", "~")):
        report.error("RW006", f"there is no file or folder {name}", None, help=_beside(path))
    else:
        meant = closest_game(name, shipped)
        offered = f"did you mean '{meant}'?" if meant else "'rulewright games' lists those that ship"
        message = f"there is no game '{name}', and no file or folder of that name"
        report.error("RW007", message, None, help=offered)


def _elsewhere(folder: Path) -> str | None:
    """Where the rules may be, if a folder has none."""
    try:
        children = sorted(folder.iterdir())
        if any(child.suffix == ".yml" for child in children):
            return f"rule files end in {SUFFIX}: rename those that end in .yml"
        inside = [str(child) for child in children if child.is_dir() and rule_files(child)]
    except OSError:
        return None
    if inside:
        return f"perhaps you meant: {', '.join(inside[:5])}"
    return "name the folder that has them; 'rulewright new game NAME' creates a game"


def _beside(path: Path) -> str | None:
    """A suggestion: a file or folder with a similar name."""
    try:
        meant = closest(path.name, sorted(child.name for child in path.parent.iterdir() if child.exists()))
    except OSError:
        return None
    return f"did you mean {path.with_name(meant)}?" if meant else None


def find_variant(game: GameFiles, name: str, report: Report) -> tuple[Traversable, ...]:
    """The files of a variant: one of the game's own by its name, or any file or folder by its path. None if there is
    no such variant."""
    own = game.variants()
    if name in own:
        return own[name]
    path = path_of(name)
    try:
        if name and (path.is_file() or isinstance(game.current(path), Edited)):
            return (game.current(path),)
        if name and path.is_dir() and (files := rule_files(path)):
            return with_edits(files, path, game.edits)
    except OSError as error:
        report.error("RW006", f"{name} cannot be read: {_reason(error)}", None)
        return ()
    choices = game.choices()
    meant = closest(name, choices)
    known = f"its variants: {', '.join(choices)}" if choices else "it has no variants of its own"
    message = f"there is no variant '{name}' of {game.name}, and no file of that name"
    report.error("RW009", message, None, help=f"did you mean '{meant}'?" if meant else known)
    return ()


def read_all(files: Sequence[Traversable], report: Report) -> list[Source]:
    """The sources of the files that can be read."""
    return [source for file in files if (source := read(file, report)) is not None]


def read(file: Traversable, report: Report) -> Source | None:
    """One file as a source, named by its path; reads at most as much as a rule file may hold."""
    name = shown(file)
    try:
        is_file = file.is_file()
    except OSError:  # no file can have such a long name
        is_file = False
    if not is_file:
        # opening a pipe or a device could wait forever
        report.error("RW006", f"{name} does not exist, or is not an ordinary file", None)
        return None
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError as error:
        report.error("RW006", f"{name} cannot be read: {_reason(error)}", None)
        return None
    if len(data) > LARGEST:
        report.error("RW004", f"{name} has more than {LARGEST:,} bytes", None, help="split the file")
        return None
    return decode(name, data, report)


def shown(file: Traversable) -> str:
    """How messages name a file: relative to the current folder if it is inside it, otherwise as it was found."""
    file = file.path if isinstance(file, Edited) else file
    if not isinstance(file, Path):
        return str(file)
    try:
        return os.path.normpath(Path(os.path.abspath(file)).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(file)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


# ------------------------------------------------------------------------------ writing


def unfit(path: Path) -> str | None:
    """Why nothing should be written to a path, as far as can be known before trying; None if nothing is wrong."""
    try:
        return _unfit(path)
    except OSError as error:
        return _reason(error)
    except ValueError:  # a NUL, or a lone surrogate
        return "no file can be called that"


def _unfit(path: Path) -> str | None:
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        path.lstat()  # raises for impossible names, for which `exists` would only be false
    if path.is_dir():
        return "it is a folder"
    if not path.parent.is_dir():
        return "there is no such folder"
    if path.suffix.casefold() in RULES and path.exists():
        return "it holds rules, which would be lost"
    return None


def write_whole(path: Path, text: str) -> None:
    """Replaces a file whole, or leaves it unchanged. Raises `OSError` if the path is not an ordinary file, or holds
    rules."""
    reason = unfit(path)  # checked before links are followed: not every text can be a path
    target = Path(os.path.realpath(path)) if reason is None else path
    reason = reason or unfit(target)
    if reason is None and target.exists() and not target.is_file():
        reason = "it is not an ordinary file"
    if reason is not None:
        raise OSError(errno.EINVAL, reason)
    _replace(target, text.encode("utf-8"))


def write_rules(file: Edited, before: bytes) -> None:
    """Replaces a rule file with its changed version, keeping its owner and permissions. Raises `OSError`, also if
    the file is read-only or no longer holds the bytes `before`."""
    target = Path(os.path.realpath(file.path))
    if not target.is_file() or target.read_bytes() != before:
        raise OSError(errno.EINVAL, "it has changed in the meantime")
    status = target.stat()
    if not status.st_mode & _WRITABLE or not os.access(target, os.W_OK):
        # the folder alone decides whether another file may take its place
        raise OSError(errno.EACCES, "it is read-only")
    _replace(target, file.data, status)


_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def _replace(target: Path, data: bytes, like: os.stat_result | None = None) -> None:
    import tempfile  # commands that only read need no import of it

    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".rulewright-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if like is not None:
            if hasattr(os, "chown"):
                with contextlib.suppress(OSError):  # who may not give files away owns those that they write
                    os.chown(name, like.st_uid, like.st_gid)
            os.chmod(name, stat.S_IMODE(like.st_mode))
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise
