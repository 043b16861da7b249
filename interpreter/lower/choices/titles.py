"""Prompts in general words, and short titles of what a player may do.

Prompts in general words are used if a player's language cannot express the texts of the rules, and the game gives
a choice no words of its own. They describe what is chosen, or may be done, with the names that the game has in that
language: the names of types, and the line of an action in the log. A title says the same without asking, for the log:
it stands for the answer `yes`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from ....dsl import tree as t
from ....dsl.languages import BASE, PLAIN, IfSaid, Message, Noun, Sayable, Several, base, catalogue
from ....dsl.model.game import Game, LogSlot
from ....dsl.model.symbols import Name, State, base_form
from ....dsl.printing.statements import Printer
from ....dsl.tree.passes import over
from ..lowered import is_around

Parts = tuple[str | LogSlot, ...]

MAY = (t.May, t.MayRepeatedly)
"""Statements that a player may carry out, or not."""

ASKED = {
    t.Put: "ask.may put",
    t.Swap: "ask.may swap",
    t.Look: "ask.may look",
    t.Reveal: "ask.may reveal",
    t.Show: "ask.may show",
}
"""The prompt for `may` with a statement about pieces."""
DOES = {t.Put: "do.put", t.Swap: "do.swap", t.Look: "do.look", t.Reveal: "do.reveal", t.Show: "do.show"}
"""The title of such a statement."""

_NOUNS = {"cell": "cell", "number": "number", "place": "place", "word": "word"}
_NOUNS |= {f"{kind}s": noun for kind, noun in _NOUNS.items()}


def slots_in(parts: Parts) -> bool:
    """Whether a message has slots to fill in."""
    return any(isinstance(part, LogSlot) for part in parts)


def slots_around(parts: Parts) -> bool:
    """Whether what the log says of a choice has slots besides the chooser and the choice."""
    return any(map(is_around, parts))


def general_choice(of: t.Expr, game: Game) -> Sayable:
    """What is chosen: the name of the type, and how many."""
    what = _AnyOf(of, game, single=not _counts(of))
    if isinstance(of, t.Quantity) and of.count is not None:
        if not isinstance(of.count, t.Number) or (of.how == "at least" and of.count.value == 0):
            return Message("ask.choose several", {"what": what})
        key = {"up to": "ask.choose at most", "at least": "ask.choose at least"}.get(
            of.how, "ask.choose exactly"
        )
        return Message(key, {"what": what, "count": of.count.value})
    if of.type.kind in ("cell", "cells"):
        return IfSaid(_Cell(of, game), "ask.choose", Message("ask.choose cell"))
    if of.type.kind in ("number", "numbers"):
        return Message("ask.choose number")
    if of.type.kind in ("word", "words"):
        return IfSaid(_word(of, game), "ask.choose", Message("ask.choose one"))
    return Message("ask.choose", {"what": what})


@attrs.frozen
class _Cell:
    """What the game calls the cells of the board, with the article of its language; nothing if it does not say it,
    or there are several boards."""

    of: t.Expr
    game: Game

    def say(self, language: str, form: str = PLAIN) -> str:
        board = self.game.symbols.places.get(self.of.type.of[0]) if len(self.of.type.of) == 1 else None
        if board is None or not board.cell:
            return ""
        if language == BASE:
            return self.game.language(language).any_one(board.cell)
        names = board.cell_names
        return names.say(language, form) if names is not None and names.has(language) else ""


@attrs.frozen
class _OwnName:
    """A name in the languages that have it; nothing in others."""

    name: Name | None

    def say(self, language: str, form: str = PLAIN) -> str:
        return self.name.say(language, form) if self.name is not None and self.name.has(language) else ""


def _word(of: t.Expr, game: Game) -> _OwnName:
    """The list to which a word belongs."""
    select = of.of if isinstance(of, t.Quantity) else of
    name = select.name if isinstance(select, t.Select) else ""
    states = (one.get(name) for one in (game.symbols.players, *_owners(game)))
    return _OwnName(next((one.names for one in states if one is not None and one.names is not None), None))


def _owners(game: Game) -> Iterator[Mapping[str, State]]:
    yield from (type_.properties for type_ in game.symbols.types.values())
    yield from (place.properties for place in game.symbols.places.values())


def _pieces(of: t.Expr, game: Game) -> Sayable:
    """The type of the pieces, or of another value."""
    if of.type.kind in _NOUNS:
        return Noun(_NOUNS[of.type.kind])
    known = game.symbols.types.get(of.type.of[0]) if of.type.of else None
    return known.names if known is not None else Noun("player")


def general_may(player: t.Expr, body: tuple[t.Stmt, ...], game: Game) -> Sayable:
    """The prompt for doing something or not, by its first statement."""
    return _MayDo(player, body, game, _may(body, game))


@attrs.frozen
class _MayDo:
    """By the title of what is done, in a language that can say the rules; in others by its first statement."""

    player: t.Expr
    body: tuple[t.Stmt, ...]
    game: Game
    otherwise: Sayable

    def say(self, language: str, form: str = PLAIN) -> str:
        title = act_title(self.player, self.body, self.game, language) if _says_rules(language) else ""
        if title:
            return Message("ask.may title", {"what": title}).say(language, form)
        return self.otherwise.say(language, form)


@over(t.Stmt, leaves="ENDS MENUS Become Change ForEach If Let Nothing Repeat Shuffle Simultaneously")
def _may(body: tuple[t.Stmt, ...], game: Game) -> Sayable:
    for node in body:
        match node:
            case t.OnlyIf(costs=costs):
                return _may(costs, game)
            case t.Call(phrase=phrase):
                return IfSaid(_Told(phrase, game), "ask.may do", Message("ask.may do something"))
            case t.Choose(of=of):
                return Message("ask.may choose", {"what": _pieces(of.of, game)})
            case t.Pay(amounts=amounts):
                return Message("ask.may pay", {"what": _amounts(amounts, game)})
            case t.Gain(amounts=amounts):
                return Message("ask.may gain", {"what": _amounts(amounts, game)})
            case t.Perform():
                return Message("ask.may use")
            case t.Put(what=what) | t.Look(what=what) | t.Reveal(what=what) | t.Show(what=what):
                return Message(ASKED[type(node)], {"what": _pieces(what, game)})
            case t.Swap(left=left):
                return Message(ASKED[type(node)], {"what": _pieces(left, game)})
    return Message("ask.may")


@over(t.Stmt, leaves="ENDS MENUS Become Change ForEach If Let Nothing Repeat Shuffle Simultaneously Perform")
def act_title(player: t.Expr, body: tuple[t.Stmt, ...], game: Game, language: str) -> str:
    """What a player does who carries out a text, by its first statement; empty where a title would say nothing."""
    for node in body:
        match node:
            case t.OnlyIf(costs=costs):
                return act_title(player, costs, game, language)
            case t.Call() | t.Pay() | t.Gain() if _says_rules(language):
                return _done(player, node, game)
            case t.Call(phrase=phrase):
                return _Told(phrase, game, leading=False).say(language)
            case t.Pay(amounts=amounts):
                return Message("do.pay", {"what": _amounts(amounts, game)}).say(language)
            case t.Gain(amounts=amounts):
                return Message("do.gain", {"what": _amounts(amounts, game)}).say(language)
            case t.Choose(of=of):
                return choice_title(of, game, language)
            case t.Put(what=what) | t.Look(what=what) | t.Reveal(what=what) | t.Show(what=what):
                return Message(DOES[type(node)], {"what": _AnyOf(what, game)}).say(language)
            case t.Swap(left=left):
                return Message(DOES[type(node)], {"what": _AnyOf(left, game)}).say(language)
    return ""


def title_of(node: object, game: Game, language: str) -> str:
    """What the player does who says yes at a choice, or who chooses; empty where there is nothing but options."""
    if isinstance(node, MAY):
        return act_title(node.player, node.body, game, language)
    if not isinstance(node, t.Expr):
        return ""
    return Message("do.choose", {"what": _AnyOf(node, game, single=not _counts(node))}).say(language)


def choice_title(of: t.Expr, game: Game, language: str) -> str:
    """What a player does who chooses."""
    return Message("do.choose", {"what": _AnyOf(of, game)}).say(language)


def _says_rules(language: str) -> bool:
    return (catalogue(language) or base()).says_rules


def _done(player: t.Expr, node: t.Call | t.Pay | t.Gain, game: Game) -> str:
    """A sentence about what the player does, without the player: `play a card`."""
    printer = Printer(game.symbols)
    said, subject = printer.simple(node), f"{printer.expr(player)} "
    words = tuple(said.removeprefix(subject).split())
    return " ".join(base_form(words)) if said.startswith(subject) else said


@attrs.frozen
class _AnyOf:
    """The name of the type of what is chosen or moved, for one of several, or for several."""

    of: t.Expr
    game: Game
    single: bool = False

    def say(self, language: str, form: str = PLAIN) -> str:
        if self.single and (
            cell := _Cell(self.of, self.game).say(language, form) if _is_cell(self.of) else ""
        ):
            return cell
        of = self.of.of if isinstance(self.of, t.Quantity) else self.of
        several = self.of.how != "one" if isinstance(self.of, t.Quantity) else of.type.kind == "pieces"
        several = several and not self.single
        known = self.game.symbols.types.get(of.type.of[0]) if of.type.of else None
        if several and known is not None and language == BASE:
            return known.plural
        said = _pieces(of, self.game).say(language, form)
        return (catalogue(language) or base()).any_one(said)


def _counts(of: t.Expr) -> bool:
    """Whether an expression says how many there are of what it names."""
    return isinstance(of, t.Quantity)


def _is_cell(of: t.Expr) -> bool:
    return of.type.kind in ("cell", "cells")


def _amounts(amounts: tuple[t.Amount, ...], game: Game) -> Several:
    """What is paid or gained, each with its amount."""
    found: list[Sayable] = []
    for one in amounts:
        state = game.symbols.players.get(one.name)
        name = state.names if state is not None and state.names is not None else Name(one.name)
        number = one.count.value if isinstance(one.count, t.Number) else None
        found.append(name if number is None else Message("name.amount", {"what": name, "count": number}))
    return Several(tuple(found))


@attrs.frozen(eq=False)
class _Told:
    """The log line of an action, in which types stand for the values of its slots; nothing in a language that
    has no such line."""

    phrase: str
    game: Game
    leading: bool = True  # whether a player with whom the line begins is said

    def say(self, language: str, form: str = PLAIN) -> str:
        parts = self.game.logs.get(f"phrase {self.phrase}", {}).get(language, ())
        first = parts[0] if parts else ""
        if not self.leading and isinstance(first, LogSlot) and first.value.type.kind == "player":
            parts = parts[1:]
        said = (part if isinstance(part, str) else _said(part, self.game, language) for part in parts)
        return "".join(said).strip().rstrip(".!")


def _said(slot: LogSlot, game: Game, language: str) -> str:
    said = _slot(slot, game).say(language, slot.form)
    return game.language(language).agreed(slot.agrees, said) if slot.agrees else said


def _slot(slot: LogSlot, game: Game) -> Sayable:
    type_ = slot.value.type
    known = game.symbols.types.get(type_.of[0]) if type_.of and type_.kind in ("piece", "kind") else None
    if known is not None:
        return known.names
    return Noun(type_.kind if type_.kind in ("player", "cell") else "anything")
