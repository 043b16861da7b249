"""Rulewright: the rules of a board game as text, checked and played.

    import rulewright

    game = rulewright.load("path/to/my-game")
    match = rulewright.Match(game, players=["Ann", "Bob"], seed=7)
    while not match.is_over:
        match.choose(match.decision.options[0])
    print(match.winners)

Everything public is listed in `__all__` and described in docs/api.md; all other modules are private. Importing this
package imports nothing else: each name is fetched when you first use it.
"""

__version__ = "0.1.0"

# Type checkers take it as true. To import `typing` for it would cost more than all of this module.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from .dsl.diagnostics.diagnostic import Diagnostic, Note, Severity
    from .dsl.diagnostics.source import Span
    from .dsl.model.game import Game
    from .interpreter.bots.base import Bot, RandomBot
    from .interpreter.bots.registry import make_bot
    from .interpreter.extras import MissingExtraError
    from .interpreter.learning.arrays import Step
    from .interpreter.learning.batch import Batch
    from .interpreter.learning.network import Layer, Network
    from .interpreter.learning.rollout import Rollout
    from .interpreter.learning.searching import Leaves, Searcher
    from .interpreter.learning.thinking import GuidedBot
    from .interpreter.match.decisions.decision import Decision, Option
    from .interpreter.match.errors import (
        BrokenRulesError,
        EngineError,
        IllegalChoiceError,
        MatchError,
        NoDecisionError,
        SaveError,
        SetupError,
        StaleSaveError,
        UndoError,
    )
    from .interpreter.match.match import Match, Retraced
    from .interpreter.match.output.encoding.encoder import Encoder
    from .interpreter.match.output.objects.boards import boards
    from .interpreter.match.output.objects.catalogue import catalogue
    from .interpreter.match.output.objects.classes import Changes, Event, Objects
    from .interpreter.match.output.objects.difference import applied, difference
    from .interpreter.match.records.named_choices import Chosen, Stopped
    from .interpreter.match.secrecy.information_gain import Revelation
    from .interpreter.match.setup.options import Player
    from .interpreter.simulation.compare import Comparison
    from .interpreter.simulation.statistics import Statistics
    from .workbench.api.loading import (
        Findings,
        RulesError,
        check,
        check_text,
        load,
        loads,
        shipped_games,
        variants_of,
    )
    from .workbench.api.playing import bots, compare, kernel, simulate
    from .workbench.api.scenarios import Scenario, ScenarioResult, load_scenarios, loads_scenarios
    from .workbench.protocol.server import Server

__all__ = [
    "Batch",
    "Bot",
    "BrokenRulesError",
    "Changes",
    "Chosen",
    "Comparison",
    "Decision",
    "Diagnostic",
    "Encoder",
    "EngineError",
    "Event",
    "Findings",
    "Game",
    "GuidedBot",
    "IllegalChoiceError",
    "Layer",
    "Leaves",
    "Match",
    "MatchError",
    "MissingExtraError",
    "Network",
    "NoDecisionError",
    "Note",
    "Objects",
    "Option",
    "Player",
    "RandomBot",
    "Retraced",
    "Revelation",
    "Rollout",
    "RulesError",
    "SaveError",
    "Scenario",
    "ScenarioResult",
    "Searcher",
    "Server",
    "SetupError",
    "Severity",
    "Span",
    "StaleSaveError",
    "Statistics",
    "Step",
    "Stopped",
    "UndoError",
    "__version__",
    "applied",
    "boards",
    "bots",
    "catalogue",
    "check",
    "check_text",
    "compare",
    "difference",
    "kernel",
    "load",
    "load_scenarios",
    "loads",
    "loads_scenarios",
    "make_bot",
    "shipped_games",
    "simulate",
    "variants_of",
]

_MODULES = {
    "dsl.diagnostics.diagnostic": "Diagnostic Note Severity",
    "dsl.diagnostics.source": "Span",
    "dsl.model.game": "Game",
    "interpreter.bots.base": "Bot RandomBot",
    "interpreter.bots.registry": "make_bot",
    "interpreter.extras": "MissingExtraError",
    "interpreter.learning.arrays": "Step",
    "interpreter.learning.batch": "Batch",
    "interpreter.learning.network": "Layer Network",
    "interpreter.learning.rollout": "Rollout",
    "interpreter.learning.searching": "Leaves Searcher",
    "interpreter.learning.thinking": "GuidedBot",
    "interpreter.match.records.named_choices": "Chosen Stopped",
    "interpreter.match.decisions.decision": "Decision Option",
    "interpreter.match.output.encoding.encoder": "Encoder",
    "interpreter.match.errors": "BrokenRulesError EngineError IllegalChoiceError MatchError NoDecisionError "
    "SaveError SetupError StaleSaveError UndoError",
    "interpreter.match.secrecy.information_gain": "Revelation",
    "interpreter.match.match": "Match Retraced",
    "interpreter.match.setup.options": "Player",
    "interpreter.match.output.objects.boards": "boards",
    "interpreter.match.output.objects.catalogue": "catalogue",
    "interpreter.match.output.objects.classes": "Changes Event Objects",
    "interpreter.match.output.objects.difference": "applied difference",
    "interpreter.simulation.compare": "Comparison",
    "interpreter.simulation.statistics": "Statistics",
    "workbench.api.loading": "Findings RulesError check check_text load loads shipped_games variants_of",
    "workbench.api.playing": "bots compare kernel simulate",
    "workbench.api.scenarios": "Scenario ScenarioResult load_scenarios loads_scenarios",
    "workbench.protocol.server": "Server",
}
"""The public names by the module that defines them."""

_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Fetches a public name the first time it is asked for."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return found

    def __dir__() -> list[str]:
        return __all__
