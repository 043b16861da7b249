"""Matches that nobody has used for long: all that is kept of each, compressed in one row, until somebody comes."""

from __future__ import annotations

import json
import sqlite3
import zlib
from typing import Any

TABLES = """
CREATE TABLE IF NOT EXISTS archive (
  id TEXT PRIMARY KEY, rules TEXT NOT NULL, since INTEGER NOT NULL, data BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS archive_by_age ON archive (since);
"""
OF_A_MATCH = ("seats", "terms", "standing", "actions")
"""The tables whose column `match` names a match."""


def archive(connection: sqlite3.Connection, identity: str, now: int) -> None:
    """Puts a match away."""
    found = {"matches": _rows(connection, "SELECT * FROM matches WHERE id = ?", identity)}
    for table in OF_A_MATCH:
        found[table] = _rows(connection, f"SELECT * FROM {table} WHERE match = ?", identity)
    data = zlib.compress(json.dumps(found, default=_text, separators=(",", ":")).encode("utf-8"))
    connection.execute(
        "INSERT OR REPLACE INTO archive SELECT id, rules, ?, ? FROM matches WHERE id = ?",
        (now, data, identity),
    )
    connection.execute("DELETE FROM matches WHERE id = ?", (identity,))


def bring_back(connection: sqlite3.Connection, identity: str, now: int) -> bool:
    """Brings a match back, as one that is used now. False if it is not in the archive."""
    kept = connection.execute("SELECT data FROM archive WHERE id = ?", (identity,)).fetchone()
    if kept is None:
        return False
    found = json.loads(zlib.decompress(kept[0]), object_hook=_bytes)
    for table in ("matches", *OF_A_MATCH):
        for row in found.get(table, {"rows": ()})["rows"]:
            names = ", ".join(found[table]["columns"])
            marks = ", ".join("?" * len(row))
            connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", row)
    connection.execute("UPDATE matches SET used = ? WHERE id = ?", (now, identity))
    connection.execute("DELETE FROM archive WHERE id = ?", (identity,))
    return True


def _rows(connection: sqlite3.Connection, query: str, identity: str) -> dict[str, Any]:
    found = connection.execute(query, (identity,))
    return {"columns": [one[0] for one in found.description], "rows": found.fetchall()}


def _text(value: bytes) -> dict[str, str]:
    return {"hex": value.hex()}


def _bytes(value: dict[str, Any]) -> Any:
    return bytes.fromhex(value["hex"]) if value.keys() == {"hex"} else value


__all__ = ["TABLES", "archive", "bring_back"]
