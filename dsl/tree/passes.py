"""Passes: functions that treat each class of nodes differently declare here which classes they leave out on purpose.

A new node reaches every pass. If a pass did nothing for unknown nodes, the new node would be forgotten silently: it
would wake no watch, and pass every check. So a pass names what it leaves out, and a test reads in its code what it
handles: together these must be all classes that the pass is over, and no class may be both.
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
    """Something that is done for each node. `over`: the classes of the nodes that it is given. `leaves`: the classes
    that it leaves out on purpose. `subject` is the name of the node in its code; `handles` the classes of a table of
    handlers (None for a function, whose code shows them)."""

    module: str
    name: str
    over: tuple[type, ...]
    leaves: tuple[type, ...]
    subject: str = "node"
    handles: tuple[type, ...] | None = None

    def every(self) -> set[type]:
        """All classes of nodes that it can be given."""
        return {one for base in self.over for one in concrete(base)}


PASSES: list[Pass] = []
"""All passes that imported modules have declared."""


def over(*bases: type, leaves: str = "", subject: str = "node") -> Callable[[_Function], _Function]:
    """Declares a function that distinguishes the classes of the node that it calls `subject`."""

    def declare(function: _Function) -> _Function:
        PASSES.append(Pass(function.__module__, function.__qualname__, bases, named(leaves, bases), subject))
        return function

    return declare


def table(
    module: str, name: str, base: type, handlers: Mapping[Any, _Handler], leaves: str = ""
) -> dict[type, _Handler]:
    """Declares a table of handlers by class, and returns it."""
    PASSES.append(Pass(module, name, (base,), named(leaves, (base,)), handles=tuple(handlers)))
    return dict(handlers)


def named(words: str, bases: tuple[type, ...]) -> tuple[type, ...]:
    """The classes with these names in the package of the nodes, and the members of groups with these names."""
    package = sys.modules[_package(bases[0])]
    groups = package.groups
    found: list[type] = []
    for word in words.split():
        one = getattr(package, word, None) or getattr(groups, word)
        found += one if isinstance(one, tuple) else [one]
    return tuple(found)


def concrete(base: type) -> set[type]:
    """The concrete classes of a family: those of its package that have no subclasses."""
    derived: list[type] = base.__subclasses__()
    below = [one for one in derived if _package(one) == _package(base) and _is_current(one)]
    return {found for one in below for found in concrete(one)} if below else {base}


def _package(one: type) -> str:
    return one.__module__.rpartition(".")[0]


def _is_current(one: type) -> bool:
    """Whether this class is in use: attrs creates a class with slots again, and the first one stays until it is
    collected."""
    return getattr(sys.modules[one.__module__], one.__name__, None) is one
