"""What a name in a game stands for, for players: cards, pieces, options, phrases, places, rules.

It uses only the rules and the list of components, which everybody may read, and never looks at a match.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from itertools import chain

import attrs

from ...dsl import tree as t
from ...dsl.diagnostics.suggest import closest
from ...dsl.languages import BASE, in_language
from ...dsl.model.game import Game, Phase
from ...dsl.model.symbols import SLOT, Design, Name
from ...dsl.printing.patterns.printer import PatternPrinter, in_words
from ...dsl.printing.statements import show
from ...dsl.tree.walk import walk
from ...interpreter.match.output.objects.cards import card_of, source_text
from .speech import say, without_accents

WIDTH = 110
MOST = 12
"""At most this many names are listed if a name could mean several things."""


@attrs.frozen
class LookupEntry:
    """Something to read about: the names that find it (the first is shown), and what it says. `part` is its name in
    citations of rules."""

    names: tuple[str, ...]
    sort: str
    part: str
    facts: tuple[tuple[str, str], ...] = ()
    trees: tuple[object, ...] = ()


def read(game: Game, asked: str, language: str = BASE) -> list[str]:
    """The lines about whatever has this name; if nothing has, names that come near."""
    key = f"entries {language}"
    entries: list[LookupEntry] = game.made.get(key) or game.made.setdefault(
        key, list(_entries(game, language))
    )
    found = _found(entries, asked)
    exact = [one for one in found if _is(one, asked)] or (found if len(found) == 1 else [])
    if exact:
        return [line for one in exact for line in _lines(game, one, language)]
    if found:
        names = list(dict.fromkeys(one.names[0] for one in found))
        shown = ", ".join(names[:MOST]) + (", …" if len(names) > MOST else "")
        return [say("several", language, name=asked, names=shown)]
    guess = closest(asked, (name for one in entries for name in one.names))
    hint = say("did you mean", language, guess=guess) if guess else ""
    return [say("not named", language, name=asked) + hint]


def rules_lines(game: Game, section: str, language: str = BASE) -> list[str]:
    """The rules of a section, or a single rule; without one, the first section and the list of all sections."""
    sections = list(dict.fromkeys(rule.partition(".")[0] for rule in game.rules))
    if not sections:
        return [say("no rules", language)]
    wanted = section.casefold().strip().rstrip(".") or sections[0]
    by_title = [
        one
        for one in sections
        if any(_plain(wanted) == _plain(text) for text in game.sections.get(one, {}).values())
    ]
    chosen = [rule for rule in game.rules if wanted in (rule, rule.partition(".")[0])]
    chosen = chosen or [rule for rule in game.rules if rule.partition(".")[0] in by_title]
    titles = {one: in_language(game.sections.get(one, {}), language) for one in sections}
    names = ", ".join(title or one for one, title in titles.items())
    if not chosen:
        return [say("no section", language, name=section, names=names)]
    title = titles[chosen[0].partition(".")[0]] if len(chosen) > 1 else ""
    lines = [title] if title else []
    lines += [line for rule in chosen for line in _rule(game, rule, language)]
    return lines if section else [*lines, *_wrapped(say("sections", language, names=names), "")]


# ------------------------------------------------------------------------------ finding


def _plain(name: str) -> str:
    return " ".join(without_accents(name).split())


def _is(entry: LookupEntry, asked: str) -> bool:
    """Whether an entry has this name; that of a card in play may be longer (`ogre a5`, `fire bolt (bearer
    knight)`)."""
    wanted = _plain(asked)
    return any(wanted == _plain(name) or _bare(wanted) == _plain(name) for name in entry.names)


def _bare(wanted: str) -> str:
    """A name without the parentheses after it."""
    return re.sub(r"\s*\([^()]*\)$", "", wanted)


def _found(entries: list[LookupEntry], asked: str) -> list[LookupEntry]:
    """Entries with this name; or else the longest whose name the text begins with; or else all whose name has all of
    its words."""
    exact = [one for one in entries if _is(one, asked)]
    if exact:
        return exact
    wanted = _plain(asked)
    begun = [
        (len(name), one) for one in entries for name in one.names if wanted.startswith(f"{_plain(name)} ")
    ]
    if begun:
        longest = max(length for length, _ in begun)
        return [one for length, one in begun if length == longest][:1]
    return [
        one
        for one in entries
        if any(all(word in _plain(name).split() for word in wanted.split()) for name in one.names)
    ]


# ------------------------------------------------------------------------------ entries


def _entries(game: Game, language: str) -> Iterator[LookupEntry]:
    """Everything to read about: components first, then options, declarations and phrases."""
    symbols = game.symbols
    cells = (cell for place in symbols.places.values() for cell in place.printed.values())
    for design in (*symbols.designs.values(), *cells):
        yield _design(game, design, language)
    for name, type_ in symbols.types.items():
        designs = ", ".join(symbols.designs[one].names.say(language) for one in type_.designs)
        yield LookupEntry(
            _names(type_.names, language, name), "", f"type '{name}'", ((say("designs", language), designs),)
        )
    yield from _options(game, language)
    yield from _declared(game, language)
    for signature, phrase in symbols.phrases.items():
        if phrase.change is not None:
            continue  # not a sentence that the game declares
        part = f"phrase '{signature}'"
        facts = tuple((say("happens", language), text) for text in _written(game, part, language))
        trees = (phrase.body, phrase.test, *(one.ability for one in phrase.abilities))
        names = tuple(dict.fromkeys((_sentence(game, signature, language), _without_types(signature))))
        yield LookupEntry(names, say("phrase", language), part, facts, trees)


def _declared(game: Game, language: str) -> Iterator[LookupEntry]:
    """Places, numbers and states, with their declarations."""
    symbols = game.symbols
    for name, place in symbols.places.items():
        names = _names(place.names, language, name)
        yield _simple(
            names, "place", name, in_words(place.text, game, language) or show(place.text, symbols), language
        )
    for name, number in symbols.named_values.items():
        names = _names(number.names, language, _without_types(name))
        yield _simple(
            names, "number", name, source_text(game, number.value, language), language, (number.value,)
        )
    for name, state in chain(symbols.game.items(), symbols.players.items()):
        names = _names(state.names or Name(name), language, name)
        names += (state.singular,) if state.singular else ()
        yield _simple(names, "state", name, in_words(state.type, game, language) or str(state.type), language)


def _simple(
    names: tuple[str, ...], sort: str, key: str, text: str, language: str, trees: tuple[object, ...] = ()
) -> LookupEntry:
    return LookupEntry(names, say(sort, language), f"{sort} '{key}'", ((say("is", language), text),), trees)


def _design(game: Game, design: Design, language: str) -> LookupEntry:
    card = card_of(game, design, language)
    sort = say("copies" if design.copies > 1 else "copy", language, type=card.type, count=design.copies)
    trees = (
        *design.conditions.values(),
        *design.effects.values(),
        *(one.ability for one in design.abilities),
    )
    return LookupEntry(
        _names(design.names, language, design.name),
        sort,
        f"design '{design.name}'",
        (*card.facts, *card.texts),
        trees,
    )


def _options(game: Game, language: str) -> Iterator[LookupEntry]:
    """The options of turns, and the branches in texts; a branch that occurs in several texts appears once."""
    for phase in _phases(game.flow):
        for one in phase.options:
            part = f"option '{one.name}' of '{phase.path}'"
            yield _option(game, one.name, one.label, part, one.test, one.body, language)
    seen = set()
    for text in game.texts:
        for node in walk(text.tree):
            if isinstance(node, t.Branch) and node not in seen:
                seen.add(node)
                yield _option(game, node.label, {}, "", node.test, node.body, language)


def _option(
    game: Game,
    name: str,
    label: dict[str, str],
    part: str,
    test: t.Expr | None,
    body: tuple[t.Stmt, ...],
    language: str,
) -> LookupEntry:
    called = {BASE: name, **game.labels.get(name, {}), **label}
    names = tuple(dict.fromkeys((called.get(language, name), *called.values(), name)))
    facts = [(say("needs", language), _said(game, test, language))] if test is not None else []
    facts.append((say("does", language), _said(game, body, language)))
    return LookupEntry(names, say("option", language), part, tuple(facts), (test, body))


def _phases(phases: Iterable[Phase]) -> Iterator[Phase]:
    for phase in phases:
        yield phase
        yield from _phases(phase.phases)


# ------------------------------------------------------------------------------ wording


def _names(name: Name, language: str, key: str) -> tuple[str, ...]:
    """The name in this language first, then its other forms in all languages."""
    every = (name.say(language), name.base, name.plural, *name.spellings, key)
    return tuple(dict.fromkeys(one for one in every if one))


def _without_types(signature: str) -> str:
    """The signature of a phrase with only the names of its slots."""
    return SLOT.sub(lambda slot: slot.group(1), signature)


def _sentence(game: Game, signature: str, language: str) -> str:
    """A phrase with the names of what its slots hold."""
    printer = PatternPrinter(game, language) if language != BASE else None
    phrase = game.symbols.phrases[signature]
    if printer is None or not phrase.sentences.get(language):
        return _without_types(signature)
    return printer.head_of(phrase)


def _said(game: Game, tree: object, language: str) -> str:
    return in_words(tree, game, language) or show(tree, game.symbols)


def _written(game: Game, where: str, language: str) -> list[str]:
    texts = [text for text in game.texts if text.where == where]
    return [in_words(text.tree, game, language) or text.value.strip() for text in texts]


def _lines(game: Game, entry: LookupEntry, language: str) -> list[str]:
    lines = [f"{entry.names[0]} ({entry.sort})" if entry.sort else entry.names[0]]
    for label, text in entry.facts:
        lines += _wrapped(f"{label}: {text}" if label else text, "  ")
    called = [one for one in _phrases(entry.trees) if entry.part != f"phrase '{one}'"]
    if called:
        lines.append(f"  {say('meaning', language)}:")
    for signature in called:
        for text in _written(game, f"phrase '{signature}'", language):
            lines += _wrapped(f"{_sentence(game, signature, language)}: {text}", "    ")
    parts = (entry.part, *(f"phrase '{one}'" for one in called))
    rules = dict.fromkeys(one.rule for one in game.citations if one.part in parts)
    if rules:
        lines.append(f"  {say('rulebook', language)}:")
    return lines + [line for rule in rules for line in _rule(game, rule, language, "    ")]


def _phrases(trees: tuple[object, ...]) -> list[str]:
    """The phrases that texts use."""
    nodes = (node for tree in trees for node in walk(tree))
    return list(dict.fromkeys(one.phrase for one in nodes if isinstance(one, t.Call | t.So | t.AbilityCall)))


def _rule(game: Game, rule: str, language: str, indent: str = "") -> list[str]:
    known = game.rules.get(rule)
    return _wrapped(f"{rule}: {known.in_language(language) if known is not None else ''}", indent)


def _wrapped(text: str, indent: str) -> list[str]:
    """A text wrapped to the width; its own line breaks stay."""
    first, *more = text.split("\n")
    lines = textwrap.wrap(first, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ")
    for line in more:
        deeper = f"{indent}  {line[: len(line) - len(line.lstrip())]}"
        lines += textwrap.wrap(line.strip(), WIDTH, initial_indent=deeper, subsequent_indent=f"{deeper}  ")
    return lines
