"""A name that a variant removes and a text still uses is reported with the patch that removed it."""

from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game

GAME = """\
rulewright: 1
game: g
players: 2
rules: {r1: The first.}
components:
  card:
    starts in: the deck
    designs: {ace: {copies: 2}, deuce: {plural: deuces}}
places:
  deck: pile of cards
  bin: {is: pile of cards, rule: r1}
game has: {heat: 0..9, chill: 0..9}
phrases:
  "{lost: card} is burnt": {do: put lost into the bin}
  everything cools: {do: heat becomes 0}
flow:
  - phase: play
    do: |
      for each card in the deck: that card is burnt
      heat goes up by 1
      everything cools
      chill goes up by 1
      for each card in the bin where (that card is a deuce): put that card into the deck
"""


def found(patches: str) -> list[Diagnostic]:
    report = Report()
    variant = "rulewright: 1\nvariant: v\nof: g\n" + patches
    load_game([Source("g.yaml", GAME)], report, variants=[Source("v.yaml", variant)])
    return list(report.diagnostics)


def told(patches: str) -> list[tuple[str, str, str]]:
    """For each finding that has to do with the variant: the word it stands at, the patch, the way out."""
    return [
        (one.span.source.text[one.span.start : one.span.end], str(note.span), str(one.help))
        for one in found(patches)
        if one.span is not None
        for note in one.notes
    ]


def test_the_game_itself_is_fine() -> None:
    assert not found("set: {players: 3}")


def test_names_that_are_removed() -> None:
    assert told("remove: [places/bin]") == [
        ("bin", "v.yaml:4:10", "change this part in the variant too, or leave 'bin' in"),
        ("bin", "v.yaml:4:10", "change this part in the variant too, or leave 'bin' in"),
    ]
    assert [word for word, _, _ in told("remove: [rules/r1]")] == ["r1"]
    assert [word for word, _, _ in told("remove: components/card/designs/deuce")] == ["deuce"]


def test_what_lies_inside_of_a_part_that_is_removed_or_replaced() -> None:
    assert told("remove: [game has]")[0][2] == "change this part in the variant too, or leave 'heat' in"
    assert [word for word, _, _ in told("replace: {game has: {chill: 0..9}}")] == ["heat", "heat"]
    assert not told("replace: {game has: {chill: 0..9, heat: yes or no}}"), "it is still there"


def test_a_phrase_is_missed_by_its_words() -> None:
    assert told('remove: ["phrases/{lost: card} is burnt"]')[0][1] == "v.yaml:4:10"
    assert told("remove: [phrases/everything cools]")[0][1] == "v.yaml:4:10"


def test_what_else_is_wrong_has_nothing_to_do_with_it() -> None:
    assert not told("remove: [places/bin]\nadd: {places/hole: pile of crads}")[2:]


def test_what_nothing_uses_any_more_is_told_with_its_path() -> None:
    unused = found("set: {flow/play/do: put cards in the deck into the bin}")
    assert {one.code for one in unused} == {"RW302"}
    assert 'use it, or `remove:` "phrases/{lost: card} is burnt"' in {one.help for one in unused}
