"""What commands that play share: the arguments that set up a match, and how to read them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from ..dsl.languages import BASE
from ..dsl.model.game import Game
from ..interpreter import MatchError, SetupError
from ..interpreter.match.setup.options import OptionValue, names_of, option_cells, wrong_count
from ..interpreter.match.setup.rules import prepare
from ..interpreter.simulation.simulate import BotMaker
from .agents import HELP, agent, check_agents
from .commandline.arguments import add_game, whole_number
from .commandline.engines import add_engine
from .terminal.speech import say


def add_setup(parser: argparse.ArgumentParser) -> None:
    """--players, --seed, --option."""
    parser.add_argument(
        "--players", metavar="N|NAMES", help="how many players, or their names: Anna,Bob,Cyril"
    )
    parser.add_argument(
        "--seed",
        type=whole_number,
        default=None,
        help="a number that fixes the luck of the match (default: random)",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game's set-up; may be repeated",
    )


def add_matches(parser: argparse.ArgumentParser, matches: str) -> None:
    """GAME, what sets up a match, --engine, --matches (which says how many `matches`) and --bot."""
    add_game(parser)
    add_setup(parser)
    add_engine(parser)
    parser.add_argument("--matches", type=whole_number, default=1000, metavar="N", help=matches)
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        type=bot_name,
        metavar="BOT",
        help=f"how bots decide; give it once for all seats, or once for each: {HELP}",
    )


def player_names(game: Game, text: str | None, language: str = BASE) -> list[str]:
    """The players' names. Raises `SetupError` if the game does not allow that many players."""
    least, most = game.players
    usual = say("player", language)
    if text is None:
        return [f"{usual} {number + 1}" for number in range(min(max(least, 3), most))]
    given = text.strip()
    if given.isascii() and given.isdecimal():
        names = [f"{usual} {number + 1}" for number in range(int(given))] if len(given) < 3 else []
    else:
        names = [name.strip() for name in text.split(",") if name.strip()]
        given = str(len(names))
    if not least <= len(names) <= most:
        raise SetupError(wrong_count(game, given))
    return list(names_of(game, names))


def options_of(pairs: list[str]) -> dict[str, OptionValue]:
    """The options given as NAME=VALUE. Raises `SetupError` for one without a value."""
    found: dict[str, OptionValue] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise SetupError(f"'{pair}' has no value", "write --option 'name=value'")
        found[name.strip()] = value.strip()
    return found


def bot_name(text: str) -> str:
    """The value of `--bot`, checked: a bot, an agent or a network."""
    try:
        agent(text)
    except MatchError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def bots_for(bots: list[str], seats: int, game: Game) -> tuple[BotMaker, ...]:
    """What makes a bot for each seat, if one or one for each seat was named; none otherwise. Raises `SetupError` for
    another number of them, and `StaleSaveError` for a network that has not learnt this game."""
    found = tuple(map(agent, bots))
    found = found * seats if len(found) == 1 else found
    if found and len(found) != seats:
        raise SetupError(f"{len(found)} bots for {seats} seats", "give --bot once, or once for each seat")
    check_agents(found, game, seats)
    return found


def playable(game: Game, names: list[str], options: Mapping[str, OptionValue]) -> None:
    """Raises `SetupError` for whatever is wrong with the set-up of matches. No match begins: faults of rules, even
    immediate ones, are for the matches themselves to show, and so is what the engine that plays them cannot do."""
    names_of(game, names)
    option_cells(prepare(game, engine="python").lowered.tables, options)
