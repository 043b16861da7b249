"""The images that a game names: read from its folder and nowhere else, and only if they are what their names say.

Browsers are given these bytes, so what is no image never leaves the folder: neither a program in an SVG, nor a file
that a link leads to.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources.abc import Traversable
from pathlib import Path

from ...dsl.diagnostics.report import Report
from ...dsl.model.game import Game

LARGEST = 1_000_000
"""The most bytes of an image."""
LARGEST_ALL = 20_000_000
"""The most bytes of all images of a game."""

_BEGINNINGS: dict[str, Callable[[bytes], bool]] = {
    "image/png": lambda data: data.startswith(b"\x89PNG\r\n\x1a\n"),
    "image/jpeg": lambda data: data.startswith(b"\xff\xd8\xff"),
    "image/gif": lambda data: data.startswith((b"GIF87a", b"GIF89a")),
    "image/webp": lambda data: data.startswith(b"RIFF") and data[8:12] == b"WEBP",
}
_TYPES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
}


class UnfitError(Exception):
    """An image cannot be used: why, and what to do about it."""

    def __init__(self, message: str, way_out: str) -> None:
        super().__init__(message)
        self.way_out = way_out


def media_type(path: str) -> str:
    """The type of an image, as browsers know it."""
    return _TYPES[path.rpartition(".")[2].casefold()]


def image_bytes(folder: Traversable, path: str) -> bytes:
    """An image in the folder of a game. Raises `UnfitError`."""
    file = folder.joinpath(*path.split("/"))
    try:
        if isinstance(file, Path) and isinstance(folder, Path):
            real = file.resolve()
            if not real.is_relative_to(folder.resolve()):
                raise UnfitError(
                    "leads out of the folder of the game", "put the image itself there, not a link"
                )
            if file.exists() and not file.is_file():  # reading a pipe or a device could wait forever
                raise UnfitError("is no file", "name an image")
            if file.is_file() and file.stat().st_size > LARGEST:
                raise _too_large(file.stat().st_size)
        if not file.is_file():
            raise UnfitError(
                "is not there", f"put it into {folder.name or 'the folder of the game'}, or correct the path"
            )
        data = file.read_bytes()
    except OSError as error:
        raise UnfitError(
            f"cannot be read: {(error.strerror or str(error)).lower()}", "correct the path"
        ) from None
    if len(data) > LARGEST:
        raise _too_large(len(data))
    found = next((name for name, begins in _BEGINNINGS.items() if begins(data)), None)
    if found is None:
        raise UnfitError("holds no image", "save it as PNG, JPEG, WebP or GIF")
    if found != media_type(path):
        kind = found.partition("/")[2]
        raise UnfitError(f"holds another sort of image: {kind}", f"call it .{kind}, or save it again")
    return data


def _too_large(size: int) -> UnfitError:
    return UnfitError(f"has {size:,} bytes", f"make it smaller: at most {LARGEST:,} bytes")


def images_of(folder: Traversable, game: Game) -> dict[str, bytes]:
    """All images of a game by their paths, without those that cannot be used."""
    found = {}
    for image in game.look.every_image:
        try:
            found[image.path] = image_bytes(folder, image.path)
        except UnfitError:
            continue
    return found


def check_images(folder: Traversable, game: Game, report: Report) -> None:
    """Reports the images of a game that cannot be used, each where it is named."""
    seen: dict[str, int] = {}
    for image in game.look.every_image:
        if image.path in seen:
            continue
        try:
            seen[image.path] = len(image_bytes(folder, image.path))
        except UnfitError as error:
            seen[image.path] = 0
            report.error("RW227", f"'{image.path}' {error}", image.span, help=error.way_out)
            continue
        if sum(seen.values()) > LARGEST_ALL:
            message = f"all images together have more than {LARGEST_ALL:,} bytes"
            report.error("RW227", message, image.span, help="make them smaller, or use fewer")
            return
