"""Resolves selections: a head noun with its filters."""

from __future__ import annotations

import attrs

from .. import tree as t
from ..model.uses import DESIGN, NOUN, PLACE, TYPE
from ..syntax.forest import Token
from ..syntax.parser import Syntax
from ..syntax.vocabulary import Vocabulary, words
from ..tree.passes import over
from ..tree.types import PLAYERS, YES_NO, Type, member
from .context import PLURAL, Context, Resolver, children, find, token
from .expressions import expression
from .filters import EARLY, noun_of, of_those_in
from .lists import joined
from .places_joined import MEMBERS, PLACES_JOINED, check_places_joined, is_filter
from .subjects import wording

# ------------------------------------------------------------------ selections


APART = ("one_of_types_apart", "one_of_designs_apart")
"""`a rat or a boar`: what follows could belong to the last one only."""
OR = ("one_of_types_or", "one_of_designs_or")
"""`rats or wolves`, of which none is meant."""
EACH = ("one_of_types_and", "one_of_designs_and")
"""`each rat and wolf`."""
HEADS = (
    *APART,
    *OR,
    *EACH,
    "type",
    "one_of_types",
    "of_design",
    "one_of_designs",
    "kind",
    "any_kind",
    "empty_type",
)


def selection(tree: Syntax, c: Context, *, kinds: bool = False) -> t.Select:
    """The head noun of a tree with its filters; with `kinds`, the designs of a type instead of its pieces."""
    head = find(tree, *HEADS)
    assert head is not None
    qualities = [child for child in children(tree) if child.data in QUALITIES]
    if qualities:
        _check_qualities(qualities, head, tree, c)
    base, name, of = _head(head, c)
    if kinds:
        base, of = "kind", Type("kinds", of.of)
    if base == "any kind":
        of = _list_type(tree, c)
    filters: list[tuple[t.Filter, bool]] = []
    whole = t.Select(base, name, (), span=c.span(tree), type=of, head=c.span(head))
    if head.data in APART and len(children(tree)) > 1:
        way_out = "say the article once, and it belongs to all: a rat or boar in …"
        raise c.fail("RW213", "it is not clear whether this belongs to all, or to the last", tree, way_out)
    if str(head.data).startswith("one_of_designs"):
        filters.append((_of_designs(head, of, c), False))
    if head.data == "empty_type":
        if base != "cell":
            raise c.fail("RW211", f"{of} are never empty", head, "cells of a board are")
        filters.append((t.WithoutPieces(span=c.span(head)), False))
    return _filtered(whole, filters, children(tree), tree, c, kinds=kinds)


def _check_qualities(qualities: list[Syntax], head: Syntax, tree: Syntax, c: Context) -> None:
    """Checks words before a noun: with it they are no name, and it is one noun, so that they belong to all of it."""
    if str(head.data).startswith("one_of"):
        word = _said(qualities[-1], c)
        way_out = f"say it of each: {word} …, or of all after them: … with … = {word}"
        raise c.fail(
            "RW213", f"it is not clear whether '{word}' belongs to all, or to the first", tree, way_out
        )
    run = words(str(c.text)[qualities[0].start_pos : head.end_pos])
    for at in range(len(qualities)):
        level: Vocabulary | None = c.symbols.vocabulary
        while level is not None:
            if any(entry.terminal in NAMING for entry in level.by_words.get(run[at:], ())):
                raise c.fail("RW205", f"'{' '.join(run[at:])}' is a name of its own", tree)
            level = level.below


QUALITIES = ("quality", "quality_who")
NAMING = frozenset({"NAME", "KINDNAME", "TYPE_S", "TYPE_P", "DESIGN_S", "DESIGN_P"})
"""What the words of a name can be."""


def members_of(tree: Syntax, c: Context) -> t.Select:
    """`picks with face = 2` after `the number of` or `the total face of`: members of a set that has a name."""
    listed, *rels = children(tree)[_measure(tree) :]
    members = c.ways.expressions[str(listed.data)](listed, c)
    of = members.type
    if of.kind not in ("pieces", "players", "cells"):
        way_out = "name a set: the number of cards in …"
        if of.kind in ("place", "cell"):
            way_out = f"say of what: the number of cards in {_said(listed, c)}"
            held = c.symbols.held_in(of)
            if held:
                way_out = (
                    f"say of what: the number of {c.symbols.types[held[0]].plural} in the {_said(listed, c)}"
                )
        raise c.fail("RW210", f"'the number of' counts a set, not {of}", listed, way_out)
    base: t.Base = "player" if of.kind == "players" else "cell" if of.kind == "cells" else "type"
    noun = noun_of(member(of), c)
    if len(of.of) > 1 and base == "type":
        base, noun = "types", " or ".join(of.of)
    whole = t.Select(base, noun, (), span=c.span(tree), type=of)
    return _filtered(whole, [(t.AmongSet(members, span=c.span(listed)), False)], rels, tree, c)


