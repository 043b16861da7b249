"""Views in words: states of pieces in the reader's language, and only those that say something."""

from __future__ import annotations

from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.interpreter import Match
from rulewright.interpreter.match.decisions.disambiguate import part_states
from rulewright.workbench.terminal.board import changed_lines, view_lines, view_parts
from rulewright.workbench.terminal.boards import marked_cells
from rulewright.workbench.terminal.wording import _piece, short_prompt, states_text

from ..interpreter.small_games import shipped_game


def test_states_of_pieces_are_called_as_the_game_calls_them() -> None:
    game = shipped_game("hrad")
    states = {"life": 7, "lame": True, "spent": False, "ward": 0, "bearer": None, "fought": "nothing"}
    assert part_states(game, states, "en") == "life 7, lame"
    assert part_states(game, states, "cs") == "životy 7, ochromený"


def test_in_brief_what_is_none_no_or_nought_is_left_out_and_long_lists_are_counted() -> None:
    game = shipped_game("hrad")
    states = {"rounds": 0, "keys": 1, "gate": None, "ended": False, "stage": "peace"}
    assert states_text(game, states, "en") == "rounds 0, keys 1, gate none, ended no, stage peace"
    assert states_text(game, states, "en", brief=True) == "keys 1, stage peace"
    assert states_text(game, states, "cs", brief=True) == "klíče 1, fáze souboje peace"
    score = {"points": 0, "ready": False, "gate": None}
    assert states_text(game, score, "en", brief=True, nought=True) == "points 0"
    sites = {"sites left": ", ".join(f"a{number}" for number in range(1, 41))}
    assert states_text(game, sites, "en").endswith(", a40")  # the whole prompt, if everything is requested
    assert states_text(game, sites, "en", brief=True) == "sites left (40)"


def test_a_long_prompt_is_cut_before_its_conditions() -> None:
    whole = "choose a figure with leader = the player that is not spent where (that figure has a foe)"
    assert short_prompt(whole) == "choose a figure"
    assert short_prompt("choose a monster with strength <= 3") == "choose a monster with strength <= 3"
    long = short_prompt("may: " + "the player draws 1 card; " * 20)
    assert len(long) <= 110
    assert long.endswith("; the …")
    assert short_prompt("what happens instead of: " + "x" * 60) == "what happens instead of: " + "x" * 60


def test_cells_that_known_pieces_name_are_marked_and_those_of_unknown_ones_are_not() -> None:
    """The lord knows where each token lies; the heroes know none."""
    match = Match(shipped_game("hrad"), ["Eva", "Jan"], seed=3)
    for _ in range(6):
        match.choose(match.decision.options[0])
    marks = [
        [one for cell in marked_cells(match.game, match.view(seat)).values() for one in cell]
        for seat in (0, 1)
    ]
    assert sorted(set(marks[0])) == ["(castle)", "(chest)", "(happening)", "(hidden trap)", "(key)"]
    assert len(marks[0]) == 17
    assert marks[1] == []
    lord = "\n".join(view_lines(match.game, match.view(0)))
    assert "(castle)" in lord
    assert "(castle)" not in "\n".join(view_lines(match.game, match.view(1)))


def test_no_english_word_is_left_in_a_czech_view() -> None:
    """Only of the words for states: players choose their own names."""
    match = Match(shipped_game("hrad"), ["Eva", "Jan"], seed=3)
    for _ in range(60):
        match.choose(match.decision.options[0])
    text = "\n".join(view_lines(match.game, match.view(1, "cs"), "cs"))
    for word in ("life", "leader", "turned", "bearer", "source", "rounds", "yes", "none"):
        assert f" {word} " not in text, word


