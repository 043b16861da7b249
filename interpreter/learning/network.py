"""A small network that plays: dense layers given as arrays, and the file in which they are kept.

In: what a player may know, as `Encoder` writes it, and which actions are legal. Out: how likely the network takes
each of them, and what it expects to get. Training is somebody else's work: whatever learns hands over arrays.

The file is an archive of arrays (`.npz`), which holds nothing that could run:

    about                               JSON, as an array of bytes; `_ABOUT` names its keys
    weights0, biases0, weights1, ...    the hidden layers: inputs x outputs, and outputs
    policy_weights, policy_biases       a number for each action of `Encoder.actions`
    value_weights, value_biases         one number, or one for each seat; may be missing
"""

from __future__ import annotations

import errno
import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, Protocol

import attrs
import numpy as np

from ...dsl.model.game import Game
from ..bots.base import Bot
from ..match.errors import MatchError, SaveError, StaleSaveError
from ..match.match import Match
from ..match.output.encoding.encoder import Encoder
from ..match.setup.options import OptionValue
from .arrays import Array
from .bot import NetworkBot
from .given import array, observed, said, whole
from .given import real as real_number

Activation = Literal["relu", "tanh"]
Dense = tuple[Any, Any]
"""The weights (inputs x outputs) and the biases of a layer, as arrays."""

ACTIVATIONS: tuple[Activation, ...] = ("relu", "tanh")
FORMAT, VERSION = "rulewright-network", 1
MOST_LAYERS, MOST_BYTES = 16, 1 << 28
"""No file of a network has more hidden layers, or more bytes when it is unpacked."""
_ABOUT = {
    "format": str,
    "version": int,
    "game": str,
    "hash": str,
    "meaning": str,
    "players": int,
    "options": dict,
    "activation": str,
    "layers": int,
    "temperature": float,
}


class Encoded(Protocol):
    """Matches that have been encoded, such as a `Batch`."""

    game: Game
    encoder: Encoder
    options: dict[str, OptionValue]


@attrs.frozen(eq=False)
class Layer:
    """A dense layer: `inputs @ weights + biases`. Both are float32."""

    weights: Array
    biases: Array

    @staticmethod
    def of(weights: Any, biases: Any, name: str) -> Layer:
        """A layer of these arrays. Raises `MatchError` if they do not fit each other."""
        what = f"the {name} has arrays of numbers as weights and biases"
        made = Layer(*(np.ascontiguousarray(array(one, what), np.float32) for one in (weights, biases)))
        if made.weights.ndim != 2 or made.biases.shape != made.weights.shape[1:]:
            raise MatchError(
                f"the {name} has weights of shape {made.weights.shape} and biases of shape {made.biases.shape}",
                "weights are inputs x outputs, biases outputs",
            )
        if not (np.isfinite(made.weights).all() and np.isfinite(made.biases).all()):
            raise MatchError(f"the {name} has numbers that are not finite", "train with smaller steps")
        return made

    @property
    def inputs(self) -> int:
        """How many numbers come in."""
        return int(self.weights.shape[0])

    @property
    def outputs(self) -> int:
        """How many numbers go out."""
        return int(self.weights.shape[1])

    def __call__(self, numbers: Array) -> Array:
        found: Array = numbers @ self.weights + self.biases
        return found


