"""Words for choices that do not exist (RW302), and choices without words of their own in a language in which other
choices have some (RW503).
"""

from __future__ import annotations

from .. import tree as t
from ..analysis.choices import Choice, choices
from ..diagnostics.report import Report
from ..languages import BASE, Catalogue
from ..model.game import Game
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
        if tag != BASE and any(tag in title.said for title in doc.ask.values()):
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
    leaves="MOVES SETS SHOWS ENDS FLOW Alternatives AnyOrder Call Let Nothing Perform Shuffle",
)
def _untranslated(found: list[Choice], game: Game, doc: GameDoc, language: Catalogue, report: Report) -> None:
    """Report picks, optional texts and branches without words; all other choices are asked in general words."""
    tag = language.tag
    said = {str(name) for name, title in doc.ask.items() if tag in title.said}
    reported: set[str] = set()
    for one in found:
        node = one.node
        if isinstance(node, t.Choose | t.May | t.MayRepeatedly) and one.name not in said | reported:
            reported.add(one.name)
            report.warn(
                "RW503",
                f"'{one.name}' has no words in {language.name}",
                node.span,
                help=f"add them: ask: '{one.name}': {{{BASE}: …, {tag}: …}}",
            )
        for branch in node.branches if isinstance(node, t.ChooseOne | t.Offer) else ():
            lacking = branch.label not in GIVEN and tag not in game.labels.get(branch.label, {})
            if lacking and branch.label not in reported:
                reported.add(branch.label)
                report.warn(
                    "RW503",
                    f"the branch '{branch.label}' has no {language.name} name",
                    branch.span,
                    help=f"add it: labels: '{branch.label}': {{{tag}: …}}",
                )
