"""Completion: what really follows is offered, and near the top; nothing is offered that the parser refuses."""

from __future__ import annotations

import random
import re
import statistics
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

import attrs
import pytest
from rulewright.dsl.build.log import LOG_SLOT
from rulewright.dsl.completion.completion import complete
from rulewright.dsl.completion.items import Item, narrowed, plain
from rulewright.dsl.completion.text_completion import complete_text
from rulewright.dsl.completion.text_place import Place
from rulewright.dsl.completion.yaml_place import spot
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import Mapping, Node, Text, read_document
from rulewright.dsl.draft.attempts import Attempt
from rulewright.dsl.draft.draft import Draft
from rulewright.dsl.languages.sentence_slots import SLOT
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.resolve.readings import local_vocabulary
from rulewright.dsl.scenarios.classes import ScenarioFile
from rulewright.dsl.schema.classes import VariantDoc
from rulewright.dsl.syntax.following import Following, closing
from rulewright.dsl.syntax.forest import Token, Tree, ways_of
from rulewright.dsl.syntax.lexer import MARKS, Lattice
from rulewright.dsl.syntax.parser import read
from rulewright.dsl.syntax.vocabulary import words
from rulewright.workbench.files.games import find_game
from rulewright.workbench.files.games import read as read_file
from rulewright.workbench.files.shipped import shipped_games
from rulewright.workbench.lsp.completion import MOST

from ... import amount
from ...work import calls
from .by_completion import write

GAMES = tuple(shipped_games())
LARGE = ("hrdina-v-kostce", "hrad", "priseri", "vladci-podzemi")


def files_of(name: str, kind: str = "rules") -> list[Source]:
    found = find_game(name, Report())
    assert found is not None
    files = {
        "rules": found.files,
        "variants": tuple(file for one in found.variants().values() for file in one),
        "scenarios": found.scenarios(),
    }[kind]
    return [one for file in files if (one := read_file(file, Report())) is not None]


@lru_cache(maxsize=6)
def draft_of(name: str) -> Draft:
    return Draft.of(files_of(name))


@attrs.frozen
class Case:
    """A boundary of a text: its offset, the words that follow, and what the reading takes them for."""

    attempt: Attempt
    offset: int
    following: tuple[str, ...]
    terminals: frozenset[str]

    def __str__(self) -> str:
        return f"{self.attempt.where}: {self.attempt.text.value} {self.offset}"


def boundaries(draft: Draft, attempt: Attempt) -> Iterator[Case]:
    """The places where a word, or the name or phrase that the reading has there, begins."""
    value = attempt.text.value
    lattice = Lattice(value, local_vocabulary(value, attempt.context(draft.symbols)))
    tree = read(lattice, attempt.start, draft.symbols.most_slots + 1)
    assert isinstance(tree, Tree)
    tokens: dict[int, list[Token]] = {}
    todo: list[Tree] = [tree]
    while todo:
        for way in ways_of(todo.pop()):
            for part in way.children:
                if isinstance(part, Token):
                    tokens.setdefault(part.start_pos, []).append(part)
                else:
                    todo.append(part)
    inside = 0
    for node, piece in enumerate(lattice.pieces):
        here = tokens.get(piece.start, [])
        if piece.word in MARKS or (not here and piece.start < inside):
            continue
        inside = max([inside, *(one.end_pos for one in here)])
        rest = tuple(other.word for other in lattice.pieces[node : node + 9])
        yield Case(attempt, piece.start, rest, frozenset(one.type for one in here))


def cases(name: str, most: int) -> list[Case]:
    draft = draft_of(name)
    resolved = {
        f"{one.where}: {one.text.value}": one
        for one in draft.attempts
        if one.tree is not None and one.text.span.source.name in draft.sources
    }
    texts = [resolved[name] for name in amount.sample(list(resolved), most)]
    found = [case for one in texts for case in boundaries(draft, one) if stands_there(case)]
    return amount.sample(found, most)