def test_of_a_view_only_what_has_changed_is_shown_again() -> None:
    match = Match(shipped_game("do-podzemi"), ["Eva", "Jan"], seed=5)
    before = view_parts(match.game, match.view(0), brief=True)
    assert changed_lines(match.game, {}, before) == view_lines(match.game, match.view(0), brief=True)
    assert changed_lines(match.game, before, before) == []
    match.choose("draw")
    match.choose("summon")
    changed = changed_lines(match.game, before, view_parts(match.game, match.view(0), brief=True))
    assert changed == ["  monster deck (12): ?", "  dungeon (1): golem"]


def test_a_place_that_has_become_empty_is_named() -> None:
    match = Match(shipped_game("do-podzemi"), ["Eva", "Jan"], seed=5)
    now = view_parts(match.game, match.view(0), brief=True)
    before = {**now, ("place", "dungeon"): ["  dungeon (1): golem"]}
    assert changed_lines(match.game, before, now) == ["  dungeon (0): –"]
    assert changed_lines(match.game, before, now, "cs") == ["  podzemí (0): –"]


UNSHOWN = """\
rulewright: 1
game: unshown
players: 2
components:
  card:
    state: {worn: {type: 0..9, shown: no}, hot: {type: 0..9}}
    starts in: the tray
    designs: {oak: {}}
places:
  tray: {is: area of cards}
  attic: {is: area of cards, shown: no}
  plan: {is: "grid of cards, 2 by 2, per player", cell: square, state: {old: {type: 0..9, shown: no}}}
game has:
  count: {type: 0..99, starts: 7, shown: no}
  round: {type: 0..99, starts: 5}
players have:
  debt: {type: 0..9, starts: 3, shown: no}
flow:
  - phase: play
    turns: clockwise from player 1, each player, once each
    options: {wait: {do: round goes up by 1}}
"""


def test_what_only_helps_the_rules_is_left_out_but_where_all_is_asked_for() -> None:
    report = Report()
    game = load_game([Source("unshown.yaml", UNSHOWN)], report)
    assert game is not None, str(report)
    match = Match(game, ["Eva", "Jan"])
    match.memory[match.rules.lowered.tables.piece_states["worn"].address] = 4
    match.memory[match.rules.lowered.tables.piece_states["hot"].address] = 2
    brief = "\n".join(view_lines(game, match.view(0), brief=True))
    whole = "\n".join(view_lines(game, match.view(0)))
    for hidden in ("count 7", "debt 3", "worn 4", "attic"):
        assert hidden not in brief
        assert hidden in whole
    assert "round 5" in brief
    assert "oak (hot 2)" in brief


def test_a_board_says_whose_it_is() -> None:
    report = Report()
    game = load_game([Source("unshown.yaml", UNSHOWN)], report)
    assert game is not None
    match = Match(game, ["Eva", "Jan"])
    english, czech = view_lines(game, match.view(0)), view_lines(game, match.view(0, "cs"), "cs")
    assert "  Eva's plan:" in english
    assert "  Jan's plan:" in english
    assert "  plan (Jan):" in czech


def test_cells_with_names_are_listed_by_their_names() -> None:
    game = shipped_game("vladci-podzemi")
    match = Match(game, 3, 1)
    while not match.view(0)["boards"]["town"]["cells"]["village 2"]["pieces"]:
        match.choose(match.decisions[0].options[0])
    assert any(line.startswith("    village 2: ") for line in view_lines(game, match.view(0), "en"))
    czech = view_lines(game, match.view(0, "cs"), "cs")
    assert any(line.startswith("    druhé pole vesnice: ") for line in czech)
    assert not any("village" in line for line in czech)


def test_states_agree_with_the_gender_of_a_piece() -> None:
    """`lame` is masculine where it is declared."""
    game = shipped_game("hrad")
    for name, said in (("rytířka", "rytířka (ochromená)"), ("trpaslík", "trpaslík (ochromený)")):
        assert _piece(game, {"name": name, "lame": True}, "cs") == said
    assert _piece(game, {"name": "knight", "lame": True}, "en") == "knight (lame)"
