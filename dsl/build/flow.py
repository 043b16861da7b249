"""Resolves the flow, its turns and options, and the invariants; reads the rules of the rulebook."""

from __future__ import annotations

import re

from .. import tree as t
from ..diagnostics.report import Report
from ..document.reader import Text
from ..languages import BASE
from ..model.game import OURS, RULE_KINDS, Invariant, Phase, Question, Rule, TurnOption, Watch
from ..resolve import declarations
from ..resolve.expressions import expression
from ..schema.classes import ChoiceDoc, NodeDoc, Title
from .texts import Texts


def flow(b: Texts) -> tuple[Phase, ...]:
    return tuple(phase for node in b.doc.flow if (phase := _phase(b, node, "")) is not None)


def _phase(b: Texts, node: NodeDoc, above: str) -> Phase | None:
    if node.phase is None:
        return None
    path = f"{above}{node.phase}"
    where = f"phase '{path}'"
    b.cite(node.rule, where)
    phases = tuple(p for inner in node.phases if (p := _phase(b, inner, path + "/")) is not None)
    if not (node.do or node.turns or node.phases):
        b.report.error(
            "RW216",
            f"phase '{node.phase}' does nothing",
            node.phase.span,
            help="give it 'do:', 'turns:' or 'phases:'",
        )
    if (node.turns is None) != (not node.options and node.turn is None):
        b.report.error("RW216", "'turns:' goes together with 'options:' or 'turn:'", node.phase.span)
    if node.options and node.turn is not None:
        help = "write the choices of 'turn:' under 'choose one:', or use only 'options:'"
        b.report.error("RW216", "a turn is either 'turn:' or one of 'options:'", node.turn.span, help=help)
    return Phase(
        name=str(node.phase),
        path=path,
        test=b.test(node.if_, where),
        repeat=b.resolve(node.repeat, "repetition", declarations.repetition, where),
        body=b.effect(node.do, where, turn=False),
        turns=b.resolve(node.turns, "turns", declarations.turns, where),
        turn=b.effect(node.turn, f"turn of '{path}'"),
        options=tuple(_option(b, name, option, path) for name, option in node.options.items()),
        phases=phases,
        title=titles(without_slots(node.title, b.report), str(node.phase)),
        log=titles(node.log, ""),
        rule=tuple(str(rule) for rule in node.rule),
        span=node.phase.span,
    )


def _option(b: Texts, name: Text, doc: ChoiceDoc, path: str) -> TurnOption:
    where = f"option '{name}' of '{path}'"
    b.cite(doc.rule, where)
    if doc.do is None:
        b.report.error("RW216", f"option '{name}' does nothing", name.span, help="give it 'do:'")
    return TurnOption(
        name=str(name),
        test=b.test(doc.if_, where),
        body=b.effect(doc.do, where),
        label=titles(without_slots(doc.label, b.report), str(name)),
        rule=tuple(str(rule) for rule in doc.rule),
        span=name.span,
    )


def watches(b: Texts) -> tuple[Watch, ...]:
    found = []
    for name, doc in b.doc.whenever.items():
        where = f"whenever '{name}'"
        b.cite(doc.rule, where)
        if doc.if_ is None or doc.do is None:
            b.report.error("RW216", f"'{name}' needs 'if:' and 'do:'", name.span)
            continue
        test = b.test(doc.if_, where)
        body = b.effect(doc.do, where, flow=False)
        if test is not None:
            found.append(Watch(str(name), test, body, name.span))
    return tuple(found)


def standing(b: Texts, text: Text | None, what: str) -> t.Expr | None:
    """A number for each player: the score at the end, or the heuristic."""
    value = b.resolve(text, "expression", expression, what)
    if value is not None and text is not None and value.type.kind != "number":
        message = f"a {what} is a number, but this is {value.type}"
        b.report.error("RW210", message, text.span, help="say a number: the number of …, the total … of …")
        return None
    return value


