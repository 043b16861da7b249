"""Groups of similar nodes of the representation: see `rulewright.dsl.tree.groups`."""

from .expressions import *
from .instructions import *

OPERATIONS = (Binary, Unary, Pick, Shift, Fits)
"""Expressions that compute."""
BINDERS = (Filter, Any, HowMany, Union)
"""Expressions about each member of a set, which a register holds."""
READS = (Load, LoadSet, Table)
"""Expressions that read a cell or a table."""
OF_PLACES = (PlaceCount, PlaceSet, PlaceAt, PlaceEnd)
"""Expressions that read what lies in a place."""

NESTED = (If, While, ForEachBit, ForEachIn)
"""Instructions that contain others."""
STORES = (Store, StoreSet, StoreRanged)
PUTS = (Put, PutAll, PutPile)
ORDERS = (Shuffle, SwapAt)
"""Instructions that change the order of pieces."""
KNOWLEDGE = (Learn, Forget)
"""Instructions that change what players know, and nothing else."""
REMARKS = (Check, Count, Emit)
"""Instructions that change nothing in the memory."""

WAYS = (Jump, Branch)
"""Terminators that continue in the same procedure."""
