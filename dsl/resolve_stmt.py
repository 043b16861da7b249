"""Resolves statements: syntax trees of effects to typed trees, with who chooses filled in."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from . import tree as t
from .context import Context, children, find, token
from .resolve_cond import condition
from .resolve_expr import expression, noun_phrase, numeric, property_named, selection
from .symbols import Slot
from .syntax import Syntax, Token
from .types import PLAYER, YES_NO, Type, fits, member, outside

Body = tuple[t.Stmt, ...]


def body(tree: Syntax, c: Context) -> Body:
    """The statements of an effect, a block or a suite, in a scope of their own."""
    with c.scope():
        return tuple(_statements(tree, c))


def _statements(tree: Syntax, c: Context) -> list[t.Stmt]:
    found: list[t.Stmt] = []
    for child in children(tree):
        if child.data == "line":
            found.extend(statement(part, c) for part in children(child))
        else:
            found.append(statement(child, c))
    return found


def statement(tree: Syntax, c: Context) -> t.Stmt:
    handler = _STATEMENTS.get(str(tree.data))
    assert handler is not None, tree.data
    return handler(tree, c)


def chooser(tree: Syntax, c: Context) -> t.Expr:
    """The subject of a statement, or who chooses by the game's convention."""
    subject = find(tree, "subject")
    if subject is not None:
        player = expression(children(subject)[0], c)
        if player.type.kind != "player":
            raise c.fail("RW212", f"a player does this, not {player.type}", subject)
        return player
    return default_chooser(tree, c)


def default_chooser(tree: Syntax, c: Context) -> t.Expr:
    who = c.symbols.conventions.get("chooser", "the player").removeprefix("the ").strip()
    span = c.span(tree)
    if who in c.symbols.game:
        return t.GameState(who, span=span, type=PLAYER)
    return t.Actor(span=span, type=PLAYER)


# ---------------------------------------------------------------- moving things


def _nothing(tree: Syntax, c: Context) -> t.Stmt:
    return t.Nothing(span=c.span(tree))


def _put(tree: Syntax, c: Context) -> t.Stmt:
    noun, dest = [child for child in children(tree) if child.data != "subject"]
    what = _pieces(noun, c)
    place = expression(children(dest)[0], c)
    if place.type.kind not in ("place", "cell"):
        raise c.fail("RW206", f"pieces are put into places, not into {place.type}", dest)
    held = c.symbols.held_in(place.type)
    if what.type.of and held and not set(what.type.of) & set(held):
        raise c.fail("RW206", f"{what.type} cannot lie there", tree, "it holds " + ", ".join(held))
    how = {"into": "into", "on_top": "on top of", "under": "under"}[str(dest.data)]
    return t.Put(what, how, place, span=c.span(tree))


def _pieces(noun: Syntax, c: Context) -> t.Expr:
    what = expression(noun, c)
    if what.type.kind not in ("piece", "pieces"):
        raise c.fail("RW206", f"pieces are needed here, not {what.type}", noun)
    return what


def _shuffle(tree: Syntax, c: Context) -> t.Stmt:
    place = expression(children(tree)[0], c)
    if not isinstance(place, t.PlaceValue) or c.symbols.places[place.name].text.kind != "pile":
        raise c.fail("RW206", "only a pile can be shuffled", tree)
    return t.Shuffle(place, span=c.span(tree))


def _look(tree: Syntax, c: Context) -> t.Stmt:
    player = chooser(tree, c)
    noun = next(child for child in children(tree) if child.data not in ("subject", "as_"))
    what = _pieces(noun, c)
    return t.Look(player, what, _named(tree, what.type, c), span=c.span(tree))


def _reveal(tree: Syntax, c: Context) -> t.Stmt:
    what = _pieces(children(tree)[0], c)
    return t.Reveal(what, _named(tree, what.type, c), span=c.span(tree))


def _show(tree: Syntax, c: Context) -> t.Stmt:
    nouns = [child for child in children(tree) if child.data != "subject"]
    what = _pieces(nouns[0], c)
    to = expression(nouns[1], c)
    if to.type.kind not in ("player", "players"):
        raise c.fail("RW212", f"pieces are shown to players, not to {to.type}", tree)
    return t.Show(what, to, span=c.span(tree))


