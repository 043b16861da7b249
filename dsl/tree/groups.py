"""Nodes that are of one nature, so that what holds for one of them holds for all.

Passes name what they leave out on purpose, and these save them long lists. Each class is in at most one group. A new
class that joins one is treated by all passes as its siblings are: so join only for what the group says.
"""

from __future__ import annotations

from .abilities import *
from .statements import *
from .values import *

LITERALS = (Number, Truth, WordValue, NoneValue, KindValue)
"""The same in every match."""
NAMES = (Variable, Actor, This, Here)
"""What is given from outside the text, or by a name that the text has made."""
SEATS = (Seat, PlayerAfter)
"""Players by how they sit."""
OPERATORS = (Arithmetic, TotalOf, Cases, TimesListed, NumberRange, Listed, Compare, Not, Both, Either)
"""Made of their parts alone."""
OF_SETS = (Quantity, EndOfSet, CountOf, Exists)
"""About a set, by who its members are and not by what they are like."""
STATES = (GameState, PhraseState)
"""States of the game and of abilities; those of players, pieces and cells are properties."""
FIGURES = (Aggregate, Differ)
"""About a set, by a property of its members."""
FACES = (IsKind, KindsOf)
"""Of which designs pieces are."""
PLACED = (PlaceValue, EndOf)
LYING = (IsIn, IsEmpty)
"""Whether something lies somewhere, or is in a set."""
STEPS = (Distance, MakeLine)
"""What steps on a board lead to, and what stands in a line there."""
SHAPE = (Between, Direction)
"""The shape of a board, which no match changes."""
MEMBERS = (InPlace, AmongSet, ButNot)
"""Filters by a set or a place."""
LIKE = (WithProperty, WithEither, WhoIs)
"""Filters by properties of each member itself."""
SPREADS = (Step, Within, Nearest, Reachable)
"""Filters by steps on a board."""

MOVES = (Put, Swap)
SETS = (Become, Change, Pay, Gain)
"""Statements that change states."""
SHOWS = (Look, Reveal, Show)
ENDS = (Win, EndOfMatch, EndOfTurn, EndOfPhase)
"""Statements after which control is somewhere else."""
MENUS = (ChooseOne, May, MayRepeatedly, Alternatives, AnyOrder, Offer)
"""Statements in which a player picks what is done."""
FLOW = (If, ForEach, Repeat, Simultaneously, OnlyIf)
"""Statements that say whether, how often and for whom others are done."""

PARTS = (Branch, Amount)
"""Parts of statements and conditions that are neither."""
ABILITIES = (Trigger, Modifier, AbilityCall)
HOOKS = (Hook, SlotPattern)
"""What an ability acts on."""
DECLARED = (TypeText, PlaceText, Players, Turns, Repetition)
"""Texts of declarations."""
