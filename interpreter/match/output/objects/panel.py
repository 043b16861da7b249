"""What decides a match, in numbers that everybody may know: the score as it stands, and the numbers on the panel."""

from __future__ import annotations

from .....dsl import tree as t
from .....dsl.model.game import Game
from .....dsl.model.look import panel_name
from .....dsl.model.look import panel_numbers as panel_numbers_of
from .....dsl.secrecy.disclosure import disclosure_of
from ....ir import NONE
from ...state.position import Position
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
    """What players' scores are, if the game keeps any and all may know them."""
    score = game.score
    if score is None or not public(game):
        return None
    symbols = game.symbols
    if isinstance(score, t.Property) and score.name in symbols.players:
        names = symbols.players[score.name].names
        labels = {} if names is None else {tag: names.say(tag) for tag in game.languages}
        return Score(labels=labels, state=score.name)
    if isinstance(score, t.NumberValue):
        names = symbols.named_values[score.name].names
        return Score(labels={tag: panel_name(names.say(tag)) for tag in game.languages}, state=None)
    return Score(labels={}, state=None)


def public(game: Game) -> bool:
    """Whether everybody may know the score while the match runs."""
    found: bool | None = game.made.get("public score")
    if found is None:
        found = game.made["public score"] = game.score is not None and _public(game, game.score)
    return found


def public_score(position: Position) -> tuple[int, ...] | None:
    """The score of each player as it stands, if everybody may know it."""
    return position.scores() if public(position.rules.game) else None
