"""Passes that cannot forget a node: what each of them handles and what it leaves out on purpose are all nodes.

What a pass handles is read in its code: the classes of the patterns of `match`, and of `isinstance`. So are functions
that are passes and do not say so: those that ask of three classes or more.
"""

from __future__ import annotations

import ast
import importlib
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any

import attrs
import pytest
from rulewright.dsl import tree as t
from rulewright.dsl.tree.passes import PASSES, Pass, concrete
from rulewright.interpreter import ir

ROOT = Path(__file__).parents[1]
MODULES = [
    path.relative_to(ROOT)
    for package in ("dsl", "interpreter", "workbench")
    for path in sorted((ROOT / package).rglob("*.py"))
]
FAMILIES = (t.Node, ir.Expr, ir.Instr, ir.Terminator)
GENERAL = (*FAMILIES, t.Expr, t.Stmt, t.Filter)
"""Asking whether something is one of these is not asking about classes."""
A_PASS = 3
"""A function that asks about this many classes is a pass; one that asks about fewer asks a question about them."""


@attrs.frozen
class Asked:
    """A function, and the classes that it asks about each of its names."""

    module: str
    name: str
    line: int
    subjects: dict[str, set[type]]


def imported(path: Path) -> ModuleType:
    parts = path.with_suffix("").parts
    parts = parts[:-1] if parts[-1] == "__init__" else parts
    return importlib.import_module(".".join(("rulewright", *parts)))


def functions(body: list[ast.stmt], before: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield before + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node.body, f"{before}{node.name}.")


def classes(value: object) -> Iterator[type]:
    """The classes of nodes that `isinstance` or a pattern asks for."""
    if isinstance(value, tuple):
        for one in value:
            yield from classes(one)
    elif isinstance(value, UnionType):
        yield from classes(value.__args__)
    elif isinstance(value, type) and issubclass(value, FAMILIES) and value not in GENERAL:
        yield value


def in_pattern(pattern: ast.pattern) -> Iterator[ast.expr]:
    """The classes of a pattern itself, not of the parts of what it matches."""
    match pattern:
        case ast.MatchClass(cls=cls):
            yield cls
        case ast.MatchOr(patterns=patterns):
            for one in patterns:
                yield from in_pattern(one)
        case ast.MatchAs(pattern=ast.pattern() as one):
            yield from in_pattern(one)


def asked(name: str, function: ast.FunctionDef, module: ModuleType) -> Asked:
    found: dict[str, set[type]] = {}

    def note(subject: ast.expr, cls: ast.expr) -> None:
        try:
            value = eval(compile(ast.Expression(cls), "", "eval"), vars(module))
        except NameError:  # a name of the function itself
            return
        found.setdefault(ast.unparse(subject), set()).update(classes(value))

    for node in ast.walk(function):
        if isinstance(node, ast.Match):
            for case in node.cases:
                for cls in in_pattern(case.pattern):
                    note(node.subject, cls)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            subject = node.args[0]
            note(subject.target if isinstance(subject, ast.NamedExpr) else subject, node.args[1])
    return Asked(module.__name__, name, function.lineno, {who: what for who, what in found.items() if what})


@cache
def asked_in(path: Path) -> tuple[Asked, ...]:
    """The functions of a module that ask about classes."""
    module = imported(path)
    body = ast.parse((ROOT / path).read_text(encoding="utf-8")).body
    found = (asked(name, function, module) for name, function in functions(body))
    return tuple(one for one in found if one.subjects)


@cache
def all_asked() -> dict[tuple[str, str], Asked]:
    return {(one.module, one.name): one for path in MODULES for one in asked_in(path)}


for _path in MODULES[:]:  # so that PASSES holds all of them
    try:
        imported(_path)
    except ImportError:  # an adapter whose library is not installed; in CI all are
        if os.environ.get("CI"):
            raise
        MODULES.remove(_path)
