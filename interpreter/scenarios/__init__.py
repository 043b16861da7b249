"""Scenarios: tests that an author writes in YAML. `read_scenarios`, then `run_scenarios`."""

from .run import Result, read_scenarios, run_scenario, run_scenarios
from .schema import ScenarioDoc, ScenarioFile
from .verify import verify_scenarios

__all__ = [
    "Result",
    "ScenarioDoc",
    "ScenarioFile",
    "read_scenarios",
    "run_scenario",
    "run_scenarios",
    "verify_scenarios",
]
