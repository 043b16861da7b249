"""`python -m rulewright` is the command `rulewright`."""

import sys

from .workbench.__main__ import start

if __name__ == "__main__":
    sys.exit(start())
