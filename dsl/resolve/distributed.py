"""What each of several does: `each player gains 1 gold` means `for each player: that player gains 1 gold`.

In: a statement in whose subject, or in one of whose slots, several stand where one belongs. Out: a loop over them, in
the order of the convention, whose members are fixed before it begins. Verbs that continue with `each player` belong
to the same loop: each of them does all of it, then the next one begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .. import tree as t
from ..syntax.forest import Token, Tree, ways_of
from ..syntax.parser import Syntax
from ..tree.types import Type, member
from .context import UNSURE, Context, Resolver, Several, children, find
from .filters import noun_of

MEMBER = "each_member"
"""The rule of a tree that stands for one of several: it is made here, never by the grammar."""


def for_each_of(
    several: Several, tree: Syntax, c: Context, run: Callable[[Syntax], tuple[t.Stmt, ...]]
) -> t.ForEach:
    """The loop over several. `run` resolves what is done, in which one of them stands for all."""
    of = _set_of(several.value)
    one = member(of.type)
    name = "that kind" if one.kind == "kind" else "that " + noun_of(one, c)
    by_convention = c.symbols.conventions.get("order of each") == "any order"
    with c.scope():
        met = name in c.variables
        c.bind(name, one)
        if met:  # `choose a player; each player hits that player` could mean either
            c.variables[UNSURE + name] = one
        key = (id(tree), id(several.tree))
        if key not in c.made:
            c.made[key] = replaced(tree, several.tree, name)
        body = run(c.made[key])
    order: t.Order = "any order" if by_convention else "printed order"
    return t.ForEach(name, of, order, None, body, span=c.span(tree))


def _set_of(value: t.Expr) -> t.Select:
    """The set whose members do it: a set that has a name is one whose members are looked through."""
    of = value.of if isinstance(value, t.Quantity) else value
    if isinstance(of, t.Select):
        return of
    return t.Select("player", "player", (t.AmongSet(of, span=of.span),), span=of.span, type=of.type)


def replaced(tree: Syntax, old: Syntax, name: str) -> Syntax:
    """A tree in which a member of that name stands instead of one of its parts."""
    if tree is old:
        return Tree(MEMBER, [Token("NAME", name, old.start_pos, old.end_pos)], old.start_pos, old.end_pos)
    parts = [replaced(one, old, name) if isinstance(one, Tree) else one for one in tree.children]
    return Tree(tree.data, parts, tree.start_pos, tree.end_pos) if parts != list(tree.children) else tree


def leading(tree: Syntax) -> Syntax | None:
    """The noun with which a statement begins, if that is one of `each …`."""
    while children(tree) and (tree.data in ("do_call", "call", "subject") or tree.data in ABOUT):
        tree = children(tree)[0]
        if any(way.data in EACH for way in ways_of(tree)):
            return tree
    return None


def stands_in(noun: Syntax, tree: Syntax) -> bool:
    """Whether a noun is the subject of a statement, or stands in a slot of the phrase that it says."""
    around = find(tree, "subject") if tree.data != "do_call" else tree
    return around is not None and any(one is noun for one in _below(around))


def _below(tree: Syntax) -> Iterator[Syntax]:
    """The parts of a phrase or a subject, down to its nouns."""
    for child in children(tree):
        yield child
        if child.data in ("call", "tail", "slot"):
            yield from _below(child)


EACH = ("each", "each_other")
ABOUT = ("put", "look", "show", "choose", "pay", "gain", "perform", "become", "go_up", "go_down", "may")
"""Statements that can begin with a subject."""


def _member(tree: Syntax, c: Context) -> t.Expr:
    name = str(tree.children[0])
    return t.Variable(name, span=c.span(tree), type=c.variables[name])


def named_subject(subject: Syntax) -> str | None:
    """How one of several is called where it is the subject."""
    (noun,) = children(subject)
    return str(noun.children[0]) if noun.data == MEMBER else None


def type_of_one(value: t.Expr) -> Type | None:
    """The type of each of several, where an expression names them one by one."""
    return member(value.type) if isinstance(value, t.Quantity) and value.how == "each" else None


EXPRESSIONS: dict[str, Resolver] = {MEMBER: _member}
