"""A match of ours and a state of OpenSpiel's, taken forward together.

A `Pair` names a game here and there, and the few things in which they count differently. A `Walk` stands at a
node of both trees, compares everything about it, and fails if they differ.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import attrs
from rulewright.interpreter import Match, Option

from ..interpreter.small_games import shipped_game

try:
    import pyspiel
except ImportError:
    pyspiel = None

INSTALLED = pyspiel is not None
CHANCE, AT_ONCE, OVER = -1, -2, -4

Ways = dict[int, tuple[Option, ...]]
"""By OpenSpiel's number, the choices of ours that make up the move."""


def by_result(match: Match) -> list[float]:
    return [float(one) for one in match.result or ()]


def by_score(match: Match) -> list[float]:
    return [float(one) for one in match.scores or ()]


@attrs.frozen
class Pair:
    """One game, here and there."""

    name: str
    theirs: str
    number: Callable[[Walk, tuple[Option, ...]], int]
    """OpenSpiel's number of a move that is made of these choices."""
    returns: Callable[[Match], list[float]] = by_result
    kind: Callable[[int], int] = int
    """OpenSpiel's outcomes of luck that are one outcome with us have one kind."""
    players: int = 2
    options: dict[str, int] = attrs.field(factory=dict)
    choices: int = 1
    """How many choices of ours make one move of theirs."""
    ends_early: bool = False
    """OpenSpiel makes the last moves itself, where there is only one way to."""

    def __str__(self) -> str:
        return self.theirs

    def begin(self) -> Walk:
        game = shipped_game(f"classics/{self.name}")
        match = Match(game, self.players, 0, self.options, explicit_chance=True)
        walk = Walk(self, match, pyspiel.load_game(self.theirs).new_initial_state())
        walk.listen()
        return walk


@attrs.define
class Walk:
    """A node of both trees."""

    pair: Pair
    match: Match
    state: Any
    told: tuple[tuple[str, ...], ...] = ()
    """For each player, what OpenSpiel has shown that player on the way here."""

    def copy(self) -> Walk:
        return Walk(self.pair, self.match.clone(), self.state.clone(), self.told)

    def player(self) -> int:
        """The player who moves, in OpenSpiel's numbers. Both sides agree."""
        theirs = int(self.state.current_player())
        if theirs == OVER and self.pair.ends_early:
            self._finish()
        ours = [one.player for one in self.match.pending()] or [OVER]
        if theirs == AT_ONCE:
            assert ours == list(range(self.pair.players)), str(self.state)
        else:
            assert ours == [theirs], str(self.state)
        return theirs

    def _finish(self) -> None:
        """Takes options that are the only one."""
        while not self.match.is_over:
            decision = self.match.decision
            assert len(decision.options) == 1, f"OpenSpiel is at the end before {decision}"
            self.match.choose(decision.options[0])

    def moves(self, player: int) -> Ways:
        """All legal moves of a player. Both have the same."""
        ways = [(self.pair.number(self, way), way) for way in self._ways(self.match, player, ())]
        assert sorted(number for number, _ in ways) == sorted(self.state.legal_actions(player)), str(
            self.state
        )
        return dict(ways)

    def _ways(self, match: Match, player: int, before: tuple[Option, ...]) -> Iterator[tuple[Option, ...]]:
        decision = next(one for one in match.decisions if one.player == player)
        for option in decision.options:
            way = (*before, option)
            if len(way) == self.pair.choices:
                yield way
                continue
            later = match.clone()
            later.choose(option)
            yield from self._ways(later, player, way)

    def outcomes(self) -> dict[int, tuple[float, Ways]]:
        """The outcomes of luck by kind, with their probability and one example. Both have the same."""
        decision = self.match.decision
        assert decision.is_chance
        found = {}
        for option, chance in zip(decision.options, decision.probabilities, strict=True):
            found[self.pair.number(self, (option,))] = (chance, option)
        theirs: dict[int, float] = defaultdict(float)
        examples: dict[int, int] = {}
        for action, chance in self.state.chance_outcomes():
            theirs[self.pair.kind(action)] += chance
            examples[self.pair.kind(action)] = action
        assert sorted(found) == sorted(theirs), str(self.state)
        for kind, (chance, _) in found.items():
            assert abs(chance - theirs[kind]) < 1e-12, str(self.state)
        return {kind: (chance, {examples[kind]: (option,)}) for kind, (chance, option) in found.items()}

    def go(self, *moves: tuple[int, tuple[Option, ...]]) -> None:
        """Makes a move on both sides; if players move simultaneously, the moves of all of them in turn."""
        for _, way in moves:
            for option in way:
                self.match.choose(option)
        if self.state.is_simultaneous_node():
            self.state.apply_actions([number for number, _ in moves])
        else:
            ((number, _),) = moves
            self.state.apply_action(number)
        self.listen()

    def listen(self) -> None:
        """Keeps what OpenSpiel shows its players here."""
        if not self.state.get_game().get_type().provides_information_state_string:
            return
        before = self.told or ((),) * self.pair.players
        self.told = tuple(
            (*before[player], self.state.information_state_string(player))
            for player in range(self.pair.players)
        )

    def children(self) -> Iterator[tuple[float, Walk]]:
        """All nodes one move on, with the probability that luck takes the match there (1 where it does not)."""
        player = self.player()
        if player == OVER:
            return
        if player == CHANCE:
            steps = [(chance, [way]) for chance, way in self.outcomes().values()]
        elif player == AT_ONCE:
            steps = [(1.0, [self.moves(one) for one in range(self.pair.players)])]
        else:
            steps = [(1.0, [self.moves(player)])]
        for chance, ways in steps:
            for moves in product(*(one.items() for one in ways)):
                child = self.copy()
                child.go(*moves)
                yield chance, child

    def compare_ends(self) -> None:
        assert self.match.is_over
        assert self.state.is_terminal()
        assert self.pair.returns(self.match) == self.state.returns(), str(self.state)
