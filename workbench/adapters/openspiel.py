"""Every game as a game of OpenSpiel, so that its algorithms run on ours. Needs the extra `openspiel`.

    import pyspiel
    from rulewright.adapters import openspiel

    openspiel.register()
    game = pyspiel.load_game("rulewright(game=my-game,players=3)")

Chance is explicit. Players who act simultaneously are asked one after the other. The information state of a player is
the story of what that player chose, saw others choose, and saw change; see `Story`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.text import to_text
from ...dsl.model.game import Game
from ...interpreter import Match, SetupError
from ...interpreter.extras import missing
from ...interpreter.ir import NONE, Argument
from ...interpreter.match.errors import IllegalChoiceError
from ...interpreter.match.output.encoding.encoder import Encoder
from ...interpreter.match.output.encoding.fields import Vector
from ...interpreter.match.secrecy.visibility import ChoiceFacts, in_time, visibility
from ...interpreter.match.state.forks import ForkPoint
from ...interpreter.match.state.journal import JournalEntry
from ...interpreter.memory.words import Memory
from ..files.games import open_game
from ..matches import options_of
from .nature import Nature, nature, utilities

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise missing(error, "openspiel") from None

NAME = "rulewright"
PARAMETERS = {"game": "", "players": 2, "variants": "", "options": "", "zero_sum": False}
"""The name or path of a game; the number of players; variants and options (`name:value`), separated by semicolons;
and whether the game is zero-sum, if its rules do not show that (each end of a match checks it).

OpenSpiel must be able to parse the string of a game, so a value has no comma, no parentheses and no equals sign."""


MOST_CHOICES = 16
"""The tensor of an information state holds at most this many single choices."""

STORY = 8
"""How many numbers hold the digest of a story, each with 16 bits: 128 in all, so two digests are never equal."""

Opened = tuple[str, tuple[str, ...]]
"""How a game is loaded: its name or path, and the variants."""

CAREFUL = Nature(least=-1, most=1, zero_sum=False, luck=True, secrets=True)
"""A nature that is safe for every game."""


def game_type(of: Nature = CAREFUL) -> Any:
    """The type of a game, or of all our games, for OpenSpiel."""
    chance, known, utility = (
        pyspiel.GameType.ChanceMode,
        pyspiel.GameType.Information,
        pyspiel.GameType.Utility,
    )
    return pyspiel.GameType(
        short_name=NAME,
        long_name="A game whose rules are text",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if of.luck else chance.DETERMINISTIC,
        information=known.IMPERFECT_INFORMATION if of.secrets else known.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if of.zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=100,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=False,
        parameter_specification=PARAMETERS,
    )


TYPE = game_type()


def register() -> None:
    """Makes `pyspiel.load_game("rulewright(game=…)")` work. You can call it more than once."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(TYPE, RulewrightGame)


