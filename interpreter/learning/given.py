"""Checks of what callers of this package give: errors say what was meant, and what was given instead."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

import numpy as np

from ..match.errors import MatchError, SetupError
from .arrays import Array


def whole(number: Any, what: str, least: int = 1) -> int:
    """A whole number. Raises `TypeError` for something else, and `SetupError` if it is too small."""
    if not isinstance(number, Integral) or isinstance(number, bool):
        raise TypeError(f"'{what}' is a whole number, not {number!r}")
    if number < least:
        raise SetupError(f"'{what}' is at least {least}, not {number}")
    return int(number)


def real(number: Any, what: str) -> float:
    """A number. Raises `TypeError` for something else."""
    if not isinstance(number, Real) or isinstance(number, bool):
        raise TypeError(f"'{what}' is a number, not {number!r}")
    return float(number)


def array(given: Any, what: str) -> Array:
    """An array of numbers. Raises `MatchError` for what is none."""
    try:
        found = np.asarray(given)
    except ValueError:
        raise MatchError(f"{what}, not lists of different lengths") from None
    if found.dtype.kind not in "biuf":
        raise MatchError(f"{what}, not {said(given)}")
    return found


def said(given: Any) -> str:
    """What was given: an array by its type and shape, all else as Python writes it."""
    if isinstance(given, np.ndarray):
        return f"an array of {given.dtype} with shape {given.shape}"
    text = repr(given)
    return text if len(text) < 60 else f"a {type(given).__name__}"


def observed(given: Any, size: int) -> Array:
    """Observations of this size, along the last axis. Raises `MatchError` for something else."""
    what = f"observations have {size} numbers along their last axis"
    found = array(given, what)
    if found.ndim < 1 or found.shape[-1] != size:
        raise MatchError(f"{what}, not {said(found)}")
    return found


def named_rows(which: Any, rows: int) -> Array:
    """Which rows are meant, as an array of yes or no: by their numbers, or by True or False for each.
    Raises `MatchError` for something else."""
    what = f"rows are numbered from 0 to {rows - 1}, or True or False for each of them"
    given, found = array(which, what), np.zeros(rows, np.bool_)
    if given.dtype == np.bool_:
        if given.shape != (rows,):
            raise MatchError(f"{what}, not {said(given)}")
        return given
    if given.size and (given.dtype.kind not in "iu" or given.ndim > 1):
        raise MatchError(f"{what}, not {said(given)}")
    outside = given[(given < 0) | (given >= rows)]
    if outside.size:
        raise MatchError(f"there is no row {outside.flat[0]}", f"rows are numbered from 0 to {rows - 1}")
    found[given.astype(np.int64)] = True
    return found
