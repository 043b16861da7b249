"""`rulewright play`: a match at the terminal, or in a browser, between people, bots, or both."""

from __future__ import annotations

import argparse
import contextlib
import errno
import io
import random
import shlex
import signal
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from ...dsl.diagnostics.text import to_text
from ...dsl.document.reader import Text
from ...dsl.languages import BASE, tags
from ...dsl.model.game import Game
from ...dsl.scenarios.classes import ScenarioDoc
from ...interpreter import BrokenRulesError, Match, MatchError, StaleSaveError
from ...interpreter.bots import Bot
from ...interpreter.bots.registry import BOTS, SENSIBLE, make_bot
from ...interpreter.match.match import Retraced
from ...interpreter.match.records.record import LARGEST
from ...interpreter.match.setup.options import names_of, option_cells
from ...interpreter.match.setup.rules import prepare
from ..agents import HELP, AgentError, agent, check_agents, learnt_with, offer
from ..commandline.arguments import add_game, found_game, opened, whole_number
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console, RefusedError
from ..commandline.engines import add_engine
from ..commandline.extras import need_web
from ..commandline.named_scenario import named_scenario
from ..fault_reports import report_fault
from ..files.saves import unfit_for_save
from ..matches import add_setup, bot_name, options_of, player_names
from ..terminal.table import Table

DESCRIPTION = """\
Play a match at this terminal. You are the first player and bots play the others, unless --seat says where you sit
or --people says how many people play. While you play, type the number or the name of an option, or: undo,
look, view, log, read NAME, rules [SECTION], legend, why OPTION, save [FILE], help, quit."""
EXAMPLES = (
    "rulewright play ./my-game                      against two bots",
    "rulewright play ./my-game --people 2 --players Eva,Jan",
    "rulewright play ./my-game --seat 2             as the second player",
    "rulewright play ./my-game --bots --seed 7      watch bots play",
    "rulewright play ./my-game --bots random        watch bots that choose at random",
    "rulewright play ./my-game --bot search:2s      against bots that think for two seconds",
    "rulewright play ./my-game --bots agent.npz     watch a network that has learnt the game",
    "rulewright play ./my-game --resume my.save     resume a saved match",
    "rulewright play GAME --scenario FILE:NAME      begin where a scenario begins",
    "rulewright play ./my-game --web                in a browser (needs rulewright[web])",
    "rulewright play ./my-game --web --live         on a design table: what you save is played on",
)
EXIT_CODES = "0 the match ended or you left it, 1 errors or a fault of the rules, 2 bad usage or no such game"

REPLACED = ("resume", "players", "seed", "option", "web")
"""What a scenario says itself."""
DEFAULTS = {"lang": BASE, "bot": None, "forced": "take"}
"""What is not repeated in the command that resumes a save."""


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_setup(parser)
    add_engine(parser)
    parser.add_argument(
        "--people", type=whole_number, metavar="N", help="how many people play, from seat 1 (default 1)"
    )
    seats = "a seat that a person takes, from 1; may be repeated (default: the first)"
    parser.add_argument("--seat", type=whole_number, action="append", metavar="N", help=seats)
    parser.add_argument(
        "--bots",
        action=_Once,
        nargs="?",
        type=_watched_bot,
        const=True,
        metavar="BOT",
        help=f"bots play all seats, and you watch; which bot: as for --bot (default: {SENSIBLE})",
    )
    parser.add_argument(
        "--bot",
        action="append",
        type=bot_name,
        default=DEFAULTS["bot"],
        metavar="BOT",
        help=f"the bot of the seats that no person takes, once for all or once for each: {HELP} "
        f"(default: {SENSIBLE})",
    )
    parser.add_argument(
        "--lang",
        metavar="LANGUAGE",
        default=DEFAULTS["lang"],
        help=f"the language of names and log: {', '.join(tags())}, or one that the game declares",
    )
    parser.add_argument(
        "--forced",
        choices=("take", "ask"),
        default=DEFAULTS["forced"],
        help="if there is only one option: take it (unless that reveals a secret), or ask anyway",
    )
    parser.add_argument(
        "--resume", metavar="FILE", help="resume a saved match, or a record just before its fault"
    )
    parser.add_argument(
        "--other-rules",
        action="store_true",
        help="resume even if the rules have changed since, as far as what was chosen can still be chosen",
    )
    parser.add_argument(
        "--scenario",
        metavar="FILE:NAME",
        help="begin where this scenario begins, with its players, options, seed and variants",
    )
    parser.add_argument(
        "--web",
        action="store_true",
        help="play in a browser; the match ends with this command (see also serve)",
    )
    parser.add_argument(
        "--live",
        action="store_true",
        help="with --web: a design table, on which every save of the game's files is played on",
    )
    parser.add_argument(
        "--save", metavar="FILE", default=None, help="where 'save' writes (default: GAME.save)"
    )


