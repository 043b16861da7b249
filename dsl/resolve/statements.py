"""Resolves statements: syntax trees of effects to typed trees, with the chooser filled in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import attrs

from .. import tree as t
from ..printing.statements import fits_in_line, show
from ..syntax.forest import Steps, ways_of
from ..syntax.parser import Syntax
from ..syntax.vocabulary import words
from ..tree.types import PLAYER, member
from ..tree.walk import walk
from . import changes, costs, endings, names, pieces
from .calls import PhraseUse, arguments, chooser, default_chooser, given_to, phrase_use
from .changes import free_name
from .conditions import condition
from .context import Context, Drawn, Several, StatementResolver, Unclear, Unresolved, children, find
from .costs import pay, pay_either
from .distributed import for_each_of, leading, named_subject, replaced, stands_in, type_of_one
from .expressions import expression, noun_phrase, numeric
from .filters import measured_by
from .joined import changes_of, moves_of, puts_of
from .meanings import outcome, resolved, row, taken
from .names import named
from .picks import RANDOM, drawn
from .selections import HEADS, selection
from .subjects import following, following_may, goes_on, wording

JOINED = ("all_go_up", "all_go_down", "all_become", "become_each", "put_all", "put_each", "swap")
"""One statement that says several."""
Body = tuple[t.Stmt, ...]


def body(tree: Syntax, c: Context) -> Body:
    """The statements of an effect, a block or a suite, in a scope of their own."""
    with c.scope():
        return _statements(tree, c)


def parts(tree: Syntax, c: Context) -> Body:
    """A printed text that is read as if `in any order:` stood before it if it has several statements. A single one
    stays as it is.

    What a part may not be is asked only if there is no other reading: `A / B; C` could be meant as two parts or as
    two alternatives, and neither may win silently.
    """
    found = resolved(tree, c, _parts)
    only = found[0]
    if isinstance(only, t.AnyOrder) and len(outcome(tree, c, _parts).meanings) == 1:
        _one_thing_each(only, tree, c)
    return found


def _parts(tree: Syntax, c: Context) -> Body:
    lines = [taken(line, c) for line in children(tree)]
    rows = [children(line) if line.data == "line" else [line] for line in lines]
    rows = [children(one[0]) if len(one) == 1 and one[0].data == "lead" else one for one in rows]
    several = [part for one in rows for part in one]
    if len(several) == 1 and not isinstance(several[0], Steps):
        with c.scope():
            return row(several, c, _part)
    found = _several(several, c)
    return found if len(found) == 1 else (t.AnyOrder(default_chooser(tree, c), found, span=c.span(tree)),)


def _statements(tree: Syntax, c: Context) -> Body:
    """The successive lines or statements of a tree."""
    return row(children(tree), c, _part, following)


def _part(tree: Syntax, c: Context) -> Body:
    """One part of a row: a statement, or a line, which can be several statements."""
    if c.watch is not None:
        c.watch(tree, c)
    if tree.data in ("line", "paid", "alternative", "statements"):
        return _statements(tree, c)
    if tree.data in ("lead", "nested"):
        return _inside_a_line(tree, c)
    if tree.data == "costs_for":
        costs, *rest = children(tree)
        return (_one_of_costs(costs, c), *row(rest, c, _part))
    if tree.data == "pay_for":
        return _paid(tree, c)
    if tree.data == "paid_ways":
        return (_alternatives(tree, c),)
    if tree.data == "alternative_for":
        return _paid(tree, c)
    if tree.data == "swap":
        return pieces.swap(tree, c)
    if tree.data == "put_each":
        return tuple(row(puts_of(tree, c), c, _part))
    if tree.data in JOINED:
        each = moves_of(tree, c) if tree.data == "put_all" else changes_of(tree, c)
        return tuple(_one_way(one, c) for one in each)
    if tree.data in ("only_if", "alternative_only_if"):
        return (_only_if(tree, c),)
    if tree.data in ("dues_for", "alternative_dues_for"):
        return _dues_for(tree, c)
    try:
        return (_one_way(tree, c),)
    except Drawn as luck:
        return _after_luck(luck, tree, c)


def _inside_a_line(tree: Syntax, c: Context) -> Body:
    """A block that begins inside a line, with the statements before it. What a bare `/` beside it would divide is not
    clear."""
    parts = children(tree)
    before = str(c.text)[tree.start_pos : parts[-1].start_pos if tree.data == "lead" else tree.end_pos]
    if tree.data == "lead" or "\n" not in before:
        _no_bare_slash(before, tree, c)
    return _statements(tree, c)


def _no_bare_slash(said: str, tree: Syntax, c: Context) -> None:
    depth = 0
    for letter in said:
        depth += (letter == "(") - (letter == ")")
        if letter == "/" and not depth:
            message = "it is not clear what '/' divides on a line in which another block begins"
            raise c.fail("RW213", message, tree, "put brackets around the alternatives: (… / …)")


def _one_of_costs(tree: Syntax, c: Context) -> t.Stmt:
    """Costs of which one is paid: `pay 1 gold / pay 2 score`, `pay 1 gold or 2 score`."""
    return pay_either(tree, c) if tree.data == "pay_either" else _alternatives(tree, c)


def _several(trees: list[Syntax], c: Context) -> Body:
    """The statements that are done in any order."""
    found = row(trees, c, _alone, following)
    if not any(
        isinstance(one, t.May | t.Alternatives) for one in found
    ):  # which might not end before the `then`
        _never_then(trees, c)
    return found


def _never_then(trees: list[Syntax], c: Context) -> None:
    for part in trees:
        for one in [step.tree for step in part.steps] if isinstance(part, Steps) else [part]:
            before = words(str(c.text)[: one.start_pos].rstrip('( "'))
            if before[-1:] == ("then",) or before[-2:] == ("then", "the"):
                message = "'then' gives an order, but these are done in any order"
                raise c.fail(
                    "RW213", message, one, "join them with ';', or make what belongs together a phrase"
                )


def _alone(tree: Syntax, c: Context) -> Body:
    """A statement whose names have a meaning only inside it."""
    with c.scope():
        alone = (statement(tree, c),) if tree.data in _STATEMENTS else _part(tree, c)
    if len(alone) > 1:
        raise c.fail("RW213", "one thing is needed here, but these are several", tree, "make it a phrase")
    return alone


def statement(tree: Syntax, c: Context) -> t.Stmt:
    return resolved(tree, c, _one_way)


def _one_way(tree: Syntax, c: Context) -> t.Stmt:
    if tree.data in ("statements", *JOINED):
        several = _part(tree, c)
        if len(several) != 1:
            raise c.fail("RW213", "one thing is needed here, but these are several", tree)
        return several[0]
    handler = _STATEMENTS.get(tree.data)
    assert handler is not None, tree.data
    try:
        return handler(tree, c)
    except Several as several:
        if not stands_in(several.tree, tree):  # but in what this one holds
            raise
        return for_each_of(several, tree, c, lambda one: _only(handler, one, c))


def _after_luck(luck: Drawn, tree: Syntax, c: Context) -> Body:
    """`put a random card in the market into exile`: luck chooses the card, and then it is put there."""
    place = next((one for one in _in_statement(tree) if luck.tree in ways_of(one)), None)
    if place is None:
        raise luck
    meanings = outcome(place, c, drawn).meanings
    if len(meanings) != 1:
        way_out = "let it pick on a line before: choose … at random, as …"
        raise c.fail("RW213", "it is not clear what luck picks here", luck.tree, way_out)
    of = meanings[0].value
    noun = _head_noun(of, c)
    name = "that " + noun
    if of.how != "one" or name in c.variables:
        name = free_name(DRAWN, c)
    c.bind(name, of.type)
    key = (id(tree), id(place))
    if key not in c.made:
        c.made[key] = replaced(tree, place, name)
    try:
        done = _one_way(c.made[key], c)
    except Drawn as again:
        way_out = "let it pick one of them on a line before: choose … at random, as …"
        raise c.fail("RW213", "luck picks twice in one statement", again.tree, way_out) from None
    if isinstance(done, t.ForEach) and done.of.span.start <= luck.span.start:
        way_out = "one for each: for each …: …; the same for all: choose … at random, as …, on a line before"
        raise c.fail("RW213", "it is not clear whether luck picks one for each of them", luck.tree, way_out)
    if not name.startswith("that "):
        c.cloud(noun, of.type)
    return (t.Choose(None, of, name, None, span=c.span(luck.tree)), done)


DRAWN = ("drawn", "found", "taken")
INSIDE = ("suite", "cond", "else_", "alternative", "statements", "paid", "branch", "where", "act", "either")


def _in_statement(tree: Syntax) -> Iterator[Syntax]:
    """The parts of a statement, without those of other statements and conditions that stand in it."""
    for child in children(tree):
        if child.data not in INSIDE and child.data not in _STATEMENTS:
            yield child
            for way in ways_of(child):
                yield from _in_statement(way)


def _only(handler: StatementResolver, tree: Syntax, c: Context) -> Body:
    """What one of several does. Two loops in one statement do not say which comes first."""
    try:
        return (handler(tree, c),)
    except Drawn as luck:
        return _after_luck(luck, tree, c)
    except Several as again:
        way_out = "say one of them on a line before: for each …: …"
        raise c.fail("RW213", "'each' stands twice in one statement", again.tree, way_out) from None


def _each_does(tree: Syntax, c: Context) -> t.Stmt:
    """`each player gains 1 gold and rests`: each of them does both, then the next one."""
    first, *rest = children(tree)
    begun = taken(first, c)
    noun = leading(begun)
    if noun is None or not all(goes_on(one, c) for one in rest):
        raise c.fail("RW213", "only what begins with 'each' goes on for each of them", tree)
    several = Several(c.fail("RW212", "these are several", noun), expression(noun, c), noun)
    if type_of_one(several.value) is None:
        raise several
    with c.scope():
        loop = for_each_of(several, begun, c, lambda one: row([one, *rest], c, _part, following))
    return attrs.evolve(loop, span=c.span(tree))


# --------------------------------------------------------------------- choosing


def _nothing(tree: Syntax, c: Context) -> t.Stmt:
    return t.Nothing(span=c.span(tree))


def _choose(tree: Syntax, c: Context) -> t.Stmt:
    around = ("subject", "as_", "random", *SECRECY)
    noun = next(child for child in children(tree) if child.data not in around)
    luck = find(tree, "random") is not None or noun.data in RANDOM
    player = None if luck else chooser(tree, c)
    than, c.than = c.than, player
    try:
        with c.done_by(player or c.does):
            of = drawn(noun, c) if noun.data in RANDOM else noun_phrase(noun, c)
    finally:
        c.than = than
    if isinstance(of, ONLY_ONE) and player is not None and find(tree, "as_") and not _secrecy(tree):
        return _named_only(of, tree, c)
    if not isinstance(of, t.Quantity) or of.how in ("any", "each"):
        raise c.fail("RW213", "a choice says how many: a …, two …, up to three …", noun)
    if player is None and of.how == "at least":
        way_out = "say how many: choose 2 … at random, or: up to 2 …"
        raise c.fail("RW213", "luck does not decide how many are chosen", noun, way_out)
    name = named(tree, of.type, c)
    nameless = of.type.kind == "place" or (of.type.kind == "word" and isinstance(of.of, t.Listed))
    if name is None and nameless:
        message = f"the text cannot refer to the {of.type.kind} that is chosen here"
        raise c.fail("RW203", message, noun, f"name it: …, as the {CALLED[of.type.kind]}")
    if name is not None:
        c.cloud(_head_noun(of, c), of.type)
    else:
        name = "that " + _head_noun(of, c)
        c.bind(name, of.type)
        if of.count is not None and not (isinstance(of.count, t.Number) and of.count.value == 1):
            c.cloud(_head_noun(of, c), of.type)  # with several, none of them is `that card`
    return t.Choose(player, of, name, _secrecy(tree), span=c.span(tree))


ONLY_ONE = (t.PlayerAfter, t.EndOfSet, t.EndOf)
"""What is one already, so that choosing it gives it a name."""


def _named_only(of: t.Expr, tree: Syntax, c: Context) -> t.Stmt:
    """`choose the player after the leader, as the rival`."""
    name = named(tree, of.type, c)
    assert name is not None
    c.bind(name, of.type)
    return t.Let(name, of, span=c.span(tree))


CALLED = {"place": "pile", "word": "choice"}
"""Suggested names for a choice that has no noun of its own."""
SECRECY: dict[str, t.Secrecy] = {"secretly": "secretly", "openly": "openly"}


def _secrecy(tree: Syntax) -> t.Secrecy | None:
    """Whether the text says that a choice is secret, or open."""
    found = find(tree, *SECRECY)
    return SECRECY[str(found.data)] if found is not None else None


def _head_noun(of: t.Quantity, c: Context) -> str:
    select = of.of
    if not isinstance(select, t.Select):  # numbers, or things that are named one by one
        return c.symbols.places[of.type.of[0]].cell if of.type.kind == "cell" else of.type.kind
    if select.base in ("kind", "any kind"):
        return "kind"
    return select.type.of[0] if select.base in ("of design", "types") else select.name


def _choose_one(tree: Syntax, c: Context) -> t.Stmt:
    player = chooser(tree, c)
    with c.done_by(_other_than(player, tree, c)):
        return t.ChooseOne(player, _branches(tree, c), _secrecy(tree), span=c.span(tree))


def _branches(tree: Syntax, c: Context) -> tuple[t.Branch, ...]:
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
            written = " ".join(
                c.text.value[branch.children[0].start_pos : branch.children[0].end_pos].split()
            )
            branches.append(t.Branch(label, resolved, body(suite, c), said=written, span=c.span(branch)))
    labels = [branch.label for branch in branches]
    if len(set(labels)) < len(labels):
        raise c.fail("RW213", "two branches have the same label", tree)
    return tuple(branches)


def _put_either(tree: Syntax, c: Context) -> t.Stmt:
    """`put the pick into the market or the deck`: whoever chooses picks the place."""
    bodies = tuple((statement(one, c),) for one in pieces.put_either(tree, c))
    if len(set(bodies)) < len(bodies):
        raise c.fail("RW213", "the same place is named twice here", tree, "name each once")
    return t.Alternatives(_chooser_among(tree, c), bodies, span=c.span(tree))


def _is_open_loop(bodies: tuple[Body, ...], part: Syntax, c: Context) -> bool:
    """Whether an alternative is done by each of several, without brackets."""
    bracketed = str(c.text)[part.start_pos : part.start_pos + 1] == "("
    return not bracketed and any(isinstance(one, t.ForEach) for body_ in bodies for one in body_)


def _alternatives(tree: Syntax, c: Context) -> t.Stmt:
    """`A / B`: each alternative is a body of its own."""
    bodies: list[Body] = []
    open_: Syntax | None = None  # what is done by each of several, without brackets
    for part in children(tree):
        inside = [one for way in ways_of(part) for child in children(way) for one in ways_of(child)]
        if any(one.data == "each_does" for one in inside):
            way_out = "put brackets around what each of them does: (each … and …) / …"
            raise c.fail("RW213", "it is not clear what the slash belongs to", part, way_out)
        with c.done_by(following(bodies[-1] if bodies else (), part, c)):
            found = _ways(resolved(part, c, _alternative))
        open_ = open_ or (part if _is_open_loop(found, part, c) else None)
        bodies += found
    if open_ is not None:
        way_out = "put brackets around it: (… each …) / …"
        raise c.fail("RW213", "it is not clear whether each of them chooses", open_, way_out)
    if any(isinstance(one, t.May | t.MayRepeatedly) for body_ in bodies for one in body_):
        raise c.fail("RW213", "an alternative is a choice already", tree, "leave out 'may'")
    if len(set(bodies)) < len(bodies):
        raise c.fail("RW213", "two alternatives are the same", tree)
    return t.Alternatives(_chooser_among(tree, c), tuple(bodies), span=c.span(tree))


def _chooser_among(tree: Syntax, c: Context) -> t.Expr:
    """The player who chooses between slashes, where the text cannot name one."""
    if isinstance(c.does, Unclear):
        others = " or ".join(c.does.others)
        message = f"this does not say who chooses: the player who acts, or {others}"
        raise c.fail("RW212", message, tree, f"say who: '{c.does.others[0]} chooses one:', each with a label")
    return default_chooser(tree, c)


def _ways(body_: Body) -> tuple[Body, ...]:
    """The alternatives in a body: several, if it is nothing but a choice among alternatives."""
    (first, *rest) = body_
    return first.bodies if isinstance(first, t.Alternatives) and not rest else (body_,)


def _alternative(tree: Syntax, c: Context) -> Body:
    with c.scope():
        return _part(tree, c)


def _only_if(tree: Syntax, c: Context) -> t.Stmt:
    """`ACTION: effect`: the effect happens only if the player can do the action, and does it."""
    said_, *rest = children(tree)
    call = _called(said_, tree, c)
    with c.scope(), c.done_by(_after_call(call, said_, c)):
        body_ = row(rest, c, _part)
    return t.OnlyIf((call,), body_, span=c.span(tree))


def _dues_for(tree: Syntax, c: Context) -> Body:
    """`pay 1 gold and ACTION: effect`: everything before the colon is required. Costs without an action are simply
    paid, like a single cost before a colon."""
    costs, who = _dues(tree, c)
    rest = children(tree)[1:]
    with c.scope(), c.done_by(who):
        body_ = row(rest, c, _part)
    if all(isinstance(one, t.Pay) for one in costs):
        return (*costs, *body_)
    return (t.OnlyIf(costs, body_, span=c.span(tree)),)


def _dues(tree: Syntax, c: Context) -> tuple[Body, t.Expr | Unclear | None]:
    """The parts before a colon, joined by `and`; and the subject of what follows it."""
    either = find(tree, "pay_either")
    if either is not None:
        return (pay_either(either, c),), c.does
    given = find(tree, "dues")
    assert given is not None
    parts = children(given)
    others: list[str] = []
    for part in parts:
        if goes_on(part, c):  # about whoever the part before is about
            continue
        who = _after_due(part, c)
        others += who.others if isinstance(who, Unclear) else ()
    return row(parts, c, _due, following), Unclear(tuple(dict.fromkeys(others))) if others else c.does


def _due(tree: Syntax, c: Context) -> Body:
    return (_cost(tree, c),)


def _cost(tree: Syntax, c: Context) -> t.Stmt:
    """One of the parts before a colon, which is done once."""
    found = statement(tree, c)
    if isinstance(found, t.ForEach):
        way_out = "say it in a block: for each …: …"
        raise c.fail(
            "RW213", "what stands before a colon is done by one, not by each of several", tree, way_out
        )
    return found


def _after_due(tree: Syntax, c: Context) -> t.Expr | Unclear | None:
    """The subject of what follows a cost."""
    if tree.data == "pay":
        cost = _cost(tree, c)
        assert isinstance(cost, t.Pay)
        return _other_than(cost.player, tree, c)
    said_ = taken(children(tree)[0], c)
    call = _called(said_, tree, c)
    return _after_call(call, said_, c)


def _after_call(call: t.Call, tree: Syntax, c: Context) -> t.Expr | Unclear | None:
    """The subject of what follows `the leader mines: …`: the leader, or the player who acts."""
    phrase = c.symbols.phrases[call.phrase]
    slots = zip(phrase.slots, call.arguments, phrase_use(tree, c).slots, strict=True)
    for slot, value, given in slots:
        if slot == phrase.about and given is not None and not isinstance(value, t.Actor):
            return Unclear((wording(given, c),))
    return c.does


def _repeatedly(tree: Syntax, c: Context) -> t.Stmt:
    player, suite = chooser(tree, c), find(tree, "suite")
    assert suite is not None
    with c.done_by(player):
        return t.MayRepeatedly(player, body(suite, c), span=c.span(tree))


def _any_order_of(tree: Syntax, c: Context) -> t.Stmt:
    player = chooser(tree, c)
    with c.done_by(_other_than(player, tree, c)):
        found = _several([part for part in children(tree) if part.data != "subject"], c)
    if len(found) < 2:
        raise c.fail("RW213", "an order needs several things", tree, "in any order: …; …")
    node = t.AnyOrder(player, found, span=c.span(tree))
    _one_thing_each(node, tree, c)
    return node


def _one_thing_each(node: t.AnyOrder, tree: Syntax, c: Context) -> None:
    if any(isinstance(one, t.May) for one in node.of):
        raise c.fail("RW213", "each of these can be left out already", tree, "leave out 'may'")
    if any(isinstance(one, t.Alternatives) for one in node.of):
        raise c.fail("RW213", "each of these is one thing, not one of several", tree, "make it a phrase")
    for one in node.of:
        if not fits_in_line(one):
            raise Unresolved("RW213", "each of these is one thing, not a block", one.span, "make it a phrase")


def _offer(tree: Syntax, c: Context) -> t.Stmt:
    players = selection(tree, c)
    if players.type.kind != "players":
        raise c.fail("RW212", f"players are offered something, not {players.type}", tree)
    order = find(tree, "from_top", "from_bottom", "printed_order", "any_order", "from_highest", "from_lowest")
    if order is not None:
        raise c.fail("RW213", "an offer goes round clockwise", order, "say: clockwise from the player")
    given = find(tree, *AROUND)
    start = _first_clockwise(given, players, c) if given is not None else None
    flow, c.flow = c.flow, False  # a window opens and closes; nothing else can end inside it
    try:
        with c.scope():
            c.bind("that player", member(players.type))
            with c.done_by(_each_of_them(tree, c)):
                branches = _branches(tree, c)
    finally:
        c.flow = flow
    back = given is not None and given.data == "counterclockwise"
    return t.Offer("that player", players, start, branches, back, span=c.span(tree))


# ------------------------------------------------------------------------ costs


def _paid(tree: Syntax, c: Context) -> Body:
    """`pay 2 gold: …`: a cost, and what it buys."""
    cost = pay(tree, c)
    rest = [part for part in children(tree) if part.data not in ("subject", "amounts")]
    assert isinstance(cost, t.Pay)
    with c.done_by(_other_than(cost.player, tree, c)):
        return (cost, *row(rest, c, _part))


def _may(tree: Syntax, c: Context) -> t.Stmt:
    player = chooser(tree, c)
    suite, otherwise = find(tree, "suite"), find(tree, "else_")
    if suite is not None:
        with c.done_by(_other_than(player, tree, c)):
            instead = body(children(otherwise)[0], c) if otherwise is not None else ()
        with c.done_by(player):
            return t.May(player, body(suite, c), instead, span=c.span(tree))
    acts = [part for part in children(tree) if part.data != "subject"]
    with c.scope(), c.done_by(player):
        return t.May(player, row(acts, c, _part, following_may), span=c.span(tree))


def _may_for(tree: Syntax, c: Context) -> t.Stmt:
    """`the player may pay 2 gold: …`: the cost and what it buys, if the player wants."""
    player, otherwise = chooser(tree, c), find(tree, "else_")
    rest = [part for part in children(tree) if part.data not in ("dues", "pay_either", "subject", "else_")]
    with c.done_by(_other_than(player, tree, c)):
        instead = body(children(otherwise)[0], c) if otherwise is not None else ()
    with c.scope(), c.done_by(player):
        costs, who = _dues(tree, c)
        with c.done_by(who):
            return t.May(player, (*costs, *row(rest, c, _part)), instead, span=c.span(tree))


def _other_than(player: t.Expr, tree: Syntax, c: Context) -> t.Expr | Unclear | None:
    """The subject of what follows `the leader chooses one:` and the like, and `otherwise`: it could be either."""
    subject = find(tree, "subject")
    if subject is None or isinstance(player, t.Actor):
        return c.does
    return Unclear((named_subject(subject) or wording(subject, c),))


def _each_of_them(tree: Syntax, c: Context) -> t.Expr:
    """The acting player, where several act separately."""
    return t.Actor(span=c.span(tree), type=PLAYER)


def _called_so(name: str) -> str:
    return name if name.startswith("that ") else f"the {name}"


# ------------------------------------------------------------------- set values


# ------------------------------------------------------------------ ends of things


# ------------------------------------------------------------------------- flow


def _if(tree: Syntax, c: Context) -> t.Stmt:
    *parts, last = children(tree)
    parts += [last] if last.data != "else_" else []
    cases = [_case(test, suite, c) for test, suite in zip(parts[::2], parts[1::2], strict=True)]
    otherwise: Body = ()
    if last.data == "else_":
        with c.done_by(_after_condition(tuple(test for test, _ in cases), children(last)[0], c)):
            otherwise = body(children(last)[0], c)
    return t.If(tuple(cases), otherwise, span=c.span(tree))


def _case(test: Syntax, suite: Syntax, c: Context) -> tuple[t.Expr, Body]:
    """`if the leader can pay 1 gold: pay 1 gold`: the leader could be meant to pay, so the text must say who pays."""
    found = condition(test, c)
    payers = (node.player for node in walk(found) if isinstance(node, t.CanPay))
    other = next((one for one in payers if not isinstance(one, t.Actor) and one != c.does), None)
    paid = Unclear((show(other, c.symbols),)) if other is not None else c.does
    with c.done_by(_after_condition((found,), suite, c) if other is None else paid):
        return found, body(suite, c)


def _after_condition(tests: tuple[t.Expr, ...], suite: Syntax, c: Context) -> t.Expr | Unclear | None:
    """`if the leader is asleep: gains 1 gold`: the leader could be meant."""
    if isinstance(c.does, Unclear) or not children(suite) or not goes_on(children(suite)[0], c):
        return c.does
    players = [one for one in walk(tests) if isinstance(one, t.Expr) and one.type.kind == "player"]
    other = next((one for one in players if one != (c.does or _each_of_them(suite, c))), None)
    return c.does if other is None else Unclear((show(other, c.symbols),), show(other, c.symbols))


def _for_each(tree: Syntax, c: Context) -> t.Stmt:
    of = selection(tree, c)
    how, start = _order(tree, of, c)
    by, ties, value = None, None, None
    if how in ("from highest", "from lowest"):
        by, ties, start, value = _ranking(tree, of, c)
    with c.scope():
        name = named(tree, member(of.type), c)
        if name is None:
            head = find(tree, *HEADS)
            assert head is not None
            name = "that " + ("kind" if head.data in ("kind", "any_kind") else str(head.children[-1]))
            if of.base in ("types", "of design") or str(head.data).startswith("one_of_designs"):
                name = "that " + of.type.of[0]
            c.bind(name, member(of.type))
        suite = find(tree, "suite")
        assert suite is not None
        with c.done_by(Unclear((_called_so(name),)) if of.type.kind == "players" else c.does):
            inner = body(suite, c)
    return t.ForEach(name, of, how, start, inner, by, ties, value, span=c.span(tree))


def _ranking(tree: Syntax, of: t.Select, c: Context) -> tuple[str, t.Order, t.Expr | None, t.Expr | None]:
    """The number by which an order goes, and how it treats equals."""
    order = find(tree, "from_highest", "from_lowest")
    assert order is not None
    ties = children(order)[-1]
    start = _first_clockwise(ties, of, c) if ties.data in AROUND else None
    how = _how_ordered(ties, of, c)
    name, value, _ = measured_by(order, member(of.type), c)
    return name, how, start, value


def _order(tree: Syntax, of: t.Select, c: Context) -> tuple[t.Order | t.Ranking, t.Expr | None]:
    given = find(
        tree,
        "from_top",
        "from_bottom",
        *AROUND,
        "printed_order",
        "any_order",
        "from_highest",
        "from_lowest",
    )
    if given is None:
        return _usual_order(c), None
    if given.data in AROUND:
        return ORDERS[str(given.data)], _first_clockwise(given, of, c)
    how = RANKINGS.get(str(given.data))
    return (how or _how_ordered(given, of, c)), None


def _usual_order(c: Context) -> t.Order:
    """The order of each, where a text says none."""
    return "any order" if c.symbols.conventions.get("order of each") == "any order" else "printed order"


AROUND = ("clockwise", "counterclockwise")
ORDERS: dict[str, t.Order] = {
    "from_top": "from top",
    "from_bottom": "from bottom",
    "clockwise": "clockwise",
    "counterclockwise": "counterclockwise",
    "printed_order": "printed order",
    "any_order": "any order",
}
RANKINGS: dict[str, t.Ranking] = {"from_highest": "from highest", "from_lowest": "from lowest"}


def _how_ordered(given: Syntax, of: t.Select, c: Context) -> t.Order:
    how = ORDERS[str(given.data)]
    if how in ("from top", "from bottom"):
        _source_of(of, how, given, c)
    return how


def _source_of(of: t.Select, how: str, at: Syntax, c: Context) -> None:
    places = [part.place for part in of.filters if isinstance(part, t.InPlace)]
    if not places or not (isinstance(places[0], t.PlaceValue) or c.symbols.ordered(places[0].type)):
        raise c.fail("RW206", f"'{how}' needs a pile to go through", at)


def _first_clockwise(order: Syntax, of: t.Select, c: Context) -> t.Expr:
    """The player with whom a round of players begins."""
    start = expression(children(order)[0], c)
    if of.type.kind != "players":
        raise c.fail("RW212", f"players sit {order.data}, not {of.type}", order)
    if start.type.kind != "player":
        raise c.fail("RW212", f"{order.data} begins with a player, not with {start.type}", order)
    return start


REPEATED: dict[str, Literal["while", "until", "times"]] = {
    "repeat_while": "while",
    "repeat_until": "until",
    "repeat_times": "times",
}


def _repeat(tree: Syntax, c: Context) -> t.Stmt:
    how = REPEATED[str(tree.data)]
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
        raise c.fail("RW212", f"players act simultaneously, not {players.type}", tree)
    suite = find(tree, "suite")
    assert suite is not None
    flow, c.flow = c.flow, False  # one player cannot end what the others are still doing
    try:
        with c.done_by(_each_of_them(tree, c)):
            return t.Simultaneously(players, body(suite, c), span=c.span(tree))
    finally:
        c.flow = flow


# ---------------------------------------------------------------------- phrases


def _call(tree: Syntax, c: Context) -> t.Stmt:
    """An action; with a set where it wants one of something, it happens to all members together."""
    inner = children(tree)[0]
    call, span = _action(inner, tree, c), c.span(tree)
    values, several = given_to(call, inner, c)
    if several is None:
        return t.Call(call.signature, values, span=span)
    of = values[several]
    one = member(of.type)
    name = f"each {one.of[0] if one.of else one.kind}"  # no text can give this name
    each = t.Variable(name, span=of.span, type=one)
    happens = t.Call(call.signature, (*values[:several], each, *values[several + 1 :]), span=span)
    return t.ForEach(name, of, _usual_order(c), None, (happens,), together=True, span=span)


def _called(inner: Syntax, tree: Syntax, c: Context) -> t.Call:
    call = _action(inner, tree, c)
    return t.Call(call.signature, arguments(call, inner, c), span=c.span(tree))


def _action(inner: Syntax, tree: Syntax, c: Context) -> PhraseUse:
    """The action that a call names."""
    call = phrase_use(inner, c)
    if c.symbols.phrases[call.signature].ability:
        message = f"'{call.signature}' is an ability: it does not happen, it is in force"
        key = _key_of_abilities(c)
        raise c.fail(
            "RW208", message, tree, f"an ability is a text of its own under '{key}:'" if key else None
        )
    if c.symbols.phrases[call.signature].holds:
        key = _key_of_abilities(c)
        help_text = (
            f"say: if …; an ability with a condition is a text of its own under '{key}:'"
            if key
            else "say: if …"
        )
        raise c.fail("RW208", f"'{call.signature}' is a condition: it does not happen", tree, help_text)
    return call


def _key_of_abilities(c: Context) -> str | None:
    """In a text of a design: the property in which designs of its type print abilities."""
    declared = [
        c.symbols.types[name].properties for name in (c.this.of if c.this else ()) if name in c.symbols.types
    ]
    return next(
        (key for owned in declared for key, one in owned.items() if one.type.kind == "abilities"), None
    )


def _quoted(tree: Syntax, c: Context) -> t.Stmt:
    return statement(children(children(tree)[0])[0], c)


_STATEMENTS: dict[str, StatementResolver] = {
    "nothing": _nothing,
    **pieces.STATEMENTS,
    **names.STATEMENTS,
    **changes.STATEMENTS,
    **costs.STATEMENTS,
    **endings.STATEMENTS,
    "choose": _choose,
    "choose_one": _choose_one,
    "may": _may,
    "may_block": _may,
    "may_for": _may_for,
    "only_if": _only_if,
    "may_repeatedly": _repeatedly,
    "any_order_of": _any_order_of,
    "offer": _offer,
    "either": _alternatives,
    "put_either": _put_either,
    "if_": _if,
    "for_each": _for_each,
    "repeat_while": _repeat,
    "repeat_until": _repeat,
    "repeat_times": _repeat,
    "simultaneously": _simultaneously,
    "do_call": _call,
    "do_quoted": _quoted,
    "each_does": _each_does,
}
