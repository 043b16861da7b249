"""How fast random matches are meant to be, and whether they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from contenders import COMMAND, IN_C, IN_PYTHON, KERNEL, NATIVE
from measuring import Measured

Results = Mapping[str, Mapping[str, Measured]]
"""What was measured, by the title of the game and the name of the contender."""


@dataclass(frozen=True)
class Goal:
    """A least number of matches a second, or the largest multiple of the time of another contender."""

    title: str
    who: str
    least: int = 0
    other: str = ""
    most: float = 0

    def row(self, results: Results) -> tuple[str, str, str, str, str]:
        """The game, the contender, the goal, what was measured, and whether that reaches it."""
        measured = results.get(self.title, {})
        mine = measured.get(self.who)
        if self.least:
            goal, value, reached = f"{self.least:,} a second", "", False
            if mine is not None:
                value, reached = f"{mine.speed:,.0f} a second", mine.speed >= self.least
        else:
            goal, value, reached = f"{self.most:g} times the time {self.other}", "", False
            if mine is not None and self.other in measured:
                times = measured[self.other].times(mine)
                value, reached = f"{times:.1f} times", times <= self.most
        if not value:
            return self.title, self.who, goal, "not measured", "–"
        return self.title, self.who, goal, value, "yes" if reached else "**no**"


GOALS = (
    Goal("tic-tac-toe, 2 players", NATIVE, 8_000_000),
    Goal("connect-four, 2 players", NATIVE, 2_000_000),
    Goal("breakthrough, 2 players", NATIVE, 80_000),
    Goal("kuhn-poker, 2 players", NATIVE, 11_000_000),
    Goal("leduc-poker, 2 players", NATIVE, 6_000_000),
    Goal("love-letter, 2 players", NATIVE, 300_000),
    Goal("do-podzemi, 2 players", NATIVE, 1_500_000),
    Goal("do-podzemi, 3 players", NATIVE, 1_200_000),
    Goal("hrad, 2 players", NATIVE, 12_000),
    Goal("vladci-podzemi, 4 players", NATIVE, 3_000),
    Goal("vladci-podzemi, 4 players", COMMAND, 3_000),
    Goal("priseri, 2 players", NATIVE, 5_000),
    Goal("priseri, 2 players", COMMAND, 5_000),
    Goal("hrdina-v-kostce, 2 players", NATIVE, 10_000),
    Goal("hrdina-v-kostce + monsters-and-minions + fiends-and-familiars, 2 players", NATIVE, 2_000),
    Goal("tic-tac-toe, 2 players", NATIVE, other=IN_C, most=5),
    Goal("connect-four, 2 players", NATIVE, other=IN_C, most=5),
    Goal("breakthrough, 2 players", NATIVE, other=IN_C, most=5),
    Goal("do-podzemi, 2 players", COMMAND, 1_000_000 // 3),
    Goal("tic-tac-toe, 2 players", KERNEL, 50_000),
    Goal("connect-four, 2 players", KERNEL, 6_000),
    Goal("breakthrough, 2 players", KERNEL, 1_200),
    Goal("do-podzemi, 2 players", KERNEL, other=IN_PYTHON, most=4),
    Goal("do-podzemi, 3 players", KERNEL, other=IN_PYTHON, most=4),
)
