"""The sentences that say a phrase in other languages: texts with a slot for each slot of the phrase."""

from __future__ import annotations

import re

from ..diagnostics.report import Report
from ..document.reader import Text
from ..model.symbols import Phrase
from ..schema.classes import PhraseDoc

_SLOT = re.compile(r"\{\s*([^{}:~]*?)\s*(?:~[^{}:]*)?(?::([^{}]*))?\}")
_AGREES = re.compile("[/;]")


def sentences(doc: PhraseDoc, phrase: Phrase, report: Report) -> dict[str, list[str]]:
    """By language, after reporting slots that are missing, unknown or there twice."""
    found = {}
    for language, texts in doc.sentences.items():
        for text in texts:
            _check(text, phrase, report)
        found[str(language)] = [str(text) for text in texts]
    return found


def _check(text: Text, phrase: Phrase, report: Report) -> None:
    names = {slot.name for slot in phrase.slots}
    shown: set[str] = set()
    for match in _SLOT.finditer(str(text)):
        name, span = match[1], text.span_of(*match.span())
        agrees = "~" in match[0] or _AGREES.search(match[2] or "") is not None
        if name not in names:
            guess = report.guess(name, lambda: dict.fromkeys(names))
            help_text = f"did you mean '{guess}'?" if guess else f"its slots are: {', '.join(sorted(names))}"
            report.error("RW202", f"the phrase has no slot '{name}'", span, help=help_text, meant=guess)
        elif not agrees and name in shown:
            message = f"'{name}' stands twice in this sentence"
            report.error("RW201", message, span, help="show each slot of the phrase once")
        if not agrees:
            shown.add(name)
    for name in sorted(names - shown):
        help_text = f"show it, in the form that the sentence needs: {{{name}}}, {{{name}:acc}}"
        report.error("RW201", f"this sentence does not show '{name}'", text.span, help=help_text)
    rest = _SLOT.sub(lambda match: " " * len(match.group()), str(text))
    brace = re.search(r"[{}]", rest)
    if brace is not None:
        report.error(
            "RW201", "this brace is not part of a slot", text.span_of(*brace.span()), help="a slot is {name}"
        )
