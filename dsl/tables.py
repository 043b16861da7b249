"""The parser's tables as a small text, and back: so that a new process need not build them from the grammar.

Comes in: what Lark serializes (plain dictionaries). Goes out: one JSON text, the same for the same grammar on
every machine (states are numbered by a walk from the start symbols, tokens by name), which says which grammar
and which Lark it was made with.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from typing import Any

Serialized = dict[str, Any]
"""Lark's `data` and `memo`, in one dictionary."""

_RULE_OPTIONS = {"keep_all_tokens": False, "priority": None, "template_source": None, "empty_indices": ()}
SHIFT, REDUCE = 0, 1


def fingerprint(grammar: str, version: str) -> str:
    """What the tables depend on: the grammar and the release of Lark (patch releases do not count)."""
    release = ".".join(version.split(".")[:2])
    return f"lark {release}, grammar {hashlib.sha256(grammar.encode()).hexdigest()[:16]}"


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
    """New numbers of the states, in the order in which a walk meets them."""
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
    return [rule["origin"]["name"], parts, rule["order"], rule["alias"], rule["options"]["expand1"]]


def _sign(symbol: dict[str, Any]) -> str:
    """`+` marks a terminal that is kept, `-` one that is left out of trees; nonterminals have no mark."""
    if symbol["__type__"] == "NonTerminal":
        return ""
    return "-" if symbol["filter_out"] else "+"


# -------------------------------------------------------------------------- back


def unpack(text: str, mark: str, options: dict[str, Any]) -> Serialized | None:
    """The tables as Lark takes them; None if they were made with something else."""
    content = json.loads(text)
    if content["made with"] != mark:
        return None
    memo = {number: _unpack_rule(rule) for number, rule in enumerate(content["rules"])}
    references = [{"@": number} for number in memo]
    lexer = {
        "terminals": [],
        "ignore": [],
        "g_regex_flags": 0,
        "use_bytes": False,
        "lexer_type": options["lexer"],
        "__type__": "LexerConf",
    }
    parser = {
        "tokens": dict(enumerate(content["tokens"])),
        "states": dict(enumerate(_unpack_row(row) for row in content["states"])),
        "start_states": content["starts"],
        "end_states": content["ends"],
    }
    conf = {"rules": references, "start": options["start"], "parser_type": "lalr", "__type__": "ParserConf"}
    frontend = {"lexer_conf": lexer, "parser_conf": conf, "parser": parser, "__type__": "ParsingFrontend"}
    data = {"parser": frontend, "rules": references, "options": options, "__type__": "Lark"}
    return {"data": data, "memo": memo}


def _unpack_row(row: list[int]) -> dict[int, tuple[int, Any]]:
    return {
        token: (SHIFT, action) if action >= 0 else (REDUCE, {"@": -1 - action})
        for token, action in zip(row[::2], row[1::2], strict=True)
    }


def _unpack_rule(rule: list[Any]) -> dict[str, Any]:
    origin, parts, order, alias, expand = rule
    return {
        "origin": {"name": origin, "__type__": "NonTerminal"},
        "expansion": [_symbol(part) for part in parts],
        "order": order,
        "alias": alias,
        "options": {**_RULE_OPTIONS, "expand1": expand, "__type__": "RuleOptions"},
        "__type__": "Rule",
    }


def _symbol(part: str) -> dict[str, Any]:
    if part[0] in "+-":
        return {"name": part[1:], "filter_out": part[0] == "-", "__type__": "Terminal"}
    return {"name": part, "__type__": "NonTerminal"}
