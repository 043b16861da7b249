"""`python -m rulewright.workbench` is `rulewright`: both begin here."""

import gc
import signal
import sys


def start() -> int:
    """Runs the command line. While modules are still being read, Ctrl-C has nobody to tell of it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # A game is a large tree that lives as long as the command: looking for cycles in it again and again took a sixth.
    gc.set_threshold(500_000, 20, 20)
    from .cli import main

    return main()


if __name__ == "__main__":
    sys.exit(start())
