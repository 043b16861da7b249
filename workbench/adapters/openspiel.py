"""Every game as a game of OpenSpiel, so that its algorithms run on ours. Needs the extra `openspiel`.

    import pyspiel
    from rulewright.adapters import openspiel

    openspiel.register()
    game = pyspiel.load_game("rulewright(game=my-game,players=3)")

Luck is explicit. Where players act at once they are asked one after the other. The information state of a
player is the story of what that player chose, saw others choose, and saw change; see `Story`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match, SetupError
from rulewright.interpreter.ir import NONE, Argument
from rulewright.interpreter.match.encoding import Encoder
from rulewright.interpreter.match.journal import Entry
from rulewright.interpreter.match.sight import Choice, in_time, telling
from rulewright.interpreter.match.simultaneous import Fork
from rulewright.interpreter.memory.words import Memory

from ..extras import missing
from ..files import open_game
from ..matches import options_of
from .nature import Nature, ends_worth, nature

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise missing(error, "openspiel") from None

NAME = "rulewright"
PARAMETERS = {"game": "", "players": 2, "variants": "", "options": "", "zero_sum": False}
"""A shipped name or a path; how many; variants and options (`name:value`), each parted by semicolons; and
whether what is won is always what others lose, where that does not show in the rules (it is checked at each end).

A game's string must be one that OpenSpiel reads, so a value has no comma, no brackets and no equals sign."""


CAREFUL = Nature(least=-1, most=1, zero_sum=False, luck=True, secrets=True)
"""What may hold of any game."""


def game_type(of: Nature = CAREFUL) -> Any:
    """What OpenSpiel is told of a game, or of all our games."""
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
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=False,
        parameter_specification=PARAMETERS,
    )


TYPE = game_type()


def register() -> None:
    """Makes `pyspiel.load_game("rulewright(game=…)")` work. Once is enough; more often does no harm."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(TYPE, RulewrightGame)


class RulewrightGame(pyspiel.Game):
    """A game with a number of players. Raises `SetupError` if it cannot be opened or set up so."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.rules = _opened(str(given["game"]), _parted(given["variants"]))
        self.players = int(given["players"])
        self.set_up = options_of([pair.replace(":", "=", 1) for pair in _parted(given["options"])])
        first = self.match()
        self.nature = nature(first)
        if given["zero_sum"]:
            self.nature = attrs.evolve(self.nature, zero_sum=True)
        self.encoder = Encoder(first)
        actions = first.rules.lowered.program.actions
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=actions if self.nature.luck else 0,
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
        return Observer(self.encoder, recalls=iig_obs_type is not None and iig_obs_type.perfect_recall)


def _opened(name: str, variants: list[str]) -> Game:
    report = Report()
    game = open_game(name, report, variants=variants) if name else None
    if game is None:
        raise SetupError(to_text(report.errors).strip() or f"say which game: {NAME}(game=my-game,players=2)")
    return game


def _parted(text: object) -> list[str]:
    return [part.strip() for part in str(text).split(";") if part.strip()]


@attrs.define(eq=False)
class Story:
    """How a match came to a position: this memory, and the choice and the memory before it.

    What a player was told is worked out when it is asked for, once for each player. It has a line for each
    choice of theirs, for each that they are told of (not which piece somebody chose: where that can be seen,
    the piece is seen), and for each change of what they may know. Luck has none: its outcomes show, or not.
    While players act simultaneously, `fork` is where they began and `answers` what they have chosen since.
    """

    memory: Memory
    fork: Fork | None
    answers: tuple[Entry, ...] = ()
    before: Story | None = None
    entry: Entry | None = None
    player: int = NONE
    told: dict[int, tuple[str, list[int]]] = attrs.field(factory=dict)

    def of(self, player: int, match: Match, encoder: Encoder) -> str:
        """All that a player was told; `match` is a match of the same rules to look with."""
        steps: list[Story] = []
        step: Story | None = self
        while step is not None and player not in step.told:
            steps.append(step)
            step = step.before
        eyes = match.clone()
        for one in reversed(steps):
            eyes.place(one.memory, one.fork, one.answers)
            one.told[player] = one._now(player, eyes, encoder)
        return self.told[player][0]

    def _now(self, player: int, eyes: Match, encoder: Encoder) -> tuple[str, list[int]]:
        seen = encoder.vector(eyes, player)
        if self.before is None or self.entry is None:
            lines = [f"player {player}", *encoder.changes([0] * encoder.size, seen)]
            return "\n".join(lines), seen
        text, saw = self.before.told[player]
        changes = encoder.changes(saw, seen)
        lines = [*self._choice(player, eyes), *([", ".join(changes)] if changes else [])]
        return "\n".join([text, *lines]), seen

    def _choice(self, player: int, eyes: Match) -> list[str]:
        assert self.entry is not None
        if self.player == NONE:
            return []
        action = eyes.rules.action_of[self.entry.action]
        choice = Choice(self.player, eyes.rules.site(action.site).secret)
        told = in_time(player, self.entry.strand, joined=False) and telling(choice, player, 0) == "what"
        if not told or (player != self.player and action.argument in (Argument.DESIGN, Argument.PIECE)):
            return []
        return [f"{self.player}: {self.entry.action} {eyes.option(self.entry.action, self.player)}"]