def stands_there(case: Case) -> bool:
    """Whether the text stands in a file as it is read: what `table:` lists is read with words of its own."""
    text = case.attempt.text
    span = text.span_of(case.offset, case.offset + 1)
    return span.source.text[span.start : span.end] == text.value[case.offset : case.offset + 1]


def offered(name: str, case: Case) -> list[Item]:
    text = case.attempt.text
    at = text.span_of(case.offset, case.offset + 1).start
    return complete(draft_of(name), text.span.source.name, at)


def rank(items: Sequence[Item], case: Case) -> int | None:
    """Which of the items is what really follows, perhaps of something that begins before."""
    source = case.attempt.text.span.source.text
    for number, item in enumerate(items):
        if item.kind == "number" and item.snippet and "INT" in case.terminals:
            return number
        if item.kind == "new name" and case.terminals & {"NEWNAME", "LABEL"}:
            return number
        said = words(item.filter)
        if said and case.following[: len(said)] == said:
            return number
        typed = words(source[item.start : item.end])
        rest = said[len(typed) :]
        if typed and rest and said[: len(typed)] == typed and case.following[: len(rest)] == rest:
            return number
    return None


def place(draft: Draft, attempt: Attempt, before: str) -> Place:
    def context(text: Text) -> Context:
        made = attempt.context(draft.symbols)
        made.text = text
        return made

    return Place(before, attempt.start, attempt.resolver, context, draft.symbols, draft.doc)


@pytest.mark.parametrize("name", amount.sample(GAMES, 25))
def test_what_really_follows_is_offered(name: str) -> None:
    """Among as many items as editors get, before anything of it is typed."""
    ranks = ((case, rank(offered(name, case), case)) for case in cases(name, 5))
    assert [f"{found}: {case}" for case, found in ranks if found is None or found >= MOST] == []


def test_what_follows_is_near_the_top(capsys: pytest.CaptureFixture[str]) -> None:
    found: list[int] = []
    for name in ("do-podzemi", "classics/gem-merchants", *LARGE[:2]):
        ranks = (rank(offered(name, case), case) for case in cases(name, 30))
        found += [999 if one is None else one for one in ranks]
    share = sum(one < 10 for one in found) / len(found)
    with capsys.disabled():
        print(f"\ncompletion: {len(found)} places, median rank {statistics.median(found) + 1:.0f}", end="")
        print(f", {share:.0%} among the first 10")
    assert statistics.median(found) < 5
    assert share > 0.55


@pytest.mark.parametrize("name", ["do-podzemi", "classics/gem-merchants", "hrad"])
def test_the_parser_refuses_nothing_that_is_offered(name: str) -> None:
    draft = draft_of(name)
    for case in cases(name, 3):
        before = case.attempt.text.value[: case.offset]
        for item in complete_text(place(draft, case.attempt, before)):
            written = before[: item.start] + plain(
                item.insert.partition("${")[0] if item.snippet else item.insert
            )
            if item.kind in ("number", "new name"):
                written = before[: item.start] + item.plain
            context = case.attempt.context(draft.symbols)
            following = Following(
                written.rstrip(), local_vocabulary(written, context), case.attempt.start, 99
            )
            assert following.expected(following.end), f"{written!r} ({item.label})"


@pytest.mark.parametrize("name", ["hrdina-v-kostce", "vladci-podzemi"])
def test_it_is_little_work_in_the_largest_games(name: str) -> None:
    """The median is some 200,000 calls, which take a few hundredths of a second."""
    work = [calls(partial(offered, name, case)) for case in cases(name, 20)]
    assert statistics.median(work) < 400_000


# ------------------------------------------------------------------------- single places


def ability(before: str, *, game: str = "do-podzemi") -> list[Item]:
    """What is offered in an ability of a piece of equipment."""
    draft = draft_of(game)
    attempt = next(one for one in draft.attempts if one.start == "ability" and one.scope.this is not None)
    return complete_text(place(draft, attempt, before))


