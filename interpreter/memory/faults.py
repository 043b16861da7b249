"""Faults: errors that the rules make while they run. The engine raises them; its caller restores the memory."""

from __future__ import annotations

from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.diagnostics.source import Span

from ..ir import Fault


class RulesFault(Exception):  # noqa: N818 (a word of the charter)
    """The rules made an error. The memory may be only partly changed, so restore a copy of it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.code}: {fault.message}")
        self.fault = fault

    def __reduce__(self) -> tuple[type[RulesFault], tuple[Fault]]:
        return type(self), (self.fault,)


# Faults that an engine detects by itself: a Python exception, or an exceeded limit, becomes one of these.
STEP_LIMIT = Fault(
    "RW410", "the rules ran too long without a decision; is there a repetition that never ends?"
)
STACK_OVERFLOW = Fault("RW411", "parts of the rules call each other too deeply")
OVERFLOW = Fault("RW412", "a number is too large to be stored")
RANGE = Fault("RW415", "an index is out of range")
DIVISION = Fault("RW414", "a number is divided by zero")
NO_OUTCOME = Fault("RW404", "luck has nothing to choose from")

WAYS_OUT = {
    "RW401": "widen the range, check first, or say 'as far as possible'",
    "RW402": "check first that there is a piece, and room for it",
    "RW403": "set it before, or check first whether it is none",
    "RW404": "check first whether there is anything to choose, or offer another way",
    "RW405": "check first: if the player can pay …",
    "RW410": "let the repetition end, or let it reach a decision",
    "RW411": "let no action cause itself again without end",
    "RW413": "find the rule that breaks it, or change the invariant",
    "RW414": "check first whether it is zero",
    "RW415": "check first that it is there",
}

_BY_EXCEPTION: tuple[tuple[type[Exception], Fault], ...] = (
    (StopIteration, STEP_LIMIT),  # no step is left
    (OverflowError, OVERFLOW),
    (ZeroDivisionError, DIVISION),
    (RecursionError, STACK_OVERFLOW),
    (IndexError, RANGE),
    (ValueError, RANGE),  # a negative shift count, from a negative index into a set
)
MACHINE_ERRORS: tuple[type[Exception], ...] = (RulesFault, *(kind for kind, _ in _BY_EXCEPTION))


def fault_of(error: Exception, span: Span | None) -> RulesFault:
    """The fault for an exception that generated code raised, with a span if it has none yet."""
    if isinstance(error, RulesFault):
        fault = error.fault
        return error if fault.span or not span else RulesFault(Fault(fault.code, fault.message, span))
    for kind, fault in _BY_EXCEPTION:
        if isinstance(error, kind):
            return RulesFault(Fault(fault.code, fault.message, span))
    raise TypeError(f"not a fault of the rules: {error!r}")


def diagnostic_of(fault: Fault) -> Diagnostic:
    """A fault as reported to the author of the rules."""
    return Diagnostic(fault.code, fault.message, fault.span, help=WAYS_OUT.get(fault.code))
