"""Words for choices that do not exist (RW302), and choices without words of their own in a language in which other
choices have some (RW503).
"""

from __future__ import annotations

from collections.abc import Mapping

from .. import tree as t
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..document.paths import escaped
from ..document.reader import Text
from ..languages import BASE, Catalogue
from ..model.game import Game
from ..offers.choices import Choice, choices
from ..printing.statements import Printer
from ..schema.classes import GameDoc
from ..tree.passes import over

GIVEN = ("yes", "no", "nothing", "enough", "pass")
"""Options that the rules themselves name, in every language."""


def asking(game: Game, doc: GameDoc, report: Report) -> None:
    if not doc.ask:
        return
    found = list(choices(game.texts, game.symbols))
    _unused(found, doc, report)
    for tag in game.languages:
        if any(tag in title.said for title in doc.ask.values()):
            _untranslated(found, game, doc, game.language(tag), report)


def _unused(found: list[Choice], doc: GameDoc, report: Report) -> None:
    known = {one.name: None for one in found}
    for name in doc.ask:
        if str(name) not in known:
            guess = report.guess(str(name), lambda: list(known))
            report.warn(
                "RW302",
                f"no choice is called '{name}', so nobody is asked this",
                name.span,
                help=f"did you mean '{guess}'?"
                if guess
                else "a choice is named after its pick (`as the loss`), its first branch, or what the player may do",
                meant=guess,
            )


@over(
    t.Stmt,
    leaves="MOVES SETS SHOWS ENDS FLOW Alternatives AnyOrder Call ChooseOne Let Nothing Offer Perform Shuffle",
)
def _untranslated(found: list[Choice], game: Game, doc: GameDoc, language: Catalogue, report: Report) -> None:
    """Report picks, optional texts and branches without words; all other choices are asked in general words. In
    English the name of a branch is what players read."""
    tag = language.tag
    said = {str(name) for name, title in doc.ask.items() if tag in title.said}
    printer = Printer(game.symbols)
    reported: set[str] = set()
    for one in found:
        node = one.node
        if isinstance(node, t.Choose | t.May | t.MayRepeatedly) and one.name not in said | reported:
            reported.add(one.name)
            report.warn(
                "RW503",
                f"'{one.name}' has no words in {language.name}",
                node.span,
                help="add them" + _entry("ask", one.name, doc.ask, node.span, game, tag),
            )
        for label, span in _branches(node, printer):
            lacking = tag != BASE and label not in GIVEN and tag not in game.labels.get(label, {})
            if lacking and label not in reported:
                reported.add(label)
                report.warn(
                    "RW503",
                    f"the branch '{label}' has no {language.name} name",
                    span,
                    help="add it" + _entry("labels", label, doc.labels, span, game, tag),
                )


@over(t.Stmt, leaves="MOVES SETS SHOWS ENDS FLOW Call Choose Let May MayRepeatedly Nothing Perform Shuffle")
def _branches(node: t.Node, printer: Printer) -> list[tuple[str, Span | None]]:
    """The options that a choice lists, each with its place. They are called as `labels:` calls them."""
    match node:
        case t.ChooseOne(branches=branches) | t.Offer(branches=branches):
            return [(branch.label, branch.span) for branch in branches]
        case t.Alternatives(bodies=bodies):
            return [(printer.in_line(body), body[0].span) for body in bodies]
        case t.AnyOrder(of=parts):
            return [(printer.in_line((part,)), part.span) for part in parts]
    return []


def _entry(
    key: str, name: str, entries: Mapping[Text, object], span: Span | None, game: Game, tag: str
) -> str:
    """The lines that give a name words in a language, as they stand in the file that the name is used in: a variant
    names parts by paths, and adds none that is there."""
    there = entries.get(Text(name))
    new = there is None and tag != BASE
    words = f"{{{BASE}: …, {tag}: …}}" if new else f"{{{tag}: …}}"
    if not game.stands_in_variant(span):
        return f": {key}: {_quoted(name)}: {words}"
    if there is not None:
        return f", under 'set:': {_quoted(f'{key}/{escaped(name)}/{tag}')}: …"
    if not entries:
        return f", under 'add:': {key}: {{{_quoted(name)}: {words}}}"
    return f", under 'add:': {_quoted(f'{key}/{escaped(name)}')}: {words}"


def _quoted(key: str) -> str:
    return f'"{key}"' if "'" in key else f"'{key}'"