def fitting(items: Sequence[Item]) -> list[str]:
    return [item.label for item in items if item.rank[0] == 0]


def test_only_properties_of_what_is_filtered_fit() -> None:
    found = fitting(ability("kills monsters with "))
    assert found[0] == "strength"
    assert not {"victories", "power", "health", "bidding"} & set(found)


def test_behind_a_comparison_of_numbers_only_numbers_fit() -> None:
    found = ability("kills monsters with strength >= ")
    assert found[0].kind == "number"
    assert "hit points" in fitting(found)
    assert not {"gear", "leader", "white", "dragon", "this", "yes"} & set(fitting(found))


def test_in_a_slot_only_what_has_its_type_fits() -> None:
    found = fitting(ability("instead of: the hero fights a monster: kill "))
    assert found[0] == "that monster"
    assert not {"gear", "leader", "hit points", "that hero", "dragon"} & set(found)


def test_a_half_written_name_of_several_words_is_completed() -> None:
    found = ability("instead of: the hero fights a monster, if the monster d")
    assert [item.label for item in found if item.rank[0] == 0] == ["monster deck"]
    assert found[0].insert == "monster deck"
    assert found[0].start == len("instead of: the hero fights a monster, if the ")


def test_half_an_article_is_completed_with_the_name_behind_it() -> None:
    found = ability("instead of: the hero fights a monster, if th")
    assert any(item.insert == "the monster deck" and item.start == 42 for item in found)


def test_a_phrase_is_a_snippet_with_its_slots() -> None:
    found = ability("instead of: the hero fights a monster: ki")[0]
    assert found.insert == "kill ${1:foe}"
    assert found.snippet
    assert found.detail == "kill {foe: monster}"
    assert found.documentation == "foe: a monster\nput foe into the graveyard"


def test_a_phrase_goes_on_behind_its_slot() -> None:
    labels = [item.label for item in ability("kills demons ")]
    assert "and gains hit points equal to their strength" in labels


def test_an_event_comes_behind_a_hook() -> None:
    assert {"the hero dies", "the hero fights {foe}"} <= set(fitting(ability("instead of: "))[:14])


def test_a_line_that_is_wrong_does_not_matter_further_down() -> None:
    draft = draft_of("do-podzemi")
    attempt = next(one for one in draft.attempts if one.start == "effect")
    found = complete_text(
        place(draft, attempt, "florble the wumpus\nput the top monster of the monster deck ")
    )
    assert "into" in [item.label for item in found]
    found = complete_text(place(draft, attempt, "if the wumpus is empty:\n  shuffle the "))
    assert "monster deck" in fitting(found)
    assert all(item.end == len("if the wumpus is empty:\n  shuffle the ") for item in found)


def test_a_name_that_is_not_bound_is_not_offered() -> None:
    assert "that monster" not in [item.label for item in ability("before: the expedition begins: put ")]


