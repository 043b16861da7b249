"""What needs a library that the core does not: the extra that brings it, and what to say if it is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtraError(ImportError):
    """A library is not installed; the message says which extra of Rulewright brings it."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(
            f'this needs {library}, which is not installed: pip install "rulewright[{extra}]"', name=library
        )


def needed(library: str, extra: str) -> Any:
    """A library that an extra brings. Raises `MissingExtraError`."""
    try:
        return import_module(library)
    except ImportError as error:
        raise missing(error, extra) from None


def missing(error: ImportError, extra: str) -> ImportError:
    """What to raise in the place of an error with an import: says which extra brings what is missing. What is there
    but broken stays what it is."""
    if (
        not isinstance(error, ModuleNotFoundError)
        or error.name is None
        or error.name.startswith("rulewright")
    ):
        return error
    return MissingExtraError(error.name, extra)
