"""What belongs to what: every construct that can end open, before everything that can come after it.

`constructs.yaml` lists both. Each pair is read in the game of `game.yaml`, as an expression, a condition or a
statement. The result is refused, or ambiguous, or agreed: read in one way, and then it is known which words
belong together. The table of it is part of `docs/what-belongs-to-what.md`: `python -m tests.dsl.attachments` writes
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import yaml
from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.document.reader import Text
from rulewright.dsl.model.game import Game
from rulewright.dsl.printing.statements import show
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.resolve.readings import local_vocabulary, resolve_text
from rulewright.dsl.resolve.roundtrip import RESOLVERS
from rulewright.dsl.syntax.forest import Steps, Tree, ways_of
from rulewright.dsl.syntax.lark_tables import build
from rulewright.dsl.syntax.lexer import Lattice
from rulewright.dsl.syntax.parser import read as read_lattice
from rulewright.dsl.tree import Call, Expr, May, Stmt
from rulewright.dsl.tree.types import Type, number
from rulewright.dsl.tree.walk import walk

from ..tiny import load

HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "what-belongs-to-what.md"
BEGIN, END = "<!-- begin attachments -->\n", "<!-- end attachments -->"
NOTHING = "–"
NO_SPACE = ("'s", ",", ";")
TITLES = {
    "numbers": "Numbers",
    "things": "Things with a name",
    "sets": "Sets",
    "picked": "What somebody picks",
    "conditions": "Conditions",
    "statements": "Statements",
    "cases": "Cases",
}
CARRIERS: dict[str, list[tuple[str, str]]] = {
    "numbers": [
        ("expression", "{}"),
        ("condition_text", "{}"),
        ("condition_text", "n = {}"),
        ("effect", "let x be {}"),
        ("effect", "deal {}"),
    ],
    "things": [
        ("expression", "{}"),
        ("condition_text", "{}"),
        ("condition_text", "the leader is {}"),
        ("condition_text", "the pick is {}"),
        ("effect", "let x be {}"),
        ("effect", "bless {}"),
    ],
    "sets": [
        ("expression", "{}"),
        ("condition_text", "{}"),
        ("condition_text", "there are {}"),
        ("effect", "let x be {}"),
        ("effect", "put {} into the table"),
    ],
    "picked": [("effect", "the leader chooses {}"), ("condition_text", "there is {}")],
    "conditions": [("condition_text", "{}"), ("effect", "if {}: nothing")],
    "statements": [("effect", "{}")],
    "cases": [("expression", "{}, otherwise 0")],
}
"""As what a construct of each kind is read; what comes after it stands in the braces too."""


@attrs.frozen
class Pair:
    """A construct, what comes after it, and in what they stand."""

    kind: str
    open: str
    column: str
    after: str
    start: str
    carrier: str

    @property
    def said(self) -> str:
        return self.open + ("" if self.after.startswith(NO_SPACE) else " ") + self.after

    @property
    def text(self) -> str:
        return self.carrier.format(self.said)

    @property
    def at(self) -> int:
        """Where the construct begins in the text; `the` says nothing."""
        begin = self.carrier.index("{}")
        return begin + 4 if self.open.startswith("the ") else begin

    @property
    def span(self) -> tuple[int, int]:
        """Where what comes after stands in the text."""
        end = self.carrier.index("{}") + len(self.said)
        return end - len(self.after), end


@attrs.frozen
class Verdict:
    """How a pair is read: `refused`, `ambiguous` (with the readings that are shown) or `agreed`."""

    sort: str
    shown: tuple[str, ...] = ()
    joined: str = ""
    """If agreed, the words before that what comes after is joined to; `all` of the construct, or `none` of it."""
    findings: tuple[Diagnostic, ...] = ()


@cache
def game() -> Game:
    found, report = load((HERE / "game.yaml").read_text(encoding="utf-8"), strict=False)
    assert found is not None, report.diagnostics
    return found


@cache
def constructs() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((HERE / "constructs.yaml").read_text(encoding="utf-8"))
    return found


def _context(text: str) -> Context:
    variables = {"n": number(0, 9)}
    context = Context(game().symbols, Text(text), variables=variables, this=Type("piece", ("card",)))
    context.flow = context.turn = True
    return context


def meaning(text: str, start: str, *, report: Report | None = None) -> tuple[Any, tuple[Diagnostic, ...]]:
    """What a text says, and what is found against it."""
    report = report if report is not None else Report()
    tree = resolve_text(Text(text), start, RESOLVERS[start], _context(text), report)
    return tree, report.diagnostics


def opens() -> list[tuple[str, str]]:
    """Every construct that ends open, with its kind."""
    return [(kind, str(open_)) for kind in CARRIERS for open_ in constructs()[kind]]


@cache
def verdicts(kind: str, open_: str) -> tuple[tuple[Pair, Verdict], ...]:
    """A construct before everything that can be said after it, in the first carrier in which it can."""
    found = []
    for column, several in constructs()["after"].items():
        for after in several:
            pairs = [Pair(kind, open_, column, str(after), *carrier) for carrier in CARRIERS[kind]]
            given = ((pair, verdict(pair)) for pair in pairs)
            said = next((one for one in given if one[1].sort != "refused"), None)
            found += [said] if said is not None else []
    return tuple(found)


def verdict(pair: Pair) -> Verdict:
    tree, findings = meaning(pair.text, pair.start)
    if not findings:
        return Verdict("agreed", joined=_joined(pair, tree))
    if findings[0].code != "RW217":
        return Verdict("refused", findings=findings)
    shown = tuple(note.message.removeprefix("one reading: ") for note in findings[0].notes)
    return Verdict("ambiguous", shown, findings=findings)


def _joined(pair: Pair, tree: object) -> str:
    """The words before that belong to the smallest part in which what comes after stands."""
    start, end = pair.span
    around = [node.span for node in walk(tree) if node.span.start < start and node.span.end >= end]
    if not around:
        return "none"
    least = min(around, key=lambda span: span.end - span.start)
    return "all" if least.start <= pair.at else pair.text[least.start : start].strip()


# ------------------------------------------------------------------- the table


def row(kind: str, open_: str) -> dict[str, str]:
    """What stands in the columns of a construct: every outcome once."""
    cells: dict[str, list[str]] = {}
    for pair, given in verdicts(kind, open_):
        says = f"**{len(given.shown)} readings**" if given.sort == "ambiguous" else given.joined
        says = says if given.sort == "ambiguous" or says in ("all", "none") else f"`{says}`"
        if says not in cells.setdefault(pair.column, []):
            cells[pair.column].append(says)
    return {column: _cell(says) for column, says in cells.items()}


def rows() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Each construct after which something can be said, with its row."""
    for kind, open_ in opens():
        if cells := row(kind, open_):
            yield kind, open_, cells


