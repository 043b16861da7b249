"""Faults: errors that the rules make while they run. The engine raises them; its caller restores the memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dsl.diagnostics.diagnostic import Diagnostic, Note
from ...dsl.diagnostics.source import Span
from ..ir import Fault


class RulesFault(Exception):  # noqa: N818 (a word of the charter)
    """The rules made an error. The memory may be only partly changed, so restore a copy of it.

    `callers` are the statements that led to the text at fault, from the inside out; None if the engine does not know
    them.
    """

    def __init__(self, fault: Fault, callers: tuple[Span, ...] | None = None) -> None:
        super().__init__(f"{fault.code}: {fault.message}")
        self.fault = fault
        self.callers = callers

    def __reduce__(self) -> tuple[type[RulesFault], tuple[Fault, tuple[Span, ...] | None]]:
        return type(self), (self.fault, self.callers)


# Faults that an engine detects by itself: a Python exception, or an exceeded limit, becomes one of these.
STEP_LIMIT = Fault(
    "RW410", "the rules ran too long without a decision; is there a repetition that never ends?"
)
STACK_OVERFLOW = Fault("RW411", "parts of the rules call each other too deeply")
OVERFLOW = Fault("RW412", "a number is too large to be stored")
RANGE = Fault("RW415", "an index is out of range")
DIVISION = Fault("RW414", "a number is divided by zero")
NO_OUTCOME = Fault("RW404", "luck has nothing to choose from")

MOST_CALLERS = 3
"""The number of statements that a report names beside the text at fault."""

SHOWN = 70
"""The length to which it quotes them, in characters."""

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


def fault_of(error: Exception, steps: Iterable[Span]) -> RulesFault:
    """The fault for an exception that generated code raised. `steps` are the statements that were being carried out,
    from the inside out; the innermost is its span if it has none yet."""
    steps = iter(steps)
    fault = _fault(error)
    if fault.span is None:
        fault = Fault(fault.code, fault.message, next(steps, None))
    return RulesFault(fault, _outside(fault.span, steps))


def _fault(error: Exception) -> Fault:
    if isinstance(error, RulesFault):
        return error.fault
    for kind, fault in _BY_EXCEPTION:
        if isinstance(error, kind):
            return fault
    raise TypeError(f"not a fault of the rules: {error!r}")


def _outside(span: Span | None, steps: Iterable[Span]) -> tuple[Span, ...]:
    """The innermost steps that stand in another text than the fault, and than each other."""
    found: list[Span] = []
    for step in steps:
        if len(found) == MOST_CALLERS:
            break
        if span is None or not step.overlaps(span):
            found.append(step)
        span = step
    return tuple(found)


def diagnostic_of(fault: Fault, callers: Sequence[Span] | None = None) -> Diagnostic:
    """A fault as reported to the author of the rules, with the statements that led to it."""
    notes = tuple(Note(f"reached from: {shortened(step)}", step) for step in callers or ())
    return Diagnostic(fault.code, fault.message, fault.span, notes, WAYS_OUT.get(fault.code))


def shortened(span: Span) -> str:
    """A stretch of the rules in a line."""
    first, *more = span.source.text[span.start : span.end].strip().splitlines() or [""]
    return first if not more and len(first) <= SHOWN else f"{first[:SHOWN].rstrip()} …"
