"""Finds mistakes in scenarios without running them: names and values that the game does not have.

In: a game and a file of its scenarios. Out: the findings that `run_scenarios` would report. Names of options are not
checked, since they are known only after the rules are lowered.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.document.reader import Mapping, Node, Sequence, Text
from rulewright.dsl.model.game import Game

from ..ir import NONE
from ..lower.numbering import Tables, number_everything
from ..match.errors import SetupError
from ..match.setup.options import names_of, option_cells
from .beginning import Beginning, UnreadableEffectError, cited
from .number_tables import entries_of
from .schema import ScenarioDoc, ScenarioFile
from .values import (
    PLAYER,
    Unreadable,
    ability_slot,
    copies_in,
    designs_in,
    is_number,
    is_number_text,
    number_of,
    owned_states,
    pairs,
    player_number,
    state_named,
    text_of,
    types_of,
    unknown_thing,
)
from .view_keys import readable
from .wanted import SPECIAL, fault_expected


def verify_scenarios(game: Game, file: ScenarioFile, report: Report, *, tables: Tables | None = None) -> None:
    """Reports mistakes in the scenarios of a file; `tables` are the game's numbers, if they are already known."""
    tables = number_everything(game) if tables is None else tables
    for name, doc in file.scenarios.items():
        _Verifier(game, tables, name, doc, report).verify()


class _Verifier:
    def __init__(self, game: Game, tables: Tables, name: Text, doc: ScenarioDoc, report: Report) -> None:
        self.game = game
        self.tables = tables
        self.name = name
        self.doc = doc
        self.report = report
        self.players = game.players[0]

    def verify(self) -> None:
        begin = Beginning(self.game, self.doc, self.report)
        cited(self.game, self.doc, self.report)
        if not self._try(lambda: self._count(begin)):
            return  # without the number of players, names of players mean nothing
        self._try(begin.seed)
        self._try(lambda: option_cells(self.tables, begin.options()))
        self._try(begin.start)
        self._try(lambda: begin.given(self.tables))
        self._try(begin.actor)
        for step in self.doc.when:
            self._try(lambda step=step: self._step(step))  # type: ignore[misc]
        if self.doc.then is not None:
            self._try(lambda: self._expected(self.doc.then, at_the_end=True))

    def _try(self, read: Callable[[], object]) -> bool:
        """Whether a part can be read; if not, reports why."""
        try:
            read()
        except UnreadableEffectError:  # the report already says why
            return False
        except Unreadable as problem:
            problem.report_to(self.report)
            return False
        except SetupError as error:
            self.report.error("RW602", str(error), self.name.span)
            return False
        return True

    def _count(self, begin: Beginning) -> None:
        self.players = len(names_of(self.game, begin.players()))

    def _player(self, text: Text) -> int:
        return player_number(text, self.players)

    # ---------------------------------------------------------------------------- when

    def _step(self, step: Node) -> None:
        if isinstance(step, Text):
            who, colon, _ = str(step).partition(":")
            if not colon and who != "undo":
                raise Unreadable(f"'{step}' is not a step", step.span, "write 'player 1: <option>'")
            if colon:
                self._player(Text(who, step.span))
            return
        for name, what in pairs(step, "a step"):
            if str(name) == "expect":
                self._expected(what)
            elif str(name) == "cannot":
                self._cannot(what)
            else:
                self._player(name)
                text_of(what)

    def _cannot(self, node: Node) -> None:
        if not isinstance(node, Mapping):
            text_of(node)
            return
        for who, what in node.items:
            self._player(who)
            text_of(what)

    # ---------------------------------------------------------------------------- then

    def _expected(self, node: Node, *, at_the_end: bool = False) -> None:
        for name, value in pairs(node, "what is expected"):
            self._try(lambda name=name, value=value: self._one(name, value, at_the_end))  # type: ignore[misc]

    def _one(self, name: Text, value: Node, at_the_end: bool) -> None:
        key = str(name)
        if key == "fault":
            fault_expected(name, value, at_the_end)
        elif key in SPECIAL:
            self._special(key, value)
        elif key.startswith("view of "):
            self._player(Text(key.removeprefix("view of "), name.span))
            readable(self.tables, value, self.players)
        elif PLAYER.match(key):
            player = self._player(name)
            for inner, wanted in pairs(value, "what is expected of a player"):
                self._thing(inner, wanted, player)
        else:
            self._thing(name, value, NONE)

    def _special(self, key: str, value: Node) -> None:
        texts = _texts(value)
        if key == "decides" or (key == "winners" and str(value) not in ("none", "nobody")):
            for text in texts:
                self._player(text)
        if key == "scores":
            for text in texts:
                if not is_number_text(str(text)):
                    raise Unreadable(
                        f"'{text}' is not a number", text.span, "write one for each player: [3, 5]"
                    )
        if key == "over" and str(text_of(value)) not in ("yes", "no"):
            raise Unreadable(f"'{value}' is neither yes nor no", value.span)

    def _thing(self, name: Text, value: Node, owner: int) -> None:
        tables, key = self.tables, str(name)
        if (key, owner) in tables.place_numbers:
            if not is_number(value):
                designs_in(tables, value, types_of(tables, key))
            return
        states = tables.game_states if owner == NONE else tables.player_states
        slot = state_named(states, key) or ability_slot(tables, key)
        if slot is not None and slot.entries:
            entries_of(slot, value)
        elif slot is not None:
            number_of(tables, slot.type, text_of(value), self.players)
        elif copies := copies_in(tables, key, owner):
            for text in _texts(value):
                number_of(tables, copies[0].type, text, self.players)
        elif (owned := owned_states(tables, key, owner)) and owned[0][0].entries:
            entries_of(owned[0][0], value)
        elif owned:
            for text in _texts(value):
                number_of(tables, owned[0][0].type, text, self.players)
        elif key in self.game.symbols.named_values:
            _texts(value)
        else:
            raise unknown_thing(tables, name, owner, SPECIAL)


def _texts(value: Node) -> list[Text]:
    """The texts of a list, or a single text."""
    return [text_of(item) for item in (value.items if isinstance(value, Sequence) else (value,))]
