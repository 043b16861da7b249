"""Functions that were compiled before: two programs of nearly the same rules have most of their functions in common.

In: a function of generated code. Out: the function in its namespace, compiled only if no module that is still alive
has one of the same text.
"""

from __future__ import annotations

from hashlib import blake2b
from types import CodeType, FunctionType
from typing import Any
from weakref import WeakValueDictionary

from .instructions import Function

_known: WeakValueDictionary[bytes, CodeType] = WeakValueDictionary()
"""The code of functions by the digest of their texts, for as long as some function has it."""


def define(function: Function, namespace: dict[str, Any], filename: str, line: int) -> None:
    """Defines a function, which begins at a line of a file, in a namespace."""
    text = "\n".join(text for text, _ in function.lines)
    key = blake2b(text.encode("utf-8"), digest_size=16).digest()
    known = _known.get(key)
    code = at_line(_compiled(text, filename) if known is None else known, filename, line)
    namespace[code.co_name] = FunctionType(code, namespace)
    _known[key] = code  # the newest lives longest


def _compiled(text: str, filename: str) -> CodeType:
    """The code of the one function in a text, which has no default values."""
    # The source is generated from a checked program: numbers and fixed names, never text of a game.
    (code,) = (one for one in compile(text, filename, "exec").co_consts if isinstance(one, CodeType))
    return code


def at_line(code: CodeType, filename: str, line: int) -> CodeType:
    """The same code as it stands at a line of a file."""
    return _moved(code, filename, line - code.co_firstlineno)


def _moved(code: CodeType, filename: str, lines: int) -> CodeType:
    parts = tuple(
        _moved(one, filename, lines) if isinstance(one, CodeType) else one for one in code.co_consts
    )
    return code.replace(co_filename=filename, co_firstlineno=code.co_firstlineno + lines, co_consts=parts)