def _named(tree: Syntax, type_: Type, c: Context) -> str | None:
    """Binds the name after `as`, if there is one."""
    given = find(tree, "as_")
    if given is None:
        return None
    last = given.children[-1]
    name = new_name(str(last), last, c)
    c.bind(name, attrs.evolve(type_, optional=False))
    return name


def new_name(name: str, at: Syntax | Token, c: Context) -> str:
    """A name that a text gives, which nothing in the game has: what is meant by it must be clear."""
    symbols = c.symbols
    for what, known in (
        ("a state of the game", symbols.game),
        ("a number", symbols.numbers),
        ("an option", symbols.options),
        ("a place", symbols.places),
    ):
        if name in known:
            way_out = f"choose another name; a state is set with: the {name} becomes …"
            raise c.fail("RW218", f"'{name}' is already the name of {what}", at, way_out)
    return name


# --------------------------------------------------------------------- choosing


def _choose(tree: Syntax, c: Context) -> t.Stmt:
    luck = find(tree, "random") is not None
    player = None if luck else chooser(tree, c)
    noun = next(child for child in children(tree) if child.data not in ("subject", "as_", "random"))
    of = noun_phrase(noun, c)
    if not isinstance(of, t.Quantity) or of.how in ("any", "each"):
        raise c.fail("RW213", "a choice says how many: a …, two …, up to three …", noun)
    name = _named(tree, of.type, c)
    if name is None:
        name = "that " + _head_noun(of)
        c.bind(name, of.type)
    return t.Choose(player, of, name, span=c.span(tree))


def _head_noun(of: t.Quantity) -> str:
    select = of.of
    assert isinstance(select, t.Select)
    if select.base in ("kind", "any kind"):
        return "kind"
    return select.type.of[0] if select.base == "of design" else select.name


def _choose_one(tree: Syntax, c: Context) -> t.Stmt:
    player = chooser(tree, c)
    branches = []
    for branch in children(tree):
        if branch.data != "branch":
            continue
        test = find(branch, "cond")
        with c.scope():
            resolved = condition(test, c) if test is not None else None
            suite = find(branch, "suite")
            assert suite is not None
            label = str(branch.children[0])
            branches.append(t.Branch(label, resolved, body(suite, c), span=c.span(branch)))
    labels = [branch.label for branch in branches]
    if len(set(labels)) < len(labels):
        raise c.fail("RW213", "two branches have the same label", tree)
    return t.ChooseOne(player, tuple(branches), span=c.span(tree))


def _may(tree: Syntax, c: Context) -> t.Stmt:
    player = chooser(tree, c)
    inner = children(tree)[-1]
    if inner.data == "suite":
        return t.May(player, body(inner, c), span=c.span(tree))
    with c.scope():
        return t.May(player, (statement(inner, c),), span=c.span(tree))


# ------------------------------------------------------------------- set values


def _let(tree: Syntax, c: Context) -> t.Stmt:
    given = token(tree, "NEWNAME")
    assert given is not None
    name = new_name(str(given), given, c)
    value = expression(children(tree)[-1], c)
    c.bind(name, value.type)
    return t.Let(name, value, span=c.span(tree))


def _become(tree: Syntax, c: Context) -> t.Stmt:
    noun, complement = children(tree)
    target = expression(noun, c)
    span = c.span(tree)
    if complement.data in ("adjective", "not_adjective"):
        adjective = token(complement, "ADJ")
        assert adjective is not None
        state = property_named(
            str(adjective), member(target.type) if _plural(target) else target.type, adjective, c
        )
        target = t.Property(target, state.name, span=target.span, type=YES_NO)
        truth = t.Truth(complement.data == "adjective", span=c.span(complement), type=YES_NO)
        return t.Become(target, truth, span=span)
    if complement.data != "value":
        raise c.fail("RW214", "a state becomes a value", complement)
    value = expression(children(complement)[0], c)
    settable(target, noun, c)
    if not fits(value.type, target.type) or outside(value.type, target.type):
        raise c.fail("RW211", f"this holds {target.type}, not {value.type}", tree)
    return t.Become(target, value, span=span)


def _plural(target: t.Expr) -> bool:
    return target.type.kind in ("pieces", "players")


