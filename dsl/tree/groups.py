"""Groups of nodes of one nature: what holds for one of them holds for all.

Passes name what they leave out on purpose, and groups save them long lists. Each class is in at most one group. All
passes treat a new class as its siblings in a group, so let it join a group only if the description of the group fits.
"""

from __future__ import annotations

from .abilities import *
from .statements import *
from .values import *

LITERALS = (Number, Truth, WordValue, NoneValue, KindValue)
"""The same in every match."""
NAMES = (Variable, Actor, This, Here)
"""Values from outside the text, or under a name that the text has given."""
SEATS = (Seat, PlayerAfter)
"""Players by their seats."""
OPERATORS = (Arithmetic, TotalOf, Cases, TimesListed, NumberRange, Listed, Compare, Not, Both, Either)
"""Computed from their parts alone."""
OF_SETS = (Quantity, EndOfSet, CountOf, Exists)
"""About a set, by its members and not by their properties."""
STATES = (GameState, PhraseState)
"""States of the game and of abilities; the states of players, pieces and cells are properties."""
FIGURES = (Aggregate, Differ)
"""About a set, by a property of its members."""
FACES = (IsKind, KindsOf)
"""The designs of pieces."""
PLACED = (PlaceValue, EndOf)
LYING = (IsIn, IsEmpty)
"""Whether something lies somewhere, or is in a set."""
STEPS = (Distance, MakeLine)
"""Cells that steps on a board lead to, and lines on a board."""
SHAPE = (Between, Direction)
"""The shape of a board, which never changes in a match."""
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
"""Statements that leave the text in which they stand."""
MENUS = (ChooseOne, May, MayRepeatedly, Alternatives, AnyOrder, Offer)
"""Statements in which a player picks the text that is carried out."""
FLOW = (If, ForEach, Repeat, Simultaneously, OnlyIf)
"""Statements that decide whether, how often and for whom others are carried out."""

PARTS = (Branch, Amount)
"""Parts of statements and conditions that are neither themselves."""
ABILITIES = (Trigger, Modifier, AbilityCall)
HOOKS = (Hook, SlotPattern)
"""What an ability acts on."""
DECLARED = (TypeText, PlaceText, Players, Turns, Repetition)
"""Texts of declarations."""
