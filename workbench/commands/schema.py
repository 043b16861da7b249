"""`rulewright schema`: prints the JSON Schema of YAML files, with which editors complete and check them."""

from __future__ import annotations

import argparse
from importlib.resources import files

from ..commandline.console import CLEAN, Console

KINDS = ("game", "variant", "scenarios")

DESCRIPTION = """\
Print the JSON Schema of the files of a game, of variants or of scenarios. An editor that uses it (in VS Code, with
the YAML extension) completes keys, shows what they mean and marks unknown ones."""
EXAMPLES = (
    "rulewright schema > game.schema.json",
    "rulewright schema scenarios > scenarios.schema.json",
)
EXIT_CODES = "0, or 2 for bad usage"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", nargs="?", choices=KINDS, default="game", help="which files (default: game)")


def run(args: argparse.Namespace, console: Console) -> int:
    console.write(schema_text(args.kind).rstrip("\n"))
    return CLEAN


def schema_text(kind: str) -> str:
    """The schema of a kind of file, as JSON; docs/generate.py writes it."""
    return (
        files("rulewright.workbench").joinpath("schemas", f"{kind}.schema.json").read_text(encoding="utf-8")
    )