def in_file(
    text: str, *, kind: str = "rules", draft: Draft | None = None, root: type | None = None
) -> list[Item]:
    """What is offered at the `|` of a file of do-podzemi."""
    at = text.index("¦")
    text = text.replace("¦", "")
    if root is not None:
        return complete(
            draft or draft_of("do-podzemi"), "s.yaml", at, text=text, root=root, variants=("a", "b")
        )
    sources = files_of("do-podzemi")
    if kind == "variant":
        made = Draft.of(sources, variants=[Source("v.yaml", text)])
        return complete(made, "v.yaml", at, variants=("a", "b"))
    return complete(Draft.of([*sources, Source("more.yaml", text)]), "more.yaml", at)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("pla¦", "places"),
        ("players have:\n  luck: {type: yes or no, unt¦", "until"),
        ("players have:\n  luck: {type: yes or no, until: ¦", "expedition"),
        ("players have:\n  luck: {type: ¦}", "yes"),
        ("phrases:\n  'the sun shines':\n    do: ¦", "kill {foe}"),
        ("phrases:\n  'the sun shines':\n    do: |\n      ¦", "kill {foe}"),
        ("phrases:\n  'the sun shines':\n    do: |\n      shuffle the monster deck\n      ¦", "if"),
        ("phrases:\n  'the sun shines':\n    do: |\n      if the gear is empty:\n        ¦", "put"),
        ("phrases:\n  'the sun shines':\n    log: {en: 'Now {¦", "leader"),
        ("phrases:\n  'the sun shines':\n    log: {cs: 'Teď {leader:¦", "acc"),
        ("phrases:\n  'the sun shines on {foe: ¦", "monster"),
        ("phrases:\n  'the sun is {tint: ¦", "white or dark"),
        ("phrases:\n  'the sun is {tint: white or ¦", "dark"),
        ("players have:\n  luck: {type: ¦", "white or dark"),
        ("players have:\n  luck: {type: white or d¦", "dark"),
        ("players have:\n  luck: {type: some of white or ¦", "dark"),
        (
            "phrases:\n  'the sun is {tint: white or dark}': {do: nothing}\n  'dawn': {do: the sun is ¦",
            "dark",
        ),
        ("numbers:\n  'light of {tint: white or dark}': {is: 1}\n  glow: {is: the light of ¦", "white"),
        ("phrases:\n  'the sun shines':\n    rule: ¦", "draw.1"),
        ("phrases:\n  'the sun shines':\n    rule: [draw.1, dr¦", "draw.2"),
        ("components:\n  monster:\n    designs:\n      imp: {str¦", "strength"),
        ("components:\n  piece of equipment:\n    designs:\n      rope:\n        power: kills ¦", "monsters"),
        ("components:\n  monster:\n    public: [¦", "strength"),
        ("conventions:\n  ch¦", "chooser"),
        ("conventions:\n  order of each: ¦", "any order"),
        ("whenever:\n  lost:\n    if: the gear is ¦", "empty"),
        ("rules:\n  draw.9:\n    kind: ¦", "decision"),
        ("rules:\n  draw.9:\n    kind: ¦", "public"),
        ("rules:\n  draw.9:\n    kind: decision\n    about: ¦", "draw.1"),
        ("rules:\n  draw.9:\n    kind: decision\n    about: [draw.1, dr¦", "draw.2"),
        ("numbers:\n  luck: {is: the number of ¦", "monsters"),
        ("flow:\n  - phase: later\n    turns: ¦", "clockwise"),
        ("flow:\n  - phase: later\n    ¦", "do"),
        ("look:\n  places:\n    dun¦", "dungeon"),
    ],
)
def test_keys_and_values(text: str, label: str) -> None:
    assert label in [item.label for item in in_file(text)]


SUN = "phrases:\n  'the sun shines on {foe: monster} for {n: 1..9}':\n"


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("log: {en: 'Now {¦", "foe"),
        ("log: {en: 'Now {¦", "hit points"),
        ("log: {en: 'Now {the number of ¦", "monsters"),
        ("log: {en: \"Now {foe's ¦", "strength"),
        ("log: {en: 'Now {foe''s ¦", "strength"),
        ("log: {en: 'Now {foe¦", ":"),
        ("log: {en: 'Now {foe¦", "}"),
        ("log: {en: 'Now ¦", "{foe}"),
        ("log: {cs: 'Teď {foe:¦", "acc"),
        ("log: {cs: 'Teď {foe: ¦", "word/word/word"),
        ("log: {cs: 'Teď {foe''s strength:¦", "monster"),
        ("log: {cs: 'Teď {n: monster ¦", "acc"),
        ("cs: 'slunce svítí ¦", "{foe}"),
        ("cs: 'slunce svítí {¦", "n"),
        ("cs: 'slunce svítí {foe¦", ":"),
        ("cs: 'slunce svítí {foe: ¦", "word;word"),
        ("cs: 'slunce svítí {n: ¦", "word;word;word"),
        ("cs: 'slunce svítí {n: ¦", "monster"),
        ("cs: 'slunce svítí {n:¦", "gen"),
    ],
)
def test_slots_of_lines(line: str, label: str) -> None:
    assert label in [item.label for item in in_file(f"{SUN}    {line}")]
    assert label in [item.label for item in in_file(f"{SUN}    do: kill foe\n    {line}")]