def invariants(b: Texts) -> tuple[Invariant, ...]:
    found = []
    for name, doc in b.doc.invariants.items():
        b.cite(doc.rule, f"invariant '{name}'")
        test = b.test(doc.holds, f"invariant '{name}'")
        if test is not None:
            found.append(Invariant(str(name), test, name.span))
    return tuple(found)


_ENDING = re.compile(r"\b(wins?|ends)\s*$")
"""How a text ends that may say how a match ends, instead of a condition."""


def questions(b: Texts) -> tuple[Question, ...]:
    """What `prove` is asked about all positions."""
    found = []
    for name, doc in b.doc.questions.items():
        where = f"question '{name}'"
        b.cite(doc.rule, where)
        given = b.test(doc.if_, where)
        said = doc.possible if doc.possible is not None else doc.always
        if said is None or (doc.possible is not None and doc.always is not None):
            help_text = "write 'possible:' or 'always:' under it, with a condition"
            b.report.error("RW220", f"{where} asks one thing", name.span, help=help_text)
            continue
        always = doc.always is not None
        if _ENDING.search(str(said)) and not b.reads_as_condition(said, where):
            body = b.effect(said, where)
            if len(body) == 1 and isinstance(body[0], t.Win | t.EndOfMatch):
                found.append(Question(str(name), always, None, body[0], given, name.span))
            elif body:
                help_text = "say a condition, or: player 1 wins, the match ends"
                b.report.error("RW220", f"{where} asks for what is done", said.span, help=help_text)
            continue
        test = b.test(said, where)
        if test is not None:
            found.append(Question(str(name), always, test, None, given, name.span))
    return tuple(found)


def rules(b: Texts) -> dict[str, Rule]:
    found = {}
    for name, doc in b.doc.rules.items():
        kind = str(doc.kind) if doc.kind is not None else "rule"
        if kind not in RULE_KINDS:
            b.report.error("RW220", f"'{kind}' is none of {', '.join(RULE_KINDS)}", name.span)
        whys = titles(doc.why, "")
        others = {str(language): str(text) for language, text in doc.others.items()}
        found[str(name)] = Rule(
            str(name),
            str(doc.says or ""),
            kind,
            whys.pop(BASE, ""),
            others,
            name.span,
            whys=whys,
            about=tuple(str(one) for one in doc.about),
        )
    for name, doc in b.doc.rules.items():
        _about(b, found, found[str(name)], doc.about)
    return found


def _about(b: Texts, rules: dict[str, Rule], rule: Rule, about: list[Text]) -> None:
    """Reports what a rule is about where it is no statement of the rulebook."""
    if about and rule.kind not in OURS:
        b.report.error(
            "RW510",
            f"'{rule.id}' is of kind '{rule.kind}', so it is about no other statement",
            about[0].span,
            help="only rules of kind 'decision' or 'public' have 'about:'",
        )
        return
    for one in about:
        meant = rules.get(str(one))
        if meant is None:
            b.unknown_rule(one, [name for name, known in rules.items() if known.kind != "decision"])
        elif meant.kind == "decision":
            b.report.error(
                "RW510",
                f"'{one}' is a decision, and no statement of the rulebook",
                one.span,
                help="name the statements that leave open what this decides",
            )


def without_slots(title: Title | None, report: Report) -> Title | None:
    """A title or a label without slots: only lines of the log have slots, and players would read the braces."""
    for text in title.said.values() if title is not None else ():
        found = re.search(r"\{[^{}]*\}?|\}", str(text))
        if found is not None:
            report.error(
                "RW201",
                "only a line of the log has slots: players would read the braces here",
                text.span_of(*found.span()),
                help="say what is always true; values belong in the log of an action, or are shown as states",
            )
    return title


def titles(title: Title | None, name: str) -> dict[str, str]:
    """A title by language; the name replaces a missing title in the language of the rules."""
    found = {BASE: name} if name else {}
    return found | {
        language: str(text) for language, text in (title.said if title is not None else {}).items()
    }