def settable(target: t.Expr, at: Syntax, c: Context) -> None:
    """Fails unless the expression is a state, which can change."""
    if isinstance(target, t.GameState | t.PhraseState):
        return
    if isinstance(target, t.Property) and target.name != "kind":
        if not c.symbols.properties_of(target.of.type)[target.name].printed:
            return
        raise c.fail("RW214", f"'{target.name}' is printed and cannot change", at)
    raise c.fail("RW214", "this is no state, so it cannot change", at)


def _change(tree: Syntax, c: Context) -> t.Stmt:
    noun = children(tree)[0]
    target = numeric(noun, c)
    settable(target, noun, c)
    amount = numeric(children(tree)[1], c)
    sign = 1 if tree.data == "go_up" else -1
    clamp = find(tree, "possible") is not None
    clamp = clamp or c.symbols.conventions.get("as far as possible") == "yes"
    return t.Change(target, sign, amount, clamp, span=c.span(tree))


# ------------------------------------------------------------------ ends of things


def _win(tree: Syntax, c: Context) -> t.Stmt:
    subject = find(tree, "subject")
    assert subject is not None
    winners = expression(children(subject)[0], c)
    if winners.type.kind not in ("player", "players"):
        raise c.fail("RW212", f"players win, not {winners.type}", subject)
    return t.Win(winners, span=c.span(tree))


def _draw(tree: Syntax, c: Context) -> t.Stmt:
    return t.Win(None, span=c.span(tree))


def _end_turn(tree: Syntax, c: Context) -> t.Stmt:
    _in_flow(tree, c)
    if not c.turn:
        raise c.fail("RW221", "it is nobody's turn here", tree, "say it in an option; or: the phase ends")
    return t.EndOfTurn(span=c.span(tree))


def _in_flow(tree: Syntax, c: Context) -> None:
    """A phrase may happen anywhere, so there is no turn or phase that it could be sure to end."""
    if not c.flow:
        raise c.fail(
            "RW221", "this can only be said in the flow itself", tree, "say it where the phrase is used"
        )


def _end_phase(tree: Syntax, c: Context) -> t.Stmt:
    _in_flow(tree, c)
    return t.EndOfPhase(span=c.span(tree))


# ------------------------------------------------------------------------- flow


def _if(tree: Syntax, c: Context) -> t.Stmt:
    parts = children(tree)
    cases = [(condition(parts[0], c), body(parts[1], c))]
    otherwise: Body = ()
    for part in parts[2:]:
        if part.data == "elif_":
            test, suite = children(part)
            cases.append((condition(test, c), body(suite, c)))
        else:
            otherwise = body(children(part)[0], c)
    return t.If(tuple(cases), otherwise, span=c.span(tree))


def _for_each(tree: Syntax, c: Context) -> t.Stmt:
    of = selection(tree, c)
    how, start = _order(tree, of, c)
    with c.scope():
        name = _named(tree, member(of.type), c)
        if name is None:
            head = find(tree, "type", "of_design", "kind", "any_kind", "empty_type")
            assert head is not None
            name = "that " + ("kind" if head.data in ("kind", "any_kind") else str(head.children[-1]))
            c.bind(name, member(of.type))
        suite = find(tree, "suite")
        assert suite is not None
        inner = body(suite, c)
    return t.ForEach(name, of, how, start, inner, span=c.span(tree))


def _order(tree: Syntax, of: t.Select, c: Context) -> tuple[str, t.Expr | None]:
    given = find(tree, "from_top", "from_bottom", "clockwise", "printed_order", "any_order")
    if given is None:
        return c.symbols.conventions.get("order of each", "printed order"), None
    if given.data == "clockwise":
        return "clockwise", expression(children(given)[0], c)
    how = str(given.data).replace("_", " ")
    how = {"printed order": "printed order", "any order": "any order"}.get(how, how)
    if how.startswith("from"):
        places = [part.place for part in of.filters if isinstance(part, t.InPlace)]
        if not places or not isinstance(places[0], t.PlaceValue):
            raise c.fail("RW206", f"'{how}' needs a pile to go through", given)
    return how, None


