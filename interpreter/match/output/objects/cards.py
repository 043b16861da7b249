"""What designs print, in the words of players: the numbers and words of a card, and its texts.

It uses only the rules, which everybody may read.
"""

from __future__ import annotations

import attrs

from .....dsl.languages import BASE, say
from .....dsl.model.game import Game
from .....dsl.model.symbols import AbilityText, Design, State
from .....dsl.printing.patterns.printer import in_words
from .....dsl.printing.statements import show
from ...decisions.disambiguate import part_label, table_text


@attrs.frozen
class Card:
    """What a design prints, in the words of players: its properties, and its texts."""

    design: str
    name: str
    type: str
    copies: int
    facts: tuple[tuple[str, str], ...]
    texts: tuple[tuple[str, str], ...]
    printed: str = ""

    @property
    def text(self) -> str:
        """What its design says that it prints; or else all of its texts, with the names of properties before them if
        there are several."""
        if self.printed:
            return self.printed
        several = len({label for label, _ in self.texts}) > 1
        return "\n".join(f"{label}: {text}" if several and label else text for label, text in self.texts)


def cards(game: Game, language: str = BASE) -> list[Card]:
    """Every design of a piece, in the order of the rules."""
    return [card_of(game, design, language) for design in game.symbols.designs.values()]


def card_of(game: Game, design: Design, language: str, *, plain: bool = False) -> Card:
    """What one design, or a cell, prints. `plain`: without the words of the rules behind those of players."""
    type_ = game.symbols.types.get(design.type)
    kind = type_.names.say(language) if type_ is not None else design.type
    board = next((one for one in game.symbols.places.values() if design in one.printed.values()), None)
    declared = type_.properties if type_ is not None else board.properties if board is not None else {}
    facts = [
        (part_label(game, name, language), _value(game, declared[name], value, language, plain=plain))
        for name, value in design.values.items()
        if name in declared
    ]
    facts += [
        (part_label(game, name, language), table_text(game, table, language))
        for name, table in design.tables.items()
        if name in declared
    ]
    printed: list[tuple[str, object]] = [*design.conditions.items(), *design.effects.items()]
    texts = [(part_label(game, name, language), source_text(game, tree, language)) for name, tree in printed]
    prints = next((name for name, state in declared.items() if state.type.kind == "abilities"), "")
    label = part_label(game, prints, language) if prints else ""
    texts += [(label, ability_text(game, one, language)) for one in design.abilities]
    return Card(
        design.name,
        design.names.say(language),
        kind,
        design.copies,
        tuple(facts),
        tuple(texts),
        design.printed.get(language, ""),
    )


def _value(
    game: Game, state: State, value: int | str | tuple[str, ...], language: str, *, plain: bool = False
) -> str:
    """A printed value in words; `plain`: without those of the rules."""
    if isinstance(value, tuple):
        return ", ".join(_value(game, state, one, language, plain=plain) for one in value)
    if state.type.kind == "yes-no":
        return value_text(bool(value), language)
    if isinstance(value, int):
        return value_text(None if state.type.optional and value < 0 else value, language)
    design = game.symbols.designs.get(value)
    if design is not None and state.type.kind in ("kind", "kinds", "list"):
        return design.names.say(language)
    called = game.labels.get(value, {}).get(language, value)
    # Texts of the rules, which are shown below and which authors write, have the word itself.
    return f"{called} ({value})" if language == BASE and called != value and not plain else called


def printed_text(game: Game, state: State, design: Design, language: str) -> str:
    """The value or table that a design prints, in the words of players."""
    if state.name in design.tables:
        return table_text(game, design.tables[state.name], language)
    return _value(game, state, design.values[state.name], language, plain=True)


def ability_text(game: Game, one: AbilityText, language: str) -> str:
    return in_words(one.ability, game, language) or str(one.text)


def source_text(game: Game, tree: object, language: str = BASE) -> str:
    """A text in a language, or as it was written."""
    said = in_words(tree, game, language)
    if said is not None:
        return said
    return next((one.value.strip() for one in game.texts if one.tree is tree), "") or show(tree, game.symbols)


def value_text(value: object, language: str) -> str:
    """The value of a state that is not a number."""
    if value is None:
        return say("name.none", language)
    if isinstance(value, bool):
        return say("name.yes" if value else "name.no", language)
    return str(value)
