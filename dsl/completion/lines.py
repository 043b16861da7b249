"""What can stand inside `{…}` of what players read: the log, questions, what stands beside rows, and sentences.

In: a draft and a place in it. Out: the names that an expression there can use, and what can follow its colon: forms
of names, what a number counts, words that agree. Texts without slots (titles, labels) are none of this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from ..build.languages import declared
from ..diagnostics.report import Report
from ..document.reader import Text
from ..draft.draft import Draft
from ..languages import Catalogue, catalogue
from ..model.game import ROW, ResolvedText
from ..model.symbols import SLOT, Symbols
from ..offers.choices import Choice, choices, in_all
from ..resolve import types as type_texts
from ..resolve.context import Context
from ..resolve.expressions import expression
from ..resolve.readings import resolve_text
from ..tree.types import Type, number

AGREEING = frozenset({"piece", "kind", "place", "cell", "player"})
"""The kinds of values that words agree with."""
WORD = "word"
"""What the words are called that are still to be filled in."""


@attrs.frozen
class Behind:
    """Something that can stand behind the colon of a slot, from `start` of what is written there on."""

    label: str
    insert: str
    start: int = 0
    snippet: bool = False
    detail: str = ""


def names_in(draft: Draft, path: tuple[str | None, ...]) -> dict[str, Type]:
    """The names that the slots of a line can use, beside those of the game: `path` says which line it is."""
    section, name = (*path, None, None)[:2]
    if section == "phrases" and name is not None:
        return slots_of(draft.symbols, name)
    if section == "ask" and name is not None:
        meant = [one for one in asked(draft) if one.name == name]
        return in_all(meant) if meant else {}
    if section == "places" and name in draft.symbols.places and "beside" in path:
        return {ROW: number(1, max(1, draft.symbols.places[name].text.rows))}
    return {}


def asked(draft: Draft) -> list[Choice]:
    """All choices in the texts that could be read."""
    texts = (
        ResolvedText(
            one.start,
            one.text.value,
            one.tree,
            one.text.span,
            one.where,
            dict(one.scope.variables),
            text=one.text,
        )
        for one in draft.attempts
        if one.tree is not None
    )
    return list(choices(texts, draft.symbols))


def slots_of(symbols: Symbols, signature: str) -> dict[str, Type]:
    """The slots of a phrase, also of one that says too little yet to be declared."""
    phrase = symbols.phrases.get(signature)
    if phrase is not None:
        return {slot.name: slot.type for slot in phrase.slots}
    found = {}
    for match in SLOT.finditer(signature):
        text = Text(match[2])
        made = resolve_text(text, "type", type_texts.type_text, Context(symbols, text), Report())
        if made is not None:
            found[match[1]] = made.type
    return found


def value_of(symbols: Symbols, said: str, variables: Mapping[str, Type]) -> Type | None:
    """The type of an expression; None if it is none."""
    text = Text(said)
    context = Context(symbols, text, variables=dict(variables))
    value = resolve_text(text, "expression", expression, context, Report())
    return value.type if value is not None else None


def language_of(draft: Draft, tag: str) -> Catalogue | None:
    """What is known of a language: from its catalogue, or from the game."""
    known = catalogue(tag)
    if known is None and draft.doc is not None:
        known = declared(draft.doc, Report()).get(tag)
    return known


def behind_colon(
    symbols: Symbols, known: Catalogue, value: Type | None, said: str, *, sentence: bool
) -> Iterator[Behind]:
    """What can follow the colon of a slot that shows a value of this type (None: it is not known), where `said` is
    written already. In a `sentence` of a phrase, words can also agree with a number."""
    counts = value is None or value.kind == "number"
    named = value is None or value.kind != "number" or sentence  # a sentence also says what a number is
    if counts:
        yield from _counted(symbols, known, said)
    if named:
        for form in dict.fromkeys(known.forms):
            if form != "gender":
                yield Behind(form, form, detail=f"a form in {known.name}")
    if known.agreeing and (value is None or value.kind in AGREEING):
        groups = ["/".join(group) for group in known.agreeing]
        yield _words("/", groups, f"agree with the gender: {', '.join(groups)}")
    if sentence and value is not None and counts:
        yield _words(";", list(known.plurals), f"agree with the number: {', '.join(known.plurals)}")
    elif sentence and named:
        yield _words(";", ["one", "several"], "agree with one, or with several")


def _words(mark: str, each: list[str], detail: str) -> Behind:
    blanks = mark.join(f"${{{at}:{WORD}}}" for at in range(1, len(each) + 1))
    return Behind(mark.join([WORD] * len(each)), blanks, snippet=True, detail=detail)


def _counted(symbols: Symbols, known: Catalogue, said: str) -> Iterator[Behind]:
    """What a number can count, and behind that a case."""
    for at in range(len(said)):
        if said[at] == " " and symbols.countable(said[:at].strip()) is not None:
            for case in known.cases:
                yield Behind(case, case, at + 1, detail=f"a form in {known.name}")
    for name, detail in countables(symbols):
        yield Behind(name, name, detail=detail)


def countables(symbols: Symbols) -> Iterator[tuple[str, str]]:
    """The names of what can be counted, and what each of them is."""
    for one in symbols.types.values():
        yield one.name, "a type"
    for name, state in symbols.players.items():
        counted = state.singular or name
        if state.type.kind == "number" and symbols.countable(counted) is not None:
            yield counted, "a number that players have"
    for design in symbols.designs.values():
        yield design.name, f"a kind of {design.type}"