class RulewrightGame(pyspiel.Game):
    """A game with a number of players. Raises `SetupError` if the game cannot be loaded or set up."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.opened = str(given["game"]), tuple(_split(given["variants"]))
        self.rules = _opened(*self.opened)
        self.players = int(given["players"])
        self.set_up = options_of([pair.replace(":", "=", 1) for pair in _split(given["options"])])
        first = self.match()
        self.nature = nature(first)
        if given["zero_sum"]:
            self.nature = attrs.evolve(self.nature, zero_sum=True)
        self.encoder = Encoder(first)
        self.space = self.encoder.actions
        self.choices_kept = min(self.rules.step_bound, MOST_CHOICES)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.space.numbers),
            max_chance_outcomes=len(self.space.chances),
            num_players=self.players,
            min_utility=self.nature.least,
            max_utility=self.nature.most,
            utility_sum=0.0 if self.nature.zero_sum else None,
            max_game_length=self.rules.step_bound,
        )
        super().__init__(game_type(self.nature), info, dict(params or {}))

    def match(self) -> Match:
        return Match(self.rules, self.players, 0, self.set_up, explicit_chance=True)

    def new_initial_state(self) -> RulewrightState:
        return RulewrightState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, recalls=iig_obs_type is not None and iig_obs_type.perfect_recall)


_GAMES: dict[Opened, Game] = {}
"""The loaded games. As long as its texts do not change, all states of a game share it."""


def _opened(name: str, variants: Sequence[str]) -> Game:
    report = Report()
    game = open_game(name, report, variants=variants) if name else None
    if game is None:
        raise SetupError(to_text(report.errors).strip() or f"say which game: {NAME}(game=my-game,players=2)")
    opened = name, tuple(variants)
    known = _GAMES.get(opened)
    if known is None or known.content_hash != game.content_hash:
        _GAMES[opened] = game
    return _GAMES[opened]


def _split(text: object) -> list[str]:
    return [part.strip() for part in str(text).split(";") if part.strip()]


@attrs.frozen
class Information:
    """What a player learnt with one step: as lines of text, as the observation after it, and as the last known
    choices (player and action; NONE if only the fact is known). `story` is a digest of everything learnt so far."""

    lines: tuple[str, ...]
    seen: Vector
    choices: tuple[tuple[int, int], ...]
    story: bytes


@attrs.define(eq=False)
class Story:
    """How a match came to a position: this memory, and the choice and the memory before it.

    What a player learnt is computed on request, once for each player. It has a line for each choice of the player,
    for each choice of others that the player learns about (but not which piece another player chose: if that is
    visible, the piece is seen), and for each change of what the player may know. Luck has no lines: its outcomes are
    seen, or not. While players act simultaneously, `fork` is where they began and `answers` is what they have chosen
    since; players learn the answers of others when all have answered.
    """

    memory: Memory
    fork: ForkPoint | None
    answers: tuple[JournalEntry, ...] = ()
    before: Story | None = None
    entry: JournalEntry | None = None
    player: int = NONE
    _information: dict[int, Information] = attrs.field(factory=dict)

    def text(self, player: int, match: Match, encoder: Encoder) -> str:
        """Everything that a player learnt; `match` is any match with the same rules, to read memories with."""
        self.information(player, match, encoder)
        return "\n".join(line for one in self._steps() for line in one._information[player].lines)

    def information(self, player: int, match: Match, encoder: Encoder) -> Information:
        """What a player learnt with the last step."""
        steps: list[Story] = []
        step: Story | None = self
        while step is not None and player not in step._information:
            steps.append(step)
            step = step.before
        reader = match.clone()
        for one in reversed(steps):
            reader.place(one.memory, one.fork, one.answers)
            one._information[player] = one._now(player, reader, encoder)
        return self._information[player]

    def _steps(self) -> list[Story]:
        """All steps, the first one first."""
        found: list[Story] = []
        step: Story | None = self
        while step is not None:
            found.append(step)
            step = step.before
        return found[::-1]

    def _now(self, player: int, reader: Match, encoder: Encoder) -> Information:
        seen = encoder.vector(reader, player)
        if self.before is None:
            lines = (f"player {player}", *encoder.changes(encoder.nothing, seen))
            return Information(lines, seen, (), _digest(b"", lines))
        last = self.before._information[player]
        choices = self._choices(player, reader, encoder)
        changes = encoder.changes(last.seen, seen)
        words = [self._in_words(one, reader, encoder) for one in choices]
        lines = (*words, *([", ".join(changes)] if changes else []))
        kept = (*last.choices, *choices)[-MOST_CHOICES:]
        return Information(lines, seen, kept, _digest(last.story, lines) if lines else last.story)

    def _choices(self, player: int, reader: Match, encoder: Encoder) -> list[tuple[int, int]]:
        """The choices that a player learns about now: who made them, and the action or NONE."""
        assert self.before is not None
        assert self.entry is not None
        if self.player == NONE:
            return []
        made = [(self.player, self.entry)]
        if self.before.fork is not None and len(self.answers) <= len(
            self.before.answers
        ):  # all have answered
            others = [one for one in (*self.before.answers, self.entry) if one.strand != player + 1]
            made = [(one.strand - 1, one) for one in sorted(others, key=lambda one: one.strand)]
            made += [(player, self.entry)] if self.player == player else []
        elif not in_time(player, self.entry.strand, joined=False):
            return []
        return [(who, self._what(who, one, player, reader, encoder)) for who, one in made]

    def _what(self, who: int, entry: JournalEntry, player: int, reader: Match, encoder: Encoder) -> int:
        """Which action was chosen; NONE if the player does not learn it."""
        action = reader.rules.action_of[entry.action]
        choice = ChoiceFacts(who, reader.rules.site(action.site).secret)
        hidden = player != who and action.argument in (Argument.DESIGN, Argument.PIECE)
        if hidden or visibility(choice, player, 0) != "what":
            return NONE
        return encoder.actions.indexes[entry.action]

    def _in_words(self, choice: tuple[int, int], reader: Match, encoder: Encoder) -> str:
        who, action = choice
        if action == NONE:
            return f"{who} has chosen"
        return f"{who}: {action} {reader.option(encoder.actions.numbers[action], who)}"


def _digest(before: bytes, lines: Sequence[str]) -> bytes:
    text = "\n".join(lines)
    return hashlib.blake2b(before + text.encode("utf-8"), digest_size=2 * STORY).digest()


def story(
    match: Match, before: Story | None = None, entry: JournalEntry | None = None, player: int = NONE
) -> Story:
    """The story of a match up to now."""
    began = match.fork
    if began is None:
        return Story(match.memory[:], None, (), before, entry, player)
    answers = tuple(match.journal[began.began :])
    return Story(match.memory[:], ForkPoint(began.memory, 0), answers, before, entry, player)


class Held:
    """A match with its story. OpenSpiel copies a state with `deepcopy`, and serializes it with `pickle`: a copy is a
    clone, and the serialized form is a save of the match and how its game is loaded."""

    def __init__(self, match: Match, story: Story, opened: Opened) -> None:
        self.match = match
        self.story = story
        self.opened = opened

    def __deepcopy__(self, memo: object) -> Held:
        return Held(self.match.clone(), self.story, self.opened)

    def __reduce__(self) -> tuple[Any, ...]:
        return _held_again, (self.opened, self.match.game.content_hash, self.match.save())

    def apply(self, action: int, player: int) -> None:
        """Takes an action by its number."""
        self.match.choose(action, None if player == NONE else player)
        self.story = story(self.match, self.story, self.match.journal[-1], player)


def _held_again(opened: Opened, content: str, save: str) -> Held:
    """Replays a save, to get its story."""
    game = _GAMES.get(opened)
    if game is None or game.content_hash != content:
        game = _opened(*opened)
    saved = Match.load(game, save)
    match = saved.clone()
    match.back_to(0)
    held = Held(match, story(match), opened)
    for entry in saved.journal:
        pending = next(one for one in match.pending() if one.strand == entry.strand)
        held.apply(entry.action, pending.player)
    return held


class RulewrightState(pyspiel.State):
    """A position. An action that is not legal raises `IllegalChoiceError`."""

    def __init__(self, game: RulewrightGame) -> None:
        super().__init__(game)
        match = game.match()
        self.held = Held(match, story(match), game.opened)

    @property
    def match(self) -> Match:
        """The match; do not change it."""
        return self.held.match

    def current_player(self) -> int:
        match = self.held.match
        if match.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        player = match.pending()[0].player
        return int(pyspiel.PlayerId.CHANCE) if player == NONE else player

    def _legal_actions(self, player: int) -> list[int]:
        match, space = self.held.match, self.get_game().space
        pending = match.pending()[0]
        indexes = space.chance_indexes if pending.player == NONE else space.indexes
        return sorted(indexes[number] for number in match.legal(pending.strand))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        match = self.held.match
        weights = match.rules.engine.outcomes(match.memory, match.pending()[0].strand)
        total = sum(weight for _, weight in weights)
        indexes = self.get_game().space.chance_indexes
        return [(indexes[action], weight / total) for action, weight in weights]

    def _apply_action(self, action: int) -> None:
        pending = self.held.match.pending()[0]
        self.held.apply(self._number(action, pending.player), pending.player)

    def _number(self, action: int, player: int) -> int:
        """The number in the rules of an action of OpenSpiel."""
        space = self.get_game().space
        known: tuple[int, ...] = space.chances if player < 0 else space.numbers
        if not 0 <= action < len(known):
            raise IllegalChoiceError(f"there is no action {action}")
        return known[action]

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{action} {self.held.match.option(self._number(action, player), max(player, NONE))}"

    def is_terminal(self) -> bool:
        return self.held.match.is_over

    def returns(self) -> list[float]:
        """The utility of the match to each player: see `utilities`."""
        found = utilities(self.held.match)
        if self.get_game().nature.zero_sum and sum(found):
            raise SetupError(f"this is not a zero-sum game: it ended with {found}", "leave out zero_sum=true")
        return found

    def information_state_string(self, player: int | None = None) -> str:
        """The story of a player (by default, of the player who decides)."""
        seat = self.current_player() if player is None else player
        return self.held.story.text(seat, self.held.match, self.get_game().encoder)

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now, without memory of the past."""
        seat = self.current_player() if player is None else player
        encoder: Encoder = self.get_game().encoder
        seen = encoder.vector(self.held.match, seat)
        return "\n".join([f"player {seat}", *encoder.changes(encoder.nothing, seen)])

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))


