"""What decides a match, in numbers that everybody may know: the score as it stands, and the numbers on the panel."""

from __future__ import annotations

from .....dsl import tree as t
from .....dsl.model.game import Game
from .....dsl.model.look import panel_name
from .....dsl.model.look import panel_numbers as panel_numbers_of
from .....dsl.secrecy.disclosure import disclosure_of
from ....ir import NONE
from ...state.position import Position
from ..view import read
from .classes import Score


def panel_labels(game: Game) -> dict[str, dict[str, str]]:
    """The numbers that the look puts on the panel, and what players call them, by language."""
    return {
        name: {tag: panel_name(game.symbols.named_values[whole].names.say(tag)) for tag in game.languages}
        for name, whole in _numbers(game).items()
    }


def _numbers(game: Game) -> dict[str, str]:
    """The numbers on the panel that all may know: their names in full by what the panel calls them."""
    found: dict[str, str] | None = game.made.get("panel")
    if found is None:
        states = {*game.symbols.game, *game.symbols.players}
        known = panel_numbers_of(game.symbols)
        wanted = [one for one in game.look.panel if one not in states and one in known]
        found = {
            one: known[one] for one in wanted if _public(game, game.symbols.named_values[known[one]].value)
        }
        game.made["panel"] = found
    return found


def _public(game: Game, value: t.Expr) -> bool:
    return not disclosure_of(game).exposure(value, {})


def panel_numbers(position: Position) -> dict[str, int | tuple[int, ...]]:
    """The numbers on the panel, as they are now."""
    rules = position.rules
    found: dict[str, int | tuple[int, ...]] = {}
    for name, whole in _numbers(rules.game).items():
        number = rules.lowered.numbers.get(whole)
        if number is None:
            continue
        count = rules.engine.function(number)
        if rules.game.symbols.named_values[whole].slots:
            players = range(len(position.players))
            found[name] = tuple(count(position.memory, player, player) for player in players)
        else:
            found[name] = count(position.memory, NONE)
    return found


def score_of(game: Game) -> Score | None:
    """What players' scores are, if the game keeps any and all may know them; else the number that shows who leads."""
    if not public(game):
        return None
    symbols, score = game.symbols, game.score
    if score is None:
        leads = game.look.leads or ""
        return (
            _of_state(game, leads)
            if leads in symbols.players
            else _of_number(game, panel_numbers_of(symbols)[leads])
        )
    if isinstance(score, t.Property) and score.name in symbols.players:
        return _of_state(game, score.name)
    if isinstance(score, t.NumberValue):
        return _of_number(game, score.name)
    return Score(labels={}, state=None)


def _of_state(game: Game, name: str) -> Score:
    names = game.symbols.players[name].names
    return Score(labels={} if names is None else {tag: names.say(tag) for tag in game.languages}, state=name)


def _of_number(game: Game, name: str) -> Score:
    names = game.symbols.named_values[name].names
    return Score(labels={tag: panel_name(names.say(tag)) for tag in game.languages}, state=None)


def public(game: Game) -> bool:
    """Whether everybody may know the score while the match runs, or without one what shows who leads."""
    found: bool | None = game.made.get("public score")
    if found is None:
        found = game.made["public score"] = _is_public(game)
    return found


def _is_public(game: Game) -> bool:
    if game.score is not None:
        return _public(game, game.score)
    leads, symbols = game.look.leads, game.symbols
    if leads is None or leads in symbols.players:
        return leads is not None
    return _public(game, symbols.named_values[panel_numbers_of(symbols)[leads]].value)


def public_score(position: Position) -> tuple[int, ...] | None:
    """The score of each player as it stands, or without one what shows who leads, if everybody may know it."""
    rules, game = position.rules, position.rules.game
    if not public(game):
        return None
    if game.score is not None:
        return position.scores()
    leads, seats = game.look.leads or "", range(len(position.players))
    if leads in game.symbols.players:
        slot = rules.lowered.tables.player_states[leads]
        return tuple(read(position.memory, slot, seat) for seat in seats)
    count = rules.engine.function(rules.lowered.numbers[panel_numbers_of(game.symbols)[leads]])
    return tuple(count(position.memory, seat, seat) for seat in seats)
