"""The tools and pages that a language model is offered: what the commands do, and matches that it plays itself."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ParamSpec, TypeVar

import anyio
import anyio.to_thread
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from ...interpreter import BrokenRulesError, MatchError
from ..api.loading import RulesError
from ..installation import installed
from .folder import Folder
from .guide import PAGES, page
from .matches import Matches
from .running import run_command, shortened

INSTRUCTIONS = """\
Rulewright checks and plays board games whose rules are YAML with a small English-like language for effects.
To write a game: read_guide("one-page") first; new_game makes a skeleton; write_file the rules; check until nothing is
found (each finding has its place and a way out; explain tells more about a code); paraphrase shows how texts were
understood; write scenarios (given, when, then) and run_scenarios; simulate with bot="greedy" shows lengths and who
wins; start_match and choose let you play. Games that ship can be named everywhere; read their files as examples. Your
own games are folders below the server's folder."""

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
REFUSALS = (ValueError, MatchError, BrokenRulesError, OSError)


def build(folder: Folder, seconds: float) -> MCPServer:
    """The server for the games in a folder; no command takes longer than `seconds`."""
    server = MCPServer(
        "rulewright", title="Rulewright", instructions=INSTRUCTIONS, version=installed(), log_level="ERROR"
    )
    _add_pages(server)
    _add_files(server, folder)
    _add_commands(server, folder, seconds)
    _add_matches(server, folder)
    return server


def _add_pages(server: MCPServer) -> None:
    for name, about in PAGES.items():
        server.resource(f"rulewright://{name}", name=name, description=about, mime_type="text/markdown")(
            functools.partial(page, name)
        )

    @server.tool()
    async def read_guide(name: str = "one-page") -> str:
        """A page of the documentation. one-page: the whole language in short. how-do-i-say: wishes of designers and
        their wording. what-belongs-to-what: which key or statement belongs where. cookbook: small examples."""
        return await _answered(page, name)


def _add_files(server: MCPServer, folder: Folder) -> None:
    @server.tool()
    async def list_games() -> str:
        """The games in the folder, and those that ship, which are examples."""
        own = folder.games()
        return (
            "in the folder: "
            + (", ".join(own) or "none yet")
            + "\n\n"
            + await run_command(["games"], folder.root)
        )

    @server.tool()
    async def list_files(game: str) -> str:
        """The rule files of a game: its parts, variants and scenarios."""
        return "\n".join(await _answered(folder.files, game))

    @server.tool()
    async def read_file(path: str) -> str:
        """The text of a rule file, as list_files names it."""
        return shortened(await _answered(folder.read, path))

    @server.tool()
    async def write_file(path: str, text: str, replace: bool = False) -> str:
        """Writes a rule file (YAML) in the folder, as a whole: my-game/game.yaml, my-game/scenarios/torch.yaml,
        my-game/variants/longer.yaml. A file that exists is only overwritten with replace."""
        new = await _answered(functools.partial(folder.write, replace=replace), path, text)
        return f"{'wrote' if new else 'replaced'} {path}"


