"""Whether a move leaves as it is what another move takes: pieces that a text finds by where they lie.

In: two expressions for pieces, and the place into which the first are put. Out: whether the second is the same before
and after that; no, if that cannot be seen from the words alone.
"""

from __future__ import annotations

from .. import tree as t
from ..tree.types import Type
from ..tree.walk import walk


def stays_the_same(one: t.Expr, moved: t.Expr, into: t.Expr) -> bool:
    """Whether pieces that are found in a place are the same ones after others have been moved."""
    where, source = _place_of(one), _place_of(moved)
    if where is None or (source is None and not has_name(moved)):
        return False
    if _is_whole(one) and _apart(where, into):  # what is moved before may lie there, too
        return True
    if source is None:
        return False
    if _other_sorts(one, moved):
        return True
    return _apart(where, source) and _apart(where, into)


def _place_of(value: t.Expr) -> t.Expr | None:
    """The place in which what is moved can lie; None if it is not known, or if other pieces decide where it is."""
    if value.type.kind in ("place", "cell") or isinstance(value, t.EndOf):
        place = value.place if isinstance(value, t.EndOf) else value
        return place if _lasting(place) else None
    of = _set_of(value)
    if of is None:
        return None
    places = [one.place for one in of.filters if isinstance(one, t.InPlace)]
    rest = [one for one in of.filters if not isinstance(one, t.InPlace)]
    if len(places) != 1 or not all(isinstance(one, OF_ITS_OWN) and _lasting(one) for one in rest):
        return None
    return places[0] if _lasting(places[0]) else None


def has_name(value: t.Expr) -> bool:
    """Whether a piece has a name or is a state, and so stays the same wherever it lies."""
    if value.type.kind in ("place", "cell"):  # that one has a name, but not what lies there
        return False
    if isinstance(value, t.Property):
        return has_name(value.of) or isinstance(value.of, t.Actor | t.Seat)
    return isinstance(value, t.Variable | t.GameState | t.This | t.PhraseState)


def _is_whole(value: t.Expr) -> bool:
    """Whether all that lies somewhere is meant."""
    return value.type.kind in ("place", "cell") or isinstance(value, t.Select)


def _set_of(value: t.Expr) -> t.Select | None:
    of = value.of if isinstance(value, t.Quantity | t.EndOfSet) else value
    return of if isinstance(of, t.Select) else None


OF_ITS_OWN = (t.WithProperty, t.WhoIs)
"""Filters that ask about each piece alone."""


def _lasting(node: t.Node) -> bool:
    """Whether no move changes what these words mean."""
    return all(isinstance(one, LASTING) for one in walk(node))


LASTING = (
    *(t.PlaceValue, t.CellValue, t.GameState, t.PhraseState, t.Variable, t.Actor, t.Seat, t.This),
    *(t.KindValue, t.WordValue, t.Number, t.Truth, t.OptionValue, *OF_ITS_OWN),
)


def _apart(one: t.Expr, other: t.Expr) -> bool:
    """Whether two places are never the same."""
    left, right = one.type, other.type
    if isinstance(one, t.CellValue) and isinstance(other, t.CellValue):
        return one.name != other.name
    if left.kind != right.kind:
        return {left.kind, right.kind} <= {"place", "cell", "cells"} and "place" in (left.kind, right.kind)
    names = _names(left), _names(right)
    if all(names):
        return not set(names[0]) & set(names[1])
    return False


def _names(of: Type) -> tuple[str, ...]:
    return of.named if of.kind == "place" else of.of


def _other_sorts(one: t.Expr, other: t.Expr) -> bool:
    """Whether two sets never share a piece, and none of the one decides which is the first of the other."""
    left, right = _set_of(one), _set_of(other)
    if left is None or right is None:
        return False
    if not set(left.type.of) & set(right.type.of):
        return True
    return left.base == right.base == "of design" and left.name != right.name
