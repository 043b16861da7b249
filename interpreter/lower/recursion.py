"""The calls by which lowering comes back to itself.

A value lies in a value, a text in a text, and an action may happen inside itself. `Lowerer` answers these calls. All
else that a part of lowering uses is given to it when it is made, and has been made before it.
"""

from __future__ import annotations

from typing import Literal, Protocol

from ...dsl import tree as t
from ...dsl.tree.types import Type
from ..ir import Expr
from .building.builder import Builder, Scope

Body = tuple[t.Stmt, ...]
PrintedKey = tuple[str, str]
"""What prints a text (`piece`, `kind`, or the name of a board), and the name of the property."""
PrintedUse = Literal["do", "can", "holds"]
"""What is done with a printed text: it is carried out, or it is asked whether it can be, or whether it holds."""


class Recursion(Protocol):
    def lower(self, node: t.Expr, scope: Scope) -> Expr:
        """A value."""
        ...

    def body(self, body: Body, scope: Scope, b: Builder) -> Scope:
        """Statements in order; returns the scope after them."""
        ...

    def action(self, signature: str) -> int:
        """The procedure of an action, with the abilities that act on it."""
        ...

    def condition(self, signature: str) -> int:
        """The plain procedure of a phrase that is a condition."""
        ...

    def number(self, name: str) -> int:
        """The plain procedure of a number that the game declares."""
        ...

    def printed(self, use: PrintedUse, key: PrintedKey) -> int:
        """The procedure of a text that designs or cells print."""
        ...


def printed_key(of: t.Expr) -> PrintedKey:
    """The printed property that an expression of type `effect` reads."""
    assert isinstance(of, t.Property)
    return printer_of(of.of.type), of.name


def printer_of(type_: Type) -> str:
    return type_.of[0] if type_.kind == "cell" else type_.kind
