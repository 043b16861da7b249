"""The player who does what a statement without a subject says, after statements that have one.

`the leader becomes asleep and gains 1 gold`: the leader gains it. `the leader becomes asleep and gain 1 gold`: a
reader could expect the leader to gain it, so the player who acts may not be put in silently. In: the statements
before, as they were understood, and the syntax tree of the next one. Out: the subject of the next one if it names
none, or that it is unclear. Nothing is refused here: what needs no subject (`and shuffle the deck`) is not asked for
one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .. import tree as t
from ..diagnostics.source import Span
from ..model.symbols import base_form
from ..printing.statements import show
from ..syntax.forest import Steps, Token, ways_of
from ..syntax.keywords import VERBS
from ..syntax.parser import Syntax
from ..syntax.vocabulary import words
from ..tree.types import PLAYER, SET_OF
from ..tree.walk import walk
from .context import Context, Unclear, children, find

DOINGS = ("put", "look", "show", "choose", "choose_one", "pay", "gain", "perform", "may", "win", "become_so")
"""Statements of a player who need not be named."""
GROUPS = (
    *("alternative", "either", "statements", "line", "lead", "nested", "paid"),
    *("pay_for", "costs_for", "dues_for", "dues"),
)
"""What begins with a statement."""
SHARING = ("and", "then", ",")
"""The joints after which a verb in the form that follows a subject has that of the statement before."""
JOINTS = re.compile(r"(?:(;)|\b(and|then)|([/,]))(?:\s|[(\"]|\bthe\b)*$", re.IGNORECASE)
THIRD_PERSON = {
    word.spellings[0].split()[0]: word.spellings[1].split()[0] for word in VERBS if len(word.spellings) == 2
}
"""The form of a verb of the language that follows one subject: `gain`, `gains`."""


def following(before: Sequence[object], part: Syntax, c: Context) -> t.Expr | Unclear | None:
    """The subject of a statement that names none, after those before it in its row."""
    joint = joint_before(part, c)
    if joint is None or not before:
        return c.does
    if goes_on(part, c):
        about = next((one for one in reversed(before) if subject_of(one, c) is not None), None)
        if about is None:  # `shuffle the deck and gains 1 gold`, but not `draws a card and gains 1 gold`
            return Unclear(()) if c.does is None and not went_on(before[-1], c) else c.does
        shared = joint in SHARING and about is _about(before, c) and not _is_either(part)
        again = _bound_again(subject_of(about, c), before[before.index(about) :])
        if again is not None and shared:
            way_out = f"for each {again.removeprefix('that ')}, as the one: the one …"
            return Unclear((), again, _instead(c), ways=(way_out,))
        return _of_verb(about, part, shared, c)
    if joint == ";" or (_is_may(before[-1]) and not _closed(part, c)):
        return c.does  # what follows `may` could belong to it, too: that reading stands beside this one
    about = _about(before, c)
    return c.does if about is None else _of_order(about, c)


def _bound_again(subject: t.Expr | None, since: Sequence[object]) -> str | None:
    """The words for a subject, if they could mean something else by now: `that player chooses a player`."""
    found = [one for one in walk(subject) if isinstance(one, t.Variable)]
    for node in since:
        if not isinstance(node, t.Choose | t.Look | t.Reveal | t.Let):
            continue
        of = node.of if isinstance(node, t.Choose) else node.value if isinstance(node, t.Let) else node.what
        for one in found:
            alike = of.type.kind in (one.type.kind, SET_OF.get(one.type.kind)) and one.name.startswith(
                "that "
            )
            if one.name == node.name or (alike and not isinstance(node, t.Let)):
                return one.name
    return None


def _is_either(part: Syntax) -> bool:
    """Whether this is one of several: `the leader swims and gains 1 gold / pays 2` does not say who chooses."""
    if isinstance(part, Steps):
        return any(_is_either(one.tree) for one in part.steps if one.start == part.first)
    return any(way.data == "either" for way in ways_of(part))


def _about(before: Sequence[object], c: Context) -> object | None:
    """The statement that names the subject of the last one: itself, or the one with whose subject it continues."""
    for one in reversed(before):
        if subject_of(one, c) is not None:
            return one
        if not went_on(one, c):
            return None
    return None


def went_on(statement: object, c: Context) -> bool:
    """Whether a statement without a subject was said with a verb in the form that follows one."""
    if not isinstance(statement, t.Stmt):
        return False
    if isinstance(statement, t.ForEach) and statement.body:
        return went_on(statement.body[0], c)
    first = words(_source(statement.span))[:1]
    if isinstance(statement, t.Call):
        verb = c.symbols.phrases[statement.phrase].parts[1:2]
        return bool(verb) and _begins_with_slot(statement) and first == verb[0][:1]  # type: ignore[index]
    return first == ("may",) or any(map(is_third_person, first))


def following_may(before: Sequence[object], part: Syntax, c: Context) -> t.Expr | Unclear | None:
    """The same among the statements of one `may`, whose verbs have no such form: `may gain 1 gold and pays 2`."""
    does = following(before, part, c)
    if not before or does != c.does or not isinstance(does, t.Expr) or not goes_on(part, c):
        return does
    if any(subject_of(one, c) is not None for one in before):
        return does
    who, first, last = show(does, c.symbols), before[0], before[-1]
    assert isinstance(first, t.Stmt)
    assert isinstance(last, t.Stmt)
    ways = _both_ways(who, _source(first.span.to(last.span)), part, c)
    return Unclear((who,), who, ways=ways)


def _both_ways(who: str, what: str, part: Syntax, c: Context) -> tuple[str, ...]:
    """`the leader may rest and gains 1 gold`: the leader may do both, or may do the first and does the second."""
    first, space, rest = wording(part, c).partition(" ")
    order = base_form((first.casefold(),))[0]
    ways = (f"{who} may ({what}; {order}{space}{rest})", f"({who} may {what}) and {who} {first}{space}{rest}")
    shown = first != "may" and all(len(way) <= 2 * LONGEST_SHOWN and "\n" not in way for way in ways)
    return ways if shown else ()


def _source(span: Span) -> str:
    return span.source.text[span.start : span.end]


def joint_before(part: Syntax, c: Context) -> str | None:
    """What joins a statement to the one before it, unless it begins a line or a block."""
    found = JOINTS.search(str(c.text), 0, part.start_pos)
    return None if found is None else (found[1] or found[2] or found[3]).casefold()


def _is_may(statement: object) -> bool:
    """Whether a statement ends with what somebody, or each of several, may do."""
    if isinstance(statement, t.ForEach) and words(_source(statement.span))[:1] != ("for",):
        return _is_may(statement.body[-1])
    return isinstance(statement, t.May)


def _closed(part: Syntax, c: Context) -> bool:
    """Whether the statement before stands in brackets."""
    text = str(c.text)[: part.start_pos]
    found = JOINTS.search(text)
    return found is not None and text[: found.start()].rstrip(" ,").endswith(")")


def _of_verb(about: object, part: Syntax, shared: bool, c: Context) -> t.Expr | Unclear | None:
    """`… and gains 1 gold` is done by whoever the statement before is about. It is unclear if it is not a player, but
    something of a player, or if it is not the statement directly before (`shared`)."""
    subject = subject_of(about, c)
    assert subject is not None
    player = _player_in(subject)
    if player is not None and player == _acting(c):
        return c.does
    shared = shared and not isinstance(about, NOT_SHARED) and not _is_set_by(about, subject)
    if shared and subject is player and player.type.kind == "player" and _lasts(player, c):
        return player
    thing = subject if shared and player is None and _lasts(subject, c) else None
    said = show(subject, c.symbols)
    others = (show(player, c.symbols),) if player is not None else ()
    ways: tuple[str, ...] = ()
    if isinstance(about, t.May) and subject is player and about.body and not _closed(part, c):
        ways = _both_ways(said, _source(about.body[0].span.to(about.body[-1].span)), part, c)
    elif shared and subject is player and player.type.kind == "player":
        ways = (f"let x be {said}; x …, then {said_with('x', part, c)}", said_with(_instead(c), part, c))
    return Unclear(others, said, _instead(c), _is_several(player), thing, ways)


NOT_SHARED = (t.May, t.MayRepeatedly, t.Alternatives, t.AnyOrder)
"""After these, `… and gains 1 gold` could belong to what may be done, or to one of the alternatives."""


def _is_set_by(statement: object, subject: t.Expr) -> bool:
    """Whether a statement makes its subject another one: `the leader becomes the target`."""
    return isinstance(statement, t.Become) and statement.target is subject


def _lasts(one: t.Expr, c: Context) -> bool:
    """Whether words still mean the same one after something has been done. `the first player with the highest gold`
    can mean another player after a payment."""
    if isinstance(one, t.Property):
        return _lasts(one.of, c) and not c.symbols.has_holder(one.of.type, one.name)
    if isinstance(one, t.PlayerAfter):
        return _lasts(one.of, c)
    return isinstance(one, t.Actor | t.Variable | t.Seat | t.GameState | t.This | t.PhraseState)


def _of_order(about: object, c: Context) -> t.Expr | Unclear | None:
    """`… and gain 1 gold` is an order to the player who acts, unless somebody else was spoken of."""
    subject = subject_of(about, c)
    assert subject is not None
    player = _player_in(subject)
    if player is None or player == _acting(c):
        return c.does
    others = c.does.others if isinstance(c.does, Unclear) else ()
    return Unclear(
        tuple(dict.fromkeys((show(player, c.symbols), *others))), "", _instead(c), _is_several(player)
    )


def _is_several(player: t.Expr | None) -> bool:
    return player is not None and player.type.kind == "players"


def _acting(c: Context) -> t.Expr | None:
    """The player who does what names nobody."""
    if c.does is None:
        return t.Actor(span=c.text.span, type=PLAYER)
    return None if isinstance(c.does, Unclear) else c.does


def _instead(c: Context) -> str:
    return show(c.does, c.symbols) if isinstance(c.does, t.Expr) else "the player"


def subject_of(statement: object, c: Context) -> t.Expr | None:
    """Whom or what a statement is about, as far as it says so: what it does not say has no place of its own."""
    if isinstance(statement, t.Become | t.Change):
        target = statement.target
        if isinstance(target, t.Property) and _same(
            target, target.of
        ):  # `becomes asleep` does not name the state
            return target.of
        return target
    if isinstance(statement, t.Put | t.Show):  # whose trees do not hold it
        return c.subjects.get((statement.span.start, statement.span.end))
    if isinstance(statement, t.ForEach):
        return _of_loop(statement, c)
    if isinstance(statement, t.Alternatives) and (last := statement.bodies[-1]):
        return subject_of(last[-1], c)
    found = None
    if isinstance(statement, t.Win):
        found = statement.winners
    elif isinstance(statement, t.ForEach) and statement.together:
        first = statement.event.arguments[0]
        found = statement.of if statement.subject == 0 else first
        found = found if _begins_with_slot(statement.event) else None
    elif isinstance(statement, t.Call):
        found = statement.arguments[0] if _begins_with_slot(statement) else None
    elif isinstance(statement, t.Stmt):
        found = getattr(statement, "player", None)
    return (
        found if isinstance(statement, t.Node) and found is not None and _inside(found, statement) else None
    )


def _of_loop(loop: t.ForEach, c: Context) -> t.Expr | None:
    """Whom `each player gains 1 gold` is about: all of them; `the leader hits each player` is about the leader."""
    if words(_source(loop.span))[:1] == ("for",):
        return None
    found = subject_of(loop.body[0], c) if loop.body else None
    return loop.of if isinstance(found, t.Variable) and found.name == loop.name else found


def _inside(one: t.Node, other: t.Node) -> bool:
    """Whether the words of one are some of those of the other: what a text does not say has the place of the whole
    statement, or of the `may` around it."""
    return other.span.start <= one.span.start and one.span.end <= other.span.end and not _same(one, other)


def _same(one: t.Node, other: t.Node) -> bool:
    return (one.span.start, one.span.end) == (other.span.start, other.span.end)


def _begins_with_slot(call: t.Call) -> bool:
    return call.phrase.startswith("{")


def _player_in(subject: t.Expr) -> t.Expr | None:
    """The player whom a subject names, or whose something it is: in `the leader's gold goes down`, the leader."""
    found: t.Expr | None = subject
    while found is not None and found.type.kind not in ("player", "players"):
        found = found.of if isinstance(found, t.Property) else None
    return found


# ----------------------------------------------------------------------- words


def goes_on(part: Syntax, c: Context) -> bool:
    """Whether a statement begins with a verb in the form that follows its subject."""
    if isinstance(part, Steps):
        return any(goes_on(one.tree, c) for one in part.steps if one.start == part.first)
    return any(_goes_on(way, c) for way in ways_of(part))


def _goes_on(part: Syntax, c: Context) -> bool:
    if part.data in GROUPS and children(part):
        return goes_on(children(part)[0], c)
    if part.data == "do_call":
        parts = parts_of_call(children(part)[0])
        return form_of(parts) in c.symbols.continued
    if part.data not in DOINGS or find(part, "subject") is not None:
        return False
    first, _, _ = wording(part, c).partition(" ")
    return first == "may" or is_third_person(first)


def parts_of_call(tree: Syntax) -> list[tuple[str, ...] | Syntax]:
    """The runs of words of a phrase, and the syntax trees of its slots, in order."""
    parts: list[tuple[str, ...] | Syntax] = []
    for child in tree.children:
        if isinstance(child, Token):
            parts.append(tuple(str(child).split(" ")))
        elif child.data == "tail":
            parts += parts_of_call(child)
        elif child.data == "slot":
            parts.append(children(child)[0])
        else:
            parts.append(child)
    return parts


def form_of(parts: Sequence[tuple[str, ...] | Syntax]) -> tuple[tuple[str, ...] | None, ...]:
    """The words of a phrase, with None for each slot."""
    return tuple(part if isinstance(part, tuple) else None for part in parts)


def is_third_person(verb: str) -> bool:
    return verb.casefold() in THIRD_PERSON.values()


def wording(tree: Syntax, c: Context) -> str:
    """The words of a subtree, including the article before them."""
    text = str(c.text)
    start = tree.start_pos - 4 if text[: tree.start_pos].casefold().endswith("the ") else tree.start_pos
    return text[start : tree.end_pos]


def said_with(who: str, tree: Syntax, c: Context, verb: str | None = None) -> str:
    """A statement, said again with its subject. `verb`: the form of its verb that follows one subject."""
    first, space, rest = wording(tree, c).partition(" ")
    rest = rest.split("\n")[0]
    rest = rest if len(rest) <= LONGEST_SHOWN and ":" not in rest else "…"
    verb = verb or THIRD_PERSON.get(first.casefold(), first)
    return f"{who} {verb}{space}{rest}"


LONGEST_SHOWN = 60
