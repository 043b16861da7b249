"""What the cards do among which a player chooses: the printed text of each, if it is short."""

from __future__ import annotations

from ...dsl import tree as t
from ...dsl.languages import BASE
from ...dsl.model.game import Game
from ...dsl.model.symbols import Design
from ...dsl.printing.statements import Printer
from ...dsl.tree.types import EFFECT
from ...interpreter import Option
from ...interpreter.match.output.objects.cards import source_text

LONGEST = 60
"""Longer texts are left out: the command `read` shows them."""


def option_text(game: Game, option: Option, language: str) -> str:
    """The effect printed on the card that an option stands for; empty if there is none, if its type prints several,
    or if the text is long. Texts of rules are in the base language; in others it is what the game's `labels:` call
    the effect, or its parts, and empty if one of them has no name.

    A piece on a board is no card: its player asks where it stands. The card is found by what the option is called,
    so this shows nothing of a piece that the player does not know.
    """
    called = option.bare.get(BASE, "")
    design = game.symbols.designs.get(called)
    if design is None or option.kind not in ("piece", "design"):
        return ""
    if option.label().removeprefix(called)[:2] not in ("", " ("):  # a field
        return ""
    effect = _printed(game, design)
    if not effect:
        return ""
    text = source_text(game, effect) if language == BASE else called_effect(game, effect, language)
    return text if len(text) <= LONGEST and "\n" not in text else ""


def _printed(game: Game, design: Design) -> tuple[t.Stmt, ...]:
    """The only effect that designs of its type print; empty if it says that nothing happens: then the card does
    something else."""
    printed = [
        name
        for name, state in game.symbols.types[design.type].properties.items()
        if state.printed and state.type.kind == EFFECT.kind
    ]
    if len(printed) != 1 or printed[0] not in design.effects:
        return ()
    effect = design.effects[printed[0]]
    return () if all(isinstance(one, t.Nothing) for one in effect) else effect


def called_effect(game: Game, effect: tuple[t.Stmt, ...], language: str) -> str:
    """What the labels call an effect as a whole, or else its alternatives or its parts; empty if they do not."""
    name = Printer(game.symbols).in_line(effect)
    whole = game.labels.get(name, {}).get(language, "")
    if whole:
        return whole
    only = effect[0] if len(effect) == 1 else None
    if isinstance(only, t.Alternatives):
        parts, sign = only.bodies, " / "
    elif isinstance(only, t.AnyOrder):
        parts, sign = tuple((one,) for one in only.of), "; "
    elif only is None:
        parts, sign = tuple((one,) for one in effect), "; "
    else:
        return ""
    called = [called_effect(game, part, language) for part in parts]
    return sign.join(called) if all(called) else ""