DECLARED = {(one.module, one.name): one for one in PASSES}
GROUPS = [
    set(group)
    for of in (t.groups, ir.groups)
    for name, group in vars(of).items()
    if name.isupper() and isinstance(group, tuple) and all(isinstance(one, type) for one in group)
]
BRACKETS = "what needs no brackets: with brackets all else is right, too"
SETTABLE = "what can be set, as resolve_simple.settable decides: all else is an error"
QUESTIONS = {
    "interpreter.match.decisions.shortfalls.Explainer.condition": "what is looked into: all else is quoted whole",
    "workbench.lsp.doing._asked": "what asks somebody: all else asks nobody by itself",
    "workbench.lsp.doing._may_be_missing": "what may be nothing, though its type does not say so",
    "dsl.offers.choices.said_by_rules": "what offers a text of the rules: all else has names of its own",
    "dsl.resolve.found_there.has_name": "what stays the same wherever it lies: all else is found by where it lies",
    "dsl.resolve.found_there._place_of": "where pieces are found, and what is asked of each: else it is not known",
    "dsl.resolve.found_there._lasting": "what no move makes another: of all else it is not known",
    "dsl.resolve.conditions._as_filter": "what a filter says in fewer words: all else is said after 'where'",
    "dsl.resolve.filters._test_of": "the filters on states: no others are joined so",
    "dsl.resolve.conditions._denial": "what is joined or denied already: all else is a single thing to deny",
    "dsl.resolve.picks.drawn": "what says where pieces lie: all else does not",
    "dsl.resolve.statements._choose": "what is one by its words, which a choice only gives a name",
    "dsl.resolve.subjects._bound_again": "what binds a name",
    "dsl.resolve.subjects._lasts": "what stays the same whatever is done: all else is looked up anew",
    "dsl.resolve.subjects._of_verb": "what a player picks or may leave: of all else it is sure that it happens",
    "dsl.library.library._names_used": "what uses a phrase or a named value by its name",
    "dsl.checks.simultaneous._Strand._read": "the filters that name a state",
    "dsl.checks.sentences._is_marked": "what names a state, and what sets one",
    "dsl.checks.sentences._tells": "what may be left, is denied, or happens once: all else promises nothing",
    "dsl.printing.patterns.conditions.Conditions.compare": "what is said shorter: the sign is right for all else",
    "workbench.printed_mistakes._wrong_phrases": "what uses a phrase by its name",
    "dsl.checks.sentences._nodes": "what uses a phrase by its name",
    "dsl.printing.patterns.values.Values.name_variables": "what binds a name, and what says it",
    "dsl.printing.patterns.sets.Sets.members": "filters that stand elsewhere: all others follow as they are",
    "dsl.printing.patterns.values._outside_of_members": "what binds a name, and what asks something of a member",
    "dsl.resolve.changes.swapped_states": "whose state stays the same when another changes: all else is refused",
    "dsl.secrecy.asking._bound_in": "what gives a name to a member",
    "dsl.secrecy.asking._places_in": "what says where a piece lies: all else does not",
    "dsl.secrecy.asking.Asking._is_printed": "what reads only what a piece prints: all else may read more",
    "workbench.printed_mistakes._wrong_trees": "what a mistake can be made in",
    "dsl.offers.openings.named": "what gives a name to what follows: all else gives none",
    "dsl.printing.expressions._has_place": "filters that say where something is",
    "dsl.offers.openings.opening": "what shows or names something: all else comes after the line of the log",
    "dsl.printing.expressions._set_at_end": "what ends with a set, in brackets or not: all else ends with none",
    "dsl.resolve.subjects.subject_of": "whose player has another name: all else has one, or is about nobody",
    "dsl.secrecy.unknown.other_players": "what surely names others: all else may be the player",
    "dsl.secrecy.unknown._owners": "parts of boards that are selected, which are found in whatever they are",
    "dsl.secrecy.unknown._lying": "whose a place is, if it says so: of all else it is not known",
    "dsl.checks.unused._computed_words": SETTABLE,
    "dsl.secrecy.flows.is_secret": SETTABLE,
    "dsl.model.footprint._set": SETTABLE,
    "dsl.model.footprint._taken": "where pieces are taken from, if it says so: else from wherever they can lie",
    "dsl.offers.preconditions.Beginnings._depends": "what reads more than stands there",
    "interpreter.bots.allies._decided": "what asks for nothing but a seat: all else may depend on the position",
    "interpreter.lower.choices.reports._names": "what uses a name, and what binds one for its parts",
    "dsl.checks.log_slots._lies_in": "where a piece lies, if it says so: of all else it is not known",
    "dsl.printing.statements.Printer.in_line": BRACKETS,
    "dsl.printing.expressions.ExprPrinter.amount": BRACKETS,
    "dsl.printing.expressions.ExprPrinter.atom": BRACKETS,
    "dsl.printing.expressions.ExprPrinter.belonging": BRACKETS,
    "dsl.printing.expressions.ExprPrinter.not_": "what is said in a shorter way: 'not (...)' is right for all else",
    "dsl.printing.expressions.ExprPrinter.plural": "what has a name to go by: of all else the type says it",
    "dsl.printing.expressions.ExprPrinter.slot": BRACKETS,
    "dsl.printing.patterns.values.Values.atom": BRACKETS,
    "dsl.printing.patterns.conditions.Conditions.not_": "what is said shorter: 'not (...)' is right for all else",
    "dsl.printing.patterns.printer.PatternPrinter.text": "what has patterns: all else reads as in English",
    "workbench.printed_texts._phrases": "what uses a phrase by its name",
    "workbench.printed_texts.unsaid": "what patterns leave out: all else is said",
    "dsl.resolve.changes.settable": "what can be set: all else is an error",
    "interpreter.ir.bounds.Bounds.most": "what bounds a set: whatever is not listed may hold everything",
    "interpreter.ir.bounds.Bounds.value": "what gives a number that is known: of all else nothing is known",
    "interpreter.ir.check._check_purity": "what changes nothing: whatever is not listed counts as changing",
    "interpreter.native.steady.is_short": "what may be written in place of a call: all else stays in a procedure",
    "interpreter.lower.building.abilities.Instance.same_effect": "what may differ from one piece to another",
    "interpreter.lower.building.abilities.Abilities._add": "the three sorts of abilities, which mypy knows",
    "interpreter.lower.choices.sites.ChoiceSites.site": "how a prompt is worded",
    "interpreter.lower.statements.states.States._store": SETTABLE,
    "workbench.prove.symbolic.cards.uses_of": "what is paid or gained: all else says nothing about what is good",
    "workbench.prove.symbolic.cards._unclear": "what reads a property of a design: no other node does",
    "workbench.prove.symbolic.reached.Reached._value": "states, whose ends are known: all else has those of its type",
    "workbench.prove.symbolic.sites._writes": "what may change a number: nothing else does",
    "workbench.prove.symbolic.stuck._opens": "what certainly happens: all else may need something",
    "workbench.prove.symbolic.terms.Terms._boolean": "what a scenario can give: all else is opaque",
    "workbench.prove.symbolic.terms.Terms._symbol": "what a scenario can give: all else is opaque",
    "workbench.prove.symbolic.trials._set": "what a scenario can give: all else is refused",
    "workbench.terminal.lookup._phrases": "what names a phrase by its signature",
}
"""Functions that ask about several classes and are not passes, with the reason: their answer for all other
classes."""


