"""Makes the folder of a site: the page, Python's runtime for browsers, and the modules and games that run in it.

The runtime is that of Pyodide, as its package for Node.js has it. Everything else comes from this installation. The
same installation makes the same files.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath

import attrs

from ...interpreter.extras import MissingExtraError
from ..files.games import GameFiles
from ..files.shipped import shipped_games

STATIC = Path(__file__).parent / "static"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of the runtime that a page needs."""
LIBRARIES = ("lark", "attrs", "cattrs", "PyYAML", "typing_extensions", "starlette", "anyio", "idna")
"""What runs in the page besides Rulewright. All of it is written in Python, or works without what is not."""
OF_EDITOR = ("pygls", "lsprotocol")
"""What the language server needs in addition."""
_PACKAGES = ("dsl", "interpreter", "workbench")
_SUFFIXES = frozenset({".py", ".lark", ".tables", ".yaml", ".yml", ".json"})
_LEFT_OUT = ("workbench/web/page", "workbench/web/static", "workbench/site/static", "workbench/lsp/vscode")
"""What no module in a page uses."""
_IMAGES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp"})
_MOMENT = (2020, 1, 1, 0, 0, 0)  # of every file in an archive, so that the same files make the same archive
OWN = "own"
ARCHIVES = ("libraries", "rulewright", "games", "language")
OFFLINE = "offline.js"
"""The service worker of a site, by which the page opens without a connection."""


class SiteError(Exception):
    """A site cannot be made: why, and what to do about it."""

    def __init__(self, message: str, way_out: str) -> None:
        super().__init__(message)
        self.way_out = way_out


@attrs.frozen
class Site:
    """What a site offers.

    `shipped` are the names of the games that ship in it (None: all of them), `own` games from folders and files.
    `start` is the address at which the page begins, such as `/new?game=…`. `runtime` is the folder of Pyodide.
    `editor`: games can be written there, too.
    """

    shipped: tuple[str, ...] | None
    own: tuple[GameFiles, ...]
    start: str
    runtime: Path
    editor: bool


@attrs.frozen
class Made:
    """The folder that was made, and its sizes in bytes as they lie there: of the runtime, and of all the rest."""

    folder: Path
    runtime: int
    ours: int


def runtime_in(folder: Path) -> Path:
    """The folder of Pyodide: this one, or what Node.js has installed in it or above it. Raises `SiteError`."""
    places = [folder, *(one / "node_modules" / "pyodide" for one in (folder, *folder.parents))]
    for place in places:
        if all((place / name).is_file() for name in RUNTIME):
            return place
    raise SiteError(
        "Python for browsers (Pyodide) is not here",
        "install it with 'npm install pyodide', or say with --runtime where its files are",
    )


def make(site: Site, folder: Path) -> Made:
    """Writes a site into a folder, which is made if it is not there; other files in it are left alone. Raises
    `SiteError` and OSError."""
    names = [own_name(one) for one in site.own]
    twice = next((one for one in names if names.count(one) > 1), None)
    if twice is not None:
        raise SiteError(f"two games are called '{twice}'", "rename the folder of one of them")
    archives = {
        "libraries": _archive(_of_libraries(LIBRARIES, "web")),
        "rulewright": _archive(_of_rulewright()),
        "games": _archive(_of_games(site)),
    }
    runtime = folder / "runtime"
    runtime.mkdir(parents=True, exist_ok=True)
    for name in RUNTIME:
        shutil.copyfile(site.runtime / name, runtime / name)
    if site.editor:
        archives["language"] = _archive(_of_libraries(OF_EDITOR, "lsp"))
    for old in folder.glob("*.zip"):
        if re.fullmatch(rf"({'|'.join(ARCHIVES)})-[0-9a-f]{{12}}\.zip", old.name):
            old.unlink()
    written = {}
    for name, data in archives.items():
        # a browser that has an older archive under the same name would go on using it
        file = folder / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}.zip"
        file.write_bytes(data)
        written[name] = file
    page = [folder / one.name for one in STATIC.iterdir() if one.is_file()]
    for one in page:
        shutil.copyfile(STATIC / one.name, one)
    manifest = folder / "site.json"
    files = [*(f"runtime/{name}" for name in RUNTIME), *(one.name for one in (*written.values(), *page))]
    told = {
        "archives": [file.name for name, file in written.items() if name != "language"],
        "language": [file.name for name, file in written.items() if name == "language"],
        "games": [own_path(one) for one in site.own],
        "start": site.start,
        "files": sorted(one for one in files if one != OFFLINE),
    }
    manifest.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    _say_version(folder, [*page, manifest, runtime / RUNTIME[-1]])
    ours = [*written.values(), *page, manifest]
    return Made(folder, _size(runtime / name for name in RUNTIME), _size(ours))


