"""`python -m rulewright.workbench` is `rulewright`: both begin here."""

import signal
import sys


def start() -> int:
    """Runs the command line. While modules are still being read, Ctrl-C has nobody to tell of it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main

    return main()


if __name__ == "__main__":
    sys.exit(start())
