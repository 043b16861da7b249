"""The registry of diagnostic codes; `rulewright explain` prints from it and `Report` accepts no other code.

One module per range of numbers, so that each can be read as a list:

    RW0xx  reading files and YAML         reading.py
    RW1xx  keys, structure, variants      shape.py
    RW2xx  names, syntax and types        texts.py
    RW3xx  checks                         checks.py
    RW4xx  faults at run time             playing.py
    RW5xx  names and translations         translations.py
    RW6xx  scenarios                     playing.py
    RW7xx  saves, records, choices       playing.py
"""

from .checks import CHECKS
from .code import CodeInfo, table
from .files import READING
from .playing import PLAYING
from .shape import SHAPE
from .texts import TEXTS
from .translations import NAMES

CODES: dict[str, CodeInfo] = table(READING, SHAPE, TEXTS, CHECKS, NAMES, PLAYING)

__all__ = ["CODES", "CodeInfo"]
