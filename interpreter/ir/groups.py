"""Nodes of the representation that are of one nature: see `rulewright.dsl.tree.groups`."""

from .expressions import *
from .instructions import *

OPERATIONS = (Binary, Unary, Pick)
"""Expressions that compute."""
READS = (Load, LoadSet, Table)
"""Expressions that read a cell or a table."""
OF_PLACES = (PlaceCount, PlaceSet, PlaceAt, PlaceEnd)
"""Expressions that read what lies in a place."""

NESTED = (If, While, ForEachBit, ForEachIn)
"""Instructions with others inside."""
STORES = (Store, StoreSet, StoreRanged)
PUTS = (Put, PutAll, PutPile)
ORDERS = (Shuffle, SwapAt)
"""Instructions that change in what order pieces lie."""
KNOWLEDGE = (Learn, Forget)
"""Instructions that change what players know, and nothing else."""
REMARKS = (Check, Count, Emit)
"""Instructions that change nothing in the memory."""

WAYS = (Jump, Branch)
"""Terminators that go on in the same procedure."""
