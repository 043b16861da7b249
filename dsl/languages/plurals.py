"""Plural rules as CLDR writes them, for whole numbers: which category a number asks for.

A rule is a condition: `n = 1`, `n = 2..4`, `n % 10 = 1 and n % 100 != 11`, `n = 0 or n = 1`. What CLDR says of digits
behind a decimal point (`v`, `w`, `f`, `t`, `e`) is 0 here; `n` and `i` are the number without its sign.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_RELATION = re.compile(
    r"\s*([nivwfte])(?:\s*%\s*(\d+))?\s*(!?=)\s*(\d+(?:\.\.\d+)?(?:\s*,\s*\d+(?:\.\.\d+)?)*)\s*"
)


def category(rules: Mapping[str, str], number: int) -> str:
    """The first category whose rule holds of a number; the last one where none does. An empty rule always holds."""
    for name, rule in rules.items():
        if not rule or any(
            all(_holds(relation, abs(number)) for relation in way.split(" and "))
            for way in rule.split(" or ")
        ):
            return name
    return name


def is_rule(rule: str) -> bool:
    """Whether a text is a plural rule."""
    ways = (relation for way in rule.split(" or ") for relation in way.split(" and "))
    return not rule or all(_RELATION.fullmatch(relation) for relation in ways)


def _holds(relation: str, number: int) -> bool:
    found = _RELATION.fullmatch(relation)
    if found is None:
        raise ValueError(f"'{relation}' is no plural rule")
    operand, modulus, sign, ranges = found.groups()
    value = number if operand in "ni" else 0
    value = value % int(modulus) if modulus else value
    bounds = [one.strip().partition("..") for one in ranges.split(",")]
    among = any(int(least) <= value <= int(most or least) for least, _, most in bounds)
    return among == (sign == "=")
