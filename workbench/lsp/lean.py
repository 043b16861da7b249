"""Keeps the server small: imports pygls without what it does not need, and gives memory back.

An editor keeps its language servers running all day, so their memory counts. Most of what pygls needs is never used
here, and this module keeps it out:

- OpenSSL. asyncio and hashlib import it if it is there; the server opens no connection, and Python has hash functions
  of its own.
- The 500 classes of lsprotocol. Messages stay plain data here, so these classes would be built for nothing.
"""

from __future__ import annotations

import functools
import gc
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_USED = frozenset({"ResponseError", "ResponseErrorMessage"})
"""The classes of lsprotocol that pygls itself makes objects of."""

_COMPARISONS = frozenset({"__lt__", "__gt__", "__le__", "__ge__"})

_OWN_HASHES = ("_sha2", "_sha256")
"""Where Python keeps its own SHA-256, by version."""


class _Unused:
    """Stands for a class that is never used."""


def import_lean() -> None:
    """Imports pygls. What somebody has imported already stays as it is."""
    own_hashes = any(importlib.util.find_spec(name) is not None for name in _OWN_HASHES)
    with _without("ssl", *(("_hashlib",) if own_hashes else ())):
        import asyncio
        import hashlib  # noqa: F401  later imports find it without OpenSSL
    with _plain_classes():
        import lsprotocol.types  # noqa: F401
    import pygls.server  # noqa: F401

    del asyncio


MOST_NEW = 300_000
"""How many more objects there may be than after the last collection before garbage is collected."""


def tidy() -> None:
    """Collects garbage, if there may be much, and gives memory back: while nobody waits for an answer."""
    if gc.get_count()[0] > MOST_NEW:
        gc.collect()
    give_back()


def give_back() -> None:
    """Gives free memory back to the system, if the C library does so only when asked (that of GNU)."""
    try:
        import ctypes

        ctypes.CDLL(None).malloc_trim(0)
    except (ImportError, OSError, AttributeError, TypeError):  # another system, another library
        return


@contextmanager
def _without(*names: str) -> Iterator[None]:
    """Inside, these modules seem to be missing, unless they have been imported before."""
    hidden = [name for name in names if name not in sys.modules]
    for name in hidden:
        sys.modules[name] = None  # type: ignore[assignment]  # how Python itself marks a module as missing
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]


@contextmanager
def _plain_classes() -> Iterator[None]:
    """Inside, `attrs.define` makes something only of the classes that are used; one stands in for all others."""
    import attrs

    real = attrs.define

    def define(cls: Any = None, **options: Any) -> Any:
        if cls is None:
            return functools.partial(define, **options)
        if cls.__name__ in _USED:
            return real(cls, **options)
        return (
            cls if _COMPARISONS & vars(cls).keys() else _Unused
        )  # `functools.total_ordering` looks for these

    attrs.define = define  # type: ignore[assignment]
    try:
        yield
    finally:
        attrs.define = real
