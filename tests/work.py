"""How much work something is, counted and not timed: the same on every machine, whatever else it does."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import TraceFunction

__all__ = ["calls", "instructions"]


def instructions(do: Callable[[], object]) -> int:
    """The number of bytecode instructions that a call executes. Counting takes some fifty times as long as the call
    itself, so this is for little work; what is done in C counts for nothing."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> TraceFunction:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace

    usual = sys.gettrace()
    sys.settrace(trace)
    try:
        do()
    finally:
        sys.settrace(usual)
    return count


def calls(do: Callable[[], object]) -> int:
    """The number of calls, of functions in Python and in C, that a call makes: cheaper to count."""
    count = 0

    def profile(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    usual = sys.getprofile()
    sys.setprofile(profile)
    try:
        do()
    finally:
        sys.setprofile(usual)
    return count