@pytest.mark.parametrize(
    ("line", "not_offered"),
    [
        ("log: {cs: 'Teď {foe:¦", {"monster", "word;word"}),
        ("log: {cs: 'Teď {n:¦", {"acc", "word/word/word", "word;word;word"}),
        ("log: {en: 'Now {foe:¦", {"word/word/word", "gender"}),
        ("log: {en: 'Now {¦", {"1", "kill {foe}", "put"}),
    ],
)
def test_what_a_slot_of_a_line_cannot_say(line: str, not_offered: set[str]) -> None:
    assert not not_offered & {item.label for item in in_file(f"{SUN}    do: kill foe\n    {line}")}


@pytest.mark.parametrize("name", ["do-podzemi", "hrad", "classics/gem-merchants"])
def test_what_really_stands_in_slots_of_lines_is_offered(name: str) -> None:
    """Their expressions, and the forms behind the colons; the words that agree, nobody can know."""
    draft, wrong = draft_of(name), []
    assert draft.doc is not None
    phrases = draft.doc.phrases.values()
    lines = [text for one in phrases if one.log is not None for text in one.log.said.values()]
    lines += [text for one in draft.doc.ask.values() for text in one.said.values()]
    found = [(text, match) for text in lines for match in LOG_SLOT.finditer(str(text))]
    said = [text for one in phrases for texts in one.sentences.values() for text in texts]
    found += [(text, match) for text in said for match in SLOT.finditer(str(text))]
    places = [
        (text.value, text.span.source.name, text.span_of(start, start + 1).start, match[part].strip())
        for text, match in found
        for part, (start, _) in enumerate(match.regs)
        if part and match[part] and match[part].strip() and not re.search("[/;~]", match[part])
    ]
    for text, source, at, wanted in amount.sample(places, 12):
        starts = (words(item.label.partition("{")[0]) for item in complete(draft, source, at))
        if not any(one and words(wanted)[: len(one)] == one for one in starts):
            wrong.append((text, wanted))
    assert wrong == []


def test_a_question_can_speak_of_what_every_choice_of_its_name_knows() -> None:
    found = in_file("ask:\n  loss: {cs: 'Co obětuješ místo {¦")
    assert found[0].label == "catch"
    assert "loss" in [item.label for item in in_file("ask:\n  ¦")]


def test_a_language_that_a_game_declares_has_its_own_forms() -> None:
    head = "languages: {de: {name: German, forms: [acc]}}\n"
    for line in ("log: {de: 'Jetzt {foe:¦", "de: 'die Sonne scheint auf {foe:¦"):
        labels = [item.label for item in in_file(f"{head}{SUN}    do: kill foe\n    {line}")]
        assert {"nom", "acc", "plural acc"} <= set(labels)
        assert "gen" not in labels


def test_a_text_without_slots_has_none() -> None:
    assert in_file("title: 'Deep down {¦") == in_file("labels:\n  gear: 'Gear {¦") == []


def test_of_what_happens_to_a_player_there_is_no_order() -> None:
    text = "phrases:\n  '{one: player} is bitten': {do: nothing}\n  'night falls':\n    do: |\n      ¦"
    labels = [item.label for item in in_file(text)]
    assert not {"i bitten", "are bitten", "is bitten"} & set(labels)
    assert "night falls" in labels


@pytest.mark.parametrize(
    ("game", "before", "after"),
    [
        ("hrdina-v-kostce", "", "white"),
        ("vladci-podzemi", "", "scorched"),
        ("vladci-podzemi", "for each player: put heroes in that player's party with class = ", "illusion"),
        ("vladci-podzemi", "for each player:\n  ", "monsters"),
        ("hrad", "offer each player where (", "hero of the turn"),
    ],
)
def test_what_fits_comes_before_all_that_does_not(game: str, before: str, after: str) -> None:
    """In the largest games, editors get only the first of what can stand there."""
    draft = draft_of(game)
    attempt = next(one for one in draft.attempts if one.start == "effect" and not one.scope.variables)
    found = complete_text(place(draft, attempt, before))
    assert after in [item.label for item in found[:300]]