def _measure(tree: Syntax) -> int:
    """How many trees before a set say what is measured of its members: one in brackets, if it is not a property."""
    return int(tree.data in ("total_among", "highest_among", "lowest_among") and token(tree, "PROP") is None)


def _said(tree: Syntax, c: Context) -> str:
    return str(c.text)[tree.start_pos : tree.end_pos]


def _filtered(
    whole: t.Select,
    filters: list[tuple[t.Filter, bool]],
    rels: list[Syntax],
    tree: Syntax,
    c: Context,
    *,
    kinds: bool = False,
) -> t.Select:
    """A set with its filters."""
    base, of, anywhere = whole.base, whole.type, False
    for number, rel in enumerate(rels):
        _check_end_left_out(rel, rels[number + 1 :], of, c)
        if rel.data == "anywhere":
            if base not in PIECES:
                way_out = "only pieces lie somewhere: leave it out"
                raise c.fail("RW234", f"{of} lie nowhere, so they are not meant anywhere", rel, way_out)
            anywhere = True
            continue
        handler = c.ways.filters.get(str(rel.data).removesuffix(EARLY))
        if handler is not None and not kinds and base == "kind" and rel.data in ("in_", *PLACES_JOINED):
            filters.append((of_those_in(rel, member(of), c), False))
        elif handler is not None:
            early = str(rel.data).endswith(EARLY)
            found = handler(rel, member(of), c)
            if rel.data == "but_those":
                found = [_of_those(one, [before for before, _ in filters]) for one in found]
            filters.extend((one, early) for one in found)
        if rel.data in PLACES_JOINED:
            check_places_joined(rel, tree, member(of), c)
    whole = attrs.evolve(whole, anywhere=anywhere)
    if anywhere and any(isinstance(one, t.InPlace | t.AmongSet) for one, _ in filters):
        way_out = "leave it out, or say no place"
        at = find(tree, "anywhere") or tree
        raise c.fail("RW234", "the text says where these are, so they are not meant anywhere", at, way_out)
    if any(early for _, early in filters) and base == "any kind":
        raise c.fail("RW207", "'kind' needs a type: a kind of what?", tree, "a kind of …, or kind in a list")
    return attrs.evolve(whole, filters=_in_order(filters, whole))


def _check_end_left_out(rel: Syntax, after: list[Syntax], of: Type, c: Context) -> None:
    """Fails for `but the first card with cost > 2 in the market`: a reader does not know which of the filters say who
    is the first."""
    end = find(rel, "first", "last") if rel.data in ("but_first", "but_end") else None
    if end is None:
        return
    after = [one for one in after if is_filter(one, c)]
    following = len(after) + (rel.data == "but_end")
    if following > 1:
        message = "it is not clear which of these filters say who is left out"
        raise c.fail("RW213", message, rel, f"put who is left out into brackets: but ({wording(end, c)} …)")
    if of.kind == "pieces" and find(end, "in_", "among") is None:
        message = f"this does not say where the {end.data} of them lies"
        raise c.fail("RW213", message, rel, f"say where: but ({wording(end, c)} in …)")


def _of_those(left_out: t.Filter, before: list[t.Filter]) -> t.Filter:
    """What `but the card with the highest face` leaves out: the best of those that the filters before it keep."""
    assert isinstance(left_out, t.ButNot)
    those = left_out.members
    if not isinstance(those, t.Select) or isinstance(those.filters[0], t.AmongSet):
        return left_out
    return attrs.evolve(left_out, members=attrs.evolve(those, filters=(*before, *those.filters)))


PIECES = ("type", "types", "of design")
"""The bases of sets of pieces."""
BEST = (t.WithExtreme, t.Nearest)