class Observer:
    """What a player sees, as a tensor and as a string; see OpenSpiel's `observation.py`. Algorithms in C++ use this
    instead of the state. `dict` has the parts of the tensor:

    - observation: the numbers of `Encoder`, what the player sees now. If it `recalls`, also
    - choices: the last choices that the player learnt about, latest first, each as its player and action
    - story: a digest of everything that the player ever learnt, which differs if only older steps differ

    The string is then the story itself. Two histories that a player can distinguish differ in both.
    """

    def __init__(self, game: RulewrightGame, *, recalls: bool = False) -> None:
        self.game = game
        self.recalls = recalls
        row = game.players + len(game.space.numbers)
        shapes: dict[str, tuple[int, ...]] = {"observation": (game.encoder.size,)}
        if recalls:
            shapes |= {"choices": (game.choices_kept, row), "story": (STORY,)}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        first = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[first : first + size].reshape(shape)
            first += size

    def set_from(self, state: RulewrightState, player: int) -> None:
        if not self.recalls:
            self.tensor[:] = self.game.encoder.vector(state.match, player)
            return
        known = state.held.story.information(player, state.match, self.game.encoder)
        self.tensor[:] = 0
        self.dict["observation"][:] = known.seen
        for row, (who, action) in zip(self.dict["choices"], reversed(known.choices), strict=False):
            row[who] = 1
            if action != NONE:
                row[self.game.players + action] = 1
        self.dict["story"][:] = np.frombuffer(known.story, dtype="<u2") / np.float32(1 << 16)

    def string_from(self, state: RulewrightState, player: int) -> str:
        return state.information_state_string(player) if self.recalls else state.observation_string(player)