@attrs.frozen(eq=False)
class Network:
    """A network for one game and number of players. It never changes; `attrs.evolve` makes others of it.

    `network(observations, masks)` gives the probabilities of actions, and values.

    Attributes:
        game, hash: the name of the game, and the digest of its rules.
        meaning: the digest of what the numbers of observations and actions mean, which a version of Rulewright says.
        players: how many there are.
        layers: the hidden ones, each followed by `activation`: "relu" or "tanh".
        policy: from the last of them to a number for each action. The legal ones become probabilities by softmax.
        value: from the same to one number, what the player who looks expects to get, or one for each seat; or None.
        options: those of the set-up with which it was trained. It may play with others.
        temperature: how it chooses: 1 by its probabilities, 0 always the likeliest action, in between sharper.
    """

    game: str
    hash: str
    meaning: str
    players: int
    layers: tuple[Layer, ...]
    policy: Layer
    value: Layer | None = None
    activation: Activation = "relu"
    options: Mapping[str, OptionValue] = attrs.field(factory=dict)
    temperature: float = 1.0

    def __attrs_post_init__(self) -> None:
        if self.activation not in ACTIVATIONS:
            raise MatchError(f"'activation' is one of {', '.join(ACTIVATIONS)}, not {self.activation!r}")
        if not 0 <= real_number(self.temperature, "temperature") < float("inf"):
            raise MatchError(f"'temperature' is at least 0, not {self.temperature!r}")
        if self.value is not None and self.value.outputs not in (1, self.players):
            raise MatchError(
                f"the value has {self.value.outputs} outputs",
                f"it has 1, or {self.players}, one for each seat",
            )
        width = self.size
        for name, layer in self._named():
            if layer.inputs != width:
                raise MatchError(
                    f"the {name} takes {layer.inputs} numbers, but gets {width}",
                    "the weights of a layer have a row for each number that the layer before gives",
                )
            width = width if layer in (self.policy, self.value) else layer.outputs

    def _named(self) -> Iterable[tuple[str, Layer]]:
        yield from ((f"layer {number + 1}", layer) for number, layer in enumerate(self.layers))
        yield "policy", self.policy
        if self.value is not None:
            yield "value", self.value

    @staticmethod
    def of(
        played: Match | Encoded,
        layers: Iterable[Dense],
        policy: Dense,
        value: Dense | None = None,
        activation: Activation = "relu",
        temperature: float = 1.0,
    ) -> Network:
        """The network of these arrays, for the game and the players of a match or a batch. Raises `MatchError` if
        they do not fit."""
        encoder = _encoder(played)
        made = Network(
            played.game.id,
            played.game.content_hash,
            meaning_of(encoder),
            encoder.players,
            tuple(_layer(one, f"layer {number + 1}") for number, one in enumerate(_listed(layers))),
            _layer(policy, "policy"),
            None if value is None else _layer(value, "value"),
            activation,
            dict(played.options),
            temperature,
        )
        size, actions = encoder.size, len(encoder.actions.numbers)
        if (made.size, made.actions) != (size, actions):
            raise MatchError(
                f"this network takes {made.size} numbers and knows {made.actions} actions, but observations have "
                f"{size} numbers, and there are {actions} actions"
            )
        return made

    @staticmethod
    def new(
        played: Match | Encoded,
        hidden: Iterable[int] = (64,),
        values: int = 1,
        activation: Activation = "relu",
        seed: int = 0,
    ) -> Network:
        """A network that has learnt nothing: for the game and the players of a match or a batch, with hidden layers
        of these widths, and this number of values (0: none)."""
        encoder, dice = _encoder(played), np.random.default_rng(whole(seed, "seed", 0))
        if isinstance(hidden, str) or not isinstance(hidden, Iterable):
            raise TypeError(
                f"'hidden' has a width for each hidden layer, as in hidden=(64, 64), not {hidden!r}"
            )
        widths = [encoder.size, *(whole(one, "the width of a layer") for one in hidden)]
        values = whole(values, "values", 0)

        def dense(inputs: int, outputs: int, scale: float) -> Dense:
            return dice.standard_normal((inputs, outputs)) * (scale / np.sqrt(inputs)), np.zeros(outputs)

        layers = [dense(*pair, np.sqrt(2)) for pair in pairwise(widths)]
        policy = dense(widths[-1], len(encoder.actions.numbers), 0.01)
        value = dense(widths[-1], values, 1) if values else None
        return Network.of(played, layers, policy, value, activation)

    # ------------------------------------------------------------------------- playing

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return (self.layers[0] if self.layers else self.policy).inputs

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return self.policy.outputs

    def __call__(self, observations: Array, masks: Array | None = None) -> tuple[Array, Array | None]:
        """By row, the probability of each action (0 for those that are not legal, at a temperature of 1), and the
        values (rows x 1 or rows x seats; None if it has none). Raises `MatchError` for arrays of other sizes."""
        if masks is None:
            raise TypeError(
                "a network judges observations and masks: network(observations, masks); a bot is network.bot"
            )
        seen = self.activations(observations)[-1]
        numbers, legal = (
            self.policy(seen),
            array(masks, f"masks have {self.actions} actions along their last axis"),
        )
        if legal.shape != numbers.shape:
            raise MatchError(f"masks for these observations have shape {numbers.shape}, not {legal.shape}")
        return softmax(numbers, legal), None if self.value is None else self.value(seen)

    def likings(self, observations: Array) -> Array:
        """By row, the number for each action, of which probabilities are made."""
        return self.policy(self.activations(observations)[-1])

    def activations(self, observations: Array) -> list[Array]:
        """By row, what goes into each layer, and last what goes into the policy and the value. Raises `MatchError`
        for observations of another size."""
        found: list[Array] = [observed(observations, self.size).astype(np.float32, copy=False)]
        for layer in self.layers:
            sums = layer(found[-1])
            found.append(np.maximum(sums, 0) if self.activation == "relu" else np.tanh(sums))
        return found

    def bot(self, seed: int) -> Bot:
        """A bot that plays so, wherever one is made from a seed: `rulewright.simulate(game, bots=network.bot)`."""
        return NetworkBot(seed, self)

    def at(self, temperature: float) -> Network:
        """The same network with another temperature."""
        return attrs.evolve(self, temperature=temperature)

    # --------------------------------------------------------------------------- files

    def check_game(self, game: Game, players: int) -> None:
        """Raises `StaleSaveError` unless it is for these rules and as many players."""
        if self.game != game.id:
            raise StaleSaveError(
                f"this network plays '{self.game}', not '{game.id}'", "train one for this game"
            )
        if self.hash != game.content_hash:
            raise StaleSaveError(
                f"this network has learnt '{self.game}' by other rules",
                "train it with these; or Network.of makes one for them of the same arrays, if they still fit",
            )
        if self.players != players:
            raise StaleSaveError(
                f"this network plays with {self.players} players, not {players}",
                f"let {self.players} players play, or train one for {players}",
            )

    def check(self, encoder: Encoder) -> None:
        """Raises `StaleSaveError` unless it is for the rules, the players and the numbers of this encoder."""
        self.check_game(encoder.rules.game, encoder.players)
        shape, wanted = (self.size, self.actions), (encoder.size, len(encoder.actions.numbers))
        if shape != wanted:
            raise StaleSaveError(
                f"this network sees {shape[0]} numbers and knows {shape[1]} actions, but there are "
                f"{wanted[0]} and {wanted[1]}",
                "train it with this version of Rulewright",
            )
        if self.meaning != meaning_of(encoder):
            raise StaleSaveError(
                "numbers meant something else when this network learnt",
                "train it with this version of Rulewright",
            )

    def save(self, path: str | Path) -> None:
        """Writes it to a file, with exactly this name. Raises `SaveError` if it cannot be written."""
        about = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "hash": self.hash,
            "meaning": self.meaning,
            "players": self.players,
            "options": dict(self.options),
            "activation": self.activation,
            "layers": len(self.layers),
            "temperature": float(self.temperature),
        }
        kept: dict[str, Any] = {"about": np.frombuffer(json.dumps(about).encode(), np.uint8)}
        for number, layer in enumerate(self.layers):
            kept[f"weights{number}"], kept[f"biases{number}"] = layer.weights, layer.biases
        for name, head in (("policy", self.policy), ("value", self.value)):
            if head is not None:
                kept[f"{name}_weights"], kept[f"{name}_biases"] = head.weights, head.biases
        try:
            with Path(path).open("wb") as file:
                np.savez_compressed(file, **kept)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise SaveError(
                f"{path} cannot be written: {why}", "name a file in a folder that is there"
            ) from None

    @staticmethod
    def load(path: str | Path) -> Network:
        """Reads a file. Raises `SaveError` if it is no network, or is damaged. `check` says if it fits a game."""
        try:
            return _read(Path(path))
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise SaveError(f"{path} cannot be read: {why}", "name a file that is there") from None
        except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
            why = error.message if isinstance(error, MatchError) else str(error)
            raise SaveError(f"{path} is no network: {why}", "Network.save writes one") from None