def _repeat(tree: Syntax, c: Context) -> t.Stmt:
    how = str(tree.data).removeprefix("repeat_")
    parts = children(tree)
    test = numeric(parts[0], c) if how == "times" else condition(parts[0], c)
    bound = find(tree, "bound")
    most = numeric(children(bound)[0], c) if bound is not None else None
    suite = find(tree, "suite")
    assert suite is not None
    return t.Repeat(how, test, most, body(suite, c), span=c.span(tree))


def _simultaneously(tree: Syntax, c: Context) -> t.Stmt:
    players = selection(tree, c)
    if players.type.kind != "players":
        raise c.fail("RW212", f"players act at once, not {players.type}", tree)
    suite = find(tree, "suite")
    assert suite is not None
    flow, c.flow = c.flow, False  # one player cannot end what the others are still doing
    try:
        return t.Simultaneously(players, body(suite, c), span=c.span(tree))
    finally:
        c.flow = flow


# ---------------------------------------------------------------------- phrases


@attrs.frozen
class Said:
    """A phrase as it stands in a text: its signature, and the syntax tree of each slot (None: left out)."""

    signature: str
    slots: tuple[Syntax | None, ...]


def said(tree: Syntax, c: Context) -> Said:
    """Which phrase a call says."""
    parts: list[tuple[str, ...] | Syntax] = []
    _flatten(tree, parts)
    form = tuple(part if isinstance(part, tuple) else None for part in parts)
    found = c.symbols.shapes.get(form)
    if found is None:
        words = " … ".join(" ".join(part) for part in parts if isinstance(part, tuple))
        raise c.fail("RW208", f"no phrase says '{words}' in this way", tree)
    signature, declared = found
    phrase = c.symbols.phrases[signature]
    c.symbols.use("phrase", signature)
    given = {
        part.name: child
        for part, child in zip(declared, parts, strict=True)
        if isinstance(part, Slot) and not isinstance(child, tuple)
    }
    return Said(signature, tuple(given.get(slot.name) for slot in phrase.slots))


def _flatten(tree: Syntax, parts: list[tuple[str, ...] | Syntax]) -> None:
    for child in tree.children:
        if isinstance(child, Token):
            parts.append(tuple(str(child).split(" ")))
        elif child.data == "tail":
            _flatten(child, parts)
        elif child.data == "slot":
            parts.append(children(child)[0])
        else:
            parts.append(child)


def arguments(call: Said, tree: Syntax, c: Context) -> tuple[t.Expr, ...]:
    """The values of a call's slots, checked against the phrase's types."""
    values = []
    for slot, given in zip(c.symbols.phrases[call.signature].slots, call.slots, strict=True):
        value = expression(given, c) if given is not None else default_chooser(tree, c)
        if not fits(value.type, slot.type) or outside(value.type, slot.type):
            raise c.misfit(c.symbols.phrases[call.signature], slot, value.type, given or tree)
        values.append(value)
    return tuple(values)


def _call(tree: Syntax, c: Context) -> t.Stmt:
    inner = children(tree)[0]
    call = said(inner, c)
    if c.symbols.phrases[call.signature].ability:
        raise c.fail("RW208", f"'{call.signature}' is an ability: it does not happen, it is in force", tree)
    return t.Call(call.signature, arguments(call, inner, c), span=c.span(tree))


def _quoted(tree: Syntax, c: Context) -> t.Stmt:
    return statement(children(children(tree)[0])[0], c)


_STATEMENTS: dict[str, Callable[[Syntax, Context], t.Stmt]] = {
    "nothing": _nothing,
    "put": _put,
    "shuffle": _shuffle,
    "look": _look,
    "reveal": _reveal,
    "show": _show,
    "choose": _choose,
    "choose_one": _choose_one,
    "may": _may,
    "may_block": _may,
    "let": _let,
    "become": _become,
    "go_up": _change,
    "go_down": _change,
    "win": _win,
    "draw_": _draw,
    "end_turn": _end_turn,
    "end_phase": _end_phase,
    "if_": _if,
    "for_each": _for_each,
    "repeat_while": _repeat,
    "repeat_until": _repeat,
    "repeat_times": _repeat,
    "simultaneously": _simultaneously,
    "do_call": _call,
    "do_quoted": _quoted,
}
