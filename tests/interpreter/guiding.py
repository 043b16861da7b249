"""PUCT written down plainly, by matches and their public methods, for comparison; and judgements for searchers."""

from __future__ import annotations

import hashlib
import math
from typing import Any

import attrs
import numpy as np
from rulewright.interpreter import Match
from rulewright.interpreter.bots.deals import Deals
from rulewright.interpreter.learning.searching import LUCK
from rulewright.interpreter.match.output.encoding.encoder import Encoder
from rulewright.interpreter.match.secrecy.determinize import redealt
from rulewright.interpreter.memory.dice import Dice

__all__ = ["Whimsical", "reference", "uniform"]


class Whimsical:
    """Judges by a digest of the observation: whoever is shown another number judges otherwise."""

    def __init__(self, seats: int) -> None:
        self.seats = seats

    def __call__(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        priors = np.zeros(masks.shape, np.float32)
        values = np.zeros((len(masks), self.seats), np.float32)
        for row, one in enumerate(observations):
            dice = np.random.default_rng([*hashlib.sha256(one.tobytes()).digest()])
            priors[row] = dice.random(masks.shape[1], dtype=np.float32)
            values[row] = dice.uniform(-0.4, 0.4, self.seats)
        return priors, values


def uniform(observations: Any, masks: Any) -> tuple[Any, Any]:
    """All actions are alike, and nobody is ahead. (For two players.)"""
    return np.ones(masks.shape), np.zeros((len(masks), 1))


@attrs.define
class Arm:
    prior: float | None = None
    first: float = 0.0
    taken: int = 0
    total: float = 0.0


@attrs.define
class Found:
    """What the root knows at the end: by action how often it was taken, and the sum of its values."""

    visits: dict[int, int]
    totals: dict[int, float]
    values: list[float]


def reference(
    match: Match, simulations: int, seed: int, judge: Any, *, c_puct: float = 1.5, fpu: float = 0.25
) -> Found:
    """PUCT at a match in which nobody acts simultaneously."""
    root, encoder = match.decision.player, Encoder(match)
    deals = Deals(match, root, Dice.of(seed, LUCK, 0, 0))
    dice = Dice(Dice.of(seed, 0, 0).state)
    tree: dict[tuple[tuple[int, int], ...], dict[tuple[int, int], Arm]] = {}
    widest, credited, valued = 1.0, 0, 0
    worths = [0.0] * len(match.players)
    while credited < simulations:
        world = match.clone()
        assert deals.origin is not None
        world.restore(redealt(deals.origin, deals.classes, dice.next()).tobytes())
        path: list[tuple[tuple[int, int], ...]] = [()]
        while True:
            if world.is_over:
                values = [float(one) for one in (world.scores or world.result or ())]
                break
            who = world.decision.player
            legal = [encoder.actions.indexes[one.number] for one in world.decision.options]
            arms = tree.setdefault(path[-1], {})
            known = [arms.get((who, one)) for one in legal]
            if len(legal) > 1 and any(arm is None or arm.prior is None for arm in known):
                observation = np.frombuffer(encoder.vector(world, who), np.float32)
                mask = np.zeros((1, len(encoder.actions.numbers)), bool)
                mask[0, legal] = True
                priors, judged = judge(observation[None], mask)
                values = [float(one) for one in judged[0]]
                mass = sum(float(priors[0, one]) for one in sorted(legal))
                for one in legal:
                    arm = arms.setdefault((who, one), Arm())
                    if arm.prior is None:
                        arm.prior, arm.first = float(priors[0, one]) / mass, values[who]
                break
            chosen = legal[0]
            if len(legal) > 1:
                chosen = legal[_best([arms[who, one] for one in legal], widest, c_puct, fpu)]
            arms.setdefault((who, chosen), Arm())
            path.append((*path[-1], (who, chosen)))
            world.take(0, encoder.actions.numbers[chosen])
        for seat, value in enumerate(values):
            worths[seat] += value
            widest = max(widest, abs(value))
        valued += 1
        for at in range(1, len(path)):
            arm = tree[path[at - 1]][path[at][-1]]
            arm.taken += 1
            arm.total += values[path[at][-1][0]]
        credited += len(path) > 1
    arms = tree[()]
    return Found(
        {action: arm.taken for (_, action), arm in arms.items()},
        {action: arm.total for (_, action), arm in arms.items()},
        [one / valued for one in worths],
    )


def _best(arms: list[Arm], widest: float, c_puct: float, fpu: float) -> int:
    seen = sum(arm.taken for arm in arms)
    mass = sum(arm.prior or 0.0 for arm in arms)
    untaken = (arms[0].first + sum(arm.total for arm in arms)) / (1 + seen) / widest - fpu
    spread = c_puct * math.sqrt(1 + seen)

    def score(arm: Arm) -> float:
        worth = arm.total / arm.taken / widest if arm.taken else untaken
        return worth + spread * (arm.prior or 0.0) / mass / (1 + arm.taken)

    scores = [score(arm) for arm in arms]
    return scores.index(max(scores))