def softmax(numbers: Array, masks: Array) -> Array:
    """By row, probabilities of the actions that are legal: 0 for the others, also where none is."""
    legal = np.asarray(masks, bool)
    numbers = np.where(legal, numbers, -np.inf)
    most = numbers.max(axis=-1, keepdims=True)
    likely: Array = np.exp(numbers - np.where(np.isfinite(most), most, 0))
    found: Array = likely / np.maximum(likely.sum(axis=-1, keepdims=True), np.finfo(likely.dtype).tiny)
    return found


def meaning_of(encoder: Encoder) -> str:
    """A digest of what the numbers of observations and actions mean: 16 hex digits."""
    said = "\n".join((*encoder.names, *map(str, encoder.actions.numbers)))
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def _encoder(played: Match | Encoded) -> Encoder:
    """What its observations and actions mean."""
    if isinstance(played, Match):
        return Encoder(played)
    found = getattr(played, "encoder", None)
    if not isinstance(found, Encoder):
        raise TypeError(f"a network is for a Batch or a Match, not for {said(played)}")
    return found


def _listed(layers: Any) -> Iterable[Dense]:
    """The hidden layers. Raises `TypeError` for what is no list of them."""
    if isinstance(layers, str) or not isinstance(layers, Iterable):
        raise TypeError(f"layers are pairs of weights and biases, in a list, not {said(layers)}")
    return layers


