"""Statuses: how machine code reports a fault.

A status is 0 if all went well, else 1 plus the index of a fault in a table that belongs to the module. The same fault
has a status of its own at each span, so that the table also says where.
"""

from __future__ import annotations

from ...dsl.diagnostics.source import Span
from ..ir import Fault

NO_DECISION = 1 << 30
"""The status of a question about a decision where there is none, or of a memory that no match can have."""


class CannotCompile(Exception):  # noqa: N818 (it says what happened; nobody made an error)
    """Machine code cannot run this program; the message is the reason, for people."""


class Statuses:
    """Collects the faults of one module while its code is written."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._numbers: dict[tuple[Fault, Span | None], int] = {}

    def of(self, fault: Fault, span: Span | None) -> int:
        """The status of a fault; `span` is where, if the fault does not say so itself."""
        place = fault.span or span
        number = self._numbers.get((fault, place))
        if number is None:
            self.faults.append(Fault(fault.code, fault.message, place))
            number = self._numbers[fault, place] = len(self.faults)
        return number

    def fault(self, status: int) -> Fault:
        return self.faults[status - 1]
