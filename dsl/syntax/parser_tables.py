"""The parser's tables as a small text, and back, so that a new process need not build them from the grammar.

In: what Lark serializes (plain dictionaries). Out: one JSON text, the same for the same grammar on every machine
(states are numbered by a walk from the start symbols, symbols by name), with the mark of its grammar.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections import deque
from collections.abc import Mapping
from typing import Any

import attrs

from .forest import Shape

Serialized = dict[str, Any]
"""Lark's `data` and `memo`, in one dictionary."""

_RULE_OPTIONS = {"keep_all_tokens": False, "priority": None, "template_source": None, "empty_indices": ()}
SHIFT, REDUCE = 0, 1


def fingerprint(grammar: str) -> str:
    """The mark of a grammar, on which the tables depend."""
    return f"grammar {hashlib.sha256(grammar.encode()).hexdigest()[:16]}"


def pack(serialized: Serialized, mark: str, starts: tuple[str, ...]) -> str:
    """The tables as text."""
    parser = serialized["data"]["parser"]["parser"]
    numbers = _walk(parser, starts)
    tokens = sorted(parser["tokens"].values())
    index = {name: number for number, name in enumerate(tokens)}
    rows: list[list[int]] = [[] for _ in numbers]
    for state, row in parser["states"].items():
        named = sorted((index[parser["tokens"][token]], action) for token, action in row.items())
        rows[numbers[state]] = [part for token, action in named for part in (token, _action(action, numbers))]
    rules = [_pack_rule(serialized["memo"][number]) for number in sorted(serialized["memo"])]
    content = {
        "made with": mark,
        "starts": {name: numbers[parser["start_states"][name]] for name in starts},
        "ends": {name: numbers[parser["end_states"][name]] for name in starts},
        "tokens": tokens,
        "rules": rules,
    }
    head = json.dumps(content, separators=(",", ":"))[:-1]
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    return f'{head},"states":[\n{lines}\n]}}\n'


def _walk(parser: dict[str, Any], starts: tuple[str, ...]) -> dict[int, int]:
    """New numbers of the states, in the order in which a walk reaches them."""
    numbers: dict[int, int] = {}
    todo = deque(parser["start_states"][name] for name in starts)
    while todo:
        state = todo.popleft()
        if state in numbers:
            continue
        numbers[state] = len(numbers)
        row = sorted((parser["tokens"][token], action) for token, action in parser["states"][state].items())
        todo.extend(action[1] for _, action in row if action[0] == SHIFT)
    return numbers


def _action(action: tuple[int, Any], numbers: dict[int, int]) -> int:
    """A shift to state n is n; a reduction by rule n is -1 - n."""
    kind, what = action
    return numbers[what] if kind == SHIFT else -1 - int(what["@"])


def _pack_rule(rule: dict[str, Any]) -> list[Any]:
    for name, usual in _RULE_OPTIONS.items():
        assert rule["options"][name] == usual, f"the grammar uses {name}, which the tables do not keep"
    parts = [_sign(part) + part["name"] for part in rule["expansion"]]
    return [rule["origin"]["name"], parts, rule["alias"], bool(rule["options"]["expand1"])]


def _sign(symbol: dict[str, Any]) -> str:
    """`+` marks a terminal that is kept, `-` a terminal that is left out of trees; nonterminals have no mark."""
    if symbol["__type__"] == "NonTerminal":
        return ""
    return "-" if symbol["filter_out"] else "+"


# -------------------------------------------------------------------------- back


@attrs.frozen(eq=False)
class Tables:
    """The states before and after each start symbol is read, and the actions of each state."""

    starts: Mapping[str, int]
    ends: Mapping[str, int]
    states: Mapping[int, Mapping[str, int | Shape]]


class _States(dict[int, dict[str, "int | Shape"]]):
    """The actions of each state, by the next symbol. A state is decoded when it is first reached."""

    def __init__(self, rows: list[list[int]], symbols: list[str], shapes: list[Shape]) -> None:
        super().__init__()
        self._rows = [array("h", row) for row in rows]  # a thirtieth of the memory of lists
        self._symbols, self._shapes = symbols, shapes

    def __missing__(self, state: int) -> dict[str, int | Shape]:
        row = self._rows[state]
        found = self[state] = {
            self._symbols[symbol]: action if action >= 0 else self._shapes[-1 - action]
            for symbol, action in zip(row[::2], row[1::2], strict=True)
        }
        return found


def read(text: str, mark: str) -> Tables | None:
    """The tables of a text; None if their mark is another one."""
    content = json.loads(text)
    if content["made with"] != mark:
        return None
    shapes = [_shape(*rule) for rule in content["rules"]]
    states = _States(content["states"], content["tokens"], shapes)
    return Tables(content["starts"], content["ends"], states)


def _shape(origin: str, parts: list[str], alias: str | None, expand: bool) -> Shape:
    """What a rule makes of its parts, as in Lark's own trees: `_` inlines, `?` passes a single child through."""
    kept = tuple([at for at, part in enumerate(parts) if part[0] != "-"])
    name = None if origin.startswith("_") else alias or origin
    return Shape(origin, len(parts), name, kept, expand and not alias)