def _layer(given: Any, name: str) -> Layer:
    """A layer of weights and biases. Raises `TypeError` for what is no pair."""
    if not isinstance(given, Sequence) or len(given) != 2:
        raise TypeError(f"the {name} is a pair of weights and biases, not {said(given)}")
    weights, biases = given
    return Layer.of(weights, biases, name)


def _read(path: Path) -> Network:
    if path.exists() and not path.is_file():  # opening a pipe could wait forever
        raise OSError(errno.EINVAL, "it is not an ordinary file")
    with zipfile.ZipFile(path) as archive:
        if sum(one.file_size for one in archive.infolist()) > MOST_BYTES:
            raise ValueError("it is too large")
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    about = _about(arrays.pop("about"))
    given = {
        name: Layer.of(arrays.pop(f"{key}weights{end}"), arrays.pop(f"{key}biases{end}"), name)
        for name, key, end in (
            *((f"layer {number + 1}", "", number) for number in range(about["layers"])),
            ("policy", "policy_", ""),
            *([("value", "value_", "")] if "value_weights" in arrays else []),
        )
    }
    if arrays:
        raise ValueError(f"nobody knows its array '{min(arrays)}'")
    policy, value = given.pop("policy"), given.pop("value", None)
    kept = {
        name: about[name]
        for name in ("game", "hash", "meaning", "players", "activation", "options", "temperature")
    }
    return Network(layers=tuple(given.values()), policy=policy, value=value, **kept)


def _about(given: Array) -> dict[str, Any]:
    """What a file says of itself. Raises `ValueError` for what no network says."""
    if given.dtype != np.uint8:
        raise ValueError("it does not say what it is")
    about = json.loads(given.tobytes())
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise ValueError("it says that it is something else")
    if about.get("version") != VERSION:
        raise ValueError(
            f"it is of version {about.get('version')}, and this Rulewright reads version {VERSION}"
        )
    for name, kind in _ABOUT.items():
        if type(about.get(name)) is not kind:
            raise ValueError(f"its '{name}' is {about.get(name)!r}")
    if not 0 <= about["layers"] <= MOST_LAYERS or about["players"] < 1:
        raise ValueError("it has too many layers, or no players")
    return about