@over(
    t.Filter,
    leaves="AmongSet InPlace Reachable Step Where WhoIs WithEither WithProperty Within WithoutPieces",
    subject="one",
)
def _in_order(filters: list[tuple[t.Filter, bool]], whole: t.Select) -> tuple[t.Filter, ...]:
    """Filters in the order in which they apply: a superlative comes after the filters that it depends on.

    `cards with the highest face in the table` are the best of those in the table, or those of the best of all cards
    that lie in the table (`early`). If no other filter follows, both mean the same.
    """
    last = max(
        (at for at, (one, _) in enumerate(filters) if not isinstance(one, (*BEST, t.ButNot))), default=-1
    )
    found: list[t.Filter] = []
    later: list[t.Filter] = []
    for at, (one, early) in enumerate(filters):
        if isinstance(one, BEST) and at < last and not early:
            later.append(one)
            continue
        found.append(one)
        if isinstance(one, BEST) and at < last:
            best = attrs.evolve(whole, filters=tuple(found), span=one.span)
            found = [t.AmongSet(best, span=one.span)]
        if at == last:
            found += later
    return tuple(found)


def _head(head: Syntax, c: Context) -> tuple[t.Base, str, Type]:
    last = str(head.children[-1])
    if head.data == "any_kind":
        return "any kind", "kind", Type("kinds")
    if head.data == "of_design":
        design = c.symbols.designs[last]
        c.use(DESIGN, last, head.children[-1])
        return "of design", last, Type("pieces", (design.type,))
    if str(head.data).startswith("one_of_types"):
        return _several_types(head, c)
    if str(head.data).startswith("one_of_designs"):
        return _several_designs(head, c)
    if last == "player":
        return "player", last, PLAYERS
    if last in c.symbols.cells and head.data != "kind":
        grid = c.symbols.cells[last]
        c.symbols.use(PLACE, grid)
        c.use(NOUN, last, head.children[-1])
        return "cell", last, Type("cells", (grid,))
    c.use(TYPE, last, head.children[-1])
    if head.data == "kind":
        return "kind", last, Type("kinds", (last,))
    return "type", last, Type("pieces", (last,))


def _several_types(head: Syntax, c: Context) -> tuple[t.Base, str, Type]:
    """`a card or monster`, `cards and monsters`: pieces of several types."""
    said = [one for one in head.children if isinstance(one, Token) and str(one) in c.symbols.types]
    _joined(said, head, c)
    names = tuple(dict.fromkeys(map(str, said)))
    if len(names) < 2:
        raise c.fail("RW211", "these are not types of pieces", head, "name types of pieces, each once")
    for one in said:
        c.use(TYPE, str(one), one)
    return "types", " or ".join(names), Type("pieces", names)


def _joined(said: list[Token], head: Syntax, c: Context) -> None:
    plural = any(isinstance(one, Token) and one.type in PLURAL for one in head.children)
    both = head.data in EACH or (plural and head.data not in OR)
    joined(said, "and" if both else "or", c)


def _several_designs(head: Syntax, c: Context) -> tuple[t.Base, str, Type]:
    """`a rat or boar`, `rats and boars`: pieces of their types."""
    designs = _designs(head, c)
    if len(designs) < 2:
        raise c.fail("RW211", "these are the same", head, "name each once")
    types = tuple(dict.fromkeys(c.symbols.designs[name].type for name in designs))
    return ("types" if len(types) > 1 else "type"), " or ".join(types), Type("pieces", types)


def _designs(head: Syntax, c: Context) -> tuple[str, ...]:
    said = [one for one in head.children if isinstance(one, Token) and str(one) in c.symbols.designs]
    _joined(said, head, c)
    for one in said:
        c.use(DESIGN, str(one), one)
    return tuple(dict.fromkeys(map(str, said)))


def _of_designs(head: Syntax, of: Type, c: Context) -> t.Filter:
    """The filter that keeps pieces of any of several designs."""
    span, one = c.span(head), member(of)
    name = "that " + noun_of(one, c)
    each = t.Variable(name, span=span, type=one)
    sets = [
        t.Select("of design", design, (), span=span, type=Type("pieces", (c.symbols.designs[design].type,)))
        for design in _designs(head, c)
    ]
    tests = tuple(t.IsKind(each, one_set, span=span, type=YES_NO) for one_set in sets)
    return t.Where(name, t.Either(tests, span=span, type=YES_NO), span=span)


def _list_type(tree: Syntax, c: Context) -> Type:
    rel = find(tree, "in_")
    if rel is None:
        raise c.fail("RW207", "'kind' needs a type: a kind of what?", tree, "a kind of …, or kind in a list")
    source = expression(children(rel)[0], c)
    if source.type.kind not in ("list", "kinds"):
        raise c.fail("RW207", f"kinds are not in {source.type}", rel)
    return Type("kinds", source.type.of)


EXPRESSIONS: dict[str, Resolver] = {
    "set": selection,
    MEMBERS: selection,
}
