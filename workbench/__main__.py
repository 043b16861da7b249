"""`python -m rulewright.workbench` is `rulewright`: both begin here."""

import gc
import signal
import sys


def start() -> int:
    """Runs the command line. Until the modules are imported, Ctrl-C ends the process without a message."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # A game is a large tree that lives as long as the command. Scanning it for cycles again and again took a sixth of
    # the time.
    gc.set_threshold(500_000, 20, 20)
    from .cli import main

    return main()


if __name__ == "__main__":
    sys.exit(start())
