"""Resolves the lines of the log, and what players are asked: texts with slots, in each language."""

from __future__ import annotations

import re

from .. import tree as t
from ..diagnostics.source import Span
from ..document.reader import Text
from ..languages import BASE, PLAIN, catalogue, tags
from ..model.game import CHOICE, CHOOSER, Counted, LogSlot
from ..model.symbols import Name
from ..offers.choices import Choice, choices, in_all
from ..offers.openings import names_in_opening
from ..resolve.expressions import expression
from ..schema.classes import AskDoc, NodeDoc, Title
from ..tree.types import PLAYER, SETS, Type, member
from .texts import Texts

LOG_SLOT = re.compile(r"\{([^{}:]+?)(?::\s*([^\W\d_][^\W\d_ '/-]*(?:[ '/-]+[^\W\d_]+)*)\s*)?\}")
Line = tuple[str | LogSlot, ...]


def logs(b: Texts) -> dict[str, dict[str, Line]]:
    """The lines that the log writes, by `phrase <signature>` and `phase <path>`. A phrase whose text is wrong, which
    has been reported, has none: its line can show names that the text gives."""
    found: dict[str, dict[str, Line]] = {}
    for signature, doc in b.doc.phrases.items():
        phrase = b.symbols.phrases.get(str(signature))
        if doc.log is not None and phrase is not None and (phrase.body or doc.do is None):
            variables = {slot.name: slot.type for slot in phrase.slots} | names_in_opening(phrase.body)
            found[f"phrase {signature}"] = _log(b, doc.log, f"log of '{signature}'", variables)
    _phase_logs(b, b.doc.flow, "", found)
    return found


def _phase_logs(b: Texts, nodes: list[NodeDoc], above: str, found: dict[str, dict[str, Line]]) -> None:
    for node in nodes:
        path = f"{above}{node.phase}"
        if node.log is not None:
            found[f"phase {path}"] = _log(b, node.log, f"log of phase '{path}'", {})
        _phase_logs(b, node.phases, path + "/", found)


def asks(b: Texts) -> dict[str, dict[str, Line]]:
    """What players are asked, by the name of the choice. Slots can show names that all choices of that name know."""
    found: dict[str, dict[str, Line]] = {}
    every = list(choices(b.texts, b.symbols)) if b.doc.ask else []
    for name, title in b.doc.ask.items():
        meant = [one for one in every if one.name == str(name)]
        found[str(name)] = _log(b, title, f"what is asked for '{name}'", in_all(meant) if meant else {})
    return found


def answers(b: Texts) -> dict[str, dict[str, Line]]:
    """What the log says of a choice, by its name. Slots can also show who chooses, and what is chosen."""
    found: dict[str, dict[str, Line]] = {}
    told = {name: doc.log for name, doc in b.doc.ask.items() if doc.log is not None}
    every = list(choices(b.texts, b.symbols)) if told else []
    for name, title in told.items():
        meant = [one for one in every if one.name == str(name)]
        known = in_all(meant) if meant else {}
        variables = {**known, CHOOSER: PLAYER, CHOICE: _chosen(meant)}
        found[str(name)] = _log(b, title, f"log of the choice '{name}'", variables)
    return found


def _chosen(meant: list[Choice]) -> Type:
    """What is chosen at choices of one name: of one type, or the words of an option."""
    types = [one.node.of.type for one in meant if isinstance(one.node, t.Choose)]
    picks = [member(one) if one.kind in SETS else one for one in types]
    alike = len(picks) == len(meant) > 0 and all(one == picks[0] for one in picks)
    return picks[0] if alike else Type("word")


def always_asked(b: Texts) -> frozenset[str]:
    """The names of the choices that are asked even if there is only one option."""
    found = set()
    for name, doc in b.doc.ask.items():
        if doc.always is not None and str(doc.always) not in ("yes", "no"):
            b.report.error("RW220", "'always' is yes or no", doc.always.span)
        elif doc.always is not None and str(doc.always) == "yes":
            found.add(str(name))
    return frozenset(found)


def _log(b: Texts, title: Title | AskDoc, where: str, variables: dict[str, Type]) -> dict[str, Line]:
    lines = {}
    for language, text in title.said.items():
        lines[language] = template(b, text, where, variables, language)
    return lines


