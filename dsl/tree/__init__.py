"""The resolved tree of a text: names bound, defaults filled in. Spans and types do not count for equality.

Two texts say the same if and only if their trees are equal; the printer turns a tree into the canonical
text of its meaning. A binding (`let`, `as`, `for each`, a slot) is referred to by its name.
"""

# Whatever these modules define is a part of the tree: a new node needs no line here.
from . import groups as groups
from .abilities import *
from .statements import *
from .values import *