def shown_rows() -> dict[tuple[str, str], dict[str, str]]:
    """The rows of the page."""
    found = {}
    kinds = {title: kind for kind, title in TITLES.items()}
    kind, columns = "", list[str]()
    for line in PAGE.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0].splitlines():
        if line.startswith("### "):
            kind = kinds[line.removeprefix("### ")]
        if line.startswith("| "):
            first, *cells = line.removeprefix("| ").removesuffix(" |").split(" | ")
            if first == "after":
                columns = cells
            elif not first.startswith("---"):
                said = zip(columns, cells, strict=True)
                found[kind, first.strip("`")] = {column: cell for column, cell in said if cell != NOTHING}
    return found


def table() -> str:
    """For each kind of construct, a table of what comes after, and what it belongs to."""
    lines: list[str] = []
    shown = ""
    found = list(rows())
    for kind, open_, cells in found:
        columns = [one for one in constructs()["after"] if any(k == kind and one in c for k, _, c in found)]
        if kind != shown:
            shown = kind
            lines += ["", f"### {TITLES[kind]}", "", f"| after | {' | '.join(columns)} |"]
            lines.append("| --- |" + " --- |" * len(columns))
        says = [cells.get(one, NOTHING) for one in columns]
        lines.append(f"| `{open_}` | {' | '.join(says)} |")
    return "\n".join([*lines, "", ""])


def _cell(says: list[str]) -> str:
    return " or ".join(sorted(says, key=lambda one: (one.startswith("*"), one != "all", one)))


def page() -> str:
    """The page, with its tables as they are now."""
    text = PAGE.read_text(encoding="utf-8")
    for begin, end, made in (
        (BEGIN, END, table),
        (BEGIN_WHO, END_WHO, who_table),
        (BEGIN_LISTS, END_LISTS, list_table),
    ):
        head, rest = text.split(begin)
        text = head + begin + made() + end + rest.split(end)[1]
    return text


# ------------------------------------------------------------------ who does it

