"""Renaming: one declaration and everything that names it, in all files of a game.

In: the indexes of a game (without variants, and with each set of variants that its files speak of), what to rename,
and the new name. Out: the edits of each source; or why it cannot be renamed.

Of a thing with a plural the new name can give both, as in `knight/knights`. A regular plural follows by itself. The
words of a phrase are given as in its declaration, with its slots in their order: `{foe} is beaten by {hero}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import attrs

from ..model.symbols import base_form
from ..model.uses import (
    DESIGN,
    LABEL,
    NOUN,
    NUMBER,
    PHASE,
    PHRASE,
    PROPERTY,
    STEP,
    TYPE,
    VARIABLE,
    WORD,
)
from ..syntax.english import article
from ..syntax.lexer import JOINTS, LONGEST_NEW_NAME, STOPS
from ..syntax.vocabulary import common_vocabulary, is_number, plural, words
from .names import (
    ASIDE,
    ASKED,
    GAME,
    LANGUAGE,
    ONE,
    PART,
    RULE,
    SECTION,
    SEVERAL,
    SOURCE,
    VARIANT,
    Declaration,
    Index,
    Reference,
)

Edit = tuple[int, int, str]
"""A stretch of a source in code points, and what stands there instead."""
Edits = dict[str, list[Edit]]

WITH_PLURAL = frozenset({TYPE, DESIGN, NOUN})
OF_RULES = frozenset({RULE, SECTION, SOURCE})
"""What no text of the game says, so that nothing else in the game can have the same name."""
OF_FILES = {GAME: "its folder", VARIANT: "its file", LANGUAGE: "what the world calls it"}
_SLOT = re.compile(r"\{([^{}]*)\}")
_BEFORE = re.compile(r"\b([Aa]n?)\s+$")
_RUN = re.compile(r"[^{}:#\"\\/\[\]|>&*!%@`\n]+")
_ID = re.compile(r"[\w.-]+")


@attrs.frozen
class Refused:
    """Why something cannot be renamed."""

    reason: str


def rename(
    indexes: Index | Sequence[Index], declaration: Declaration, new: str, *, form: int = 0
) -> Edits | Refused:
    """The edits that rename something everywhere. `form` says which sentence of a phrase is meant, as in
    `Reference`."""
    every = [indexes] if isinstance(indexes, Index) else list(indexes)
    found = references_in(every, declaration)
    reason = _fixed(declaration, found) or next(filter(None, (one.kept(declaration) for one in every)), None)
    if reason is not None:
        return Refused(reason)
    with_slots = declaration.sort in (PHRASE, NUMBER) and "{" in declaration.name
    if with_slots or declaration.sort == PHRASE:
        said = _sentence(declaration, found, new, form)
    else:
        said = _names(declaration, found, new)
    if isinstance(said, Refused):
        return said
    taken = _taken(every, declaration, said)
    if taken is not None:
        return Refused(taken)
    edits: dict[str, set[Edit]] = {}
    for one in found:
        written = _written(one, said, form)
        if written is not None and written != one.said:
            changed = edits.setdefault(one.source, set())
            changed.add((one.start, one.end, written))
            changed |= _article(every, one, written)
    return {source: sorted(changed) for source, changed in sorted(edits.items())}


def references_in(indexes: Iterable[Index], declaration: Declaration) -> list[Reference]:
    """Every place in any of the indexes that names the same. What is one thing in one of them is one in all."""
    every, keys = list(indexes), set(declaration.keys)
    while True:
        groups = {id(one): one for index in every for key in keys if (one := index.declaration(key))}
        more = {key for one in groups.values() for key in one.keys}
        if more <= keys:
            break
        keys |= more
    every_one = (one for group in groups.values() for one in group.references)
    last = sorted(every_one, key=lambda one: one.key.sort != ASKED)  # what a key says beats that it is one
    return list({(one.source, one.start, one.end): one for one in last}.values())


@attrs.frozen
class _Said:
    """How something is said now and will be said: by which name (`ONE`, `SEVERAL`), or by the run of a sentence."""

    old: dict[int, tuple[str, ...]]
    new: dict[int, str]
    sentence: bool = False


def _fixed(declaration: Declaration, found: list[Reference]) -> str | None:
    """Why this has the name that it has."""
    if declaration.sort in OF_FILES:
        return f"'{declaration.name}' is called like {OF_FILES[declaration.sort]}"
    if declaration.sort == ASKED:
        return f"'{declaration.name}' is named by the language, or by nothing"
    declaring = [one for one in found if one.declares]
    if not declaring:
        return f"'{declaration.name}' is not declared here"
    if all(one.which == ASIDE for one in declaring):
        made = any(one.key.sort == DESIGN for one in declaring)
        return (
            f"a rule makes '{declaration.name}': rename it where 'each:' stands"
            if made
            else f"the library declares '{declaration.name}', for all games"
        )
    return None


# ------------------------------------------------------------------------------ names


def _names(declaration: Declaration, found: list[Reference], new: str) -> _Said | Refused:
    one, slash, several = (part.strip() for part in new.partition("/"))
    sort, name = declaration.sort, declaration.name
    by_text = any(
        (key.sort == VARIABLE and "{" not in key.owner) or key.sort == LABEL for key in declaration.keys
    )
    reason = _unfit(sort, one, by_text=by_text)
    reason = reason or (_unfit(sort, several, by_text=by_text) if slash else None)
    if reason is not None:
        return Refused(reason)
    given = next((ref.said for ref in found if ref.declares and ref.which == SEVERAL), None)
    old = {ONE: words(name)}
    said = {ONE: one}
    if sort in WITH_PLURAL:
        old[SEVERAL] = words(given or plural(name))
        if given is None and slash and words(several) != words(plural(one)):
            return Refused(
                f"the plural of '{one}' would be '{plural(one)}': declare another one with 'plural:'"
            )
        said[SEVERAL] = several or (given if given is not None else plural(one))
    elif given is not None:
        old[SEVERAL] = words(given)
        said[SEVERAL] = several or given
    elif slash:
        return Refused(f"'{name}' has only one name")
    return _Said(old, said)


def _unfit(sort: str, name: str, *, by_text: bool) -> str | None:
    """Why something cannot have this name; `by_text`: a text gives it."""
    said = words(name)
    if sort in OF_RULES:
        return None if _ID.fullmatch(name) else f"'{name}' cannot be an id: it has letters, digits, dots"
    if not said or not any(map(str.isalnum, name)):
        return "a name needs letters or digits"
    if not re.fullmatch(r"[^\W_]+(?:[ '’-][^\W_]+)*", name):
        return f"'{name}' has marks in it: a name is made of words"
    if sort == PART:
        return None
    if len(said) == 1 and is_number(said[0]):
        return f"'{name}' is a number"
    if any(entry.words == said for entry in common_vocabulary().starting(said[0])) or said[0] == "player":
        return f"'{name}' is a word of the language"
    if by_text and (len(said) > LONGEST_NEW_NAME or not all(word[0].isalpha() for word in said)):
        return f"a name that a text gives has at most {LONGEST_NEW_NAME} words, of letters"
    if by_text and sort == VARIABLE and set(said) & (STOPS | JOINTS):
        return f"a text could not tell where '{name}' ends"
    return None


def _taken(indexes: Iterable[Index], declaration: Declaration, said: _Said) -> str | None:
    """What has the name already."""
    if said.sentence or declaration.sort == PART:
        return None
    new = {words(name) for name in said.new.values()} - set(said.old.values())
    of_rules = declaration.sort in OF_RULES
    for index in indexes:
        for other in index.declarations:
            if other.keys & declaration.keys or other.sort == PART:
                continue
            if of_rules and other.sort != declaration.sort:
                continue
            if not of_rules and other.sort in (*OF_RULES, *OF_FILES, PHRASE):
                continue
            if words(other.name) in new or (other.sort in WITH_PLURAL and words(plural(other.name)) in new):
                return f"'{other.name}' is already the name of {_A[other.sort]}"
    return None


_A = {
    **{one: f"a {one}" for one in (TYPE, DESIGN, PROPERTY, LABEL, PHASE, WORD, RULE, SECTION, SOURCE)},
    "place": "a place",
    "noun": "the cells of a board",
    "cell": "a cell",
    "state": "a state",
    "phrase state": "a state",
    "number": "a number",
    "option": "an option",
    "step": "a step",
    "variable": "something in a text",
}


# --------------------------------------------------------------------------- sentences


def _sentence(declaration: Declaration, found: list[Reference], new: str, form: int) -> _Said | Refused:
    """The new runs of a sentence with slots."""
    old = {one.part: one.said for one in found if one.declares and one.form == form and one.which == ONE}
    name = declaration.name
    shape, wanted = (_shape(name) if form == 0 else None), _shape(new)
    if shape is None:
        parts = {part % 2 for part in old}
        shape = (min(old) if old else 0, len(old), None)
        wanted = (wanted[0], wanted[1], None) if len(parts) == 1 else wanted
    if wanted[:2] != shape[:2]:
        return Refused(f"the words of '{name}' change, and its slots stay where they are")
    if shape[2] is not None and wanted[2] != shape[2]:
        return Refused(f"the slots of '{name}' stay as they are: rename a slot by itself")
    runs = [" ".join(run.split()) for run in _SLOT.split(new)[::2] if words(run)]
    if not all(_RUN.fullmatch(run) for run in runs):
        return Refused("a sentence is made of words, and slots in braces")
    if declaration.sort == NUMBER and old.get(0, "").endswith(" of") and not runs[0].endswith(" of"):
        return Refused("it is also said like a property: let its words end with 'of'")
    places = sorted(old)
    return _Said(
        {part: words(old[part]) for part in places},
        dict(zip(places, runs, strict=True)),
        sentence=True,
    )


def _shape(sentence: str) -> tuple[int, int, tuple[str, ...] | None]:
    """At which part the words of a sentence begin, how many runs of them there are, and its slots."""
    pieces = _SLOT.split(sentence)
    runs = [run for run in pieces[::2] if run.strip()]
    slots = tuple(slot.partition(":")[0].strip() for slot in pieces[1::2])
    return int(not pieces[0].strip()), len(runs), slots


# ------------------------------------------------------------------------------- places


def _written(one: Reference, said: _Said, form: int) -> str | None:
    """What will stand at a place; None if that stays as it is."""
    if one.which == ASIDE or (said.sentence and one.form != form):
        return None
    at = one.part if said.sentence else one.which
    if at not in said.new:
        return None
    old, new, now = said.old[at], said.new[at], words(one.said)
    if one.key.sort == STEP and now == old[:-1]:
        return new.rpartition(" ")[0] or new  # its label leaves out the last word: `along a path`
    if said.sentence and not one.said.casefold().startswith("the "):
        new = new.removeprefix("the ")
    if said.sentence and not one.said.casefold().endswith(" the"):
        new = new.removesuffix(" the")
    if said.sentence and now != old:
        if now == base_form(old):
            new = " ".join(base_form(words(new)))
        elif (*now, "of") == old:
            new = new.removesuffix(" of")
    if said.sentence and one.said[0].isalnum() < new[0].isalnum():
        new = " " + new  # a mark stands right behind a slot, a word does not
    if one.said[:1].isupper() and not " ".join(old)[:1].isupper() and one.said[:1].casefold() == old[0][:1]:
        new = new[:1].upper() + new[1:] if not one.declares else new
    return new


def _article(indexes: Iterable[Index], one: Reference, written: str) -> set[Edit]:
    """The article before a name, if another one fits the new name. One that is a word of a phrase stays."""
    index = next(index for index in indexes if one.source in index.texts)
    found = _BEFORE.search(index.texts[one.source], max(0, one.start - 8), one.start)
    if found is None or found[1].casefold() == article(written) or one.which == SEVERAL:
        return set()
    before = index.at(one.source, found.start(1))
    if before is not None and before.end > found.start(1):
        return set()
    fitting = article(written)
    new = fitting.capitalize() if found[1][0].isupper() else fitting
    return {(*found.span(1), new)}
