"""Lowers the score: the points of each player, and the players with the most when the match ends."""

from __future__ import annotations

from ..ir import Assign, Binary, Call, CellKind, Const, Expr, ForEachBit, If, Return, Unary
from .builder import Builder, Scope
from .expressions import Expressions
from .unit import Unit


class Scores:
    def __init__(self, unit: Unit, expressions: Expressions) -> None:
        self.unit, self.ex = unit, expressions
        self._number: int | None = None
        self._best: int | None = None

    def procedure(self) -> int | None:
        """A plain procedure: a player's score."""
        if self.unit.game.score is None:
            return None
        if self._number is None:
            b = Builder("score", self.unit.game.score.span)
            player = b.parameter(CellKind.PLAYER)
            b.end(Return(self.ex.lower(self.unit.game.score, Scope(player))))
            self._number = self.unit.add(b, framed=False)
        return self._number

    def heuristic(self) -> int | None:
        """A plain procedure: how well a player seems to stand; without a heuristic, the score."""
        if self.unit.game.heuristic is None:
            return self.procedure()
        b = Builder("heuristic", self.unit.game.heuristic.span)
        player = b.parameter(CellKind.PLAYER)
        b.end(Return(self.ex.lower(self.unit.game.heuristic, Scope(player))))
        return self.unit.add(b, framed=False)

    def best(self) -> Expr:
        """The players with the best score; nobody if the game keeps no score."""
        score = self.procedure()
        if score is None:
            return Const(0)
        if self._best is None:
            b = Builder("best score")
            everyone = b.parameter(CellKind.PLAYERS)
            found, player = b.register(CellKind.PLAYERS), b.register(CellKind.PLAYER)
            most, now = b.register(CellKind.NUMBER), b.register(CellKind.NUMBER)
            for register in (found, most):
                b.emit(Assign(register.index, Const(0)))
            better = Binary("either", Unary("not", found), Binary("gt", now, most))
            body = (
                Assign(now.index, Call(score, (player,))),
                If(better, (Assign(found.index, Const(0)), Assign(most.index, now))),
                If(
                    Binary("eq", now, most),
                    (Assign(found.index, Binary("or", found, Unary("bit", player))),),
                ),
            )
            b.emit(ForEachBit(player.index, everyone, body))
            b.end(Return(found))
            self._best = self.unit.add(b, framed=False)
        return Call(self._best, (self.unit.everyone(),))
