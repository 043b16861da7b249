"""Abilities that would tell where their piece lies: by asking a player whether they act (RW328), by the number that
they change (RW329), or by what they do (RW336); and those about which one player decides while another pays (RW330).
Syntactic."""

from __future__ import annotations

from collections.abc import Iterator

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..model.game import Game
from ..model.symbols import THE_HOLDER, Symbols
from ..printing.statements import show
from ..schema.classes import GameDoc
from ..secrecy.asking import Acting, acting, acts_unseen, holders, is_holder, of_holder, same_player
from ..secrecy.disclosure import disclosure_of
from ..secrecy.flows import At, Visible
from ..tree.types import OF_PLAYERS
from ..tree.walk import walk


def asked(game: Game, doc: GameDoc, report: Report) -> None:
    symbols = game.symbols
    every = list(acting(symbols))
    reported: set[tuple[str, Span]] = set()
    for one in every:
        ability = one.ability
        if ability.span in {span for _, span in reported}:
            continue
        if not one.openly and (place := _veiled(one, symbols)) is not None:
            if isinstance(ability, t.Modifier):
                reported.add(("RW329", ability.span))
                _changes(ability, place, report)
                continue
            who = _asked(one, every, symbols)
            if who is not None:
                reported.add(("RW328", ability.span))
                _tells(ability, who, place, symbols, report)
                continue
            if ability.asks is None and (seen := _noticed(one, game)) is not None:
                reported.add(("RW336", ability.span))
                _acts(ability, seen, place, symbols, report)
                continue
        if isinstance(ability, t.Trigger) and ability.asks is not None and not ability.named:
            for cost in _costs(ability.body):
                if not same_player(ability.asks, cost.player, one.tests, ability.hook, symbols):
                    reported.add(("RW330", ability.span))
                    _pays(ability, cost, symbols, report)
                    break


def _veiled(one: Acting, symbols: Symbols) -> str | None:
    """A place from which an ability acts while not everybody sees its piece."""
    return min(acts_unseen(one.tests, (one.type,), symbols), default=None)


def _noticed(one: Acting, game: Game) -> Visible | None:
    """What others notice of an ability that must act: nothing, if it only sets secret states of the game
    or of its holder."""
    trigger = one.ability
    assert isinstance(trigger, t.Trigger)
    if trigger.hook.when == "instead of":
        return Visible("the action does not happen then", trigger.hook.span)
    flow = disclosure_of(game).flows.of(trigger.body, At(frozenset(), frozenset(), forced=True))
    if flow.visible is not None:
        return flow.visible
    held = holders(one.tests, trigger.hook, game.symbols)
    for node in walk(trigger.body):
        if isinstance(node, t.Call | t.Perform):
            return Visible("an action happens", node.span)
        if any(not is_holder(player) and player not in held for player in _set_for(node)):
            return Visible("a secret of another player changes", node.span)
    return None


def _set_for(node: t.Node) -> Iterator[t.Expr]:
    """The players whose states a statement sets."""
    if isinstance(node, t.Become | t.Change) and isinstance(node.target, t.Property):
        if node.target.of.type.kind in OF_PLAYERS:
            yield node.target.of
    elif isinstance(node, t.Pay | t.Gain):
        yield node.player


def _asked(one: Acting, every: list[Acting], symbols: Symbols) -> str | None:
    """The player who is asked about an ability, if it may be anybody else than the only one who sees its piece."""
    trigger = one.ability
    assert isinstance(trigger, t.Trigger)
    if trigger.asks is not None:
        place = _veiled(one, symbols)
        sees = place is not None and of_holder(place, symbols)
        same = is_holder(trigger.asks) or trigger.asks in holders(one.tests, trigger.hook, symbols)
        return None if sees and same else show(trigger.asks, symbols)
    picks = symbols.conventions.get("replacements", THE_HOLDER)
    if trigger.hook.when != "instead of" or picks == THE_HOLDER:
        return None
    rivals = [
        other
        for other in every
        if isinstance(other.ability, t.Trigger)
        and other.ability.hook.when == "instead of"
        and other.ability.hook.phrase == trigger.hook.phrase
        and other.ability.body != trigger.body
    ]
    held = holders(one.tests, trigger.hook, symbols)
    names = {show(held_by, symbols) for held_by in held if isinstance(held_by, t.Expr)}
    return picks if rivals and picks not in names else None


def _tells(trigger: t.Trigger, who: str, place: str, symbols: Symbols, report: Report) -> None:
    held = of_holder(place, symbols)
    whom = "only its holder sees" if held else "its holder does not see"
    way_out = "say 'openly:' before the ability, if others may notice where its piece lies"
    if held:
        way_out = f"let its holder decide ('the holder of this may, {trigger.hook.when}: …'), or {way_out}"
        if trigger.asks is None:
            way_out = (
                f"say 'replacements: {THE_HOLDER}' under 'conventions:', or say 'openly:' before the ability"
            )
    report.error(
        "RW328",
        f"{who} would be asked about this, and learn that its piece lies in '{place}', which {whom}",
        trigger.span,
        help=way_out,
    )


def _changes(modifier: t.Modifier, place: str, report: Report) -> None:
    report.error(
        "RW329",
        f"this changes '{modifier.number}', which others read, while not everybody sees its piece in '{place}'",
        modifier.span,
        help="say 'openly:' before the ability, if others may notice it, or let it be in force where all see it",
    )


def _acts(trigger: t.Trigger, seen: Visible, place: str, symbols: Symbols, report: Report) -> None:
    way_out = (
        "say 'openly:' before the ability, if others may notice it, or let it be in force where all see it"
    )
    if of_holder(place, symbols):
        way_out += f", or let its holder decide ('may, {trigger.hook.when}: …')"
    report.error(
        "RW336",
        f"others notice that this acts, while not everybody sees its piece in '{place}'",
        trigger.span,
        notes=[Note(f"others notice: {seen.what}", seen.span)],
        help=way_out,
    )


def _costs(body: tuple[t.Stmt, ...]) -> Iterator[t.Pay]:
    """What has to be paid for what a text does: its own costs, not those of what players may do in it."""
    for node in body:
        if isinstance(node, t.Pay):
            yield node
        elif isinstance(node, t.OnlyIf):
            yield from (one for one in node.costs if isinstance(one, t.Pay))


def _pays(trigger: t.Trigger, cost: t.Pay, symbols: Symbols, report: Report) -> None:
    assert trigger.asks is not None
    decides, pays = show(trigger.asks, symbols), show(cost.player, symbols)
    report.warn(
        "RW330",
        f"{decides} decides whether this happens, and {pays} pays for it",
        cost.span,
        help=f"say who decides ('{pays} may, {trigger.hook.when}: …'), or let {decides} pay",
    )
