"""Lowers the score: the points of each player, and the players with the most when the match ends."""

from __future__ import annotations

from ....dsl import tree as t
from ...ir import Assign, Binary, Call, CellKind, Const, Expr, ForEachBit, If, Unary
from ..building.builder import Builder, Scope
from ..values.common import Values


class Scores:
    def __init__(self, values: Values) -> None:
        self.unit, self.lower = values.unit, values.lower

    def procedure(self) -> int | None:
        """A plain procedure: a player's score."""
        return self._of_player("score", self.unit.game.score)

    def heuristic(self) -> int | None:
        """A plain procedure: how well a player seems to stand; without a heuristic, the score."""
        if self.unit.game.heuristic is None:
            return self.procedure()
        return self._of_player("heuristic", self.unit.game.heuristic)

    def _of_player(self, name: str, value: t.Expr | None) -> int | None:
        if value is None:
            return None

        def build() -> Builder:
            b = Builder(name, value.span)
            b.give(self.lower(value, Scope(b.parameter(CellKind.PLAYER))))
            return b

        return self.unit.once(name, build)

    def best(self) -> Expr:
        """The players with the best score; nobody if the game keeps no score."""
        score = self.procedure()
        if score is None:
            return Const(0)
        return Call(self.unit.once("best score", lambda: _best(score)), (self.unit.everyone(),))


def _best(score: int) -> Builder:
    b = Builder("best score")
    everyone = b.parameter(CellKind.PLAYERS)
    found, player = b.register(CellKind.PLAYERS), b.register(CellKind.PLAYER)
    most, now = b.register(CellKind.NUMBER), b.register(CellKind.NUMBER)
    for register in (found, most):
        b.set(register, Const(0))
    better = Binary("either", Unary("not", found), Binary("gt", now, most))
    body = (
        Assign(now.index, Call(score, (player,))),
        If(better, (Assign(found.index, Const(0)), Assign(most.index, now))),
        If(Binary("eq", now, most), (Assign(found.index, Binary("or", found, Unary("bit", player))),)),
    )
    b.emit(ForEachBit(player.index, everyone, body))
    b.give(found)
    return b
