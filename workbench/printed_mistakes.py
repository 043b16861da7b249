"""Mistakes in the texts that are printed on cards, and in the effects behind them: which of them `texts` notices.

A mistake in a text changes one number, comparison, term, target or negation, or leaves out a clause; one in an effect
changes a number or a comparison, or drops a `not`, also in what the phrases of the effect stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import attrs

from ..dsl import tree as t
from ..dsl.languages.sentence_slots import SLOT
from ..dsl.model.game import Game
from ..dsl.model.symbols import Design, Name
from ..dsl.tree.walk import walk
from .printed_texts import Level, in_figures, judged, named_trees, ways_to_say, wholes

PRINTED = "printed"
"""The kind of mistakes, as the command names it."""


@attrs.frozen
class PrintedMistake:
    """A mistake in a printed text, in its effect or in the phrases of that (`where`: text, effect, phrases), and
    whether comparing the two notices it."""

    design: str
    level: Level
    where: str
    sort: str
    change: str
    noticed: bool


def printed_mistakes(game: Game, language: str, texts: Mapping[str, str]) -> Iterator[PrintedMistake]:
    """All mistakes in these texts, by design, and in their effects. Open texts are left out: nothing is known of
    them."""
    for verdict in judged(game, language, texts):
        if verdict.level == "open":
            continue
        design = game.symbols.designs[verdict.design]
        for sort, wrong in dict.fromkeys(_wrong_texts(game, language, verdict.text)):
            (found,) = judged(game, language, {design.name: wrong})
            change = _change(verdict.text, wrong)
            # a card that prints only one of its texts is trusted for the other
            noticed = (found.level, found.trusts) != (verdict.level, verdict.trusts)
            yield PrintedMistake(design.name, verdict.level, "text", sort, change, noticed)
        wanted = in_figures(verdict.text, game, language)
        for sort, change, noticed in _wrong_effects(game, language, design, wanted):
            yield PrintedMistake(design.name, verdict.level, "effect", sort, change, noticed)
        for sort, change, noticed in _wrong_phrases(game, language, design):
            yield PrintedMistake(design.name, verdict.level, "phrases", sort, change, noticed)


# ------------------------------------------------------------------------------------------------ in the text


def _wrong_texts(game: Game, language: str, text: str) -> Iterator[tuple[str, str]]:
    for match in re.finditer(r"(?<!\d)\d{1,9}(?!\d)", text):
        for number in (int(match[0]) + 1, int(match[0]) - 1):
            if number >= 0:
                yield "number", _put(text, match, str(number))
    known = game.language(language)
    for sort, pairs in (("comparison", known.opposites), ("negation", known.negations)):
        for pair in pairs:
            for was, became in (pair, pair[::-1]):
                for match in _whole(was, text):
                    yield sort, _put(text, match, became)
    for sort, names in _terms(game).items():
        for was, became in _swaps(names, language):
            for match in _whole(was, text):
                yield sort, _put(text, match, became)
    lines = text.splitlines()
    if len(lines) > 1:
        yield from (("clause", "\n".join(lines[:at] + lines[at + 1 :])) for at in range(len(lines)))
    parts = re.split(r"(,\s+)", text)
    for at in range(2, len(parts), 2):
        yield "clause", "".join(parts[: at - 1] + parts[at + 1 :])


def _put(text: str, match: re.Match[str], became: str) -> str:
    return text[: match.start()] + became + text[match.end() :]


def _whole(word: str, text: str) -> Iterator[re.Match[str]]:
    return re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text)


def _terms(game: Game) -> dict[str, list[Name]]:
    """The names whose confusion is a mistake: of things, and of those whom they are done to."""
    symbols = game.symbols
    states = [*symbols.players.values(), *symbols.game.values()]
    states += [state for one in symbols.types.values() for state in one.properties.values()]
    terms = [one.names for one in symbols.designs.values()] + [one.names for one in symbols.places.values()]
    return {
        "term": terms + [one.names for one in states if one.names is not None],
        "target": [one.names for one in symbols.types.values()],
    }


def _swaps(names: list[Name], language: str) -> Iterator[tuple[str, str]]:
    """Each form of each name, with the same form of the next name that is another."""
    for at, name in enumerate(names):
        for form, was in _forms(name, language).items():
            others = (_forms(one, language).get(form) for one in (*names[at + 1 :], *names[:at]))
            became = next((one for one in others if one and one != was), None)
            if was and became and form != "gender":
                yield was, became


def _forms(name: Name, language: str) -> Mapping[str, str]:
    return name.forms.get(language) or {"nom": name.base, "plural": name.plural}


def _change(was: str, became: str) -> str:
    left, right = was.split(), became.split()
    while left and right and left[0] == right[0]:
        left, right = left[1:], right[1:]
    while left and right and left[-1] == right[-1]:
        left, right = left[:-1], right[:-1]
    return f"'{' '.join(left)}' became '{' '.join(right)}'" if right else f"'{' '.join(left)}' was left out"


# ---------------------------------------------------------------------------------------------- in the effect

_COMPARED: dict[str, Any] = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "=": "!=", "!=": "="}


def _wrong_effects(game: Game, language: str, design: Design, wanted: str) -> Iterator[tuple[str, str, bool]]:
    """Mistakes in the trees of a design."""
    named = named_trees(design, game, language)
    ways = [list(ways_to_say(tree, game, language)) for _, tree in named]
    for at, (_, tree) in enumerate(named):
        for sort, change, wrong in _wrong_trees(tree):
            instead = [*ways[:at], list(ways_to_say(wrong, game, language)), *ways[at + 1 :]]
            said = chain(wholes(named, instead), *instead)
            yield sort, change, all(in_figures(one, game, language) != wanted for one in said)


def _wrong_phrases(game: Game, language: str, design: Design) -> Iterator[tuple[str, str, bool]]:
    """Mistakes in what the phrases of a design stand for. No text shows it: of these only a number is noticed that a
    sentence says too (RW505)."""
    trees = [tree for _, tree in named_trees(design, game, language)]
    used = (
        node.phrase
        for tree in trees
        for node in walk(tree)
        if isinstance(node, t.Call | t.So | t.AbilityCall)
    )
    for signature in dict.fromkeys(used):
        phrase = game.symbols.phrases[signature]
        said = [SLOT.sub("", one) for one in phrase.sentences.get(language, ())]
        for body in (phrase.body, phrase.test, *(one.ability for one in phrase.abilities)):
            for sort, change, _ in _wrong_trees(body):
                was = change.split()[0]
                noticed = sort == "number" and any(
                    was in re.findall(r"(?<!\d)\d{1,9}(?!\d)", one) for one in said
                )
                yield sort, f"in '{signature}': {change}", noticed


def _wrong_trees(tree: object) -> Iterator[tuple[str, str, object]]:
    for node in walk(tree):
        if isinstance(node, t.Number):
            wrong = attrs.evolve(node, value=node.value + 1)
            yield "number", f"{node.value} became {wrong.value}", _with(tree, node, wrong)
        elif isinstance(node, t.Compare | t.WithProperty) and node.op in _COMPARED:
            op = _COMPARED[node.op]
            yield "comparison", f"{node.op} became {op}", _with(tree, node, attrs.evolve(node, op=op))
        elif isinstance(node, t.Not):
            yield "negation", "'not' was left out", _with(tree, node, node.of)


def _with(tree: object, old: object, new: object) -> object:
    """The tree with one node replaced."""
    if tree is old:
        return new
    if isinstance(tree, tuple):
        return tuple(_with(one, old, new) for one in tree)
    if attrs.has(type(tree)) and isinstance(tree, t.Node):
        changed: dict[str, Any] = {
            field.name: _with(value, old, new)
            for field in attrs.fields(type(tree))
            if field.init and isinstance(value := getattr(tree, field.name), t.Node | tuple)
        }
        different = {name: one for name, one in changed.items() if one is not getattr(tree, name)}
        return attrs.evolve(tree, **different) if different else tree
    return tree
