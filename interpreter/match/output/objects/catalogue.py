"""The catalogue of a game: designs with what is printed on them, places, states and words, for programs that show it.

Everything in it is the same in every match, so all may know it: which pieces there are is no secret, only where.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .....dsl.languages import BASE
from .....dsl.model import look as looks
from .....dsl.model import symbols as names
from .....dsl.model.game import Game, Phase
from .....dsl.printing.statements import show, show_parts
from .....dsl.tree.types import Type
from ....ir import NONE
from ...setup.names import MatchNames
from ...setup.rules import Rules, prepare
from .cards import card_of
from .classes import UNSAID, Catalogue, Design, Look, PieceType, PlaceKind, Property, Sign, Value
from .facts import ObjectFacts
from .ids import board_id, design_id, place_id
from .panel import panel_labels, score_of
from .signs import Signs, corners, signs


def catalogue(game: Game) -> Catalogue:
    """What a game is made of, the same in every match: designs with all that is printed on them, types, places,
    properties, words and rules.

    Args:
        game: the game.

    Returns:
        The catalogue; names of objects in it are the ids that `Match.objects` uses.

    >>> salt = catalogue(load("cookbook/market")).designs["design:salt"]
    >>> salt.type, salt.copies, salt.values
    ('good', 5, {'worth': 1})
    """
    rules = prepare(game)
    symbols = game.symbols
    drawn = signs(game)
    return Catalogue(
        game=game.id,
        title=dict(game.title),
        hash=game.content_hash,
        types={name: _type(rules, one, drawn.types[name]) for name, one in symbols.types.items()},
        designs={design_id(name): _design(rules, one, drawn) for name, one in symbols.designs.items()},
        places={name: _place(rules, one) for name, one in symbols.places.items()},
        states=_properties(rules, symbols.game),
        players=_properties(rules, symbols.players),
        words={word: _word(rules, number) for number, word in enumerate(rules.lowered.tables.words)},
        sites=rules.facts.sites,
        rules={name: rule.says for name, rule in game.rules.items()},
        statements={name: {BASE: rule.says} | rule.others for name, rule in game.rules.items()},
        set_up=tuple(dict.fromkeys(_set_up(rules, game.flow))),
        sections={name: dict(title) for name, title in game.sections.items()},
        numbers=panel_labels(game),
        wins=dict(game.wins),
        score=score_of(game),
        look=Look(
            order=game.look.order,
            panel=game.look.panel,
            fold=game.look.fold,
            hidden=game.look.hidden,
            players=game.look.players,
            words={name: sign(one) for name, one in game.look.words.items()},
            drawn=drawn.words,
        ),
    )


def spoken(rules: Rules, name: names.Name | None, plain: str = "") -> dict[str, str]:
    """A name in each language."""
    return {tag: plain if name is None else name.say(tag) for tag in rules.game.languages}


def sign(look: looks.Sign | None) -> Sign:
    """How something is drawn."""
    return UNSAID if look is None else Sign(colour=look.colour, symbol=look.symbol)


def _path(image: looks.Image | None) -> str | None:
    return None if image is None else image.path


def _word(rules: Rules, number: int) -> dict[str, str]:
    known = MatchNames(rules.lowered, ())
    return {language: known.word(number, language) for language in rules.game.languages}


def _set_up(rules: Rules, flow: tuple[Phase, ...]) -> Iterator[str]:
    """The rules cited by the phases before the first turn, and before what is repeated."""
    for phase in flow:
        if phase.repeat is not None or phase.turns is not None:
            return
        yield from rules.facts.cited.get(f"phase '{phase.path}'", ())
        yield from _set_up(rules, phase.phases)


def _type(rules: Rules, one: names.PieceType, drawn: Sign) -> PieceType:
    return PieceType(
        labels=spoken(rules, one.names),
        designs=tuple(map(design_id, one.designs)),
        properties=_properties(rules, one.properties),
        back=one.public,
        look=sign(rules.game.look.types.get(one.name)),
        drawn=drawn,
        corners=corners(one, rules.game.look),
        back_image=_path(rules.game.look.backs.get(one.name)),
    )


def _properties(rules: Rules, declared: Mapping[str, names.State]) -> dict[str, Property]:
    return {
        name: Property(
            labels=spoken(rules, state.names, name),
            kind=state.type.kind,
            says=str(state.type),
            least=state.type.least if state.type.kind in ("number", "table") else None,
            most=state.type.most if state.type.kind in ("number", "table") else None,
            of=state.type.of,
            optional=state.type.optional,
            printed=state.printed,
            secret=state.secret,
            shown=state.shown,
        )
        for name, state in declared.items()
    }


def _design(rules: Rules, one: names.Design, drawn: Signs) -> Design:
    symbols = rules.game.symbols
    declared = symbols.types[one.type].properties
    shown = {name: show_parts if declared[name].type.in_any_order else show for name in one.effects}
    texts = {name: shown[name](body, symbols) for name, body in one.effects.items()}
    texts |= {name: show(test, symbols) for name, test in one.conditions.items()}
    cards = {tag: card_of(rules.game, one, tag, plain=True) for tag in rules.game.languages}
    return Design(
        id=design_id(one.name),
        name=one.name,
        labels=spoken(rules, one.names),
        type=one.type,
        copies=one.copies,
        values=printed_values(rules.facts, one, symbols.types[one.type].properties),
        texts=texts,
        abilities=tuple(show(ability.ability, symbols) for ability in one.abilities),
        rules=rules.facts.cited.get(f"design '{one.name}'", ()),
        says={tag: card.text for tag, card in cards.items() if card.text},
        look=sign(rules.game.look.designs.get(one.name)),
        drawn=drawn.designs.get(one.name, drawn.types[one.type]),
        image=_path(rules.game.look.images.get(one.name)),
        facts={tag: card.facts for tag, card in cards.items() if card.facts},
    )


def printed_values(
    facts: ObjectFacts, one: names.Design, declared: Mapping[str, names.State]
) -> dict[str, Value]:
    """What is printed on a design or a cell; words and objects as in `Objects`."""
    found: dict[str, Value] = dict(one.tables)
    for name, value in one.values.items():
        state = declared.get(name)
        if state is not None:
            found[name] = _printed(facts, state.type, value)
    return found


def _printed(facts: ObjectFacts, type_: Type, value: int | str | tuple[str, ...]) -> Value:
    if isinstance(value, tuple):
        return tuple(_named(facts, one) for one in value)
    if isinstance(value, str):
        return _named(facts, value)
    if type_.kind == "yes-no":
        return bool(value)
    return None if value == NONE and type_.kind != "number" else value


def _named(facts: ObjectFacts, name: str) -> str:
    return design_id(name) if name in facts.game.symbols.designs else name


def _place(rules: Rules, one: names.Place) -> PlaceKind:
    tables = rules.lowered.tables
    board = one.text.kind in names.BOARDS
    owners = range(tables.most_players) if one.text.per_player else [NONE]
    numbers = [number for number, where in enumerate(rules.facts.places) if where.declared is one]
    return PlaceKind(
        labels=spoken(rules, one.names),
        sort=one.text.kind,
        types=one.text.types,
        sight=one.text.sight,
        per_player=one.text.per_player,
        ordered=any(tables.places[number].ordered for number in numbers),
        shown=one.shown,
        rules=rules.facts.cited.get(f"place '{one.name}'", ()),
        ids=tuple((board_id if board else place_id)(one.name, owner) for owner in owners),
        properties=_properties(rules, names.cell_properties(one)) if board else {},
        look=sign(rules.game.look.places.get(one.name)),
        crop=one.name in rules.game.look.cropped,
        ground=_path(rules.game.look.grounds.get(one.name)),
    )
