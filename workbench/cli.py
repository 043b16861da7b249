"""The command line: `rulewright COMMAND …`.

`--color` may stand before or after the command. Exit codes: 0 clean, 1 findings, 2 bad usage, 3 a fault of
Rulewright itself, 130 stopped by Ctrl-C, 141 if the reader of a pipe has closed it (as for any tool).
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Sequence

from ..dsl.diagnostics.suggest import closest
from ..interpreter.extras import MissingExtraError
from .commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console, RefusedError, standard_console
from .commandline.engines import chosen_engine
from .commandline.parsers import Parser, add_color, parser_of
from .commands import COMMANDS

FAULT = 3
STOPPED = 130
NO_READER = 141

_DEBUG = "RULEWRIGHT_DEBUG"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; returns the exit code and never raises."""
    console = standard_console()
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        code = _code(list(sys.argv[1:] if argv is None else argv), console)
        console.out.flush()
        return code
    except KeyboardInterrupt:
        console.remark("\nstopped")
        return STOPPED
    except BrokenPipeError:
        _read_no_more(console)
        return NO_READER
    except OSError as error:  # a full disk, most likely: commands report the files that they cannot read
        console.remark(f"rulewright: cannot continue: {error}")
        _read_no_more(console)
        return FAULT
    except MissingExtraError as missing:
        console.remark(f"rulewright: {missing}")
        return BAD_USAGE
    except Exception as error:
        return _fault(error, console)


def _code(argv: list[str], console: Console) -> int:
    """The exit code of a command, or of the parser if it refused the arguments or showed help."""
    try:
        return _dispatch(argv, console)
    except RefusedError as refused:
        return refused.code
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else BAD_USAGE


def _dispatch(argv: list[str], console: Console) -> int:
    argv = _painted(argv, console)
    first = argv[0] if argv else "--help"
    if first in ("-h", "--help", "help") and len(argv) <= 1:
        console.write(overview(console))
        return CLEAN if argv else BAD_USAGE
    if first == "help":
        argv = [argv[1], "--help"]
    if first in ("-V", "--version"):
        argv = ["version"]
    command = next((command for command in COMMANDS if command.name == argv[0]), None)
    if command is None:
        return _unknown(argv[0], console)
    module = command.load()
    # options may stand between the arguments: GAME --variant X WORD
    parser = parser_of(command.name, module)
    args = parser.parse_intermixed_args(parser.arranged(argv[1:]))
    console.paint(args.color)
    with chosen_engine(args, console):
        return module.run(args, console)


def _painted(argv: list[str], console: Console) -> list[str]:
    """The arguments without a `--color` that stands before the command."""
    early = Parser(prog="rulewright", add_help=False, allow_abbrev=False)
    add_color(early)
    first = next((number for number, word in enumerate(argv) if word.startswith("--color")), None)
    if first != 0:
        return argv
    taken = 1 if "=" in argv[0] else 2
    console.paint(early.parse_args(argv[:taken]).color)
    return argv[taken:]


def _unknown(word: str, console: Console) -> int:
    kind = "option" if word.startswith("-") else "command"
    meant = closest(word, [command.name for command in COMMANDS])
    hint = f"did you mean 'rulewright {meant}'?" if meant else "'rulewright --help' lists the commands"
    console.remark(f"rulewright: there is no {kind} '{word}'; {hint}")
    return BAD_USAGE


def overview(console: Console) -> str:
    """What `rulewright --help` shows."""
    width = max(len(command.name) for command in COMMANDS) + 2
    lines = [
        "usage: rulewright COMMAND [ARGUMENTS]",
        "",
        "Check, play and test board games whose rules are text.",
        "",
        console.bold("commands:"),
        *(f"  {command.name:<{width}}{command.summary}" for command in COMMANDS),
        "",
        console.bold("examples:"),
        "  rulewright games                  list the games that ship",
        "  rulewright check ./my-game        check the game in the folder my-game",
        "  rulewright help check             explain one command",
        "",
        "GAME is the name of a game that ships, or the path of a folder with rule files or of one rule file.",
        "If a folder has the name of a game that ships, write ./NAME for the folder.",
        "--color auto|always|never controls colours, as NO_COLOR=1 and FORCE_COLOR=1 do.",
        "Exit codes: 0 clean, 1 findings, 2 bad usage, 3 a fault of Rulewright itself.",
    ]
    return "\n".join(lines)


def _read_no_more(console: Console) -> None:
    """Discards whatever is still to be written, so that Python's own flush at exit is silent too."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), console.out.fileno())
    except (OSError, ValueError):  # not a real stream: nothing to redirect
        return


def _fault(error: Exception, console: Console) -> int:
    """Reports an error that no command expected, a fault of the rules or of Rulewright; gives the exit code."""
    from ..interpreter import BrokenRulesError  # most commands need no interpreter
    from ..interpreter.memory.faults import RulesFault, diagnostic_of
    from .fault_reports import report_fault

    if isinstance(error, RulesFault):  # from code that only looks at a match: its log, a number
        error = BrokenRulesError(diagnostic_of(error.fault, error.callers), "")
    if not isinstance(error, BrokenRulesError):
        _report_bug(error, console)
        return FAULT
    report_fault(error, console)
    return FINDINGS


def _report_bug(error: Exception, console: Console) -> None:
    """Reports a bug in Rulewright: in short, or with RULEWRIGHT_DEBUG as a traceback."""
    if os.environ.get(_DEBUG):
        console.remark("".join(traceback.format_exception(error)).rstrip())
        return
    kind = type(error).__name__
    console.remark(f"rulewright: this is a fault of Rulewright, not of your rules: {kind}: {error}")
    console.remark(f"Please report it, with the output of '{_DEBUG}=1 rulewright …'.")
