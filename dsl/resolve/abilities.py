"""Resolves abilities: scopes and limits, triggers and what they match, changes of numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import attrs

from .. import tree as t
from ..model.symbols import HOLDER, THE_HOLDER, Phrase, Slot
from ..model.uses import PHRASE, PROPERTY, STATE
from ..syntax.english import with_article
from ..syntax.forest import Token
from ..syntax.parser import Syntax
from ..tree.types import PLAYER, Type, fits
from .calls import PhraseUse, arguments, phrase_use
from .change_events import EVENTS
from .conditions import condition
from .context import Context, Unclear, children, find, token
from .expressions import expression, is_any_number, noun_phrase, number_with_slots, numeric
from .meanings import taken
from .statements import body
from .subjects import wording

THAT_NUMBER = "that number"
"""The name of a number that an event matched."""
SETS = frozenset({"pieces", "players", "kinds", "cells", "words", "numbers"})
"""The kinds of types that stand for several things together."""


def ability(tree: Syntax, c: Context) -> t.Ability:
    """One ability: scopes and limits in front, then a trigger, a change of a number, or a phrase."""
    *prefixes, core = children(tree)
    with c.scope():
        scope = tuple(condition(children(part)[0], c) for part in prefixes if part.data == "while_")
        limit = _limit(prefixes, c)
        openly = any(part.data == "openly" for part in prefixes)
        if core.data == "trigger":
            found: t.Ability = _trigger(core, scope, limit, c)
        elif core.data in ("more", "less"):
            found = _modifier(core, scope, c)
        else:
            found = _ability_call(core, scope, limit, c)
        return attrs.evolve(found, openly=openly)


def _limit(prefixes: list[Syntax], c: Context) -> str | None:
    for part in prefixes:
        if part.data == "once":
            period = token(part, "PERIOD")
            assert period is not None
            return str(period)
    return None


WHEN: dict[str, t.When] = {"before": "before", "after": "after", "instead of": "instead of"}


def _trigger(core: Syntax, scope: tuple[t.Expr, ...], limit: str | None, c: Context) -> t.Ability:
    hook_tree = find(core, "hook")
    call_tree = find(core, "call", "_call")
    suite = find(core, "suite")
    assert hook_tree is not None
    assert suite is not None
    when = WHEN[" ".join(str(hook_tree.children[0]).split("_"))]
    if call_tree is None:
        return _of_change(core, when, scope, limit, c)
    call = phrase_use(call_tree, c)
    phrase = c.symbols.phrases[call.signature]
    if phrase.ability:
        raise c.fail("RW208", f"'{call.signature}' is an ability: it never happens", call_tree)
    if phrase.holds:
        raise c.fail("RW208", f"'{call.signature}' is a condition: it never happens", call_tree)
    if call.imperative:
        message = "this does not say who does it"
        raise c.fail("RW212", message, call_tree, "say whom it is about: a player …, the player …")
    pattern = _told_apart(
        phrase,
        tuple(
            _pattern(phrase, slot, given, call_tree, c)
            for slot, given in zip(phrase.slots, call.slots, strict=True)
        ),
        call.slots,
        c,
    )
    hook = _happening(t.Hook(when, call.signature, pattern, span=c.span(call_tree)), phrase, c)
    about = _players_of(phrase, pattern, call.slots, c)
    return _triggered(core, hook, about, scope, limit, c)


def _happening(hook: t.Hook, phrase: Phrase, c: Context) -> t.Hook:
    """The event of an action of the library that happens in several of its actions: the same players, any pieces."""
    event = phrase.event
    if event is None or event not in c.symbols.phrases:
        return hook
    given = {slot.name: one for slot, one in zip(phrase.slots, hook.pattern, strict=True)}
    anything = t.SlotPattern("that piece", None, None, span=hook.span)
    pattern = tuple(given.get(slot.name, anything) for slot in c.symbols.phrases[event].slots)
    c.symbols.use(PHRASE, event)
    return t.Hook(hook.when, event, pattern, span=hook.span)


def _triggered(
    core: Syntax,
    hook: t.Hook,
    about: tuple[str, ...],
    scope: tuple[t.Expr, ...],
    limit: str | None,
    c: Context,
) -> t.Trigger:
    """What an event triggers."""
    suite = find(core, "suite")
    assert suite is not None
    test_tree = find(core, "condition")
    test = condition(children(test_tree)[0], c) if test_tree is not None else None
    asks, named = _asked(core, c)
    with c.done_by(Unclear(about) if about else c.does):
        statements = body(suite, c)
    return t.Trigger(scope, limit, asks, hook, test, statements, named=named, span=c.span(core))


def _asked(core: Syntax, c: Context) -> tuple[t.Expr | None, bool]:
    """The player who is asked whether an ability acts (None if nobody is), and whether the text names that player.

    Whoever is not named is the player of the convention, or else the holder of the piece. What the event binds may
    name the player (`that player may, after: a player wakes: …`).
    """
    may = find(core, "may_")
    if may is None:
        return None, False
    subject = find(may, "subject")
    if subject is not None:
        player = expression(children(subject)[0], c)
        if player.type.kind != "player":
            raise c.fail("RW212", f"a player decides this, not {player.type}", subject)
        return player, True
    who = c.symbols.conventions.get("replacements", THE_HOLDER).removeprefix("the ").strip()
    span = c.span(may)
    if who in c.symbols.game:
        return t.GameState(who, span=span, type=PLAYER), False
    if who == HOLDER and c.this is not None and c.symbols.has_holder(c.this, HOLDER):
        this = t.This(span=span, type=c.this)
        return t.Property(this, HOLDER, span=span, type=attrs.evolve(PLAYER, optional=True)), False
    return t.Actor(span=span, type=PLAYER), False


def _of_change(
    core: Syntax, when: t.When, scope: tuple[t.Expr, ...], limit: str | None, c: Context
) -> t.Trigger:
    """An ability that acts on a change of a number: `after: a player gains any gold: …`."""
    given = next(one for one in children(core) if str(one.data).removeprefix("_") in ("event", *EVENTS))
    event = taken(given, c)
    verb, prop = EVENTS[str(event.data)], token(event, "PROP")
    parts = children(event)
    if prop is not None:
        owner: Syntax | None = parts[0]
        how_much = parts[1] if len(parts) > 1 else None
        kind = "player"
        if how_much is not None:
            way = taken(how_much, c)
            how_much = children(way)[0] if way.data == "so_much" else None
    else:
        changing = taken(parts[0], c)
        prop = token(changing, "PROP", "NAME")
        assert prop is not None
        owner = (
            None
            if changing.data == "state"
            else changing
            if changing.data == "of_any"
            else children(changing)[0]
        )
        how_much = parts[1] if len(parts) > 1 else None
        kind = "game" if owner is None else _owner_kind(owner, c)
    signature = c.symbols.changes.get((verb, kind, str(prop)))
    if signature is None:
        message = f"'{prop}' is not a number that changes like this"
        way_out = "name a number that is declared under 'game has:', 'players have:' or 'state:'"
        raise c.fail("RW210", message, event, way_out)
    _use_of(prop, kind, signature, c)
    phrase = c.symbols.phrases[signature]
    said_ = [how_much] if owner is None else [owner, how_much]
    pattern = []
    for slot, one in zip(phrase.slots, said_, strict=True):
        if one is None:
            c.bind(THAT_NUMBER, slot.type)
            pattern.append(t.SlotPattern(THAT_NUMBER, None, None, span=c.span(event)))
        else:
            pattern.append(_matched(slot, one, None, c))
    hook = t.Hook(when, signature, tuple(pattern), span=c.span(event))
    return _triggered(core, hook, _players_of(phrase, hook.pattern, said_, c), scope, limit, c)


def _use_of(prop: Token, kind: str, signature: str, c: Context) -> None:
    """Notes the number whose change an ability acts on."""
    if kind == "game":
        c.use(STATE, str(prop), prop)
    elif kind == "player":
        c.use(PROPERTY, str(prop), prop, ("player",))
    else:
        of = c.symbols.phrases[signature].slots[0].type
        c.use(PROPERTY, str(prop), prop, c.symbols.declaring(of, str(prop))[1])


def _owner_kind(owner: Syntax, c: Context) -> str:
    return noun_phrase(owner, c).type.kind


def _players_of(
    phrase: Phrase, pattern: tuple[t.SlotPattern, ...], said_: Sequence[Syntax | None], c: Context
) -> tuple[str, ...]:
    """The names of the players whom an event is about: they, too, could carry out what it triggers."""
    found = []
    for slot, one, given in zip(phrase.slots, pattern, said_, strict=True):
        if slot.type.kind == "player" and not isinstance(one.exact, t.Actor):
            found.append(one.name or (wording(given, c) if given is not None else "that player"))
    return tuple(found)


def _pattern(phrase: Phrase, slot: Slot, given: Syntax | None, at: Syntax, c: Context) -> t.SlotPattern:
    """`a monster among prey` matches members and binds `that monster`; any other value must be equal."""
    if given is None:  # a form that leaves the slot out: anything
        noun = slot.type.of[0] if slot.type.of else slot.type.kind.removesuffix("s")
        c.bind("that " + noun, slot.type)
        return t.SlotPattern("that " + noun, _of_all(slot, at, c), None, span=c.span(at))
    return _matched(slot, given, phrase, c)


def _told_apart(
    phrase: Phrase, pattern: tuple[t.SlotPattern, ...], said_: Sequence[Syntax | None], c: Context
) -> tuple[t.SlotPattern, ...]:
    """The same, where several slots would give the same name: each of them then has the name of its slot."""
    often = Counter(one.name for one in pattern if one.name is not None and one.name != THAT_NUMBER)
    found = list(pattern)
    for name, times in often.items():
        if times < 2:
            continue
        alike = [at for at, one in enumerate(pattern) if one.name == name]
        for at in alike:
            slot, one, given = phrase.slots[at], pattern[at], said_[at]
            if given is None or slot.name in c.variables:
                continue
            type_, members = slot.type, one.members
            if members is None:
                value = noun_phrase(given, c)
                members = value.of if isinstance(value, t.Quantity) else None
                type_ = value.type
            c.bind(slot.name, type_)
            found[at] = attrs.evolve(one, name=slot.name, members=members)
        c.cloud(name.removeprefix("that "), c.variables[name])
        c.of_event[name] = tuple(phrase.slots[at].name for at in alike)
    return tuple(found)


def _of_all(slot: Slot, at: Syntax, c: Context) -> t.Expr | None:
    """The set of everything that fits a slot of several types; None for a single type."""
    if len(slot.type.of) < 2 or slot.type.kind != "piece":
        return None
    return t.Select(
        "types", " or ".join(slot.type.of), (), span=c.span(at), type=Type("pieces", slot.type.of)
    )


def _matched(slot: Slot, given: Syntax, phrase: Phrase | None, c: Context) -> t.SlotPattern:
    value = noun_phrase(given, c)
    span = c.span(given)
    if is_any_number(value) and slot.type.kind == "number":
        c.bind(THAT_NUMBER, slot.type)
        return t.SlotPattern(THAT_NUMBER, None, None, span=span)
    if not fits(value.type, slot.type):
        if phrase is not None:
            failure = c.misfit(phrase, slot, value.type, given)
            if slot.type.kind == "piece" and c.piece_of(slot, value.type, given) is not None:
                one = wording(given, c).removeprefix("the ")
                failure.help = f"that is a design; the event is about a piece of it: '{with_article(one)}'"
            raise failure
        way_out = c.piece_of(slot, value.type, given)
        raise c.fail("RW209", f"'{slot.name}' is {slot.type}, but this is {value.type}", given, way_out)
    if isinstance(value, t.Quantity) and (value.how != "one" or slot.type.kind in SETS):
        one = slot.type.of[0] if slot.type.of else "player"
        way_out = f"'a {one} …' matches each that fits; a value, such as 'the …', must be the same"
        if slot.type.kind in SETS:
            way_out = "say a set: it must be the same; a form of the phrase without this slot matches any"
        raise c.fail("RW213", f"'{slot.name}' cannot match several", given, way_out)
    if isinstance(value, t.Quantity) and isinstance(value.of, t.NumberRange):
        c.bind(THAT_NUMBER, slot.type)
        return t.SlotPattern(THAT_NUMBER, value.of, None, span=span)
    if isinstance(value, t.Quantity) and value.how == "one":
        select = value.of
        assert isinstance(select, t.Select)
        noun = "kind" if select.base in ("kind", "any kind") else select.name
        noun = select.type.of[0] if select.base in ("of design", "types") else noun
        name = "that " + noun
        c.bind(name, value.type)
        whole = select.base in ("type", "player", "kind", "cell") and not select.filters
        whole = whole and set(slot.type.of) <= set(select.type.of)
        return t.SlotPattern(name, None if whole else select, None, span=span)
    return t.SlotPattern(None, None, value, span=span)


def _modifier(core: Syntax, scope: tuple[t.Expr, ...], c: Context) -> t.Ability:
    name, pattern = _changed(children(core)[0], c)
    if name is None:
        raise c.fail(
            "RW215",
            "abilities can change only numbers that the game defines",
            core,
            "declare it under 'numbers:', or let the ability act on an action",
        )
    number = c.symbols.named_values.get(name)  # None if its own text is wrong, which has been reported
    if number is not None and number.value.type.kind == "table":
        way_out = "change a table that is added to it, or that reduces it: the player's bonuses go up by …"
        raise c.fail("RW215", f"'{name}' is a table, and abilities cannot change tables", core, way_out)
    amount = numeric(children(core)[1], c)
    sign: Literal[1, -1] = 1 if core.data == "more" else -1
    return t.Modifier(scope, name, sign, amount, pattern, span=c.span(core))


def _changed(tree: Syntax, c: Context) -> tuple[str | None, tuple[t.SlotPattern, ...]]:
    """The number that an ability changes, with patterns for its slots; None if it is not a number of the game."""
    tree = taken(tree, c)
    if tree.data != "computed":
        target = expression(tree, c)
        if not isinstance(target, t.NumberValue) or target.type.kind != "number":
            return None, ()
        exact = tuple(t.SlotPattern(None, None, value, span=value.span) for value in target.arguments)
        return target.name, exact
    name, slots, given = number_with_slots(tree, c)
    return name, tuple(_matched(slot, one, None, c) for slot, one in zip(slots, given, strict=True))


def _ability_call(core: Syntax, scope: tuple[t.Expr, ...], limit: str | None, c: Context) -> t.Ability:
    tree = children(core)[0]
    call: PhraseUse = phrase_use(tree, c)
    if not c.symbols.phrases[call.signature].ability:
        raise c.fail(
            "RW208", f"'{call.signature}' is an action: say when it happens", tree, "before:, after: …"
        )
    given = arguments(call, tree, c)
    _check_ranges(given, call, tree, c)
    return t.AbilityCall(scope, limit, call.signature, given, span=c.span(core))


def _check_ranges(given: tuple[t.Expr, ...], call: PhraseUse, tree: Syntax, c: Context) -> None:
    """Check ranges: an ability reads its arguments again and again, so their whole ranges must fit the slots."""
    phrase = c.symbols.phrases[call.signature]
    for slot, at, value in zip(phrase.slots, call.slots, given, strict=True):
        want, have = slot.type, value.type
        if want.kind == "number" and not (want.least <= have.least and have.most <= want.most):
            raise c.misfit(phrase, slot, have, at or tree)