def story(match: Match, before: Story | None = None, entry: Entry | None = None, player: int = NONE) -> Story:
    """The story of a match up to now."""
    began = match.fork
    if began is None:
        return Story(match.memory[:], None, (), before, entry, player)
    answers = tuple(match.journal[began.began :])
    return Story(match.memory[:], Fork(began.memory, 0), answers, before, entry, player)


class Held:
    """A match with its story. OpenSpiel copies a state by copying what is in it deeply: this is how."""

    def __init__(self, match: Match, story: Story) -> None:
        self.match = match
        self.story = story

    def __deepcopy__(self, memo: object) -> Held:
        return Held(self.match.clone(), self.story)


class RulewrightState(pyspiel.State):
    """A position. An action that is not legal raises `IllegalChoiceError`."""

    def __init__(self, game: RulewrightGame) -> None:
        super().__init__(game)
        match = game.match()
        self.held = Held(match, story(match))

    @property
    def match(self) -> Match:
        """The match; not to be changed."""
        return self.held.match

    def current_player(self) -> int:
        match = self.held.match
        if match.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        player = match.pending()[0].player
        return int(pyspiel.PlayerId.CHANCE) if player == NONE else player

    def _legal_actions(self, player: int) -> list[int]:
        match = self.held.match
        return sorted(match.legal(match.pending()[0].strand))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        match = self.held.match
        weights = match.rules.engine.outcomes(match.memory, match.pending()[0].strand)
        total = sum(weight for _, weight in weights)
        return [(action, weight / total) for action, weight in weights]

    def _apply_action(self, action: int) -> None:
        match, before = self.held.match, self.held.story
        pending = match.pending()[0]
        match.choose(action, None if pending.player == NONE else pending.player)
        self.held.story = story(match, before, match.journal[-1], pending.player)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{action} {self.held.match.option(action, max(player, NONE))}"

    def is_terminal(self) -> bool:
        return self.held.match.is_over

    def returns(self) -> list[float]:
        """What the match was worth to each player: see `ends_worth`."""
        found = ends_worth(self.held.match)
        if self.get_game().nature.zero_sum and sum(found):
            raise SetupError(f"this is no zero-sum game: it has ended {found}", "leave zero_sum=true out")
        return found

    def information_state_string(self, player: int | None = None) -> str:
        """The story of a player (without one: of who decides)."""
        seat = self.current_player() if player is None else player
        return self.held.story.of(seat, self.held.match, self.get_game().encoder)

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now, without memory of the past."""
        seat = self.current_player() if player is None else player
        encoder: Encoder = self.get_game().encoder
        seen = encoder.vector(self.held.match, seat)
        return "\n".join([f"player {seat}", *encoder.changes([0] * encoder.size, seen)])

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))


class Observer:
    """The numbers of `Encoder` as a tensor, and as a string the story of a player if it `recalls`, else what
    that player sees now; see OpenSpiel's `observation.py`. Algorithms in C++ ask this, and not the state."""

    def __init__(self, encoder: Encoder, *, recalls: bool = False) -> None:
        self.encoder = encoder
        self.recalls = recalls
        self.tensor = np.zeros(encoder.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RulewrightState, player: int) -> None:
        self.tensor[:] = self.encoder.vector(state.match, player)

    def string_from(self, state: RulewrightState, player: int) -> str:
        return state.information_state_string(player) if self.recalls else state.observation_string(player)
