"""The languages that a game declares: catalogues without messages, by which its names and texts can be checked."""

from __future__ import annotations

from ..diagnostics.report import Report
from ..document.reader import Text
from ..languages import BASE, PLAIN, TAG, Catalogue
from ..languages.plurals import is_rule
from ..schema.classes import GameDoc, LanguageDoc


def declared(doc: GameDoc, report: Report) -> dict[str, Catalogue]:
    """The languages by their tags, after saying what is wrong with them."""
    found = {}
    for tag, language in doc.languages.items():
        if not TAG.fullmatch(str(tag)) or str(tag) == BASE:
            message = (
                "this is the language of the rules themselves"
                if str(tag) == BASE
                else "a language is called by the two letters of ISO 639-1"
            )
            report.error("RW216", message, tag.span, help="languages: {de: German}")
            continue
        found[str(tag)] = _catalogue(tag, language, report)
    return found


def _catalogue(tag: Text, doc: LanguageDoc, report: Report) -> Catalogue:
    cases = tuple(dict.fromkeys((PLAIN, *map(str, doc.forms))))
    plurals = {}
    for category, rule in doc.plurals.items():
        if str(category) == "other" or is_rule(str(rule)):
            plurals[str(category)] = str(rule)
            continue
        help_text = "as CLDR writes it: `one: n = 1`, `few: n = 2..4`, `one: n % 10 = 1 and n % 100 != 11`"
        report.error("RW220", f"'{rule}' is no rule for plural forms", rule.span, help=help_text)
    plurals = {name: rule for name, rule in plurals.items() if name != "other"} or {"one": "n = 1"}
    return Catalogue(str(tag), str(doc.name or tag), cases=cases, plurals={**plurals, "other": ""})
