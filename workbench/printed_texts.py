"""Compares the texts that are printed on cards with what their effects say.

A text is proved by saying its effect in every way that the sentences of the game allow, and finding the text among
them. So nobody has to trust a reading of it: what a card says and what it does are the same tree.
"""

from __future__ import annotations

import difflib
import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import attrs

from ..dsl import tree as t
from ..dsl.languages import BASE
from ..dsl.model.game import Game
from ..dsl.model.symbols import Design
from ..dsl.printing.patterns.printer import PatternPrinter
from ..dsl.printing.statements import show
from ..dsl.tree.walk import walk
from ..interpreter.match.decisions.disambiguate import part_label

Level = Literal["proved", "trusted", "open"]
MOST_WAYS = 256
"""In how many ways one effect is said at most, where phrases have several sentences."""


@attrs.frozen
class Verdict:
    """What is known of a printed text. `proved`: it says the effect, and each word of it is the language's own, or
    in a sentence with slots. `trusted`: it does, but a sentence in it has no slots, or leaves something out, so that
    only a person can judge whether that is what the effect does; `trusts` says what. `open`: the effect is never said
    like this; `nearest` is how it is said, and `differences` are the parts that differ, as (printed, said)."""

    design: str
    name: str
    text: str
    level: Level
    nearest: str = ""
    differences: tuple[tuple[str, str], ...] = ()
    trusts: tuple[str, ...] = ()


def plain(text: str) -> str:
    """A text without what does not change what it says: line breaks, capitals, a full stop at the end, how letters
    with accents are encoded, and hyphens that only a printer sees."""
    seen = unicodedata.normalize("NFC", text).translate(_UNSEEN)
    return re.sub(r"\s+", " ", seen).strip().rstrip(".").casefold()


def in_figures(text: str, game: Game, language: str) -> str:
    """A plain text with its number words as figures."""
    prose = game.language(language).prose
    words = prose.numbers if prose is not None else {}
    return re.sub(r"\w+", lambda word: str(words.get(word[0], word[0])), plain(text))


_UNSEEN = dict.fromkeys((0xAD, 0x200B, 0x200C, 0x200D, 0xFEFF))


def lines_of(text: str) -> list[tuple[int, str]]:
    """The lines of a text, each with how far it is indented."""
    lines = [line for line in text.splitlines() if line.strip()]
    return [(len(line) - len(line.lstrip()), plain(line)) for line in lines]


def judged(game: Game, language: str, printed: Mapping[str, str]) -> Iterator[Verdict]:
    """A verdict on each of these texts, by design. Raises `KeyError` for a design that the game does not have."""
    for name, text in printed.items():
        yield _judged(game, game.symbols.designs[name], text, language)


def _judged(game: Game, design: Design, text: str, language: str) -> Verdict:
    named = named_trees(design, game, language)
    wanted = in_figures(text, game, language)
    called = design.names.say(language)
    ways = [list(ways_to_say(tree, game, language)) for _, tree in named]
    whole = list(wholes(named, ways))
    trees = [tree for _, tree in named]
    for said, of, left in (*((one, trees, ()) for one in whole), *_single(ways, named)):
        if in_figures(said, game, language) == wanted:
            trusts = (*left, *_blocks(said, text))
            trusts += (*trusted(of, game), *(one for tree in of for one in unsaid(tree, game, language)))
            return Verdict(design.name, called, text, "trusted" if trusts else "proved", said, trusts=trusts)
    every = [*whole, *(one for each in ways for one in each)]
    nearest = max(every, key=lambda one: _likeness(plain(one), wanted), default="")
    return Verdict(design.name, called, text, "open", nearest, differences(wanted, plain(nearest)))


def wholes(named: list[tuple[str, object]], ways: list[list[str]]) -> Iterator[str]:
    """All texts of a design together, in every way that each can be said: with the names of their properties, and
    without."""
    for parts in itertools.islice(itertools.product(*ways), MOST_WAYS):
        labelled = (f"{label}: {part}" for (label, _), part in zip(named, parts, strict=True))
        yield from ("\n".join(labelled), "\n".join(parts))


def _blocks(said: str, text: str) -> tuple[str, ...]:
    """Where one of the two has blocks, and the other has others or none."""
    ours, theirs = lines_of(said), lines_of(text)
    nested = any(len({indent for indent, _ in lines}) > 1 for lines in (ours, theirs))
    return ("what belongs to which of its lines",) if nested and ours != theirs else ()


