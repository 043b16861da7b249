"""What the keys of YAML files mean, as the JSON Schemas say it (docs/keys.yaml)."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from importlib.resources import files
from typing import Any

_KINDS = {"scenarios": "scenarios", "variant": "variant", "patches": "variant"}


@lru_cache(maxsize=256)
def meaning(kind: str, path: tuple[str, ...]) -> str | None:
    """What a key means in a kind of file (as `Look` has it), by the keys that lead to it; an item of a list is empty.
    None if it is no key of the language, but a name."""
    text = (
        files("rulewright.workbench")
        .joinpath("schemas", f"{_KINDS.get(kind, 'game')}.schema.json")
        .read_text(encoding="utf-8")
    )
    schema: Any = json.loads(text)  # a quick look, and large: it is not kept
    here = [one for part in schema["allOf"] for one in _kinds(part, schema)]
    found: str | None = None
    for key in path:
        found, following = None, []
        for one in here:
            if not key:
                following += _kinds(one.get("items", {}), schema)
                continue
            inner = one.get("properties", {}).get(key)
            if inner is not None:
                found = inner.get("description", found)
            else:
                patterns = one.get("patternProperties", {}).items()
                inner = next((value for pattern, value in patterns if re.match(pattern, key)), None)
                found = (inner or {}).get("description", found)
                inner = inner or one.get("additionalProperties")
            if isinstance(inner, dict):
                following += _kinds(inner, schema)
        here = following
    return found


def _kinds(part: dict[str, Any], schema: dict[str, Any]) -> list[dict[str, Any]]:
    """What a part of a schema can be, references followed."""
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        return _kinds(schema["definitions"][name], schema)
    if "anyOf" in part:
        return [one for inner in part["anyOf"] for one in _kinds(inner, schema)]
    return [part]
