"""Resolves uses of phrases: which phrase a call names, and the values of its slots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..model.symbols import Phrase, Slot
from ..model.uses import PHRASE
from ..syntax.forest import Token, ways_of
from ..syntax.parser import Syntax
from ..syntax.vocabulary import words
from ..tree.types import PLAYER, Type, fits, member, outside
from .context import Context, Several, Unclear, Unresolved, children, find
from .distributed import type_of_one
from .expressions import expression, here_of, noun_phrase
from .meanings import taken
from .mentioned import check_others_of
from .subjects import form_of, parts_of_call, said_with, wording


@attrs.frozen
class PhraseUse:
    """A phrase as it stands in a text: its signature, and the syntax tree of each slot (None: left out)."""

    signature: str
    slots: tuple[Syntax | None, ...]
    imperative: bool = False  # the player who does it is left out
    continued: bool = False  # whom or what it is about is left out: that of the statement before


def phrase_use(tree: Syntax, c: Context) -> PhraseUse:
    """The phrase that a call names."""
    parts = parts_of_call(tree)
    form = form_of(parts)
    found = c.symbols.shapes.get(form)
    if found is None:
        raise _no_phrase([part for part in parts if isinstance(part, tuple)], tree, c)
    signature, declared = found
    phrase = c.symbols.phrases[signature]
    c.symbols.use(PHRASE, signature)
    if c.uses is not None:
        sentences = [phrase.parts, *phrase.forms]
        which = next((at for at, one in enumerate(sentences) if one is declared), 0)
        left_out = len(sentences[which]) - len(declared)
        for part, run in enumerate(_runs(tree)):
            if run is not None:
                c.use(PHRASE, signature, run, form=which, part=part + left_out)
    given = {
        part.name: child
        for part, child in zip(declared, parts, strict=True)
        if isinstance(part, Slot) and not isinstance(child, tuple)
    }
    slots = tuple(given.get(slot.name) for slot in phrase.slots)
    one = c.symbols.singulars.get(form)
    if one is not None and not _is_one(given[one]):
        raise _of_one_only(phrase, declared, one, given[one], c)
    return PhraseUse(signature, slots, form in c.symbols.imperatives, form in c.symbols.continued)


def _is_one(tree: Syntax) -> bool:
    return any(way.data == "number" and str(way.children[0]) == "1" for way in ways_of(tree))


def _of_one_only(
    phrase: Phrase, declared: Sequence[object], slot: str, given: Syntax, c: Context
) -> Unresolved:
    """`draw 2 card`: the words are those for one of them."""
    at = next(at for at, part in enumerate(declared) if isinstance(part, Slot) and part.name == slot)
    run = declared[at + 1]
    said = " ".join(run) if isinstance(run, tuple) else ""
    note = Note(f"a phrase is: {phrase.signature}", phrase.span)
    return c.fail("RW208", f"'{said}' is said of one only", given, "say it as the phrase does", (note,))


def _no_phrase(runs: Sequence[tuple[str, ...]], tree: Syntax, c: Context) -> Unresolved:
    said = " … ".join(" ".join(run) for run in runs)
    message = f"no phrase says '{said}' in this way"
    counted = _counted_one(wording(tree, c), c)
    if counted is not None:
        return c.fail("RW208", message, tree, f"say: {counted}")
    failure = c.fail("RW208", message, tree)
    failure.runs = [word for run in runs for word in run]
    return failure


def _counted_one(said: str, c: Context) -> str | None:
    """`draw 1 card` for `draw a card`, where the phrase of a game has a number."""
    ways = [f"{said[: one.start()]}1 {said[one.end() :]}" for one in re.finditer(r"\ban? ", said)]
    for form in c.symbols.singulars:
        runs = [".+" if run is None else re.escape(" ".join(run)) for run in form]
        for way in ways:
            if re.fullmatch(" ".join(runs), " ".join(words(way))):
                return way
    return None


def _runs(tree: Syntax) -> Iterator[Token | None]:
    """The runs of words of a call, with None for each slot between them."""
    for child in tree.children:
        if isinstance(child, Token):
            yield child
        elif child.data == "tail":
            yield from _runs(child)
        else:
            yield None


def arguments(call: PhraseUse, tree: Syntax, c: Context) -> tuple[t.Expr, ...]:
    """The values of a call's slots, checked against the phrase's types."""
    values, several = given_to(call, tree, c)
    if several is not None:
        phrase, given = c.symbols.phrases[call.signature], call.slots[several]
        raise c.misfit(phrase, phrase.slots[several], values[several].type, given or tree)
    return values


def given_to(call: PhraseUse, tree: Syntax, c: Context) -> tuple[tuple[t.Expr, ...], int | None]:
    """The values of a call's slots; and the slot, if there is one, that gets a set and wants one of its members."""
    phrase = c.symbols.phrases[call.signature]
    values: list[t.Expr] = []
    several: int | None = None
    for at, (slot, given) in enumerate(zip(phrase.slots, call.slots, strict=True)):
        value = _given(given, values[:1], c) if given is not None else _left_out(slot, call, tree, c)
        if is_each(value, slot.type):
            if several is not None:
                raise _two_sets(phrase, slot, values[several].type, given or tree, c)
            several = at
        elif not fits(value.type, slot.type) or outside(value.type, slot.type):
            failure = c.misfit(phrase, slot, value.type, given or tree)
            one = type_of_one(value)
            if (
                given is not None
                and one is not None
                and fits(one, slot.type)
                and not _has_phrase(given, tree, c)
            ):
                raise Several(failure, value, given)
            raise failure
        if given is not None:
            check_others_of(value, values[:1], given, c)
        values.append(value)
    return tuple(values), several


