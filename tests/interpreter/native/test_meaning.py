"""Machine code comes to the same faults as the reference where numbers do not fit, or indices name nothing."""

from __future__ import annotations

import pytest

from ..test_meaning import HOSTILE, outcome
from .lockstep import native


@pytest.mark.parametrize("name", HOSTILE)
def test_machine_code_comes_to_the_same_fault(name: str) -> None:
    instruction, cases = HOSTILE[name]
    for given, wanted in cases.items():
        codes, memories = outcome(instruction, given, native)
        assert codes == [wanted] * 2, given
        assert wanted or memories[0] == memories[1]