def test_the_ends_of_nested_conditions_are_found_quickly() -> None:
    """Where no end is found, each search for one takes as long as many that succeed."""
    draft = draft_of("hrad")
    attempt = next(one for one in draft.attempts if one.start == "condition_text")
    several = "there is a figure where (there is a tile in that figure's field) and "
    before = f"{several * 2}there is a figure where ("
    following = Following(before, local_vocabulary(before, attempt.context(draft.symbols)), attempt.start, 99)
    stacks = [stack for name in ("NAME", "PROP", "NOT") for stack in following.after(following.end, name)]
    assert stacks
    assert all(closing(attempt.start, stack, False) is not None for stack in stacks)


def test_half_typed_words_narrow_what_is_offered() -> None:
    items = [
        Item(name, "word", name, 0, 3, rank=(0, number), filter=name)
        for number, name in enumerate(["dark red", "order", "red", "robed", "white"])
    ]

    def after(typed: str, most: int = 9) -> list[str]:
        return [item.label for item in narrowed(items, lambda _: typed, most)]

    assert after("") == ["dark red", "order", "red", "robed", "white"]
    assert after("re") == ["dark red", "order", "red", "robed"]
    assert after("re", 3) == ["dark red", "red", "order"]
    assert after("'RED") == ["dark red", "red", "robed"]
    assert after("zz") == []


@pytest.mark.parametrize(
    ("type_", "values"), [("yes or no", ["yes", "no"]), ("white or dark", ["white", "dark"])]
)
def test_a_start_value_is_one_of_its_type(type_: str, values: list[str]) -> None:
    found = in_file(f"players have:\n  luck: {{type: {type_}, starts: ¦")
    assert [item.label for item in found[:2]] == values


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("¦", "variant"),
        ("of: do-podzemi\n¦", "variant"),
        ("of: do-podzemi\nre¦", "replace"),
        ("of: ¦", "do-podzemi"),
        ("of: do-podzemi\nset:\n  components/mon¦", "monster"),
        ("joins: [¦", "a"),
    ],
)
def test_a_variant_that_is_not_named_yet(text: str, label: str) -> None:
    assert label in [item.label for item in in_file(text, root=VariantDoc)]


HEAD = "rulewright: 1\nvariant: v\nof: do-podzemi\n"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("se¦", "set"),
        ("set:\n  comp¦", "components"),
        ("set:\n  components/mon¦", "monster"),
        ("set:\n  components/monster/designs/or¦", "orc"),
        ("set:\n  components/monster/designs/orc/¦", "strength"),
        ("set:\n  components/monster/designs/orc/strength: ¦", "1"),
        ("set:\n  flow/round/bidding/options/pass/if: the player is ¦", "bidding"),
        ("replace:\n  phrases/the hero dies/do: |\n    ¦", "kill {foe}"),
        ("remove: [flow/rou¦", "round"),
        ("add:\n  players have/new: {ty¦", "type"),
        ("components:\n  monster:\n    designs:\n      imp: {str¦", "strength"),
        ("needs: ¦", "a"),
    ],
)
def test_variants(text: str, label: str) -> None:
    assert label in [item.label for item in in_file(HEAD + text, kind="variant")]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("    giv¦", "given"),
        ("    given: {her¦", "hero"),
        ("    given: {hero: ¦", "knight"),
        ("    given: {gear: [tor¦", "torch"),
        ("    given: {player 1: {¦", "bidding"),
        ("    given: {player 1: {bidding: ¦", "yes"),
        ("    start: ¦", "round/bidding"),
        ("    options: {¦", "starting hero"),
        ("    options: {starting hero: ¦", "mage"),
        ("    when:\n      - ¦", "player 1"),
        ("    when:\n      - player 1: ¦", "pass"),
        ("    then: {deci¦", "decides"),
        ("    rule: ¦", "draw.1"),
        ("    do: kill ¦", "any"),
    ],
)
def test_scenarios(text: str, label: str) -> None:
    found = in_file(f"scenarios:\n  it works:\n{text}", root=ScenarioFile)
    assert label in [item.label for item in found]


