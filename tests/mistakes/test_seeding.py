"""Mistakes are made in what a program does, and in nothing else."""

from __future__ import annotations

import ast

from .seeding import mistakes

TEXT = '''
LIMIT = 3 < 4


def f(a: int | None, b: "list[int]" = [True]) -> int:
    """A docstring, not a < b."""
    if a is None or not b:
        raise ValueError("ž" + f"{1 + 2}")
    assert a > 1
    return min(a + 1, 2) if "ž" < "y" else a
'''


def test_each_mistake_is_one_that_a_programmer_may_make() -> None:
    assert [(one.line, one.right, one.wrong) for one in mistakes(TEXT)] == [
        (7, "a is None", "a is not None"),
        (7, "a is None or not b", "a is None and (not b)"),
        (7, "not b", "b"),
        (10, "'ž' < 'y'", "'ž' <= 'y'"),
        (10, "a + 1", "a - 1"),
        (10, "min(a + 1, 2)", "max(a + 1, 2)"),
        (10, "min(a + 1, 2) if 'ž' < 'y' else a", "a if 'ž' < 'y' else min(a + 1, 2)"),
    ]


def test_the_rest_of_the_module_stays() -> None:
    for one in mistakes(TEXT):
        lines = one.text.splitlines()
        assert [line for at, line in enumerate(lines, 1) if at != one.line] == [
            line for at, line in enumerate(TEXT.splitlines(), 1) if at != one.line
        ]
        assert ast.dump(ast.parse(one.text)) != ast.dump(ast.parse(TEXT))
