"""The sentences that say a phrase in other languages: texts with a slot for each slot of the phrase."""

from __future__ import annotations

import re

from ..diagnostics.report import Report
from ..document.reader import Text
from ..languages import Catalogue, catalogue
from ..languages.sentence_slots import AGREES, SLOT
from ..model.symbols import Phrase
from ..schema.classes import PhraseDoc


def sentences(doc: PhraseDoc, phrase: Phrase, report: Report) -> dict[str, list[str]]:
    """By language, after reporting slots that are missing, unknown or there twice, or ask for what there is not."""
    found = {}
    for language, texts in doc.sentences.items():
        known = catalogue(str(language))  # of a language that the game declares, only the slots are checked
        for at, text in enumerate(texts):
            _check(text, phrase, report, order=at > 0)
            if known is not None:
                _check_forms(text, phrase, known, report)
        found[str(language)] = [str(text) for text in texts]
    return found


def _check(text: Text, phrase: Phrase, report: Report, *, order: bool) -> None:
    """`order`: it may leave out the player whom the phrase is about."""
    names = {slot.name for slot in phrase.slots}
    shown: set[str] = set()
    for match in SLOT.finditer(str(text)):
        name, span = match[1], text.span_of(*match.span())
        agrees = match[2] or AGREES.search(match[3] or "") is not None
        if name not in names:
            guess = report.guess(name, lambda: dict.fromkeys(names))
            help_text = f"did you mean '{guess}'?" if guess else f"its slots are: {', '.join(sorted(names))}"
            report.error("RW202", f"the phrase has no slot '{name}'", span, help=help_text, meant=guess)
        elif not agrees and name in shown:
            message = f"'{name}' stands twice in this sentence"
            report.error("RW201", message, span, help="show each slot of the phrase once")
        if not agrees:
            shown.add(name)
    about = phrase.about
    left = {about.name} if order and about is not None and not phrase.ability and not phrase.holds else set()
    for name in sorted(names - shown - left):
        help_text = f"show it, in the form that the sentence needs: {{{name}}}, {{{name}:acc}}"
        report.error("RW201", f"this sentence does not show '{name}'", text.span, help=help_text)
    rest = SLOT.sub(lambda match: " " * len(match.group()), str(text))
    brace = re.search(r"[{}]", rest)
    if brace is not None:
        report.error(
            "RW201", "this brace is not part of a slot", text.span_of(*brace.span()), help="a slot is {name}"
        )


def _check_forms(text: Text, phrase: Phrase, known: Catalogue, report: Report) -> None:
    """Report forms that the language does not have, and words of which there are too few or too many."""
    numbers = {slot.name for slot in phrase.slots if slot.type.kind == "number"}
    for match in SLOT.finditer(str(text)):
        asked, span = (match[3] or "").strip(), text.span_of(*match.span())
        words = len(AGREES.split(asked))
        number = match[1].strip() in numbers
        cases = (*known.cases, "plural", *(f"plural {case}" for case in known.cases))
        if match[2] and asked and _full(asked) not in cases:
            message = f"an adjective has no form '{asked}'"
            report.error("RW504", message, span, help=f"its forms are: {', '.join(known.cases)}, plural, …")
        elif asked == "gender":
            message = f"this asks for a form '{asked}', which {known.name} does not have"
            report.error("RW504", message, span, help="words agree with a gender so: {name: word/word/word}")
        elif "/" in asked and words != len(known.agreeing):
            groups = ", ".join(" or ".join(group) for group in known.agreeing)
            message = f"{words} words are given, but {known.name} needs one for each of: {groups}"
            report.error("RW504", message, span, help="{name: word/word/word}")
        elif ";" in asked and number and words != len(known.plurals):
            message = (
                f"{words} words are given, but {known.name} needs one for each of: {', '.join(known.plurals)}"
            )
            report.error("RW504", message, span, help="{n:word;word;word}")
        elif ";" in asked and not number and words != 2:
            report.error(
                "RW504", "words that agree by number are two: one, several", span, help="{name:word;word}"
            )
        elif words == 1 and asked and not number and _full(asked) not in known.forms:
            message = f"this asks for a form '{asked}', which {known.name} does not have"
            help_text = f"its forms are: {', '.join(known.cases)}, plural, …"
            report.error("RW504", message, span, help=help_text)


def _full(form: str) -> str:
    return f"plural {form[3:]}" if form.startswith("pl ") else form