def _say_version(folder: Path, files: Sequence[Path]) -> None:
    """Browsers ask for the service worker now and then, and fetch everything anew if it has changed: so it says which
    version of the site it is. Names of archives have their versions in them."""
    found = hashlib.sha256()
    for file in sorted(files):
        found.update(file.read_bytes())
    worker = folder / OFFLINE
    worker.write_text(
        f'self.SITE_VERSION = "{found.hexdigest()[:16]}";\n' + worker.read_text(encoding="utf-8"),
        encoding="utf-8",
    )


def _size(paths: Iterator[Path] | Sequence[Path]) -> int:
    return sum(one.stat().st_size for one in paths)


Entry = tuple[str, bytes]


def _archive(entries: Iterator[Entry]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(entries):
            info = zipfile.ZipInfo(name, _MOMENT)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return data.getvalue()


def _of_libraries(names: Sequence[str], extra: str) -> Iterator[Entry]:
    for name in names:
        try:
            found = distribution(name)
        except PackageNotFoundError:
            raise MissingExtraError(name, extra) from None
        for file in found.files or ():
            is_metadata = file.name == "METADATA" and file.parent.name.endswith(".dist-info")
            if not is_metadata and (file.suffix not in (".py", ".lark") or ".." in file.parts):
                continue
            yield file.as_posix(), Path(str(found.locate_file(file))).read_bytes()


def _of_rulewright() -> Iterator[Entry]:
    root = files("rulewright")
    yield "rulewright/__init__.py", root.joinpath("__init__.py").read_bytes()
    for package in _PACKAGES:
        for path, file in _walk(root.joinpath(package), PurePosixPath(package)):
            if path.suffix in _SUFFIXES:
                yield f"rulewright/{path}", file.read_bytes()


def _walk(folder: Traversable, path: PurePosixPath) -> Iterator[tuple[PurePosixPath, Traversable]]:
    if str(path) in _LEFT_OUT or path.name.startswith((".", "__pycache__")):
        return
    for one in folder.iterdir():
        inner = path / one.name
        if one.is_dir():
            yield from _walk(one, inner)
        else:
            yield inner, one


def _of_games(site: Site) -> Iterator[Entry]:
    root = files("rulewright.games")
    yield "rulewright/games/__init__.py", root.joinpath("__init__.py").read_bytes()
    for name, folder in shipped_games().items():
        if site.shipped is None or name in site.shipped:
            yield from _of_folder(folder, f"rulewright/games/{name}")
    for one in site.own:
        yield from _of_own(one)


def _of_folder(folder: Traversable, path: str) -> Iterator[Entry]:
    for inner, file in _walk(folder, PurePosixPath(path)):
        if inner.suffix in _SUFFIXES | _IMAGES and inner.suffix != ".py":
            yield str(inner), file.read_bytes()


def _of_own(game: GameFiles) -> Iterator[Entry]:
    path = f"{OWN}/{own_name(game)}"
    for file in game.everything():
        if isinstance(file, Path) and isinstance(game.folder, Path):
            yield f"{path}/{file.relative_to(game.folder).as_posix()}", file.read_bytes()
    for inner, image in _walk(game.folder, PurePosixPath(path)):
        if inner.suffix in _IMAGES:
            yield str(inner), image.read_bytes()


def own_name(game: GameFiles) -> str:
    """The name in a site of a game that does not ship: that of its folder or file."""
    return game.single or Path(str(game.folder)).resolve().name


def own_path(game: GameFiles) -> str:
    """Where a game that does not ship lies in the archives of a site."""
    folder = f"{OWN}/{own_name(game)}"
    return f"{folder}/{game.files[0].name}" if game.single else folder


PACKAGES = "/packages"
"""Where the archives are unpacked in a page."""


def known_as(game: GameFiles) -> str:
    """The name by which the page of a site knows a game."""
    return game.name if game.shipped else f"{PACKAGES}/{own_path(game)}"
