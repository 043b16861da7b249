"""The classics that OpenSpiel has too, and how it numbers what can be done in them."""

from __future__ import annotations

from rulewright.interpreter import Match, Option

from .lockstep import Pair, Walk, by_score

Way = tuple[Option, ...]


def square(_: Walk, way: Way) -> int:
    """Tic-tac-toe: rows from the top, columns from the left."""
    return 3 * (3 - int(way[0].name[1:])) + ord(way[0].name[0]) - ord("a")


def column(_: Walk, way: Way) -> int:
    """Connect Four: the column that the disc is dropped into."""
    return ord(way[0].name[0]) - ord("a")


def advance(walk: Walk, way: Way) -> int:
    """Breakthrough: OpenSpiel's first player begins at the top, ours below, so rows count the other way."""
    move = "".join(f"{name[-2]}{9 - int(name[-1])}" for name in (way[0].name, way[1].name))
    legal = {walk.state.action_to_string(action).rstrip("*"): action for action in walk.state.legal_actions()}
    assert move in legal, f"{move} is not legal:\n{walk.state}"
    return int(legal[move])


def design(_: Walk, way: Way) -> int:
    """Cards are numbered in the order in which they are printed; options of poker by their names."""
    if way[0].argument is not None:
        return way[0].argument
    return {"check": 0, "fold": 0, "bet": 1, "call": 1, "raise": 2}[way[0].name]


def die(_: Walk, way: Way) -> int:
    """Pig: a roll is numbered from nought."""
    if way[0].argument is not None:
        return way[0].argument - 1
    return {"roll": 0, "hold": 1}[way[0].name]


def rank(_: Walk, way: Way) -> int:
    """Blackjack: a card by its rank."""
    if way[0].argument is not None:
        return way[0].argument
    return {"hit": 0, "stand": 1}[way[0].name]


def without_suit(card: int) -> int:
    """Blackjack: OpenSpiel has a card of each suit, we have four of each rank."""
    return card % 13


def more_points(match: Match) -> list[float]:
    """Goofspiel for two, where only winning counts."""
    first, second = match.scores or (0, 0)
    return [float((first > second) - (first < second)), float((second > first) - (second < first))]


def goofspiel(cards: int, players: int) -> Pair:
    """Goofspiel with a number of cards, counted by points."""
    theirs = f"goofspiel(num_cards={cards},players={players},returns_type=total_points)"
    return Pair(
        "goofspiel",
        theirs,
        design,
        by_score,
        players=players,
        options={"highest card": cards},
        ends_early=True,
    )


TIC_TAC_TOE = Pair("tic-tac-toe", "tic_tac_toe", square)
CONNECT_FOUR = Pair("connect-four", "connect_four", column)
BREAKTHROUGH = Pair("breakthrough", "breakthrough", advance, choices=2)
KUHN = Pair("kuhn-poker", "kuhn_poker", design, by_score)
LEDUC = Pair("leduc-poker", "leduc_poker", design, by_score)
PIG = Pair("pig", "pig", die)
SHORT_PIG = Pair("pig", "pig(winscore=20)", die, options={"points to win": 20})
BLACKJACK = Pair("blackjack", "blackjack", rank, by_score, without_suit, players=1)
GOOFSPIEL = Pair("goofspiel", "goofspiel", design, more_points, ends_early=True)
THREE_PLAYERS = goofspiel(13, 3)
GOOFSPIELS = (goofspiel(3, 2), goofspiel(3, 3), THREE_PLAYERS)

ALL = (
    TIC_TAC_TOE,
    CONNECT_FOUR,
    BREAKTHROUGH,
    KUHN,
    LEDUC,
    PIG,
    SHORT_PIG,
    BLACKJACK,
    GOOFSPIEL,
    *GOOFSPIELS,
)
"""All are played at random in lockstep."""

WHOLE = (KUHN, LEDUC, goofspiel(3, 2))
"""The whole tree of these is walked, with what every player knows at every node."""