def is_each(value: t.Expr, want: Type) -> bool:
    """Whether this is a set of what a slot wants one of. `each player` is not said of all together."""
    have = value.type
    if isinstance(value, t.Quantity) and value.how == "each":
        return False
    return have.kind in TOGETHER and not fits(have, want) and fits(member(have), want)


TOGETHER = ("pieces", "players", "cells", "kinds")
"""The sets to whose members something can happen together."""


def _two_sets(phrase: Phrase, slot: Slot, before: Type, at: Syntax, c: Context) -> Unresolved:
    one = "player" if before.kind == "players" else before.of[0] if before.of else "one"
    message = f"'{slot.name}' gets a set, too: this can happen to the members of one set together, not of two"
    note = Note(f"the phrase is: {phrase.signature}", phrase.span)
    return c.fail(
        "RW209", message, at, f"go through one of them: 'for each {one} …: … that {one} …'", (note,)
    )


def _has_phrase(each: Syntax, call: Syntax, c: Context) -> bool:
    """Whether a phrase of the game has these words itself: `{n: 1..9} damage to each hero`."""
    text = str(c.text)
    before = words(text[call.start_pos : each.start_pos])[-1:]
    after = words(text[each.end_pos : call.end_pos])[:1] if not before else ()
    said = before + words(text[each.start_pos : each.end_pos]) + after
    runs = (run for form in c.symbols.shapes for run in form if run is not None and "each" in run)
    return any(said == run[at : at + len(said)] for run in runs for at in range(len(run)))


def _given(tree: Syntax, about: Sequence[t.Expr], c: Context) -> t.Expr:
    """The value of a slot that a text fills."""
    if not any(way.data == "each_other" for way in ways_of(tree)):
        return expression(tree, c)
    before, c.other = c.other, about[0] if about else None
    try:
        return noun_phrase(taken(tree, c), c)
    finally:
        c.other = before


def _left_out(slot: Slot, call: PhraseUse, tree: Syntax, c: Context) -> t.Expr:
    """The value of a slot that a form leaves out: for a cell `here`, in the imperative the player who acts, otherwise
    the chooser by convention."""
    phrase = c.symbols.phrases[call.signature]
    if call.continued and phrase.about is None and slot is phrase.parts[0]:
        return _went_on(phrase, tree, c)
    if call.imperative or (call.continued and slot is phrase.about):
        verb = phrase.parts[1]
        return doer(tree, c, verb[0] if isinstance(verb, tuple) else None) or t.Actor(
            span=c.span(tree), type=PLAYER
        )
    if slot.type.kind != "cell":
        return default_chooser(tree, c)
    found = here_of(c)
    if found is None:
        message = f"this does not say which {slot.name} it means, and there is no 'here'"
        raise c.fail("RW203", message, tree, "say it in the form that names it")
    return t.Here(span=c.span(tree), type=found)


def _went_on(phrase: Phrase, tree: Syntax, c: Context) -> t.Expr:
    """What `and dies` is about: it is what the statement before is about, if that is no player."""
    if isinstance(c.does, Unclear) and c.does.subject is not None:
        return c.does.subject
    message = f"this does not say what '{wording(tree, c)}' is about"
    note = Note(f"the phrase is: {phrase.signature}", phrase.span)
    raise c.fail("RW212", message, tree, f"say what: … {wording(tree, c)}", (note,))


def doer(tree: Syntax, c: Context, verb: str | None = None) -> t.Expr | None:
    """The player who does something that names no player, as far as the surrounding text decides it. `verb`: the
    form of its verb that follows one subject, if it is not one of the language."""
    if not isinstance(c.does, Unclear):
        return c.does
    message = "this does not say who does it"
    if c.does.others:
        message += f": {' or '.join((_acting(c.does), *c.does.others))}"
    if c.does.about:
        message = f"what stands before is about {c.does.about}, but this does not say who does it"
    if c.does.ways:
        notes = tuple(Note(f"one reading: {way}") for way in c.does.ways)
        raise c.fail("RW212", message, tree, f"say: {', or: '.join(c.does.ways)}", notes)
    whom = dict.fromkeys((*c.does.others, c.does.instead))
    said = [said_with(who, tree, c, verb) for who in whom]
    if c.does.several:
        said[0] = f"'for each player …: {said_with('that player', tree, c, verb)}' on a line of its own"
    text = str(c.text)
    lines = [text[: tree.start_pos] + one + text[tree.end_pos :] for one in said]
    notes = tuple(Note(f"one reading: {one}") for one in lines if "\n" not in one)
    failure = c.fail("RW212", message, tree, f"say who: {', or: '.join(said)}", notes)
    failure.who = True
    raise failure


def _acting(unclear: Unclear) -> str:
    return "the player who acts," if unclear.instead == "the player" else f"{unclear.instead},"


def default_chooser(tree: Syntax, c: Context) -> t.Expr:
    """The player who may do it, if there is a `may` around it; otherwise the chooser by the game's convention."""
    given = doer(tree, c)
    if given is not None:
        return given
    who = c.symbols.conventions.get("chooser", "the player").removeprefix("the ").strip()
    span = c.span(tree)
    if who in c.symbols.game:
        return t.GameState(who, span=span, type=PLAYER)
    return t.Actor(span=span, type=PLAYER)


def chooser(tree: Syntax, c: Context) -> t.Expr:
    """The subject of a statement, or the chooser by the game's convention."""
    subject = find(tree, "subject")
    if subject is not None:
        (noun,) = children(subject)
        player = expression(noun, c)
        if player.type.kind != "player":
            failure = c.fail("RW212", f"a player does this, not {player.type}", subject)
            raise Several(failure, player, noun) if player.type.kind == "players" else failure
        return player
    return default_chooser(tree, c)
