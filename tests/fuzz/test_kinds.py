"""Some cases of each kind, always the same. Many more, and other ones: `python -m tests.fuzz --minutes 60`."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest

from ..amount import some
from . import harness, wide
from .__main__ import main, search
from .harness import case
from .kinds import KINDS, loaded

SOME = {
    "games": some(30, 60),
    "shapes": some(30, 60),
    "wide": some(30, 60),
    "files": some(30, 60),
    "scenarios": some(30, 60),
    "saves": some(20, 40),
    "beginnings": some(15, 30),
    "protocol": some(15, 30),
    "commands": some(15, 30),
}


@pytest.mark.parametrize("kind", KINDS)
def test_some_cases(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = [case(kind, KINDS[kind], 0, number, 0.3) for number in range(SOME[kind])]
    told = [f"{one.kind}:{one.number}: {one.what}\n{one.told}" for one in found if one is not None]
    assert not told, ascii("\n".join(told)[:5_000])


@pytest.mark.parametrize("maker", wide.MAKERS, ids=lambda maker: maker.__name__)
def test_small_games_of_each_maker_are_right(maker: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise deep and wide games would be refused for unrelated reasons."""
    from rulewright.dsl.diagnostics.source import Source

    monkeypatch.setattr(wide, "MAKERS", (maker,))
    game, report = loaded([Source("g.yaml", wide.game(random.Random(1), 0.04))])
    refused = maker.__name__ in ("_unknown_keys", "_lists")  # type: ignore[attr-defined]
    assert (game is None) == refused, str(report)


def wrong(dice: random.Random, scale: float) -> None:
    assert dice.random() < 0.5, "too much luck"


def test_findings_are_told_with_what_repeats_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "wrong", wrong)
    monkeypatch.setattr("sys.argv", ["fuzz", "--minutes", "0.001", "--seed", "5", "--kind", "wrong"])
    assert main() == 1
    out = capsys.readouterr().out
    number = out.partition("--only wrong:")[2].split()[0]
    assert "too much luck" in out
    assert "with 1 different causes (seed 5)" in out
    monkeypatch.setattr("sys.argv", ["fuzz", "--seed", "5", "--only", f"wrong:{number}"])
    assert main() == 1
    assert "too much luck" in capsys.readouterr().out


def test_what_takes_too_long_and_what_grows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness, "LONGEST", 0.05)

    def long(dice: random.Random, scale: float) -> None:
        try:
            while True:
                dice.random()
        except Exception:  # no handler of exceptions hides it
            return

    def in_vain(dice: random.Random, scale: float) -> None:
        threading.Event().wait()

    for kind in (long, in_vain):
        found = case("long", kind, 0, 0, 1)
        assert found is not None
        assert found.what == "more than 0.05 s"
    from . import __main__ as runner

    grown = iter(range(100, 100_000, 100))
    monkeypatch.setattr(runner, "megabytes", lambda: float(next(grown)))
    monkeypatch.setattr(runner, "WARM", 1)
    monkeypatch.setitem(KINDS, "calm", lambda dice, scale: None)
    assert search(["calm"], 0, 1, 1) == 1
    assert "MB more than when warm" in capsys.readouterr().out
