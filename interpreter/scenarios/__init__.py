"""Scenarios: tests that an author writes in YAML. `read_scenarios`, then `run_scenarios`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ...dsl.scenarios.classes import ScenarioDoc, ScenarioFile, read_scenarios

if TYPE_CHECKING:
    from .run import Result, get_ready, run_scenario, run_scenarios
    from .static_checks import verify_scenarios

__all__ = [
    "Result",
    "ScenarioDoc",
    "ScenarioFile",
    "get_ready",
    "read_scenarios",
    "run_scenario",
    "run_scenarios",
    "verify_scenarios",
]

_MODULES = dict.fromkeys(("Result", "get_ready", "run_scenario", "run_scenarios"), "run")
_MODULES["verify_scenarios"] = "static_checks"

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Imports a name on first use: code that only reads scenarios needs nothing of a machine."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f".{_MODULES[name]}", __name__), name)
