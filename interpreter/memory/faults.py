"""Faults: what the rules can do wrong while they run. An engine raises; its caller restores the memory."""

from __future__ import annotations

from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.diagnostics.source import Span

from ..ir import Fault


class RulesFault(Exception):  # noqa: N818 (a word of the charter)
    """The rules did something that they must not; the memory may be half changed, so restore its copy."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.code}: {fault.message}")
        self.fault = fault

    def __reduce__(self) -> tuple[type[RulesFault], tuple[Fault]]:
        return type(self), (self.fault,)


# What a machine finds wrong by itself: an exception of Python, or a limit, becomes one of these.
STEP_LIMIT = Fault("RW410", "the rules ran too long without a decision; does a repetition never end?")
STACK_OVERFLOW = Fault("RW411", "parts of the rules call each other too deeply")
OVERFLOW = Fault("RW412", "a number is too large to be kept")
RANGE = Fault("RW415", "an index points outside of what it numbers")
DIVISION = Fault("RW414", "a number is divided by zero")
NO_OUTCOME = Fault("RW404", "luck has nothing to choose from")

WAYS_OUT = {
    "RW401": "widen the range, ask first, or say 'as far as possible'",
    "RW402": "ask first whether there is a piece, and whether there is room",
    "RW403": "set it before, or ask first whether it is none",
    "RW404": "ask first whether there is anything to choose, or offer another way",
    "RW405": "ask first: if the player can pay …",
    "RW410": "let the repetition end, or let it come to a decision",
    "RW411": "let no action make itself happen without end",
    "RW413": "find the rule that breaks it, or change the invariant",
    "RW414": "ask first whether it is zero",
    "RW415": "ask first whether it is there",
}

_BY_EXCEPTION: tuple[tuple[type[Exception], Fault], ...] = (
    (StopIteration, STEP_LIMIT),  # no step is left to be counted
    (OverflowError, OVERFLOW),
    (ZeroDivisionError, DIVISION),
    (RecursionError, STACK_OVERFLOW),
    (IndexError, RANGE),
    (ValueError, RANGE),  # a negative shift count: a negative index into a set
)
MACHINE_ERRORS: tuple[type[Exception], ...] = (RulesFault, *(kind for kind, _ in _BY_EXCEPTION))


def fault_of(error: Exception, span: Span | None) -> RulesFault:
    """The fault that an exception raised by generated code stands for, with a span if it has none yet."""
    if isinstance(error, RulesFault):
        fault = error.fault
        return error if fault.span or not span else RulesFault(Fault(fault.code, fault.message, span))
    for kind, fault in _BY_EXCEPTION:
        if isinstance(error, kind):
            return RulesFault(Fault(fault.code, fault.message, span))
    raise TypeError(f"not a fault of the rules: {error!r}")


def diagnostic_of(fault: Fault) -> Diagnostic:
    """A fault as it is told to the author of the rules."""
    return Diagnostic(fault.code, fault.message, fault.span, help=WAYS_OUT.get(fault.code))