# ------------------------------------------------------------------------ where things stand


def scalars(node: Node, path: tuple[str | None, ...]) -> Iterator[tuple[str, tuple[str | None, ...], Text]]:
    """All texts of a document, with the keys that lead to them."""
    if isinstance(node, Text):
        yield "value", path, node
    elif isinstance(node, Mapping):
        for key, value in node.items:
            yield "key", path, key
            yield from scalars(value, (*path, key.value))
    else:
        for item in node.items:
            yield from scalars(item, (*path, None))


@pytest.mark.parametrize("kind", ["rules", "variants", "scenarios"])
def test_the_lines_around_a_place_say_where_it_is(kind: str) -> None:
    """As the tree of the document does, in nearly all places; of an entry of a list a key is not told apart."""
    dice, wrong, count = random.Random(4), [], 0
    for name in ("do-podzemi", "hrad", "classics/blackjack", "cookbook/rooms-and-portals"):
        for source in files_of(name, kind):
            node = read_document(source, Report())
            assert node is not None
            everything = list(scalars(node, ()))
            for sort, path, text in dice.sample(everything, min(len(everything), amount.some(40, 2_000))):
                if not text.value.strip():
                    continue
                at = dice.randrange(len(text.value))
                here = spot(source.text, text.span_of(at, at + 1).start)
                same = here.sort == sort or (sort == "value" and path[-1:] == (None,))
                count += 1
                if here.path != path or not same or here.before.rstrip() != text.value[:at].rstrip():
                    wrong.append((source.name, path, text.value[:at]))
    assert len(wrong) <= count * 0.02, wrong[:5]


def test_nothing_that_is_broken_raises() -> None:
    dice = random.Random(7)
    sources = files_of("do-podzemi")
    for round_ in range(amount.some(25, 500)):
        text = dice.choice(sources).text
        at = dice.randrange(len(text))
        cut = text[:at] + dice.choice(["", "{", '"', ": ", "\n", "the ", "- ", "]", "\t"])
        whole = cut + text[at + dice.randrange(30) :] if round_ % 2 else cut
        draft = Draft.of([one if one.text != text else Source(one.name, whole) for one in sources])
        name = next(one.name for one in sources if one.text == text)
        complete(draft, name, len(cut))
        complete(draft_of("do-podzemi"), "other.yaml", len(cut), text=whole, root=ScenarioFile)


# ------------------------------------------------------------------------- a whole variant


OWN = {
    "three-victories": "three-victories Three victories Na tři vítězství",
    "forced-summons": "forced-summons Forced first summons Povinné přivolání new nový catch summon sacrifice loss",
}
"""The names that the variants of do-podzemi give, and their titles."""


@pytest.mark.parametrize("name", OWN)
def test_a_variant_is_written_with_completion(name: str) -> None:
    """Typed are only layout, numbers, articles, the names that are its own, and what players read."""
    (wanted,) = [one.text for one in files_of("do-podzemi", "variants") if name in one.name]
    sources = files_of("do-podzemi")
    draft = Draft.of(sources, variants=[Source("v.yaml", "")])

    def offer(written: str) -> list[Item]:
        draft.replace("v.yaml", written)
        return complete(draft, "v.yaml", len(written), root=VariantDoc)

    steps = list(write(wanted, offer))
    assert "".join(step.added for step in steps) == wanted
    assert {step.added for step in steps if step.how == "own"} <= {*OWN[name].split()}
    taken = sum(len(step.added) for step in steps if step.how == "item")
    assert taken > len(wanted) / 2