class _Once(argparse.Action):
    """An option that is refused the second time, instead of forgetting the first."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        if getattr(namespace, self.dest) is not None:
            raise argparse.ArgumentError(self, "give it once; for several bots: --bots --bot ONE --bot OTHER")
        setattr(namespace, self.dest, values)


def _watched_bot(text: str) -> str:
    """The value of `--bots`, checked. (`Parser.arranged` has moved the name of a game that is there.)"""
    try:
        return bot_name(text)
    except argparse.ArgumentTypeError as error:
        if text.partition(":")[0] in BOTS:
            raise
        raise argparse.ArgumentTypeError(f"{error}; if it is the game, write it before --bots") from None


def run(args: argparse.Namespace, console: Console) -> int:
    scenario = named_scenario(args, console, "play", REPLACED) if args.scenario is not None else None
    game = opened(args, console)
    if args.lang not in game.languages:
        known = ", ".join(game.languages)
        console.remark(f"rulewright play: there is no language '{args.lang}' (choose from {known})")
        return BAD_USAGE
    if args.live and not args.web:
        console.remark("rulewright play: --live is for a table in a browser; add --web")
        return BAD_USAGE
    if args.web:
        return _play_in_a_browser(args, game, console)
    try:
        match = _match(args, game, console) if scenario is None else _begun(game, *scenario, console)
    except BrokenRulesError as broken:
        report_fault(broken, console)
        return FINDINGS
    except StaleSaveError as error:
        message = f"{error.message} ('--other-rules' tries it)" if error.may_be_tried else str(error)
        console.remark(f"rulewright play: {error.code}: {message}")
        return BAD_USAGE
    except MatchError as error:
        console.remark(f"rulewright play: {error.code}: {error}")
        return BAD_USAGE
    except OSError as error:
        console.remark(f"rulewright play: {args.resume} cannot be read: {(error.strerror or '').lower()}")
        return BAD_USAGE
    wrong = _wrong_seats(args, len(match.players))
    if wrong is not None:
        console.remark(f"rulewright play: {wrong}")
        return BAD_USAGE
    chosen = {seat: agent(bot) for seat, bot in _bots(args, len(match.players)).items()}
    try:
        check_agents(tuple(chosen.values()), game, len(match.players))
    except StaleSaveError as error:
        console.remark(f"rulewright play: {error.code}: {error}")
        return BAD_USAGE
    bots: dict[int, Bot] = {seat: make_bot(maker, match.seed + seat) for seat, maker in chosen.items()}
    if len(args.bot or ()) > 1:
        for seat, bot in _bots(args, len(match.players)).items():
            console.write(f"{match.players[seat]}: {bot}")
    saves = Path(args.save or f"{Path(args.game).resolve().name}.save")
    reason = unfit_for_save(saves)
    if reason is not None:
        console.remark(
            f"rulewright play: {saves} is not a place for a save: {reason}; name another file with --save"
        )
        return BAD_USAGE
    table = Table(
        match,
        bots,
        console,
        args.lang,
        saves,
        sys.stdin or io.StringIO(),
        lambda path: _again(args, path),
        args.forced,
        resumable=scenario is None,
        own=saves if args.resume is not None and args.save == args.resume else None,
    )
    try:
        with _saved_on_termination():
            return table.play()
    except BrokenRulesError as broken:
        report_fault(broken, console)
        console.remark(f"seed: {match.seed}")
        console.remark(f"record: {broken.record}")
        return FINDINGS
    except AgentError as error:
        console.remark(f"rulewright play: {error}; correct the agent, or play with another")
        return FINDINGS


def _play_in_a_browser(args: argparse.Namespace, game: Game, console: Console) -> int:
    """Serves one match until it is interrupted, and opens it in a browser."""
    need_web()
    from ..seats.seating import PERSON
    from ..web.app import Settings
    from ..web.messages import NewMatch
    from ..web.serving import PortError, address_of, opened_port, serve

    if args.resume is not None:
        console.remark("rulewright play: --web begins a new match; leave out --resume, or --web")
        return BAD_USAGE
    try:
        names = player_names(game, args.players or learnt_with(_named(args)), args.lang)
        options = options_of(args.option)
        names_of(game, names)
        option_cells(prepare(game).lowered.tables, options)
    except MatchError as error:
        console.remark(f"rulewright play: {error.code}: {error}")
        return BAD_USAGE
    wrong = _wrong_seats(args, len(names))
    if wrong is not None:
        console.remark(f"rulewright play: {wrong}")
        return BAD_USAGE
    unnamed = [one for one in args.variant if one not in found_game(args.game, console).variants()]
    if unnamed:
        console.remark(f"rulewright play: --web takes the game's own variants by name, not '{unnamed[0]}'")
        return BAD_USAGE
    bots = _bots(args, len(names))
    try:
        makers = {bot: agent(bot) for bot in bots.values()}
        check_agents(tuple(makers.values()), game, len(names))
        agents = tuple(bot for bot, maker in makers.items() if not isinstance(maker, str))
        called = dict(zip(agents, offer(agents), strict=True))
    except MatchError as error:
        console.remark(f"rulewright play: {error.code}: {error}")
        return BAD_USAGE
    first = NewMatch(
        game=args.game,
        variants=tuple(args.variant),
        players=tuple(names),
        plays=tuple(
            called.get(bots[seat], bots[seat]) if seat in bots else PERSON for seat in range(len(names))
        ),
        options=options,
        seed=args.seed,
    )
    try:
        listening = opened_port("127.0.0.1", 0)
    except PortError as error:
        console.remark(f"rulewright play: no port can be opened: {error}")
        return FINDINGS

    def ready(started: Any) -> None:
        links = [
            f"{address_of(listening)}/t/{started.match}#{token}"
            for token in started.tokens
            if token is not None
        ] or [f"{address_of(listening)}/t/{started.match}"]
        for link in links:
            console.write(link)
        console.write("Ctrl-C ends the match")
        console.out.flush()
        webbrowser.open(links[0])

    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(KeyboardInterrupt):
        settings = Settings(Path(folder) / "matches.sqlite", (args.game,), live=args.live, agents=agents)
        return CLEAN if serve(settings, listening, ready, first) else FINDINGS
    return CLEAN


def _again(args: argparse.Namespace, path: Path) -> str:
    """The command that resumes a save with the present arguments; the save holds the rest."""
    words = ["rulewright", "play", args.game]
    words += [word for variant in args.variant for word in ("--variant", variant)]
    words += ["--resume", str(path)]
    words += ["--people", str(args.people)] if args.people is not None else []
    words += [word for seat in args.seat or () for word in ("--seat", str(seat))]
    words += ["--lang", args.lang] if args.lang != DEFAULTS["lang"] else []
    words += [word for bot in args.bot or () for word in ("--bot", bot)]
    words += ["--forced", args.forced] if args.forced != DEFAULTS["forced"] else []
    return shlex.join(words)


def _wrong_seats(args: argparse.Namespace, players: int) -> str | None:
    """What is wrong with --bots, --bot, --people or --seat; None if nothing is."""
    if isinstance(args.bots, str) and args.bot is not None:
        return "say which bot once: --bots BOT, or --bots --bot BOT"
    if args.bots and (args.people or args.seat):
        return "with --bots bots play every seat; leave out --bots, or --people and --seat"
    if args.people is not None and args.seat:
        return "say --seat or --people, not both"
    if args.people is not None and not 0 <= args.people <= players:
        return f"--people is from 0 to {players}"
    if any(not 1 <= seat <= players for seat in args.seat or ()):
        return f"--seat is from 1 to {players}"
    seats = players - len(_people(args))
    if len(args.bot or ()) not in (0, 1, seats):
        return f"{len(args.bot)} bots for {seats} seats (give --bot once, or once for each seat of a bot)"
    return None


def _bots(args: argparse.Namespace, players: int) -> dict[int, str]:
    """The bot of each seat that no person takes."""
    seats = [seat for seat in range(players) if seat not in _people(args)]
    given = _named(args) or [SENSIBLE]
    return dict(zip(seats, given * len(seats) if len(given) == 1 else given, strict=True))


def _named(args: argparse.Namespace) -> list[str]:
    """The bots that were named."""
    return [args.bots] if isinstance(args.bots, str) else args.bot or []


def _people(args: argparse.Namespace) -> set[int]:
    """The seats that people take, from 0."""
    if args.bots:
        return set()
    if args.seat:
        return {seat - 1 for seat in args.seat}
    return set(range(args.people if args.people is not None else 1))


def _begun(game: Game, name: Text, doc: ScenarioDoc, console: Console) -> Match:
    """The match of a scenario, where it begins. Its steps, its expectations and the luck that it fixes are left out.
    Raises `RefusedError` if it cannot begin."""
    from ...interpreter.scenarios.run import run_scenario  # most matches begin at the beginning

    result = run_scenario(game, name, attrs.evolve(doc, when=[], then=None, luck=[]), coverage=False)
    if result.match is None:
        console.remark(to_text(result.diagnostics, colour=console.remark_colour).rstrip())
        raise RefusedError(FINDINGS)
    return result.match


def _match(args: argparse.Namespace, game: Game, console: Console) -> Match:
    """The saved match, or a new one."""
    if args.resume is not None:
        return _resumed(args, game, console)
    seed = args.seed if args.seed is not None else random.SystemRandom().randrange(1 << 32)
    names = player_names(game, args.players or learnt_with(_named(args)), args.lang)
    return Match(game, names, seed, options_of(args.option))


def _resumed(args: argparse.Namespace, game: Game, console: Console) -> Match:
    """The saved match; if a record ends in a fault of the rules, the match just before it. Then people take all seats
    by default, because a bot might immediately choose what went wrong."""
    text = _read(Path(args.resume))
    if args.other_rules:
        return _retraced(args, Match.retrace(game, text), console)
    try:
        match = Match.load(game, text)
        args.save = args.save or args.resume
        return match
    except BrokenRulesError as broken:
        match = Match.load(game, text, before_fault=True)
        return _before_fault(args, match, broken, console)


def _before_fault(
    args: argparse.Namespace, match: Match, broken: BrokenRulesError, console: Console
) -> Match:
    """The match just before the rules go wrong. The record is kept: it is not where this match is saved."""
    report_fault(broken, console)
    console.remark("the match ended here; it resumes just before this")
    args.forced = "ask"  # otherwise the same thing would go wrong immediately
    if args.people is None and not args.seat:
        args.people = len(match.players)
    return match


def _retraced(args: argparse.Namespace, found: Retraced, console: Console) -> Match:
    """The saved match under rules that may be other ones, as far as its choices can be made. If something stops it,
    the save is kept."""
    if found.stop is None:
        args.save = args.save or args.resume
        return found.match
    if found.stop.fault is not None:
        return _before_fault(args, found.match, found.stop.fault, console)
    console.remark(found.stop.message)
    console.remark(f"the match resumes before it, after {found.taken} of {found.total} choices")
    return found.match


def _read(path: Path) -> str:
    """The text of a save; at most as much as a save may have. Raises `OSError`."""
    try:
        if path.exists() and not path.is_file():  # opening a pipe or a device could wait forever
            raise OSError(errno.EINVAL, "it is not an ordinary file")
        with path.open("rb") as file:
            return file.read(4 * LARGEST + 1).decode("utf-8", errors="replace")
    except ValueError:  # a NUL in its name, or a lone surrogate
        raise OSError(errno.EINVAL, "no file can be called that") from None


@contextlib.contextmanager
def _saved_on_termination() -> Iterator[None]:
    """Treats a closed terminal, or a computer that shuts down, like Ctrl-C."""
    known = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        known = []
    usual = [(one, signal.signal(one, signal.default_int_handler)) for one in known]
    try:
        yield
    finally:
        for one, handler in usual:
            signal.signal(one, handler)
