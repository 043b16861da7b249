"""Five classics written by hand, as a Python programmer would for simulation: the yardstick of `peers.py`.

Each class is a match at its beginning, with `player` (who decides, None at the end), `legal()`, `play(move)` and
`won` (what each of the two has won). Moves are what is handy: a square, a column, squares from and to, a word.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe:
    """Squares are numbered from 0 to 8, row by row."""

    def __init__(self, _: random.Random) -> None:
        self.board: list[int | None] = [None] * 9
        self.free = list(range(9))
        self.player: int | None = 0
        self.won = [0, 0]

    def legal(self) -> list[int]:
        return self.free

    def play(self, move: int) -> None:
        me, board = self.player, self.board
        assert me is not None
        board[move] = me
        self.free.remove(move)
        if any(board[a] == me and board[b] == me and board[c] == me for a, b, c in LINES):
            self.won[me], self.won[1 - me] = 1, -1
            self.player = None
        else:
            self.player = 1 - me if self.free else None


class ConnectFour:
    """Moves are columns from 0 to 6."""

    WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))

    def __init__(self, _: random.Random) -> None:
        self.columns: list[list[int]] = [[] for _ in range(7)]
        self.open = list(range(7))
        self.player: int | None = 0
        self.won = [0, 0]

    def legal(self) -> list[int]:
        return self.open

    def play(self, move: int) -> None:
        me = self.player
        assert me is not None
        column = self.columns[move]
        column.append(me)
        if len(column) == 6:
            self.open.remove(move)
        if any(self._run(me, move, len(column) - 1, *way) >= 4 for way in self.WAYS):
            self.won[me], self.won[1 - me] = 1, -1
            self.player = None
        else:
            self.player = 1 - me if self.open else None

    def _run(self, me: int, x: int, y: int, dx: int, dy: int) -> int:
        """How many discs in a row there are through a slot."""
        return 1 + self._count(me, x, y, dx, dy) + self._count(me, x, y, -dx, -dy)

    def _count(self, me: int, x: int, y: int, dx: int, dy: int) -> int:
        found = 0
        while True:
            x, y = x + dx, y + dy
            if not (0 <= x < 7 and 0 <= y < len(self.columns[x]) and self.columns[x][y] == me):
                return found
            found += 1


class Breakthrough:
    """Moves are pairs of squares, numbered from 0 to 63, row by row from the first player's side."""

    def __init__(self, _: random.Random) -> None:
        self.board: list[int | None] = [0] * 16 + [None] * 32 + [1] * 16
        self.pawns = [set(range(16)), set(range(48, 64))]
        self.player: int | None = 0
        self.won = [0, 0]

    def legal(self) -> list[tuple[int, int]]:
        me, board = self.player, self.board
        assert me is not None
        ahead = -8 if me else 8
        found = []
        for start in self.pawns[me]:
            goal, column = start + ahead, start % 8
            if board[goal] is None:
                found.append((start, goal))
            if column and board[goal - 1] != me:
                found.append((start, goal - 1))
            if column < 7 and board[goal + 1] != me:
                found.append((start, goal + 1))
        return found

    def play(self, move: tuple[int, int]) -> None:
        me = self.player
        assert me is not None
        start, goal = move
        if self.board[goal] is not None:
            self.pawns[1 - me].remove(goal)
        self.board[start], self.board[goal] = None, me
        self.pawns[me].remove(start)
        self.pawns[me].add(goal)
        if goal // 8 == (0 if me else 7) or not self.pawns[1 - me]:
            self.won[me], self.won[1 - me] = 1, -1
            self.player = None
        else:
            self.player = 1 - me


class Kuhn:
    """Moves are words. Cards are 1 to 3; `deal` gives those of both players."""

    def __init__(self, rng: random.Random, deal: Sequence[int] | None = None) -> None:
        self.cards = deal or rng.sample((1, 2, 3), 2)
        self.paid = [1, 1]
        self.checked = False
        self.player: int | None = 0
        self.won = [0, 0]

    def legal(self) -> tuple[str, str]:
        return ("check", "bet") if self.paid == [1, 1] else ("call", "fold")

    def play(self, move: str) -> None:
        me = self.player
        assert me is not None
        if move == "fold":
            self._end(1 - me)
        elif move == "call" or (move == "check" and self.checked):
            self.paid[me] += move == "call"
            self._end(0 if self.cards[0] > self.cards[1] else 1)
        else:
            self.checked = move == "check"
            self.paid[me] += move == "bet"
            self.player = 1 - me

    def _end(self, winner: int) -> None:
        gain = self.paid[1 - winner]
        self.won[winner], self.won[1 - winner] = gain, -gain
        self.player = None


class Leduc:
    """Moves are words. Cards are 0 to 5, two of each rank; `deal` gives those of both players and the shared one."""

    def __init__(self, rng: random.Random, deal: Sequence[int] | None = None) -> None:
        *self.cards, self.shared = deal or rng.sample(range(6), 3)
        self.paid = [1, 1]
        self.size, self.raises, self.quiet = 2, 0, 0
        self.player: int | None = 0
        self.won = [0, 0]

    def legal(self) -> list[str]:
        me = self.player
        assert me is not None
        found = ["fold"] if self.paid[me] < self.paid[1 - me] else []
        found.append("call")
        if self.raises < 2:
            found.append("raise")
        return found

    def play(self, move: str) -> None:
        me = self.player
        assert me is not None
        if move == "fold":
            self._end(1 - me)
            return
        self.paid[me] = self.paid[1 - me]
        self.quiet += 1
        if move == "raise":
            self.paid[me] += self.size
            self.raises += 1
            self.quiet = 1
        self.player = 1 - me
        if self.quiet == 2:
            self._next_round()

    def _next_round(self) -> None:
        if self.size == 4:
            first, second = (self._strength(card) for card in self.cards)
            self._end(None if first == second else 0 if first > second else 1)
        else:
            self.player, self.size, self.raises, self.quiet = 0, 4, 0, 0

    def _strength(self, card: int) -> int:
        return 3 + card // 2 if card // 2 == self.shared // 2 else card // 2

    def _end(self, winner: int | None) -> None:
        if winner is not None:
            gain = self.paid[1 - winner]
            self.won[winner], self.won[1 - winner] = gain, -gain
        self.player = None


CLASSICS: dict[str, Any] = {
    "tic-tac-toe": TicTacToe,
    "connect-four": ConnectFour,
    "breakthrough": Breakthrough,
    "kuhn-poker": Kuhn,
    "leduc-poker": Leduc,
}


def play_one(of: Any, rng: random.Random) -> int:
    """A match of random moves to its end; how many there were."""
    match, draw, moves = of(rng), rng.random, 0
    while match.player is not None:
        legal = match.legal()
        match.play(legal[int(draw() * len(legal))])
        moves += 1
    return moves
