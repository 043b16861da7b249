"""Scenarios: tests that an author writes in YAML. `read_scenarios`, then `run_scenarios`."""

from .run import Result, read_scenarios, run_scenario, run_scenarios
from .schema import ScenarioDoc, ScenarioFile

__all__ = ["Result", "ScenarioDoc", "ScenarioFile", "read_scenarios", "run_scenario", "run_scenarios"]
