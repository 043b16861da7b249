"""Which Rulewright is installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def installed() -> str:
    """The version that is installed."""
    try:
        return version("rulewright")
    except PackageNotFoundError:  # run from its sources
        return "not installed"
