"""Libraries that only extras need: importing one, and the error that names the extra if it is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtraError(ImportError):
    """A library is not installed; the message says which extra of Rulewright installs it."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(
            f'this needs {library}, which is not installed: pip install "rulewright[{extra}]"', name=library
        )


def needed(library: str, extra: str) -> Any:
    """Imports a library that an extra installs. Raises `MissingExtraError`."""
    try:
        return import_module(library)
    except ImportError as error:
        raise missing(error, extra) from None


def missing(error: ImportError, extra: str) -> ImportError:
    """What to raise in place of an import error: an error that names the extra, if the library is missing. Other
    import errors (a library that is installed but broken) are returned unchanged."""
    if (
        not isinstance(error, ModuleNotFoundError)
        or error.name is None
        or error.name.startswith("rulewright")
    ):
        return error
    return MissingExtraError(error.name, extra)
