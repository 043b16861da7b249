"""Bots by name, agents that somebody has programmed, as `module:factory`, and networks that have learnt, as
`agent.npz`.

The factory is a function of a seed that returns a bot, usually a subclass of `rulewright.Bot`. Its module is one that
Python can import, also from the current folder, or a file: `./mine.py:factory`. The file of a network is called .npz,
or anything after `file:`; a number after a colon is its temperature, and `sims=100` there lets it guide a search.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import attrs

from ..dsl.diagnostics.suggest import closest
from ..dsl.model.game import Game
from ..interpreter import Match, SetupError
from ..interpreter.bots import Bot
from ..interpreter.bots.registry import BOTS, read_bot
from ..interpreter.bots.registry import HELP as HELP_OF_BOTS
from ..interpreter.extras import MissingExtraError
from ..interpreter.match.decisions.decision import Decision, Option
from ..interpreter.match.errors import StaleSaveError
from ..interpreter.simulation.simulate import BotMaker

if TYPE_CHECKING:
    from ..interpreter.learning.network import Network

FORM = "write module:factory or ./file.py:factory, with a function of a seed that returns a bot"


HELP = (
    f"{HELP_OF_BOTS}; or an agent of your own: module:factory or ./file.py:factory, a function of a seed that "
    "returns a bot; or a network that has learnt the game: agent.npz (agent.npz:0 always takes what it likes best, "
    "agent.npz:sims=100 searches with its help)"
)
"""The ways to write a bot or an agent, for the help of commands."""
NOT_BOTS = ("person", "stop")
"""What stands where a bot could: no agent has such a name."""
_NETWORK = re.compile(r"(file:)?(.+?)(?::(sims=)?([0-9.]+))?", re.DOTALL)


class AgentError(Exception):
    """An agent went wrong in the middle of a match."""


def agent(text: str) -> BotMaker:
    """What makes a bot, from how it is written on the command line. Raises `SetupError` if nothing does, and
    `SaveError` for a file that is no network."""
    network = _network(text.strip())
    if network is not None:
        return network
    module, colon, _ = text.rpartition(":")
    if not colon or module in BOTS or not module.strip():
        try:
            read_bot(text)
        except SetupError as error:
            if module in BOTS:
                raise
            raise SetupError(
                str(error).rstrip("."), "an agent of your own is written module:factory, a network agent.npz"
            ) from None
        return text.strip()
    _factory(text)
    return Agent(text)


def check_agents(makers: Iterable[BotMaker], game: Game, players: int) -> None:
    """Raises `StaleSaveError` if a network has not learnt this game, with as many players."""
    for one in makers:
        if isinstance(one, Learnt):
            one.check(game, players)


def learnt_with(texts: Iterable[str]) -> str | None:
    """With how many players the networks among these bots have learnt, as `--players` has it: that of the first; None
    if there are none. Raises what `agent` raises."""
    makers = map(agent, texts)
    return next((str(one.network.players) for one in makers if isinstance(one, Learnt)), None)


def offer(texts: Iterable[str]) -> tuple[str, ...]:
    """Gives agents and networks a name in this process, as bots have one: that of the file or function. Returns the
    names. Raises `SetupError` for a name that is taken, and what `agent` raises."""
    found: dict[str, Agent | Learnt] = {}
    for text in texts:
        maker = agent(text)
        if not isinstance(maker, Agent | Learnt):
            raise SetupError(f"'{text}' is a bot that is there anyway", "leave it out")
        name = maker.name
        if not re.fullmatch(r"[\w.-]{1,40}", name):
            raise SetupError(f"'{name}' cannot be the name of a bot", "use letters, digits and hyphens")
        if name in found or (name in BOTS and BOTS[name] != maker) or name in NOT_BOTS:
            raise SetupError(f"there is already a bot '{name}'", f"call {text} otherwise")
        found[name] = maker
    BOTS.update(found)
    return tuple(found)


def check_named(names: Iterable[str], game: Game, players: int) -> None:
    """Raises `StaleSaveError` if one of these bots is a network that has not learnt this game."""
    makers = [BOTS.get(name) for name in names]
    check_agents([one for one in makers if one is not None], game, players)


def rules_of(name: str) -> str | None:
    """The content hash of the only rules by which a bot of this name plays; None if it plays any game."""
    maker = BOTS.get(name)
    return maker.network.hash if isinstance(maker, Learnt) else None


def _network(text: str) -> Learnt | None:
    """The network that a text names, if it names one."""
    found = _NETWORK.fullmatch(text)
    before, colon, more = text.partition(".npz:")
    file = f"{before}.npz"
    if colon and (found is None or not found[2].endswith(".npz")):
        raise SetupError(
            f"'{more}' is neither a temperature nor a number of simulations",
            f"write {file}:0.5 or {file}:sims=100",
        )
    if found is None or not (found[1] or found[2].endswith(".npz")):
        return None
    try:
        from ..interpreter.learning.network import Network  # which needs numpy
        from ..interpreter.learning.thinking import GuidedBot
    except MissingExtraError as error:
        raise SetupError(f"'{text}' is a network, and {error}") from None
    network = Network.load(found[2])
    if found[3] is not None:
        if not found[4].isdecimal():
            raise SetupError(f"'{found[4]}' is no number of simulations", f"write {found[2]}:sims=100")
        return Learnt(text, network, GuidedBot.by(network, int(found[4])))
    try:
        network = network if found[4] is None else network.at(float(found[4]))
    except ValueError:
        raise SetupError(f"'{found[4]}' is no temperature", f"write a number, as in {found[2]}:0.5") from None
    return Learnt(text, network, network.bot)


@attrs.frozen
class Learnt:
    """Makes bots that play as a network says. It has the network, since other machines need not have the file."""

    text: str
    network: Network = attrs.field(eq=False)
    bot: Callable[[int], Bot] = attrs.field(eq=False)

    @property
    def name(self) -> str:
        """The name of the file, without its ending."""
        found = _NETWORK.fullmatch(self.text)
        return Path(found[2] if found else self.text).stem

    def __call__(self, seed: int) -> Bot:
        return _Watched(seed, self.text, self.bot(seed))

    def check(self, game: Game, players: int) -> None:
        """Raises `StaleSaveError` if the network has not learnt this game, with as many players."""
        try:
            self.network.check_game(game, players)
        except StaleSaveError as error:
            raise StaleSaveError(f"{self.text}: {error.message}", error.help) from None


@attrs.frozen
class Agent:
    """Makes a bot by a function that each process imports for itself."""

    text: str

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.text.rpartition(":")[2]

    def __call__(self, seed: int) -> Bot:
        try:
            made = _factory(self.text)(seed)
        except Exception as error:
            raise AgentError(f"{self.text} cannot make a bot: {_why(error)}") from error
        if not callable(getattr(made, "choose", None)):
            raise AgentError(f"{self.text} makes no bot: what it returns has no method 'choose'")
        return _Watched(seed, self.text, made)


class _Watched(Bot):
    """A bot whose errors name it."""

    def __init__(self, seed: int, text: str, bot: Any) -> None:
        super().__init__(seed)
        self.text, self.bot = text, bot

    def choose(self, match: Match, decision: Decision) -> Option:
        try:
            option: Option = self.bot.choose(match, decision)
        except Exception as error:
            raise AgentError(f"{self.text} fails at '{decision.prompt}': {_why(error)}") from error
        if option not in decision.options:
            raise AgentError(
                f"{self.text} chose {option!r}, which is none of the options of '{decision.prompt}'"
            )
        return option


@cache
def _factory(text: str) -> Callable[[int], Any]:
    name, _, factory = text.rpartition(":")
    module = _module(text, name)
    found = getattr(module, factory, None)
    if not callable(found):
        meant = closest(factory, [one for one in vars(module) if callable(getattr(module, one))])
        hint = f"did you mean '{name}:{meant}'?" if meant else FORM
        raise SetupError(f"'{name}' has no function '{factory}'", hint)
    made: Callable[[int], Any] = found
    return made


def _module(text: str, name: str) -> ModuleType:
    try:
        if not name.endswith(".py"):
            here = str(Path.cwd())
            if here not in sys.path:
                sys.path.append(here)  # last, so that no file here hides a library
            return import_module(name)
        path = Path(name)
        if not path.is_file():
            raise FileNotFoundError(f"there is no file {name}")
        spec = spec_from_file_location(path.stem, path)
        if spec is None or spec.loader is None:
            raise ImportError("it is no module of Python")
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
    except Exception as error:
        raise SetupError(f"the agent '{text}' cannot be imported: {_why(error)}", FORM) from error
    return module


def _why(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
