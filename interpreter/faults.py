"""Faults: what the rules can do wrong while they run. An engine raises; its caller restores the memory."""

from __future__ import annotations

from rulewright.dsl.source import Span

from .ir import Fault


class RulesFault(Exception):  # noqa: N818 (a word of the charter)
    """The rules did something that they must not; the memory may be half changed, so restore its copy."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.code}: {fault.message}")
        self.fault = fault


# What a machine finds wrong by itself: an exception of Python, or a limit, becomes one of these.
STEP_LIMIT = Fault("RW410", "the rules ran too long without a decision; does a repetition never end?")
STACK_OVERFLOW = Fault("RW411", "parts of the rules call each other too deeply")
OVERFLOW = Fault("RW412", "a number is too large to be kept")
RANGE = Fault("RW415", "an index points outside of what it numbers")
DIVISION = Fault("RW414", "a number is divided by zero")
NO_OUTCOME = Fault("RW404", "luck has nothing to choose from")

_BY_EXCEPTION: tuple[tuple[type[Exception], Fault], ...] = (
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
