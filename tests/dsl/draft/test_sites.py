"""The game that a draft makes after edits is the one that the edited files make: every decision stands in the same
part of the rules, so that matches go on under it, and every part of a tree begins in the text of this tree."""

from __future__ import annotations

import pytest
from rulewright import Match
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.draft.draft import Draft
from rulewright.dsl.library.library import in_library
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.tree.walk import walk

from .test_edits import sources_of

NESTED = """\
rulewright: 2
game: nested
players: 2
components:
  coin: {starts in: the purse, designs: {copper: {copies: 3}, silver: {copies: 3}}}
places:
  purse: area of coins
  chest: area of coins
players have:
  gold: 0..30
score: the player's gold
phrases:
  "{payer: player} pays":
    do: |
      the payer chooses one:
        little, if the purse is not empty:
          the payer chooses a coin in the purse, as the due
          put the due into the chest
        nothing: the payer's gold goes up by 1
flow:
  - phase: market
    repeat: 2 times
    turns: clockwise from player 1, each player, once each
    options:
      work:
        label: {en: work hard}
        if: the purse is not empty
        do: |
          choose one:
            dig:
              choose one:
                deep: the player's gold goes up by 2
                wide: the player's gold goes up by 1
            give, if the purse is not empty:
              choose a coin in the purse, as the gift
              put the gift into the chest
      pay: {label: {en: pay a coin}, do: the player pays}
      rest: {do: nothing}
"""

IN_THE_CELLAR = (
    ("label: {en: draw a monster,", "label: {en: draw one monster,"),
    ("label: {en: pass,", "label: {en: stop,"),
    ("            if: the monster deck is not empty\n", "            if: not (the monster deck is empty)\n"),
    ("do: the player becomes not bidding", "do: the player   becomes not bidding"),
    ("A new round begins.", "Here comes\n\n      a new round."),
)
IN_THE_MARKET = (
    ("{en: work hard}", "{en: work}"),
    ("{en: pay a coin}", "{en: pay}"),
    ("if: the purse is not empty", "if: there is a coin in the purse"),
    ("deep: the player's gold goes up by 2", "deep: the player's gold goes up by 3"),
    ("      rest: {do: nothing}\n", "      sleep: {do: nothing}\n      rest: {do: nothing}\n"),
    ("the payer's gold goes up by 1", "the payer's gold goes up by 2"),
)
EDITS = {"do-podzemi": IN_THE_CELLAR, "nested": IN_THE_MARKET}
CASES = [(name, *edit) for name, edits in EDITS.items() for edit in edits]


def begun(name: str) -> Draft:
    draft = Draft.of([Source("nested.yaml", NESTED)] if name == "nested" else sources_of(name))
    assert draft.playable is not None, draft.findings
    return draft


def exchange(draft: Draft, old: str, new: str) -> None:
    """A save with other words, as from an editor."""
    texts = {name: one.text.replace(old, new, 1) for name, one in draft.sources.items()}
    assert draft.replace_all(texts), old


def agrees(draft: Draft) -> None:
    """The decisions have the names, and cite the rules, that they have in the game that is loaded whole."""
    found = draft.playable
    assert found is not None, draft.findings
    report = Report()
    whole = load_game([Source(one.name, one.text) for one in draft.sources.values()], report)
    assert whole is not None, report.diagnostics
    assert decisions(found) == decisions(whole)
    assert found.content_hash == whole.content_hash
    for text in found.texts:
        begins_in_its_text = [
            node.span.source is text.read_at.source
            and text.read_at.start <= node.span.start <= text.read_at.end
            for node in walk(text.tree)
        ]
        assert all(begins_in_its_text) or in_library(text.span), text


def decisions(game: Game) -> tuple[object, ...]:
    rules = Match(game, ["Ada", "Ben"], 1).rules
    return rules.action_names.sites, rules.facts.sites


@pytest.mark.parametrize(("name", "old", "new"), CASES)
def test_decisions_keep_their_names_after_a_save(name: str, old: str, new: str) -> None:
    draft = begun(name)
    exchange(draft, old, new)
    agrees(draft)
    exchange(draft, new, old)
    agrees(draft)


@pytest.mark.parametrize("name", EDITS)
def test_decisions_keep_their_names_after_many_saves(name: str) -> None:
    draft = begun(name)
    for old, new in EDITS[name]:
        exchange(draft, old, new)
        agrees(draft)


@pytest.mark.parametrize(("name", "old", "new"), CASES)
def test_decisions_keep_their_names_after_an_edit(name: str, old: str, new: str) -> None:
    """Letter by letter, where a text is read again alone."""
    draft = begun(name)
    source = next(one.name for one in draft.sources.values() if old in one.text)
    at = draft.sources[source].text.index(old)
    draft.edit(source, at, at + len(old), "")
    for number, letter in enumerate(new):
        draft.edit(source, at + number, at + number, letter)
    agrees(draft)


def test_a_match_goes_on_after_a_save() -> None:
    """What was chosen inside an option can be repeated when only the label of an option was changed."""
    draft = begun("do-podzemi")
    game = draft.playable
    assert game is not None
    match = Match(game, ["Ada", "Ben"], 1)
    while not match.journal or "summon" not in match.rules.action_names(match.journal[-1].action).name:
        names = {match.rules.action_names(one).name: one for one in match.legal()}
        match.choose(names.get("summon", names.get("draw", next(iter(names.values())))))
    for old, new in IN_THE_CELLAR[:3]:
        exchange(draft, old, new)
        changed = draft.playable
        assert changed is not None
        retraced = Match.retrace(changed, match.save())
        assert retraced.stop is None
        assert len(retraced.match.journal) == len(match.journal)