def _single(
    ways: list[list[str]], named: list[tuple[str, object]]
) -> Iterator[tuple[str, list[object], tuple[str, ...]]]:
    """Each text of a design by itself: cards often print only one of them."""
    for at, said in enumerate(ways):
        left = tuple(f"'{label}', which is not printed" for to, (label, _) in enumerate(named) if to != at)
        yield from ((one, [named[at][1]], left) for one in said)


def named_trees(design: Design, game: Game, language: str) -> list[tuple[str, object]]:
    """What a design prints as texts, each with the name of its property."""
    printed = [*design.conditions.items(), *design.effects.items()]
    type_ = game.symbols.types.get(design.type)
    abilities = (
        name for name, one in (type_.properties if type_ else {}).items() if one.type.kind == "abilities"
    )
    name = next(abilities, "")
    own: list[tuple[str, object]] = [(part_label(game, key, language), tree) for key, tree in printed]
    return own + [(part_label(game, name, language), one.ability) for one in design.abilities]


def ways_to_say(tree: object, game: Game, language: str) -> Iterator[str]:
    """All that a tree reads as in a language, the usual way first."""
    if language == BASE:
        written = (one.value.strip() for one in game.texts if one.tree is tree)
        yield from dict.fromkeys((show(tree, game.symbols), *written))
        return
    phrases = [
        one for one in dict.fromkeys(_phrases(tree)) if game.symbols.phrases[one].sentences.get(language)
    ]
    choices = [range(len(game.symbols.phrases[one].sentences[language])) for one in phrases]
    for picked in itertools.islice(itertools.product(*choices), MOST_WAYS):
        printer = PatternPrinter(game, language, dict(zip(phrases, picked, strict=True)))
        text = printer.text(tree)
        if printer.missing:  # cards show it as the rules have it
            yield from ways_to_say(tree, game, BASE)
            return
        yield text


def _phrases(tree: object) -> Iterator[str]:
    for node in walk(tree):
        if isinstance(node, t.Call | t.So | t.AbilityCall | t.Hook):
            yield node.phrase


def trusted(trees: Iterable[object], game: Game) -> tuple[str, ...]:
    """The phrases without slots in these trees, in quotes."""
    found = dict.fromkeys(one for tree in trees for one in _phrases(tree))
    return tuple(f"'{one}'" for one in found if not game.symbols.phrases[one].slots)


def unsaid(tree: object, game: Game, language: str) -> Iterator[str]:
    """What a text in another language leaves out, so that another effect could read the same."""
    if language == BASE:
        return
    printer = PatternPrinter(game, language)
    printer.name_variables(tree)
    names: dict[str, str] = {}
    chosen = [(one.name, printer.say(one.of)) for one in walk(tree) if isinstance(one, t.Choose)]
    used = {one.name for one in walk(tree) if isinstance(one, t.Variable)}
    if len({said for _, said in chosen}) < len(chosen) and any(name not in used for name, _ in chosen):
        yield "which of those that are chosen is meant"
    for node in walk(tree):
        if isinstance(node, t.Variable) and names.setdefault(printer.say(node), node.name) != node.name:
            yield f"which of two is meant by '{printer.say(node)}'"
        if isinstance(node, t.Choose | t.ChooseOne) and node.secrecy is not None:
            yield f"that the choice is made {node.secrecy}"
        if isinstance(node, t.ForEach) and (node.by is not None or node.start is not None):
            yield "in which order each is treated"
        if isinstance(node, t.Offer) and (node.start is not None or node.back):
            yield "who is offered it first"
        if isinstance(node, t.Amount) and (node.key is not None or node.wild or node.wild_key is not None):
            yield "what exactly is paid or gained"
        if isinstance(node, t.Modifier) and len(node.pattern) > 1:
            yield "whose number changes"
        if isinstance(node, t.Nearest | t.Reachable) and node.way is not None:
            yield "by which way the distance is counted"


def alike(game: Game, language: str) -> Iterator[tuple[str, str, str]]:
    """Pairs of designs whose texts read the same and do something else, with the text."""
    by_text: dict[str, tuple[str, object]] = {}
    for design in game.symbols.designs.values():
        for _, tree in named_trees(design, game, language):
            for said in itertools.islice(ways_to_say(tree, game, language), 1):
                first = by_text.setdefault(plain(said), (design.name, tree))
                if first[1] != tree:
                    yield first[0], design.name, said


def _likeness(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one.split(), other.split()).ratio()


def differences(printed: str, said: str) -> tuple[tuple[str, str], ...]:
    """The runs of words in which two texts differ."""
    left, right = printed.split(), said.split()
    return tuple(
        (" ".join(left[a:b]), " ".join(right[c:d]))
        for tag, a, b, c, d in difflib.SequenceMatcher(None, left, right).get_opcodes()
        if tag != "equal"
    )
