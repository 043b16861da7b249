"""Why an option cannot be chosen, in the players' languages; conditions are quoted from the rules.

A refusal reveals only what the player may know about the position: the open decisions, and the condition of an
option that does not hold (conditions of options read nothing that is hidden from the chooser).
"""

from __future__ import annotations

from collections.abc import Sequence

from ....dsl.languages import BASE, Message, say
from ....dsl.printing.patterns.printer import in_words
from ...engine.protocol import Pending
from ...ir import Argument
from ...lower import Action
from ...lower.lowered import Need
from ..output.objects.clicked import Member
from ..state.position import Position
from .decision import Decision, Option
from .shortfalls import failing, no_member

SHOWN = 8
"""How many options are listed when somebody clicks on something else."""


def refusal(
    position: Position,
    decisions: Sequence[Decision],
    option: Option | int | str,
    player: int | None,
    language: str = BASE,
) -> str:
    """Why an option that is not legal for a player (None: whoever decides) cannot be chosen; `decisions` are the
    open ones."""
    pending = position.pending()
    if not pending:
        return say("refusal.over", language)
    mine = next((one for one in pending if player is None or one.player == player), None)
    if mine is None:
        whose = ", ".join(
            position.names.player(one.player, language) for one in position.seen_by(player).pending()
        )
        name = (
            position.names.player(player, language)
            if player is not None
            else say("refusal.this player", language)
        )
        return say("refusal.not yours", language, name=name, whose=whose)
    decision = next(one for one in decisions if one.strand == mine.strand)
    if isinstance(option, str) and (meant := decision.called(option)):
        return which(meant, language)
    options = ", ".join(one.label(language) for one in decision.options)
    return _reason(position, option, mine, language) + say("refusal.open", language, options=options)


def refusal_of_object(
    position: Position, decision: Decision, label: str, language: str = BASE, number: Member | None = None
) -> str:
    """Why an object of this name cannot be chosen now: the condition that fails, or else what can be chosen instead,
    in the words of the rules if they say it, and the first few options. `number` is what the rules have
    for the object, if its player knows it."""
    actions = position.rules.lowered.actions
    chosen = [one for one in actions if one.site == decision.site and one.argument is not Argument.NONE]
    pending = next(one for one in position.pending() if one.strand == decision.strand)
    need = position.failing(pending, chosen[0]) if chosen else None
    if need is not None and need.kind == "among":
        found = None if number is None else no_member(position, pending, need.tree, number, language)
        said = found if found is not None else _why(position, need, language)
        why = say("refusal.object", language, option=label, why=said)
    else:
        why = _later(position, pending, actions, number, label, language)
    labels = list(dict.fromkeys(one.label(language) for one in decision.options))
    options = ", ".join(labels[:SHOWN]) + (", …" if len(labels) > SHOWN else "")
    return why + say("refusal.open", language, options=options)


def _later(
    position: Position,
    pending: Pending,
    actions: Sequence[Action],
    number: Member | None,
    label: str,
    language: str,
) -> str:
    """Why an object cannot be chosen where options are offered: an option may lead to it, or fail to."""
    fitting = [
        (action, one)
        for action in actions
        for one in action.needs
        if action.site == pending.site and one.kind == "chooses" and number is not None
    ]
    for action, one in fitting:
        found = no_member(position, pending, one.tree, number, language) if number is not None else None
        if found is not None:
            option = action.label.get(language, action.name)
            return say(
                "refusal.object",
                language,
                option=label,
                why=Message("refusal.to", {"option": option, "why": found}),
            )
    return say("refusal.apart", language, option=label)


def which(options: tuple[Option, ...], language: str) -> str:
    """Asks which of several options with the same name is meant."""
    labels = dict.fromkeys(one.label(language) for one in options)
    return say("refusal.which", language, options=", ".join(labels))


def _reason(position: Position, option: Option | int | str, pending: Pending, language: str) -> str:
    number = option.number if isinstance(option, Option) else option
    if isinstance(number, str):
        found = _named(position, number, pending.site)
        shown = found.label.get(language, number) if found is not None else number
    else:
        known = 0 <= number < len(position.rules.action_of)
        found = position.rules.action_of[number] if known else None
        shown = position.option(number, pending.player).label(language) if known else str(option)
    if found is None:
        return say("refusal.unknown", language, option=shown)
    if found.site != pending.site:
        return say("refusal.elsewhere", language, option=shown)
    need = position.failing(pending, found)
    if need is None:
        return say("refusal.closed", language, option=shown)
    why = failing(position, pending, need.kind, need.tree, language)
    if need.kind == "among" and isinstance(number, str):
        why = _nearest(position, pending, need, number.casefold(), language)
    return say(
        "refusal.not open",
        language,
        option=shown,
        why=why if why is not None else _why(position, need, language),
    )


def _nearest(position: Position, pending: Pending, need: Need, called: str, language: str) -> Message | None:
    """Why the piece of a name that the player knows on the table is no candidate; None if there are several or none:
    then nobody can say which is meant."""
    tables, known = position.rules.lowered.tables, position.known_pieces(pending.player)
    designs = position.rules.game.symbols.designs
    pieces = [
        piece
        for piece, name in enumerate(tables.pieces)
        if known >> piece & 1
        and called in {one.casefold() for one in (name, *designs[name].names.spellings)}
        and position.place_of(piece) >= 0
    ]
    return (
        no_member(position, pending, need.tree, ("pieces", pieces[0]), language) if len(pieces) == 1 else None
    )


def _why(position: Position, need: Need, language: str) -> Message:
    """A need in the words of the rules."""
    said = in_words(need.tree, position.rules.game, language) if need.tree is not None else None
    text = "; ".join(line.strip() for line in said.split("\n")) if said is not None else need.text
    return Message(f"refusal.{need.kind}", {"text": text})


def _named(position: Position, name: str, site: int) -> Action | None:
    """The first action with this name, from this decision if possible; otherwise a choice of this decision among
    things one of which has this name."""
    wanted = name.casefold()
    actions = position.rules.lowered.actions
    named = [
        action
        for action in actions
        if wanted and wanted in {called.casefold() for called in (action.name, *action.label.values())}
    ]
    named.sort(key=lambda action: action.site != site)
    families = [action for action in actions if action.site == site and action.argument is not Argument.NONE]
    if named and (named[0].site == site or not families):
        return named[0]
    if families and _is_design(position, wanted):
        return families[0]
    return named[0] if named else None


def _is_design(position: Position, wanted: str) -> bool:
    """Whether a design has this name, regardless of where its pieces lie, which might be hidden."""
    designs = position.rules.game.symbols.designs.values()
    return any(
        wanted in {called.casefold() for called in (one.name, *one.names.spellings)} for one in designs
    )
