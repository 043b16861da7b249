"""What is asked of a game: what every game should be able to, and what its author asks; and the answers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Literal

import attrs

from ....dsl import tree as t
from ....dsl.diagnostics.source import Span
from ....dsl.model.game import Question as Asked
from ....dsl.tree.walk import walk
from ....interpreter import Match
from ....interpreter.ir import ACTOR, NONE, OVER, WINNERS
from ....interpreter.match.setup.rules import Rules
from ..finding import Finding, Verdict, Witness
from .beginnings import choices, witness
from .goals import Goal, Here, Met, Offered, is_over, won_by
from .search import Searched, backwards

Kind = Literal["possible", "always"]
PART = "searched"
MOST_NAMED = 4
"""How many options are named that were not found."""
LONGEST = 60
"""The most characters of a prompt that are shown."""


@attrs.frozen
class Question:
    """A claim that a position settles: by its being met (`possible`), or by its never being met (`always`: then
    `goal` looks for what contradicts it). `span` and `help` say where to look if the answer is no, and what to do."""

    claim: str
    kind: Kind
    goal: Goal
    span: Span | None = None
    help: str = ""


def end_question(match: Match) -> Question:
    """What is asked of every game: that a match can end."""
    return Question(
        "the match can end", "possible", Met(is_over), _flow(match), "let something end the match"
    )


def seat_questions(match: Match) -> list[Question]:
    """And that each player can win it."""
    help_text = "look for what this seat lacks, or ask with another number of players"
    return [
        Question(f"player {seat + 1} can win", "possible", Met(won_by(seat)), _flow(match), help_text)
        for seat in range(len(match.players))
    ]


def _flow(match: Match) -> Span | None:
    """Where the flow of the game stands."""
    return next((phase.span for phase in match.game.flow), None)


def invariant_questions(rules: Rules) -> list[Question]:
    """The invariants that the game declares."""
    return [
        Question(
            f"invariant: {invariant.name}",
            "always",
            Met(lambda here, holds=holds: not holds(here.memory, NONE)),  # type: ignore[misc]
            invariant.span,
            "find the rule that breaks it, or change the invariant",
        )
        for invariant, holds in rules.invariants
    ]


def own_questions(match: Match) -> list[Question]:
    """What the author of the game asks. `the player` is the player who chooses, or acted last."""
    return [_own(match.rules, one) for one in match.game.questions]


def _own(rules: Rules, asked: Asked) -> Question:
    lowered = rules.lowered
    test = rules.engine.function(lowered.questions[asked.name])
    winners = lowered.winners.get(asked.name)
    of_players = any(isinstance(one, t.Actor) for one in walk((asked.given, asked.test, asked.ending)))
    won = None if winners is None else rules.engine.function(winners)

    def holds(here: Here) -> bool:
        m = here.memory
        if of_players and here.actor == NONE:
            return asked.always  # luck decides, so there is no such player
        if asked.ending is not None and not m[OVER]:
            return False
        if won is not None:
            wanted = won(m, m[ACTOR])
            if m[WINNERS] & wanted != wanted or (not wanted and m[WINNERS]):
                return False
        return bool(test(m, here.actor))

    kind: Kind = "always" if asked.always else "possible"
    goal = Met(lambda here: not holds(here)) if asked.always else Met(holds)
    help_text = "change the rules, or the question, if this is as it should be"
    return Question(asked.name, kind, goal, asked.span, help_text)


# ----------------------------------------------------------------------------- answers


def answer(question: Question, searched: Searched, match: Match) -> Finding:
    """How a question is answered after a search."""
    path = question.goal.witness
    if path is not None:
        shown = witness(match, path)
        found = f"a witness of {choices(path)}"
        if question.kind == "possible":
            return Finding(PART, question.claim, Verdict.HOLDS, f"found: {found}", witness=shown)
        return _fault(question, f"not always: {found}", shown)
    if not searched.whole:
        what = "witness" if question.kind == "possible" else "counterexample"
        return Finding(PART, question.claim, Verdict.OPEN, unanswered(searched, what), span=question.span)
    if question.kind == "always":
        return Finding(PART, question.claim, Verdict.HOLDS, proved(searched))
    return _fault(question, f"never: {proved(searched)}")


def seat_findings(questions: list[Question], searched: Searched, match: Match) -> Iterator[Finding]:
    """Whether each player can win. If all positions were met, and nobody wins in any, the game has no winners."""
    if searched.whole and not any(one.goal.witness for one in questions):
        yield Finding(
            PART, "somebody can win", Verdict.FAILS, f"never: {proved(searched)}; the game has no winners"
        )
        return
    for question in questions:
        yield answer(question, searched, match)


def _fault(question: Question, said: str, shown: Witness | None = None) -> Finding:
    return Finding(
        PART,
        question.claim,
        Verdict.FAILS,
        said,
        True,
        question.span,
        question.help,
        shown,
    )


def proved(searched: Searched) -> str:
    """That something holds of all positions."""
    count = len(searched.space)
    return f"proved ({'the only position' if count == 1 else f'all {count:,} positions'})"


def unanswered(searched: Searched, what: str) -> str:
    """That something was not met as far as a search got."""
    count = len(searched.space)
    also = f" and {searched.matches:,} random matches" if searched.matches else ""
    return f"no answer within the bound: no {what} in {count:,} positions{also}"


def stuck_finding(searched: Searched, match: Match) -> Iterator[Finding]:
    """Whether the rules can go wrong."""
    claim = "the rules never go wrong, and nobody is stuck"
    for one in searched.stuck:
        said = f"{one.code}: {one.message}, after {choices(one.path)}"
        shown = witness(match, one.path)
        help_text = f"'rulewright explain {one.code}' says more"
        yield Finding(PART, claim, Verdict.FAILS, said, True, one.span, help_text, shown)
    if not searched.stuck and searched.whole:
        yield Finding(PART, claim, Verdict.HOLDS, proved(searched))
    elif not searched.stuck:
        yield Finding(PART, claim, Verdict.OPEN, unanswered(searched, "fault"))


def endless_finding(searched: Searched, match: Match) -> Iterator[Finding]:
    """Whether the match can end from everywhere; known only if every position was met."""
    if not searched.whole or searched.stuck or not searched.ends:
        return
    claim = "from every position the match can still end"
    first = next(iter(backwards(searched.space, searched.ends)), None)
    if first is None:
        yield Finding(PART, claim, Verdict.HOLDS, proved(searched))
    else:
        path = tuple(searched.space.path(first))
        there = match.clone()
        for step in path:
            there.take(*step)
        span = match.rules.site(there.pending()[0].site).span
        said = f"it never ends after a witness of {choices(path)}"
        help_text = "let something end it there, or bound the rounds"
        yield Finding(PART, claim, Verdict.FAILS, said, True, span, help_text, witness(match, path))


def option_findings(offered: Offered, searched: Searched, match: Match) -> Iterator[Finding]:
    """Whether each option can be reached."""
    total = len(offered.options)
    missing = offered.missing
    claim = "each option can be reached"
    if not missing:
        deepest = max((len(path) for path, _ in offered.found.values()), default=0)
        when = f", the last after {choices(range(deepest))}" if deepest else " at the first decision"
        yield Finding(PART, claim, Verdict.HOLDS, f"found: all {total:,}{when}")
    elif searched.whole:
        for at in missing:
            site = match.rules.lowered.sites[offered.options[at].site]
            claim = f"{option_name(match, offered, at)} can be chosen"
            said = f"never: {proved(searched)}"
            yield Finding(PART, claim, Verdict.FAILS, said, True, site.span, _dead(match))
    else:
        named = list(dict.fromkeys(option_name(match, offered, at) for at in missing))
        more = f", and {len(named) - MOST_NAMED:,} more" if len(named) > MOST_NAMED else ""
        said = f"no answer within the bound: {total - len(missing):,} of {total:,} found"
        yield Finding(PART, claim, Verdict.OPEN, f"{said}, not {', '.join(named[:MOST_NAMED])}{more}")


def _dead(match: Match) -> str:
    """What to do about an option that can never be chosen."""
    least, most = match.game.players
    if least == most:
        return "look at what it needs, or leave it out"
    return f"look at what it needs, or ask with another number of players ('--players {most}')"


def option_name(match: Match, offered: Offered, at: int) -> str:
    """What an option is called, and where it is offered."""
    action = offered.options[at]
    site = match.rules.lowered.sites[action.site]
    asked = textwrap.shorten(site.prompt, LONGEST, placeholder=" ...")
    if action.width > 1:
        return f"'{asked}'"
    return f"'{match.option(action.first).name}' at '{asked}'"
