"""The tree of a small game for two, as our matches give it, and what it is worth when both play well.

Nothing here comes from a library: counterfactual regret minimization (Zinkevich and others, 2007) in its plain
form, and best answers by trying all plans. Scores are those of player 1; what one wins the other loses.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import attrs
from rulewright.interpreter import Match

Knowledge = tuple[int, str]
"""A player, and everything that this player has seen."""
Plan = Mapping[Knowledge, Mapping[str, Fraction | float]]
"""For each thing that a player may know, how likely each option is."""


@attrs.frozen(eq=False)
class Node:
    """A decision with what follows each option; luck decides by `chances`; at the end there is a `score`."""

    score: int = 0
    knowledge: Knowledge | None = None
    chances: tuple[Fraction, ...] = ()
    names: tuple[str, ...] = ()
    children: tuple[Node, ...] = ()


def knowledge(match: Match, player: int) -> Knowledge:
    return player, json.dumps([match.view(player), match.log(player)])


def tree(match: Match) -> Node:
    """The whole tree of a match with explicit chance."""
    if match.is_over:
        scores = match.scores or ()
        assert sum(scores) == 0
        return Node(score=scores[0])
    decision = match.decision
    children = []
    for option in decision.options:
        later = match.clone()
        later.choose(option)
        children.append(tree(later))
    names = tuple(option.name for option in decision.options)
    if decision.is_chance:
        total = sum(option.weight for option in decision.options)
        chances = tuple(Fraction(option.weight, total) for option in decision.options)
        return Node(chances=chances, names=names, children=tuple(children))
    return Node(knowledge=knowledge(match, decision.player), names=names, children=tuple(children))


def known(node: Node) -> dict[Knowledge, tuple[str, ...]]:
    """Everything that a player may know at a decision, and the options there."""
    found = {} if node.knowledge is None else {node.knowledge: node.names}
    for child in node.children:
        found |= known(child)
    return found


def worth(node: Node, plan: Plan) -> Fraction | float:
    """What a match is worth to player 1 if both play by the plan."""
    if not node.children:
        return Fraction(node.score)
    chances = node.chances if node.knowledge is None else [plan[node.knowledge][name] for name in node.names]
    return sum(
        chance * worth(child, plan) for chance, child in zip(chances, node.children, strict=True) if chance
    )


def best_answer(root: Node, player: int, plan: Plan) -> Fraction | float:
    """The best that a player can do against the other's part of a plan, of all plans without luck."""
    mine = {key: names for key, names in known(root).items() if key[0] == player}
    best = max if player == 0 else min
    return best(
        worth(
            root, {**plan, **{key: {pick: Fraction(1), **_none(names, pick)} for key, names, pick in answer}}
        )
        for answer in (
            [(key, mine[key], pick) for key, pick in zip(mine, picks, strict=True)]
            for picks in product(*mine.values())
        )
    )


def _none(names: tuple[str, ...], pick: str) -> dict[str, Fraction]:
    return {name: Fraction(0) for name in names if name != pick}


class Regrets:
    """Counterfactual regret minimization: both players learn to regret less what they did not do."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.names = known(root)
        self.regret = {key: dict.fromkeys(names, 0.0) for key, names in self.names.items()}
        self.played = {key: dict.fromkeys(names, 0.0) for key, names in self.names.items()}

    def learn(self, rounds: int) -> Plan:
        """The average of what was played: as good as both can do, in the long run."""
        for _ in range(rounds):
            plan = {key: self._now(key) for key in self.names}
            self._walk(self.root, (1.0, 1.0), 1.0, plan)
        return {key: _share(played) for key, played in self.played.items()}

    def _now(self, key: Knowledge) -> dict[str, float]:
        return _share({name: max(0.0, regret) for name, regret in self.regret[key].items()})

    def _walk(self, node: Node, reach: tuple[float, float], luck: float, plan: Plan) -> float:
        if not node.children:
            return float(node.score)
        if node.knowledge is None:
            return sum(
                float(chance) * self._walk(child, reach, luck * float(chance), plan)
                for chance, child in zip(node.chances, node.children, strict=True)
            )
        player, mine = node.knowledge[0], plan[node.knowledge]
        values = {}
        for name, child in zip(node.names, node.children, strict=True):
            share = float(mine[name])
            then = (reach[0] * share, reach[1]) if player == 0 else (reach[0], reach[1] * share)
            values[name] = self._walk(child, then, luck, plan)
        total = sum(float(mine[name]) * value for name, value in values.items())
        sign = 1 if player == 0 else -1
        for name, value in values.items():
            self.regret[node.knowledge][name] += sign * luck * reach[1 - player] * (value - total)
            self.played[node.knowledge][name] += reach[player] * float(mine[name])
        return total


def _share(weights: Mapping[str, float]) -> dict[str, float]:
    total = sum(weights.values())
    return {name: weight / total if total else 1 / len(weights) for name, weight in weights.items()}