BEGIN_WHO, END_WHO = "<!-- begin subjects -->\n", "<!-- end subjects -->"
ASKED = "**who?**"
VERB, ORDER = 0, 1
"""The forms of the second statement: `gains 2 gold`, and `gain 2 gold`."""


def doer_of(first: str, joint: str, second: str) -> str:
    """The player who does the second of two statements: as it is printed, or that the text is refused, and how."""
    text = joint.format(first, second)
    tree, findings = meaning(text, "effect")
    if findings:
        return {"RW212": ASKED, "RW217": f"**{len(findings[0].notes)} readings**"}.get(
            findings[0].code, NOTHING
        )
    begin = text.rindex(second)
    doing = [
        node
        for node in walk(tree)
        if isinstance(node, Stmt) and begin <= node.span.start and not isinstance(node, May)
    ]
    return show(_doing(doing[0]), game().symbols)


def _doing(node: Stmt) -> Expr:
    """The player whom a statement is about."""
    found = node.arguments[0] if isinstance(node, Call) else getattr(node, "player")  # noqa: B009
    assert isinstance(found, Expr)
    return found


def who_rows() -> Iterator[tuple[str, list[str]]]:
    """Each first statement, with the player who does the second after each joint, as a verb and as an order."""
    gain = constructs()["next"]["gain"]
    for first in constructs()["first"]:
        yield first, [doer_of(first, joint, said) for said in gain for joint in constructs()["joints"]]


def who_table() -> str:
    columns = [
        joint.format("", said).strip()
        for said in constructs()["next"]["gain"]
        for joint in constructs()["joints"]
    ]
    lines = [
        "",
        f"| after | {' | '.join(f'`{one}`' for one in columns)} |",
        "| --- |" + " --- |" * len(columns),
    ]
    lines += [f"| `{first}` | {' | '.join(cells)} |" for first, cells in who_rows()]
    return "\n".join([*lines, "", ""])


# ------------------------------------------------------------ the end of a list

BEGIN_LISTS, END_LISTS = "<!-- begin lists -->\n", "<!-- end lists -->"


def end_of_list(listed: str, end: str) -> str:
    """What filters at the end of a list belong to: the words before them, or that the text is refused, and how."""
    text = listed.format(end)
    tree, findings = meaning(text, "effect")
    if findings:
        return f"**{len(findings[0].notes)} readings**" if findings[0].code == "RW217" else NOTHING
    start = listed.index("{}")
    around = [
        node.span for node in walk(tree) if node.span.start < start and node.span.end >= start + len(end)
    ]
    least = min(around, key=lambda span: span.end - span.start)
    return f"`{text[least.start : start].strip().removeprefix('(')}`"


def list_rows() -> Iterator[tuple[str, list[str]]]:
    for listed in constructs()["lists"]:
        yield listed, [end_of_list(listed, end) for end in constructs()["ends"]]


def list_table() -> str:
    columns = [f"`{end}`" for end in constructs()["ends"]]
    lines = ["", f"| before | {' | '.join(columns)} |", "| --- |" + " --- |" * len(columns)]
    lines += [f"| `{listed.format('…')}` | {' | '.join(cells)} |" for listed, cells in list_rows()]
    return "\n".join([*lines, "", ""])


# ----------------------------------------------------------------- the grammar


def open_rules() -> set[str]:
    """What the grammar calls the constructs that end in another: after these, something could belong to either."""
    rules = build().rules
    lists = {rule.origin.name for rule in rules if rule.origin.name.startswith("_")}
    declared = {"type", "place", "players", "turns", "repetition", "ability", "tatom"}
    found = set()
    for rule in rules:
        last = rule.expansion[-1]
        name = rule.alias or rule.origin.name
        if not last.is_term and last.name not in lists and len(rule.expansion) > 1 and name not in declared:
            found.add(str(name))
    return {name for name in found if not name.startswith("_")}


def on_the_edge(text: str, start: str) -> set[str]:
    """The constructs in which a text ends, in any of its readings."""
    tree = read_lattice(Lattice(text, local_vocabulary(text, _context(text))), start, 9)
    found: set[str] = set()
    todo = [tree] if isinstance(tree, Tree) else []
    while todo:
        for way in ways_of(todo.pop()):
            found.add(re.sub(r"\W.*", "", str(way.data)))
            inner = [one for one in way.children if isinstance(one, Tree)]
            inner = [step.tree for step in way.steps] if isinstance(way, Steps) else inner[-1:]
            todo += inner
    return found
