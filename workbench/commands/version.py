"""`rulewright version`."""

from __future__ import annotations

import argparse
import platform

from rulewright.dsl.load import LANGUAGE

from ..commandline.console import CLEAN, Console
from ..installation import installed

DESCRIPTION = "Print the version of Rulewright, of its language and of Python."
EXAMPLES = ("rulewright version",)
EXIT_CODES = "0, or 2 for bad usage"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Takes none."""


def run(args: argparse.Namespace, console: Console) -> int:
    console.write(f"rulewright {installed()} (language {LANGUAGE}, Python {platform.python_version()})")
    return CLEAN
