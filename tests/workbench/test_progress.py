"""The line of progress: it says how much there is to do before anything is done."""

from __future__ import annotations

import io

import pytest
from rulewright.workbench.commandline import progress as line
from rulewright.workbench.commandline.console import Console
from rulewright.workbench.commandline.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("rich", [True, False])
def test_the_total_is_shown_from_the_start(rich: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    if not rich:
        monkeypatch.setattr(line, "_rich_bar", lambda console: None)
    stream = Terminal()
    with Progress(Console(io.StringIO(), stream), "matches", 200):
        pass
    assert "0/200" in stream.getvalue()


def test_nothing_is_shown_where_nobody_looks() -> None:
    stream = io.StringIO()
    with Progress(Console(io.StringIO(), stream), "matches", 200) as progress:
        progress.update(1, 200)
    assert stream.getvalue() == ""
