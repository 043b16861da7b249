"""Whom or what a text has named so far, for words that mean others than that: `another card`, `others`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import tree as t
from ..printing.statements import show
from ..syntax.forest import Token
from ..syntax.parser import Syntax
from ..syntax.vocabulary import words
from ..tree.types import PLAYER, Type, member, overlap
from .context import UNSURE, Context


def named_before(of: Type, tree: Syntax | Token, c: Context, since: int = 0) -> Iterator[t.Expr]:
    """What a text has named of the sort of a set: who does it, and what was chosen or is mentioned (`since` a place
    in the text)."""
    span = c.span(tree)
    if of.kind == "players":
        yield c.does if isinstance(c.does, t.Expr) else t.Actor(span=span, type=PLAYER)
    said = words(str(c.text)[since : tree.start_pos])
    kinds = (of.kind, member(of).kind)
    for name, type_ in c.variables.items():
        if not name.startswith(UNSURE) and type_.kind in kinds and overlap(type_, of):
            yield t.Variable(name, span=span, type=type_)
    for name, state in c.symbols.game.items():
        run = words(name)
        mentioned = any(said[at : at + len(run)] == run for at in range(len(said)))
        if mentioned and state.type.kind in kinds and overlap(state.type, of):
            yield t.GameState(name, span=span, type=state.type)


def check_others(value: t.Expr, tree: Syntax, c: Context) -> None:
    """Fails for a name of all players but the one who acts (`others`) where the text has named somebody else: in `the
    leader greets others`, a reader takes it to be all but the leader."""
    if not _is_all_but_who_acts(value):
        return
    line = str(c.text).rfind("\n", 0, tree.start_pos) + 1
    _not_others_than(named_before(value.type, tree, c, line), tree, c)


def check_others_of(value: t.Expr, about: Iterable[t.Expr], tree: Syntax, c: Context) -> None:
    """The same for a slot of a phrase that is about somebody else: `the player after the player greets others`."""
    if isinstance(value, t.NumberValue) and _is_all_but_who_acts(c.symbols.named_values[value.name].value):
        _not_others_than(about, tree, c)


def _not_others_than(named: Iterable[t.Expr], tree: Syntax | Token, c: Context) -> None:
    acts = t.Actor(span=c.span(tree), type=PLAYER)
    others = tuple(dict.fromkeys((*(one for one in named if one.type.kind == "player"), acts)))
    if len(others) > 1:
        said = [f"players but {show(one, c.symbols)}" for one in others]
        raise c.fail("RW212", "this does not say other than whom", tree, f"say: {', or: '.join(said)}")


def _is_all_but_who_acts(value: t.Expr) -> bool:
    if not isinstance(value, t.Select) or value.base != "player" or len(value.filters) != 1:
        return False
    but = value.filters[0]
    return isinstance(but, t.ButNot) and isinstance(but.members, t.Actor)