def _add_commands(server: MCPServer, folder: Folder, seconds: float) -> None:
    async def run(*words: str) -> str:
        return await run_command(words, folder.root, seconds)

    async def named(game: str) -> str:
        return await _answered(folder.game, game)

    def plain(name: str) -> str:
        if name.startswith("-"):  # a command would take it for an option
            raise ToolError("names do not begin with -")
        return name

    async def varied(variants: Sequence[str]) -> list[str]:
        own = [await named(one) if one.endswith(".yaml") else plain(one) for one in variants]
        return [f"--variant={one}" for one in own]

    @server.tool()
    async def new_game(name: str, copy: str | None = None) -> str:
        """Makes a folder with a small game that can be played, to begin from; or a copy of another game, with its
        variants and scenarios. Overwrites nothing."""
        return await run("new", "game", plain(name), *([f"--copy={await named(copy)}"] if copy else []))

    @server.tool()
    async def check(game: str, variants: Sequence[str] = ()) -> str:
        """Everything that is wrong in a game: place, excerpt, reason and a way out for each finding."""
        return await run("check", "--all", await named(game), *await varied(variants))

    @server.tool()
    async def explain(code: str) -> str:
        """What a code such as RW202 means, with examples, and what to do about it."""
        return await run("explain", plain(code))

    @server.tool()
    async def paraphrase(game: str, variants: Sequence[str] = ()) -> str:
        """The texts of a game as they were understood, in plain sentences: read it to see whether you said what you
        meant."""
        return await run("paraphrase", await named(game), *await varied(variants))

    @server.tool()
    async def run_scenarios(game: str, only: str | None = None) -> str:
        """Runs the scenarios of a game: which pass, and for each that fails what does not hold."""
        chosen = [f"--only={only}"] if only else []
        return await run("test", "--verbose", await named(game), *chosen)

    @server.tool()
    async def simulate(
        game: str,
        matches: int = 200,
        players: int | None = None,
        bot: str = "greedy",
        variants: Sequence[str] = (),
        short: bool = True,
    ) -> str:
        """Lets bots (random, greedy, search:200) play many matches: wins by seat, lengths, scores; with short=false
        also what each option and design did, and what never happened."""
        words = [f"--matches={matches}", f"--bot={bot}"]
        words += [f"--players={players}"] if players is not None else []
        words += ["--short"] if short else []
        return await run("simulate", await named(game), *words, *await varied(variants))

    @server.tool()
    async def coverage(game: str) -> str:
        """What the scenarios and random matches of a game never reach."""
        return await run("coverage", await named(game))


def _add_matches(server: MCPServer, folder: Folder) -> None:
    matches = Matches()
    turn = anyio.Lock()  # a match belongs to one thread at a time

    async def played(what: Callable[Given, str], *args: Given.args, **kwargs: Given.kwargs) -> str:
        async with turn:
            return shortened(await _answered(functools.partial(what, *args, **kwargs)))

    @server.tool()
    async def start_match(
        game: str,
        players: int | None = None,
        seed: int = 1,
        bots: Mapping[str, str] | None = None,
        options: Mapping[str, str | int | bool] | None = None,
        variants: Sequence[str] = (),
    ) -> str:
        """Begins a match, and shows what whoever decides first may see and choose. bots: by seat (from 1), such as
        {"2": "greedy"}; you decide for the other seats. The same seed and choices give the same match."""
        seats = {int(seat): bot for seat, bot in (bots or {}).items() if seat.isdigit()}
        if len(seats) < len(bots or {}):
            raise ToolError('bots are given by seat, counted from 1: {"2": "greedy"}')
        name = await _answered(folder.located, game)
        return await played(matches.start, name, list(variants), players, seed, dict(options or {}), seats)

    @server.tool()
    async def choose(match: int, option: str, seat: int | None = None) -> str:
        """Chooses an option, by its words or its number in the list, and shows what happened."""
        return await played(matches.choose, match, option, seat)

    @server.tool()
    async def look(match: int, seat: int | None = None) -> str:
        """The whole log of a match, and what a seat may see; seat 0 is an onlooker."""
        return await played(matches.look, match, seat)

    @server.tool()
    async def why_not(match: int, option: str, seat: int | None = None) -> str:
        """Why something cannot be chosen now, with the condition that fails."""
        return await played(matches.why_not, match, option, seat)

    @server.tool()
    async def take_back(match: int) -> str:
        """Takes back the last choice of a match."""
        return await played(matches.undo, match)


async def _answered(what: Callable[Given, Answer], *args: Given.args, **kwargs: Given.kwargs) -> Answer:
    """Calls it in a thread; the model learns in full what refuses, or goes wrong in the rules."""
    try:
        return await anyio.to_thread.run_sync(functools.partial(what, *args, **kwargs))
    except RulesError as error:
        raise ToolError(f"the rules have errors:\n{shortened(str(error))}") from None
    except REFUSALS as error:
        raise ToolError(str(error)) from None


def serve(folder: Path, seconds: float) -> None:
    """Serves on standard input and output until the client is gone."""
    build(Folder.at(folder), seconds).run("stdio")
