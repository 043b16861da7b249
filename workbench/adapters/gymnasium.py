"""Every game as a Gymnasium environment for one seat. Needs the extra `gymnasium`.

    import gymnasium
    import rulewright.adapters.gymnasium

    env = gymnasium.make("rulewright/my-game-v0", opponents="greedy")
    observation, info = env.reset(seed=7)
    action = env.action_space.sample(observation["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

Importing this registers all games that ship, each under the last part of its name; without an import,
`gymnasium.make("rulewright.adapters.gymnasium:rulewright/my-game-v0")` does the same. For games of your
own, use `RulewrightEnv(game)`. In games for several players, bots play the other seats.

The reward comes at the end: the score if the game keeps one; otherwise 1 for winning, -1 if somebody else has won,
and 0 if nobody has. An illegal action ends the match, with a reward of -1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ...dsl.model.game import Game
from ...interpreter import SetupError
from ...interpreter.bots.base import Bot, RandomBot
from ...interpreter.bots.registry import make_bot
from ...interpreter.extras import missing
from ...interpreter.match.setup.options import OptionValue
from ..files.shipped import shipped_games
from .opened import opened_game

try:
    import gymnasium

    from .spaces import RENDER_MODES, Player
    from .vector import RulewrightVectorEnv
except ImportError as error:
    raise missing(error, "gymnasium") from None

__all__ = ["RulewrightEnv", "RulewrightVectorEnv", "register"]

ILLEGAL = -1.0
NAMESPACE = "rulewright"
MOST_BEGUN = 100
"""After this many matches that end before the seat decides anything, `reset` gives up."""


class RulewrightEnv(gymnasium.Env[dict[str, Any], Any]):
    """Matches of a game as one seat plays them.

    `game` is a game, or the name or path of one, which is loaded with `variants`. `opponents` is the bot that plays
    the other seats (`random`, `greedy`, `search:200`); only matches of one player do without. `players` is the number
    of players, by default the fewest that the game allows. `seat` counts from 0; `options` are those of the set-up.
    With `planes`, observations include the planes of boards. `engine` is that of matches. Raises `SetupError` if the
    game does not allow this set-up.

    You can pickle and deep-copy environments, even in the middle of a match.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 (as for all)

    def __init__(
        self,
        game: Game | str,
        options: Mapping[str, OptionValue] | None = None,
        render_mode: str | None = None,
        *,
        players: int | None = None,
        seat: int = 0,
        opponents: str | None = None,
        variants: Sequence[str] = (),
        planes: bool = False,
        engine: str | None = None,
    ) -> None:
        opened = opened_game(game, variants) if isinstance(game, str) else game
        if players is None:
            players = opened.players[0]
        if players > 1 and opponents is None:
            raise SetupError("the other seats need bots", 'say which: opponents="random"')
        if not 0 <= seat < players:
            raise SetupError(f"there is no seat {seat}", f"seats are numbered from 0 to {players - 1}")
        self.player = Player(opened, players, options or {}, planes=planes, engine=engine)
        self.seat = seat
        self.opponents = opponents
        self.render_mode = render_mode
        self.action_space = self.player.action_space()
        self.observation_space = self.player.observation_space()
        self._bots: dict[int, Bot] = {}
        self._seat_bots()
        self._ended = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        for _ in range(MOST_BEGUN):
            self.player.begin(seed)
            self._seat_bots()
            self._let_others_play()
            if not self.player.is_over and not self.player.endless:
                self._ended = False
                return self._seen()
            seed = None
        raise SetupError(f"the matches are over before seat {self.seat} decides anything")

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self._ended:
            raise gymnasium.error.ResetNeeded("the match is over: call reset()")
        if int(action) not in self.player.legal(self.seat):
            self._ended = True
            observation, info = self._seen()
            return observation, ILLEGAL, True, False, info
        self.player.choose(int(action), self.seat)
        self._let_others_play()
        over, endless = self.player.is_over, self.player.endless
        self._ended = over or endless
        observation, info = self._seen()
        if self.render_mode == "human":
            self.render()
        return observation, self.player.rewards()[self.seat], over, endless and not over, info

    def _seat_bots(self) -> None:
        others = [seat for seat in range(self.player.players) if seat != self.seat]
        if self.opponents is not None:
            self._bots = {seat: make_bot(self.opponents, self.player.dice.getrandbits(63)) for seat in others}

    def _let_others_play(self) -> None:
        """Plays on until the seat decides, or the match ends."""
        if self._others_play_in_row():
            return
        match = self.player.match
        while not match.is_over and not self.player.endless:
            pending = match.pending()
            if any(one.player == self.seat for one in pending):
                return
            decision = match.decision
            match.choose(self._bots[decision.player].choose(match, decision), decision.player)

    def _others_play_in_row(self) -> bool:
        """Plays on in machine code, as far as that can be. Bots that think need a `Match`, and if players act
        simultaneously, the seat is asked before others who could be, too."""
        player, seat = self.player, self.seat
        if player.simultaneous and player.players > 1:
            return False
        while player.row is not None:
            row = player.row
            if row.over or row.player == seat:
                return True
            bot = self._bots[row.player]
            if type(bot) is not RandomBot:
                return False
            legal = row.legal()
            player.choose(legal[bot.random.below(len(legal))], row.player)
        return False

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        observation = self.player.observation(self.seat, deciding=not self._ended)
        return observation, {"action_mask": observation["action_mask"]}

    def render(self) -> str | None:
        if self.render_mode == "human":
            print(self.player.text())
        return self.player.text() if self.render_mode == "ansi" else None


def register() -> None:
    """Registers the shipped games in Gymnasium, with bots that play at random in the other seats unless you pass
    `opponents` to `gymnasium.make`. You can call it more than once."""
    names = list(shipped_games())
    last = Counter(name.rpartition("/")[2] for name in names)
    for name in names:
        short = name.rpartition("/")[2]
        called = f"{NAMESPACE}/{short if last[short] == 1 else name.replace('/', '-')}-v0"
        if called not in gymnasium.registry:
            gymnasium.register(
                called,
                entry_point="rulewright.adapters.gymnasium:RulewrightEnv",
                vector_entry_point="rulewright.adapters.gymnasium:RulewrightVectorEnv",
                kwargs={"game": name, "opponents": "random"},
            )


register()
