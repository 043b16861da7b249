"""The explanation of a diagnostic code, and how the tables of the ranges become one."""

import attrs


@attrs.frozen
class CodeInfo:
    """A code's short title, and a few sentences: why this is a problem, and the way out."""

    title: str
    explanation: str


def table(*parts: dict[str, CodeInfo]) -> dict[str, CodeInfo]:
    """The parts as one table in the order of the codes; each code stands in one part only."""
    whole: dict[str, CodeInfo] = {}
    for part in parts:
        twice = whole.keys() & part.keys()
        assert not twice, f"codes that are registered twice: {sorted(twice)}"
        whole.update(part)
    return dict(sorted(whole.items()))
