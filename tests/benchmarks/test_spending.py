"""No game becomes much slower unseen: what its decisions and its searches execute stays near what is written here.

Blocks of machine code and lines of Python are counted, not seconds: so the numbers are the same on every machine,
under any load.
"""

from __future__ import annotations

import pytest
from rulewright.interpreter.native.compiling import compiled
from rulewright.interpreter.native.engine import NativeEngine
from rulewright.interpreter.native.meter import executed
from rulewright.interpreter.native.module import build_module

from ..interpreter.hand_made import bidding
from .scripts import scripts

WRITTEN = {
    "tic-tac-toe, 2": (85, 704, 85),
    "connect-four, 2": (98, 1815, 123),
    "breakthrough, 2": (226, 25436, 130),
    "love-letter, 2": (217, 11727, 191),
    "do-podzemi, 3": (119, 3505, 139),
    "hrad, 2": (1257, 111043, 3723),
    "vladci-podzemi, 4": (885, 27294, 2511),
    "priseri, 2": (540, 15424, 1160),
    "hrdina-v-kostce, 2": (520, 28271, 686),
}
"""Blocks for a decision of random matches, and for an iteration of a search, and lines of the Python engine for a
decision, by game and players. So the ratios between machine code and Python, and between searches and playouts, are
written, too. If a change is meant, `python benchmarks/spending.py --written GAME` prints the new numbers."""

COUNTED = "blocks for a decision", "blocks for an iteration", "lines for a decision in Python"
SPARE = 2


@pytest.mark.parametrize("name", WRITTEN)
def test_a_game_executes_what_is_written(name: str) -> None:
    with scripts("spending", "contenders") as found:
        bench = next(one for one in found["contenders"].BENCHES if f"{one.whole}, {one.players}" == name)
        metered = found["spending"].Metered(bench.load())
        measured = (
            metered.playing(bench.players).each,
            metered.searching(bench.players).each,
            found["spending"].lines_in_python(metered.game, bench.players),
        )
    for what, now, written in zip(COUNTED, measured, WRITTEN[name], strict=True):
        assert written / SPARE < now < written * SPARE, f"{what}: {now:.0f}, not {written}"


def test_what_is_executed_is_counted() -> None:
    """A call of a function adds one to its calls, and its blocks; the same work adds the same."""
    program = bidding()
    module = build_module(program, metered=True)
    code = compiled(module.module, "light")
    engine = NativeEngine(program, module, code)
    found = []
    for _ in range(3):
        before = executed(code, module.metered)
        engine.start(2, 1)
        pairs = zip(before, executed(code, module.metered), strict=True)
        found.append({new.name: (new.calls - old.calls, new.blocks - old.blocks) for old, new in pairs})
    assert found[0] == found[1] == found[2]
    assert found[0]["start"][0] == 1
    assert found[0]["run"][1] >= found[0]["run"][0] > 0
    assert found[0]["act"] == (0, 0)
