"""The intermediate representation: what checked rules are lowered to, and what every engine runs.

A program is a set of procedures over one flat array of signed 64-bit integers, the memory. Inside a
block, instructions are structured (`If`, `While`, `ForEachBit`) and never suspend. Between blocks,
terminators say where control goes; only they can suspend (`Choose`, `Chance`, `Fork`, a `CallFrame`).

Values are integers. A *set* is a non-negative integer used as a bit mask; in memory it takes
`words` cells of 63 bits each, lowest first. `none` is -1. Truth is 0 or 1.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .expressions import (
    BINARY,
    IMPOSSIBLE,
    NONE,
    UNARY,
    WORD_BITS,
    Binary,
    BinaryOp,
    Call,
    Const,
    Expr,
    Load,
    LoadSet,
    Pick,
    PlaceAt,
    PlaceCount,
    PlaceEnd,
    PlaceSet,
    Reg,
    Table,
    Trial,
    Unary,
)
from .program import (
    ACTOR,
    FIXED_HEAD,
    FORKS,
    LUCK,
    OVER,
    PLAYERS,
    SECRET_LUCK,
    WINNERS,
    Block,
    Cell,
    CellKind,
    Fault,
    Layout,
    Named,
    PlaceInfo,
    Procedure,
    Program,
)

if TYPE_CHECKING:
    from . import groups
    from .instructions import (
        Argument,
        Assign,
        Branch,
        CallFrame,
        Chance,
        Check,
        Choose,
        Count,
        Emit,
        ForEachBit,
        ForEachIn,
        Forget,
        Fork,
        Halt,
        If,
        Instr,
        Jump,
        Learn,
        Option,
        Put,
        PutAll,
        PutPile,
        Random,
        Return,
        Run,
        Shuffle,
        Store,
        StoreRanged,
        StoreSet,
        SwapAt,
        Terminator,
        While,
    )

__all__ = [
    "ACTOR",
    "BINARY",
    "FIXED_HEAD",
    "FORKS",
    "IMPOSSIBLE",
    "LUCK",
    "NONE",
    "OVER",
    "PLAYERS",
    "SECRET_LUCK",
    "UNARY",
    "WINNERS",
    "WORD_BITS",
    "Argument",
    "Assign",
    "Binary",
    "BinaryOp",
    "Block",
    "Branch",
    "Call",
    "CallFrame",
    "Cell",
    "CellKind",
    "Chance",
    "Check",
    "Choose",
    "Const",
    "Count",
    "Emit",
    "Expr",
    "Fault",
    "ForEachBit",
    "ForEachIn",
    "Forget",
    "Fork",
    "Halt",
    "If",
    "Instr",
    "Jump",
    "Layout",
    "Learn",
    "Load",
    "LoadSet",
    "Named",
    "Option",
    "Pick",
    "PlaceAt",
    "PlaceCount",
    "PlaceEnd",
    "PlaceInfo",
    "PlaceSet",
    "Procedure",
    "Program",
    "Put",
    "PutAll",
    "PutPile",
    "Random",
    "Reg",
    "Return",
    "Run",
    "Shuffle",
    "Store",
    "StoreRanged",
    "StoreSet",
    "SwapAt",
    "Table",
    "Terminator",
    "Trial",
    "Unary",
    "While",
    "groups",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Instructions are imported when they are asked for: who only asks for the numbers of things lowers none."""
        if name == "groups":
            return import_module(".groups", __name__)
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(".instructions", __name__), name)
