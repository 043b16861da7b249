"""What commands need of the extras `web` and `lsp`."""

from __future__ import annotations

from collections.abc import Callable

from ...interpreter.extras import missing, needed


def need_web() -> None:
    """Raises `MissingExtraError` if what the extra `web` installs is missing."""
    for library in ("starlette", "uvicorn", "websockets"):
        needed(library, "web")


def need_lsp(load: Callable[[], None]) -> None:
    """Imports what the extra `lsp` installs, by calling `load`. Raises `MissingExtraError` if it is missing."""
    try:
        load()
    except ImportError as error:
        raise missing(error, "lsp") from None
