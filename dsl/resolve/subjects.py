"""The player who does what a statement without a subject says, after statements that have one.

`the leader becomes asleep and gains 1 gold`: a reader expects the leader to gain it, so the player who acts may not
be put in silently. In: the statements before, as they were understood, and the syntax tree of the next one. Out: the
subject of the next one if it names none, or that it is unclear. Nothing is refused here: what needs no subject
(`and shuffle the deck`) is not asked for one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .. import tree as t
from ..printing.statements import show
from ..syntax.forest import Steps, ways_of
from ..syntax.keywords import VERBS
from ..syntax.parser import Syntax
from ..tree.types import PLAYER
from .context import Context, Unclear, children, find

DOINGS = ("put", "look", "show", "choose", "choose_one", "pay", "gain", "perform", "may")
"""Statements of a player who need not be named."""
GROUPS = (
    *("alternative", "either", "statements", "line", "lead", "nested", "paid"),
    *("pay_for", "costs_for", "dues_for", "dues"),
)
"""What begins with a statement."""
JOINTS = re.compile(r"(?:(;)|\b(and|then)|(/))(?:\s|[(\"]|\bthe\b)*$", re.IGNORECASE)
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
        subject = next((found for one in reversed(before) if (found := subject_of(one, c)) is not None), None)
        if subject is None:  # `shuffle the deck and gains 1 gold`
            return Unclear(()) if c.does is None else c.does
        return _of_verb(subject, c)
    if joint == ";" or (isinstance(before[-1], t.May) and not _closed(part, c)):
        return c.does  # what follows `may` could belong to it, too: that reading stands beside this one
    subject = subject_of(before[-1], c)
    return c.does if subject is None else _of_order(subject, c)


def following_may(before: Sequence[object], part: Syntax, c: Context) -> t.Expr | Unclear | None:
    """The same among the statements of one `may`, whose verbs have no such form: `may gain 1 gold and pays 2`."""
    does = following(before, part, c)
    if not before or does != c.does or not isinstance(does, t.Expr) or not goes_on(part, c):
        return does
    if any(subject_of(one, c) is not None for one in before):
        return does
    return Unclear((show(does, c.symbols),), show(does, c.symbols))


def joint_before(part: Syntax, c: Context) -> str | None:
    """What joins a statement to the one before it, unless it begins a line or a block."""
    found = JOINTS.search(str(c.text), 0, part.start_pos)
    return None if found is None else (found[1] or found[2] or found[3]).casefold()


def _closed(part: Syntax, c: Context) -> bool:
    """Whether the statement before stands in brackets."""
    text = str(c.text)[: part.start_pos]
    found = JOINTS.search(text)
    return found is not None and text[: found.start()].rstrip(" ,").endswith(")")


def _of_verb(subject: t.Expr, c: Context) -> t.Expr | Unclear | None:
    """`… and gains 1 gold` is done by whoever the statement before is about."""
    player = _player_in(subject)
    if player is not None and player == _acting(c):
        return c.does
    others = (show(player, c.symbols),) if player is not None else ()
    return Unclear(others, show(subject, c.symbols), _instead(c), _is_several(player))


def _of_order(subject: t.Expr, c: Context) -> t.Expr | Unclear | None:
    """`… and gain 1 gold` is an order to the player who acts, unless somebody else was spoken of."""
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
    if isinstance(statement, t.Alternatives) and (last := statement.bodies[-1]):
        return subject_of(last[-1], c)
    found = None
    if isinstance(statement, t.Win):
        found = statement.winners
    elif isinstance(statement, t.Call):
        found = statement.arguments[0] if _begins_with_slot(statement) else None
    elif isinstance(statement, t.Stmt):
        found = getattr(statement, "player", None)
    return (
        found if isinstance(statement, t.Node) and found is not None and _inside(found, statement) else None
    )


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
    if part.data not in DOINGS or find(part, "subject") is not None:
        return False
    first, _, _ = wording(part, c).partition(" ")
    return first == "may" or is_third_person(first)


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
