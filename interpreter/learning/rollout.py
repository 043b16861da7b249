"""What came of many steps of a batch, and which policy decides for each seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import attrs
import numpy as np

from ..ir import NONE
from ..kernels.deciding import HALVED, Dense, Net, Thought
from ..kernels.machine import Maker
from ..kernels.playing import Playing
from ..match.errors import SetupError
from ..match.output.encoding.encoder import Encoder
from .arrays import Array
from .given import said
from .network import Layer, Network

Policy = Network | Literal["random"]
"""What decides for a seat."""


@attrs.frozen(eq=False)
class Rollout:
    """Steps of a batch, one behind the other: arrays of steps x rows. They stay as they are, unless you give them to
    `play` again.

    Attributes:
        observations: what whoever decides may know; empty if they were not wanted.
        masks: whether an action is legal.
        players: the seat that decides: -1 if luck does, or nobody, since the row begins another match in this step or
            is over.
        actions: what was chosen, by its index; -1 if nothing was, since the row begins another match in this step or
            stays where it is, as its match is over.
        log_probabilities: the logarithm of the probability with which it was chosen. What luck chooses has 0.
        rewards: by seat, at the end of a match.
        done, truncated: whether this step has ended a match, or broken it off.
    """

    observations: Array
    masks: Array
    players: Array
    actions: Array
    log_probabilities: Array
    rewards: Array
    done: Array
    truncated: Array

    @staticmethod
    def empty(steps: int, rows: int, seats: int, size: int, actions: int) -> Rollout:
        """Room for these steps; `size` is 0 if no observations are wanted."""
        return Rollout(
            np.zeros((steps, rows, size), np.float32),
            np.zeros((steps, rows, actions), np.bool_),
            np.zeros((steps, rows), np.int32),
            np.zeros((steps, rows), np.int64),
            np.zeros((steps, rows), np.float32),
            np.zeros((steps, rows, seats), np.float32),
            np.zeros((steps, rows), np.bool_),
            np.zeros((steps, rows), np.bool_),
        )

    def fits(self, steps: int, rows: int, seats: int, size: int, actions: int) -> bool:
        """Whether it has room for exactly that."""
        wanted = (steps, rows, size), (steps, rows, actions), (steps, rows, seats)
        return (self.observations.shape, self.masks.shape, self.rewards.shape) == wanted


def policies_of(given: Policy | Sequence[Policy], seats: int, encoder: Encoder) -> list[Policy]:
    """What decides for each seat. Raises `SetupError` for something else, and what `Network.check` raises."""
    found = [*given] if isinstance(given, Sequence) and not isinstance(given, str) else [given] * seats
    if len(found) != seats:
        raise SetupError(f"{len(found)} policies for {seats} seats", "give one, or one for each seat")
    for one in found:
        if isinstance(one, Network):
            one.check(encoder)
        elif one != "random":
            raise SetupError(
                f"{said(one)} is no policy",
                'a policy is a Network or "random"; other bots play in simulate, not in a batch',
            )
    return found


def playing(
    maker: Maker,
    flat: Callable[[Array], Any],
    policies: Sequence[Policy],
    steps: int,
    taken: Array,
    out: Rollout,
) -> Playing:
    """What is played, as kernels find it. Whoever plays keeps `policies`, `taken` and `out`."""
    networks = list(dict.fromkeys(one for one in policies if isinstance(one, Network)))
    p = maker.record(Playing)
    p.steps, p.taken = steps, flat(taken)
    p.nets = maker.rows(Net, [_net(maker, flat, one) for one in networks])
    p.seats = maker.cells(networks.index(one) if isinstance(one, Network) else NONE for one in policies)
    p.size = out.observations.shape[2]
    p.observations, p.masks, p.players = flat(out.observations), flat(out.masks), flat(out.players)
    p.actions, p.logs, p.rewards = flat(out.actions), flat(out.log_probabilities), flat(out.rewards)
    p.done, p.truncated = flat(out.done), flat(out.truncated)
    return p


def _net(maker: Maker, flat: Callable[[Array], Any], network: Network) -> list[Any]:
    """The fields of a `Net`."""
    layers = maker.rows(Dense, [_dense(flat, one) for one in network.layers])
    policy = maker.rows(Dense, [_dense(flat, network.policy)])
    squashed = int(network.activation == "tanh")
    return [layers, len(network.layers), squashed, policy[0], float(network.temperature)]


def _dense(flat: Callable[[Array], Any], layer: Layer) -> list[Any]:
    """The fields of a `Dense`."""
    return [layer.inputs, layer.outputs, flat(layer.weights), flat(layer.biases)]


def thought(maker: Maker, policies: Sequence[Policy], most_options: int) -> Thought:
    """The room in which a thread decides."""
    networks = [one for one in policies if isinstance(one, Network)]
    widths = [width for one in networks for width in (one.size, *(layer.outputs for layer in one.layers))]
    widest = max(widths, default=0) + 1  # the place behind the last is written, too
    t = maker.record(Thought)
    t.numbers, t.values, t.places = maker.floats(widest), maker.floats(widest), maker.cells([0] * widest)
    t.legal, t.halved = maker.cells([0] * most_options), maker.floats(HALVED)
    t.likings, t.likely = maker.floats(most_options), maker.floats(most_options)
    for number in range(HALVED):
        t.halved[number] = 2.0**-number
    return t
