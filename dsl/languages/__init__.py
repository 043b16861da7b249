"""The languages that players read: one catalogue each, in a module or package named for its ISO 639-1 code only.

All other code hands out messages as keys with arguments; `say` finds the words for them in the reader's language.
What a catalogue lacks is said in `BASE`. One more language is one more module here, or a catalogue that is added
while the program runs (`add`); `lacks` lists what it does not say yet.
"""

from .catalogue import PLAIN, Catalogue
from .messages import IfSaid, Message, Noun, Sayable, Several, say
from .registry import BASE, TAG, add, base, catalogue, in_language, lacks, remove, tags

__all__ = [
    "BASE",
    "PLAIN",
    "TAG",
    "Catalogue",
    "IfSaid",
    "Message",
    "Noun",
    "Sayable",
    "Several",
    "add",
    "base",
    "catalogue",
    "in_language",
    "lacks",
    "remove",
    "say",
    "tags",
]
