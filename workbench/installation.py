"""Which version of Rulewright is installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def installed() -> str:
    """The installed version."""
    try:
        return version("rulewright")
    except PackageNotFoundError:  # run from a checkout
        return "not installed"
