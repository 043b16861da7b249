"""Changes of numbers that abilities act on: `after: a player gains any gold: …`.

In: the texts of abilities of a game whose names are declared. Out: for each such change an action of its own, among
the phrases of the game. Its body is the bare change. Where a text makes the change, the action happens: it is the
`event` of the statement. A change that no ability acts on has no action, and costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from .. import tree as t
from ..diagnostics.source import Span
from ..document.reader import Text
from ..model.symbols import Change, Phrase, Slot, State, Symbols
from ..schema.classes import GameDoc
from ..syntax.forest import Steps, Tree, ways_of
from ..syntax.lexer import Lattice
from ..syntax.parser import read
from ..syntax.stacks import Large, Stuck
from ..tree.types import PLAYER, Type, number
from .context import Context, children, token
from .readings import local_vocabulary

EVENTS: dict[str, str] = {"gain_event": "gain", "pay_event": "pay", "up_event": "up", "down_event": "down"}
SAID = re.compile(r"\b(gains?|pays?|goe?s?)\b", re.IGNORECASE)
WHO, WHAT, HOW_MUCH = "who", "what", "how much"


def changes(doc: GameDoc, symbols: Symbols) -> None:
    """Declares the changes that abilities of the game act on."""
    for text, slots in _ability_texts(doc, symbols):
        if not SAID.search(str(text)):
            continue
        context = Context(symbols, text, variables=slots)
        lattice = Lattice(text.value, local_vocabulary(text.value, context))
        tree = read(lattice, "ability", symbols.most_slots + 1) if lattice.pieces else None
        if tree is None or isinstance(tree, Stuck | Large):
            continue  # reported where the text is resolved
        for event in _events(tree):
            prop = _changed(event)
            for owner in _owners(str(prop), str(event.data), symbols):
                _declare((EVENTS[str(event.data)], owner, str(prop)), text.span, symbols)


def _ability_texts(doc: GameDoc, symbols: Symbols) -> Iterator[tuple[Text, dict[str, Type]]]:
    for signature, phrase in doc.phrases.items():
        known = symbols.phrases.get(str(signature))
        if phrase.ability is not None and known is not None:
            slots = {slot.name: slot.type for slot in known.slots}
            slots |= {name: state.type for name, state in known.state.items()}
            for text in phrase.ability if isinstance(phrase.ability, list) else [phrase.ability]:
                yield text, dict(slots)
    for type_name, component in doc.components.items():
        owner = symbols.types.get(str(type_name))
        for design in component.designs.values() if owner is not None else ():
            for prop, given in design.properties.items():
                state = owner.properties.get(str(prop)) if owner is not None else None
                if state is not None and state.type.kind == "abilities":
                    texts = given if isinstance(given, list) else [given]
                    yield from ((text, {}) for text in texts if isinstance(text, Text))


def _events(tree: Tree) -> Iterator[Tree]:
    """The changes that a text is about, in all its readings."""
    todo = [tree]
    while todo:
        one = todo.pop()
        if one.data in EVENTS:
            yield one
        ways = ways_of(one)
        inner = [step.tree for step in one.steps] if isinstance(one, Steps) else children(one)
        todo += inner if len(ways) == 1 else ways


def _changed(event: Tree) -> str:
    """The number that changes."""
    found = token(event, "PROP")
    if found is None:
        (changing, *_) = children(event)
        found = token(ways_of(changing)[0], "PROP", "NAME")
    return str(found)


def _owners(name: str, event: str, symbols: Symbols) -> Iterator[str]:
    """The possible owners of the number."""
    if _is_number(symbols.players.get(name)):
        yield "player"
    if event in ("gain_event", "pay_event"):
        return
    if _is_number(symbols.game.get(name)):
        yield "game"
    if any(_is_number(one.properties.get(name)) for one in symbols.types.values()):
        yield "piece"


def _is_number(state: State | None) -> bool:
    return state is not None and state.type.kind == "number" and not state.printed


def _declare(change: Change, span: Span, symbols: Symbols) -> None:
    verb, owner, name = change
    if change in symbols.changes:
        return
    state, of = _state(owner, name, symbols)
    most = state.type.most - state.type.least
    how_much, ends = Slot(HOW_MUCH, number(0, most)), number(0, most)
    count = t.Variable(HOW_MUCH, span=span, type=ends)
    body: t.Stmt
    slots: tuple[Slot, ...]
    if verb in ("gain", "pay"):
        who = t.Variable(WHO, span=span, type=PLAYER)
        amounts = (t.Amount(count, name, span=span),)
        body = t.Gain(who, amounts, False, span=span) if verb == "gain" else t.Pay(who, amounts, span=span)
        word = "gains" if verb == "gain" else "pays"
        signature, slots = (
            f"{{who: player}} {word} {{how much: number}} {name}",
            (Slot(WHO, PLAYER), how_much),
        )
    else:
        target: t.Expr = t.GameState(name, span=span, type=state.type)
        slots = (how_much,)
        if of is not None:
            it = t.Variable(WHAT, span=span, type=of)
            target, slots = t.Property(it, name, span=span, type=state.type), (Slot(WHAT, of), how_much)
        sign: Literal[1, -1] = 1 if verb == "up" else -1
        body = t.Change(target, sign, count, False, span=span)
        whose = "" if of is None else f" of {{what: {owner}}}"
        signature = f"{name}{whose} goes {verb} by {{how much: number}}"
    parts: list[tuple[str, ...] | Slot] = []
    for slot in slots:
        parts += [slot, ("…",)]
    symbols.phrases[signature] = Phrase(
        signature, tuple(parts), False, body=(body,), change=change, span=span
    )
    symbols.changes[change] = signature
    symbols.use("phrase", signature)


def _state(owner: str, name: str, symbols: Symbols) -> tuple[State, Type | None]:
    if owner == "player":
        return symbols.players[name], PLAYER
    if owner == "game":
        return symbols.game[name], None
    having = [one for one in symbols.types.values() if _is_number(one.properties.get(name))]
    return having[0].properties[name], Type("piece", tuple(one.name for one in having))
