"""The resolved tree of a text: names bound, defaults filled in. Equality ignores spans and types.

Two texts mean the same if and only if their trees are equal; the printer turns a tree into the canonical text of its
meaning. A binding (`let`, `as`, `for each`, a slot) is referred to by its name.
"""

# Everything that these modules define is a part of the tree, so a new node needs no line here.
from . import groups as groups
from .abilities import *
from .statements import *
from .values import *
