"""Work is counted alike every time, and no test judges by seconds, which machines and their load decide."""

from __future__ import annotations

import re
from pathlib import Path

from .work import calls, instructions

TIMED = re.compile(r"assert .*\b(process_time|perf_counter|monotonic|time\.time)\b.*< *[\d(A-Z](?!ATIENCE)")


def loop(turns: int) -> int:
    return sum(len(str(one)) for one in range(turns))


def test_work_is_counted_alike_and_grows_with_what_is_done() -> None:
    for count in (calls, instructions):
        once = count(lambda: loop(100))
        assert once == count(lambda: loop(100))
        assert 1.8 * once < count(lambda: loop(200)) < 2.2 * once


def test_no_test_judges_by_seconds() -> None:
    """Patience, after which something counts as hanging, is no judgement of speed."""
    tests = Path(__file__).parent
    found = [
        f"{path.relative_to(tests)}: {line.strip()}"
        for path in sorted(tests.rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if TIMED.search(line)
    ]
    assert not found, found
