"""Passes: what does something different for each class of nodes says here which classes it leaves out on purpose.

A new node reaches every pass. Where a pass ends in "nothing" for what it does not know, it would be forgotten
silently: it would wake no watch, and pass every check. So a pass names what it leaves out, and a test reads in its
code what it handles: the two must be all classes that it is over, and none of them both.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import attrs

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Handler = TypeVar("_Handler")


@attrs.frozen
class Pass:
    """Something that is done for each node. `over`: what it is given is of one of these classes. `leaves`: for which
    it does nothing of their own, on purpose. `subject` is what its code calls the node; `handles` the classes of a
    table of handlers, None for a function, whose code says it."""

    module: str
    name: str
    over: tuple[type, ...]
    leaves: tuple[type, ...]
    subject: str = "node"
    handles: tuple[type, ...] | None = None

    def every(self) -> set[type]:
        """All classes of nodes that it may be given."""
        return {one for base in self.over for one in concrete(base)}


PASSES: list[Pass] = []
"""All that have been declared, in the modules that are imported."""


def over(*bases: type, leaves: str = "", subject: str = "node") -> Callable[[_Function], _Function]:
    """Declares a function that asks of which class the node is that it calls `subject`."""

    def declare(function: _Function) -> _Function:
        PASSES.append(Pass(function.__module__, function.__qualname__, bases, named(leaves, bases), subject))
        return function

    return declare


def table(
    module: str, name: str, base: type, handlers: Mapping[Any, _Handler], leaves: str = ""
) -> dict[type, _Handler]:
    """Declares a table of handlers by class, and gives it back."""
    PASSES.append(Pass(module, name, (base,), named(leaves, (base,)), handles=tuple(handlers)))
    return dict(handlers)


def named(words: str, bases: tuple[type, ...]) -> tuple[type, ...]:
    """The classes with these names, and those of groups with these names, in the package of the nodes."""
    package = sys.modules[_package(bases[0])]
    groups = package.groups
    found: list[type] = []
    for word in words.split():
        one = getattr(package, word, None) or getattr(groups, word)
        found += one if isinstance(one, tuple) else [one]
    return tuple(found)


def concrete(base: type) -> set[type]:
    """The classes of a family that nodes are made of: those of its package from which no other is derived."""
    derived: list[type] = base.__subclasses__()
    below = [one for one in derived if _package(one) == _package(base) and _is_current(one)]
    return {found for one in below for found in concrete(one)} if below else {base}


def _package(one: type) -> str:
    return one.__module__.rpartition(".")[0]


def _is_current(one: type) -> bool:
    """attrs makes a class with slots anew, and the first one lives on until it is collected."""
    return getattr(sys.modules[one.__module__], one.__name__, None) is one