def names(of: set[type] | tuple[type, ...]) -> str:
    return ", ".join(sorted(one.__name__ for one in of))


def handled(one: Pass) -> set[type]:
    if one.handles is not None:
        return set(one.handles)
    return all_asked()[(one.module, one.name)].subjects.get(one.subject, set()) & one.every()


def shown(one: Any) -> str:
    return f"{one.module}.{one.name}".removeprefix("rulewright.")


def wrong_with(one: Pass) -> Iterator[str]:
    """What a pass does not say of a node, or says wrongly."""
    handles, leaves = handled(one), set(one.leaves)
    if forgotten := one.every() - handles - leaves:
        yield f"{shown(one)} handles no {names(forgotten)}, and does not say that it leaves it out"
    if both := handles & leaves:
        yield f"{shown(one)} says that it leaves out {names(both)}, and handles it"
    if strange := leaves - one.every():
        yield f"{shown(one)} is never given {names(strange)}"
    if len(one.leaves) != len(leaves):
        yield f"{shown(one)} says twice that it leaves something out"


def test_a_pass_says_of_every_node_what_it_does() -> None:
    assert [line for one in PASSES for line in wrong_with(one)] == []


def undeclared(one: Asked) -> Iterator[str]:
    """What a function asks of many classes though it says neither that it is a pass, nor why not."""
    declared = DECLARED.get((one.module, one.name))
    for subject, asks in one.subjects.items():
        if len(asks) < A_PASS or asks in GROUPS or (declared is not None and declared.subject == subject):
            continue
        if shown(one) not in QUESTIONS:
            yield (
                f"{shown(one)}, line {one.line}, asks of which class '{subject}' is ({names(asks)}): declare it "
                "with 'over', and what it leaves out"
            )


def test_what_asks_of_many_classes_says_that_it_is_a_pass() -> None:
    assert [line for one in all_asked().values() for line in undeclared(one)] == []


def test_questions_are_asked() -> None:
    """The list of functions that are not passes names only functions that exist."""
    asking = {
        shown(one)
        for one in all_asked().values()
        if any(len(asks) >= A_PASS for asks in one.subjects.values())
    }
    assert set(QUESTIONS) <= asking


def test_groups_hold_each_class_once() -> None:
    members = [one for group in GROUPS for one in group]
    assert len(members) == len(set(members))
    assert set(members) <= {one for base in FAMILIES for one in concrete(base)}


def test_a_node_that_is_new_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement that no pass knows: nearly all passes over statements are reported."""
    new = type("Sing", (t.Stmt,), {"__module__": t.Nothing.__module__})
    monkeypatch.setattr(t.statements, "Sing", new, raising=False)
    over = [one for one in PASSES if new in one.every()]
    assert len(over) > 30
    assert all(any("handles no Sing," in line for line in wrong_with(one)) for one in over)
