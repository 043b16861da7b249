"""Which decision of a seat a choice is meant for: a number that no other decision of the same seat has.

In: a match, after every change, and the seat that made it. Out: for each seat the number of its decision. It depends
only on what the seat itself decides and may know, and on its own choices, so nobody can count the secret choices of
others.
"""

from __future__ import annotations

from ...interpreter import Match

FIRST = 1
"""The number of the first decision, unless another one is given."""

Open = dict[int, tuple[int, int, tuple[int, ...]]]
"""What each player has to decide, to compare: the strand, the site, and the legal actions."""


class Turns:
    """The numbers of the decisions of a match, by seat."""

    def __init__(self, match: Match, first: int = FIRST) -> None:
        self._open = _decisions(match)
        self._numbers = [first] * len(match.players)

    def __getitem__(self, seat: int) -> int:
        return self._numbers[seat]

    def moved(self, match: Match, seat: int) -> None:
        """Counts a choice of a seat: every decision that is another one now gets another number. What others do in
        secret changes no number."""
        before, self._open = self._open, _decisions(match)
        for number in range(len(self._numbers)):
            if seat == number or before.get(number) != self._open.get(number):
                self._numbers[number] += 1

    def taken_back(self, before: Match, after: Match) -> None:
        """Counts what was taken back, for every seat that may know it. A decision then gets another number even if it
        looks like the one that was open: it may be one of an earlier round."""
        old, self._open = self._open, _decisions(after)
        for number in range(len(self._numbers)):
            known = before.choices_known(number) != after.choices_known(number)
            if known or old.get(number) != self._open.get(number):
                self._numbers[number] += 1


def _decisions(match: Match) -> Open:
    return {one.player: (one.strand, one.site, tuple(match.legal(one.strand))) for one in match.pending()}
