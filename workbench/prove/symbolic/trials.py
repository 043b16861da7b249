"""Claims are tried out: a position as a scenario, which is run on the engine.

A condition in a position becomes a scenario with an effect: if it holds, player 1 wins, and otherwise nobody.
"""

from __future__ import annotations

import json

import attrs

from ....dsl import tree as t
from ....dsl.diagnostics.report import Report
from ....dsl.diagnostics.source import Source
from ....dsl.document.reader import read_document
from ....dsl.model.game import Game
from ....dsl.printing.statements import show
from ....dsl.scenarios.classes import read_scenarios
from ....dsl.tree.types import OF_PLAYERS, PLAYER
from ....interpreter.scenarios.run import run_scenarios
from ..finding import Witness
from .terms import Symbol, Terms, free_names, substituted

SUFFIX = "yaml"


@attrs.frozen
class Position:
    """Values of states, as a scenario gives them: of the game, and of players by their seats; and options of the
    set-up."""

    game: dict[str, str] = attrs.field(factory=dict)
    players: dict[int, dict[str, str]] = attrs.field(factory=dict)
    options: dict[str, str] = attrs.field(factory=dict)

    @property
    def given(self) -> dict[str, object]:
        seats = {f"player {seat}": states for seat, states in self.players.items()}
        return {**self.game, **seats}

    def lines(self) -> tuple[str, ...]:
        """The position in words."""
        players = (
            f"player {seat}'s {name} = {value}"
            for seat, states in self.players.items()
            for name, value in states.items()
        )
        every = {**self.options, **self.game}
        return (*(f"{name} = {value}" for name, value in every.items()), *players)


@attrs.frozen
class Setting:
    """What a model of a formula says: a position, and what the bindings of the text stand for."""

    position: Position
    bound: dict[str, t.Expr]


def setting_of(terms: Terms, model: object) -> Setting | None:
    """The position that a model describes; None if a scenario cannot give it."""
    bound: dict[str, t.Expr] = {}
    position = Position()
    for symbol in terms.symbols.values():
        for name in free_names(symbol.node):
            if name.type.kind in OF_PLAYERS and name.name not in bound:
                seat = min(2, terms.game.players[0])
                bound[name.name] = t.Seat(seat, span=name.span, type=PLAYER)
    for symbol in terms.symbols.values():
        if not _set(symbol, terms, model, position, bound):
            return None
    return Setting(position, bound)


def _set(
    symbol: Symbol,
    terms: Terms,
    model: object,
    position: Position,
    bound: dict[str, t.Expr],
) -> bool:
    """Puts the value of a symbol into a position; False if that cannot be done."""
    value = model.eval(symbol.term, model_completion=True)  # type: ignore[attr-defined]
    node = symbol.node
    if symbol.sort in ("opaque", "count"):
        return True  # it is what it is: the engine says whether it matters
    if symbol.sort == "design":
        if not isinstance(node, t.Variable):
            return False
        design = next(one for one in terms.game.symbols.designs.values() if one.index == value.as_long())
        bound[node.name] = t.KindValue(
            design.name, span=node.span, type=attrs.evolve(node.type, kind="kind", of=(design.type,))
        )
        return True
    said = _said(symbol, terms, value)
    match node:
        case t.GameState(name=name, key=None):
            position.game[name] = said
        case t.OptionValue(name=name):
            position.options[name] = said
        case t.Property(of=t.Actor(), name=name, key=None) | t.Holds(of=t.Actor(), name=name, player=None):
            position.players.setdefault(1, {})[name] = said
        case t.Property(of=t.Seat(number=seat), name=name, key=None):
            position.players.setdefault(seat, {})[name] = said
        case t.Property(of=t.Variable(name=who), name=name, key=None) if node.of.type.kind in OF_PLAYERS:
            seat = bound[who].number  # type: ignore[attr-defined]
            position.players.setdefault(seat, {})[name] = said
        case t.Holds(of=None, name=name):
            position.game[name] = said
        case t.Variable(name=name) if symbol.sort == "number":
            number = value.as_long()
            bound[name] = t.Number(
                number, span=node.span, type=attrs.evolve(node.type, least=number, most=number)
            )
        case _:
            return False
    return True


def _said(symbol: Symbol, terms: Terms, value: object) -> str:
    if symbol.sort == "truth":
        return "yes" if terms.z3.is_true(value) else "no"
    number = value.as_long()  # type: ignore[attr-defined]
    return terms.word_of(number) if symbol.sort == "word" else str(number)


# ------------------------------------------------------------------------- scenarios


def condition_scenario(game: Game, test: t.Expr, setting: Setting, holds: bool, name: str) -> str:
    """A scenario that shows whether a condition holds in a position."""
    said = show(substituted(test, setting.bound), game.symbols)
    effect = f"if {said}: player 1 wins\notherwise: nobody wins"
    winners = "player 1" if holds else "nobody"
    return scenario(name, game, setting.position, {"do": effect}, {"winners": winners})


def scenario(
    name: str, game: Game, position: Position, begins: dict[str, str], then: dict[str, object]
) -> str:
    """The text of a file with one scenario."""
    parts: dict[str, object] = {"players": str(game.players[0])}
    if position.options:
        parts["options"] = position.options
    if position.given:
        parts["given"] = position.given
    if "do" in begins:
        parts["as"] = "player 1"
    lines = [f"  {json.dumps(name, ensure_ascii=False)}:"]
    lines += [f"    {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in parts.items()]
    for key, value in begins.items():
        if "\n" in value:
            lines += [f"    {key}: |", *(f"      {line}" for line in value.splitlines())]
        else:
            lines.append(f"    {key}: {json.dumps(value, ensure_ascii=False)}")
    lines.append(f"    then: {json.dumps(then, ensure_ascii=False)}")
    head = f"variants: {json.dumps(list(game.variants))}\n" if game.variants else ""
    return head + "scenarios:\n" + "\n".join(lines) + "\n"


def outcome(game: Game, text: str) -> bool | None:
    """Whether a scenario turns out as it says; None if it cannot be set up, or the rules go wrong in it."""
    report = Report()
    document = read_document(Source("witness.yaml", text), report)
    file = read_scenarios(document, report) if document is not None else None
    if file is None or report.has_errors:
        return None
    results = run_scenarios(game, file, coverage=False)
    if results and all(one.passed for one in results):
        return True
    codes = {found.code for one in results for found in one.diagnostics}
    return False if codes == {"RW601"} else None


def passes(game: Game, text: str) -> bool:
    """Whether a scenario can be set up, and turns out as it says."""
    return outcome(game, text) is True


def shown(text: str, position: Position) -> Witness:
    """A scenario that passes, as a witness."""
    return Witness(text, SUFFIX, position.lines())