def template(b: Texts, text: Text, where: str, variables: dict[str, Type], language: str) -> Line:
    """A text with slots, whose expressions can use these names; what cannot be used is reported, and left out."""
    parts: list[str | LogSlot] = []
    position = 0
    for match in LOG_SLOT.finditer(str(text)):
        parts.append(str(text)[position : match.start()])
        inner = Text(match.group(1), text.span_of(match.start(1), match.end(1)))
        value = b.resolve(inner, "expression", expression, where, variables=dict(variables))
        if value is not None and value.type.kind == "table":
            message, way_out = "a line of the log cannot show a whole table", "show an entry: {… in …}"
            b.report.error("RW211", message, inner.span, help=way_out)
        elif value is not None:
            parts.append(_slot(b, value, match.group(2), language, text.span_of(match.start(), match.end())))
        position = match.end()
    parts.append(str(text)[position:])
    _check_braces(b, text)
    return tuple(part for part in parts if part != "")


def _slot(b: Texts, value: t.Expr, said: str | None, language: str, span: Span) -> LogSlot:
    """A slot with the text behind its colon: a form of the name, words that agree with it or, for a number, what it
    counts."""
    if said is not None and "/" in said:
        return LogSlot(value, "gender", agrees=_agreeing(b, value, said, language, span))
    if said is None or value.type.kind != "number":
        return LogSlot(value, said or PLAIN)
    noun, form = said, ""
    found = _counted(b, noun, form)
    if found is None:
        noun, _, form = said.rpartition(" ")
        found = _counted(b, noun, form)
    if found is None:
        nouns = [*b.symbols.types, *b.symbols.designs, *b.symbols.players]
        guess = b.report.guess(said, lambda: nouns)
        way_out = "types, designs and numbers that players have can be counted: {n: card}, or {n: card acc}"
        help_text = f"did you mean '{guess}'?" if guess else way_out
        b.report.error("RW202", f"nothing that can be counted is called '{said}'", span, help=help_text)
    return LogSlot(value, PLAIN, found)


def _agreeing(b: Texts, value: t.Expr, said: str, language: str, span: Span) -> tuple[str, ...]:
    """The words of which one agrees with the gender of a name."""
    known = catalogue(language) or b.languages[language]
    words = tuple(word.strip() for word in said.split("/"))
    groups = [" or ".join(group) for group in known.agreeing]
    if not groups:
        message = f"{known.name} has no genders that words could agree with"
        b.report.error("RW504", message, span, help="write the word itself")
    elif len(words) != len(groups):
        message = f"{len(words)} words are given, but {known.name} needs one for each of: {', '.join(groups)}"
        b.report.error("RW504", message, span, help=f"{{name: {'/'.join('word' for _ in groups)}}}")
    elif value.type.kind not in ("piece", "kind", "place", "cell", "player"):
        message = f"words agree with a piece, a kind, a place or a player, and this is {value.type}"
        b.report.error("RW504", message, span, help="write the word itself")
    return words


def _counted(b: Texts, noun: str, form: str) -> Counted | None:
    """What is counted, with its forms."""
    found = b.symbols.countable(noun)
    if found is None:
        return None
    names, own, by_plural_name = found
    return _forms(b, noun, names, own, form, by_plural_name=by_plural_name)


def _forms(
    b: Texts, noun: str, names: Name, own: dict[str, str], form: str, *, by_plural_name: bool
) -> Counted:
    """By language and plural category what stands behind a number; `own` is what it is called in the rules."""
    found: dict[str, dict[str, str | None]] = {}
    for tag in (*tags(), *b.languages):
        language = catalogue(tag) or b.languages[tag]
        forms = own if tag == BASE else names.forms.get(tag, {})
        found[tag] = {}
        for plural in language.plurals:
            fitting = language.counted_as(plural, form or PLAIN, by_plural_name=by_plural_name)
            found[tag][plural] = next((forms[one] for one in fitting if forms.get(one)), None)
    return Counted(noun, found)


def _check_braces(b: Texts, text: Text) -> None:
    """Report a brace that belongs to no slot: players would read it."""
    rest = LOG_SLOT.sub(lambda match: " " * len(match.group()), str(text))
    found = re.search(r"[{}]", rest)
    if found is not None:
        span = text.span_of(*found.span())
        way_out = "a slot is {name}, or {name:acc} for a form of it"
        b.report.error("RW201", "this brace is not part of a slot", span, help=way_out)
