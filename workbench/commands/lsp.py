"""`rulewright lsp`: the language server, which an editor starts (docs/lsp.md)."""

from __future__ import annotations

import argparse
import gc

from ..commandline.console import Console
from ..commandline.extras import need_lsp

DESCRIPTION = """\
Run the language server for editors, on standard input and output. Editors start it by themselves: docs/lsp.md says
what it does, and docs/editors.md how to set up an editor."""
EXAMPLES = ("rulewright lsp",)
EXIT_CODES = (
    "0 the editor said goodbye, 1 it was gone without a word, 2 bad usage, or the extra is not installed"
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--stdio", action="store_true", help="as always; some editors add it to every server")


def run(args: argparse.Namespace, console: Console) -> int:
    gc.set_threshold(700, 10, 10)  # making classes leaves much garbage, which would stay in the way
    from ..lsp.lean import import_lean  # before anything that would import more

    need_lsp(import_lean)
    from ..lsp.server import serve

    return serve()
