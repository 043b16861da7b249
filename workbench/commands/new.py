"""`rulewright new`: creates a game or a variant that checks clean and can be played. Overwrites nothing."""

from __future__ import annotations

import argparse
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from string import Template

from ...dsl.diagnostics.report import Report
from ...dsl.model.game import Game
from ..commandline.arguments import found_game, report_errors
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console, RefusedError
from ..files.belonging import SCENARIOS, VARIANTS
from ..files.games import GameFiles, find_game, load_files, shown
from ..files.shipped import SUFFIX, shipped_game

DESCRIPTION = """\
Create a game or a variant from a commented skeleton that checks clean and can be played. Nothing that exists is
overwritten. A game becomes the folder NAME. A variant goes into the folder 'variants' if its game is in DIR;
otherwise it becomes a file in DIR. With --copy, a game begins as a copy of another one, with its variants and
scenarios."""
EXAMPLES = (
    "rulewright new game my-game                     makes my-game/game.yaml",
    "rulewright new game my-game --copy GAME         makes my-game, a copy of a game that ships",
    "rulewright new variant longer --dir my-game     makes my-game/variants/longer.yaml",
    "rulewright new variant longer --of GAME         makes longer.yaml, a variant of a game that ships",
)
EXIT_CODES = "0 created, 1 it exists already or cannot be created, 2 bad usage"

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST = 60


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=("game", "variant"), help="what to create")
    parser.add_argument("name", metavar="NAME", help="lower-case letters, digits and hyphens")
    parser.add_argument(
        "--of", metavar="GAME", help="the game that a variant changes (default: the one in DIR)"
    )
    parser.add_argument("--copy", metavar="GAME", help="the game that a new game begins as a copy of")
    parser.add_argument(
        "--dir", default=".", metavar="DIR", help="where to create it (default: the current folder)"
    )


def run(args: argparse.Namespace, console: Console) -> int:
    if not _NAME.fullmatch(args.name) or len(args.name) > _LONGEST:
        hint = f"; how about '{proper(args.name)}'?" if proper(args.name) else ""
        console.remark(f"rulewright new: a name is lower-case letters, digits and hyphens{hint}")
        return BAD_USAGE
    if args.kind == "game" and args.of:
        console.remark("rulewright new: only a variant is of another game; leave out --of")
        return BAD_USAGE
    if args.kind == "variant" and args.copy:
        console.remark("rulewright new: a variant names its game with --of; leave out --copy")
        return BAD_USAGE
    folder = Path(args.dir)
    try:
        folder.exists()
        folder.resolve()
    except (OSError, ValueError):  # a NUL, a lone surrogate, or far too long
        console.remark(
            f"rulewright new: cannot make anything in {shown(folder)}: no folder can be called that"
        )
        return FINDINGS
    if args.kind == "variant":
        return new_variant(args, folder, console)
    return copied(args, folder, console) if args.copy else new_game(args.name, folder, console)


def proper(name: str) -> str:
    """The nearest allowed name; empty if there is none."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).lstrip("-0123456789").strip("-")
    return words[:_LONGEST].strip("-")


def title(name: str) -> str:
    return name.replace("-", " ").capitalize()


def new_game(name: str, folder: Path, console: Console) -> int:
    text = _skeleton("game").substitute(name=name, title=title(name))
    return _made(
        folder / name / f"game{SUFFIX}", text, f"rulewright check {_path_shown(folder / name)}", console
    )


def copied(args: argparse.Namespace, folder: Path, console: Console) -> int:
    """Copies the rules, variants and scenarios of a game; whether they are right is for `check` to say."""
    found = found_game(args.copy, console)
    to = folder / args.name
    files = [(to, found.files), (to / SCENARIOS, found.scenarios())]
    for name, own in found.variants().items():
        single = [file.name for file in own] == [f"{name}{SUFFIX}"]
        files.append((to / VARIANTS if single else to / VARIANTS / name, own))
    with _making(to, console):
        to.mkdir(parents=True)
        for inner, group in files:
            for file in group:
                inner.mkdir(parents=True, exist_ok=True)
                (inner / file.name).write_bytes(file.read_bytes())
    console.write(f"made {shown(to)}, a copy of {found.name}; now try: rulewright check {_path_shown(to)}")
    return CLEAN


def _path_shown(folder: Path) -> str:
    """How a command is given this folder: a bare name could be that of a game that ships."""
    name = shown(folder)
    return f"./{name}" if shipped_game(name) is not None else name


def new_variant(args: argparse.Namespace, folder: Path, console: Console) -> int:
    report = Report()
    found = find_game(args.of or args.dir, report)
    game = load_files(found, report) if found is not None else None
    if found is None or game is None:
        report_errors(report, console)
        console.remark("rulewright new: a variant needs a game without errors: name it with --of GAME")
        return FINDINGS
    at_home = isinstance(found.folder, Path) and folder.resolve() == found.folder.resolve()
    path = folder / "variants" / f"{args.name}{SUFFIX}" if at_home else folder / f"{args.name}{SUFFIX}"
    path_shown = args.name if at_home else shown(path)
    text = _variant(args.name, game, found, path_shown)
    return _made(path, text, f"rulewright check {found.name} --variant {path_shown}", console)


def _variant(name: str, game: Game, found: GameFiles, path_shown: str) -> str:
    least, most = game.players
    return _skeleton("variant").substitute(
        name=name,
        title=title(name),
        game=game.id,
        where=found.name,
        path=path_shown,
        players=f"{least}..{most}" if least < most else str(least),
    )


def _skeleton(kind: str) -> Template:
    file = files("rulewright.workbench") / "skeletons" / f"{kind}{SUFFIX}"
    return Template(file.read_text(encoding="utf-8"))


@contextmanager
def _making(path: Path, console: Console) -> Iterator[None]:
    """Says why a file or folder cannot be made that must not exist yet."""
    try:
        yield
    except OSError as error:
        exists = isinstance(error, FileExistsError)
        why = (error.strerror or str(error)).lower()
        console.remark(
            f"rulewright new: {shown(path)} exists already, and nothing is overwritten"
            if exists
            else f"rulewright new: cannot make {shown(path)}: {why}"
        )
        raise RefusedError(FINDINGS) from None


def _made(path: Path, text: str, following: str, console: Console) -> int:
    """Writes a file that must not exist yet, and says what to do next."""
    with _making(path, console):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    console.write(f"made {shown(path)}; now try: {following}")
    return CLEAN
