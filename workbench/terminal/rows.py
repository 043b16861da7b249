"""The matches of a simulation one by one, as CSV or as lines of JSON."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from ...interpreter.simulation.statistics import Statistics

LINES = (".jsonl", ".ndjson")
"""The endings of files that get lines of JSON; all others get CSV."""


def rows_text(statistics: Statistics, file: str) -> str:
    """All rows, in the format that the name of a file asks for. Seats are numbered from 1."""
    rows = [_row(statistics, number) for number in range(len(statistics.rows))]
    if file.lower().endswith(LINES):
        return "".join(json.dumps(row) + "\n" for row in rows)
    scored = range(statistics.players) if statistics.scores else ()
    head = ["match", "seed", "ended", "decisions", "turns", "starter", "winners"]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*head, *(f"score {seat + 1}" for seat in scored)])
    for row in rows:
        plain = {**row, "ended": int(row["ended"]), "winners": " ".join(map(str, row["winners"]))}
        scores = row["scores"] or [""] * len(scored)
        writer.writerow([*("" if plain[name] is None else plain[name] for name in head), *scores])
    return out.getvalue()


def _row(statistics: Statistics, number: int) -> dict[str, Any]:
    row = statistics.rows[number]
    return {
        "match": row.number + 1,
        "seed": row.seed,
        "ended": row.ended,
        "decisions": row.decisions,
        "turns": row.turns,
        "starter": row.starter + 1 or None,
        "winners": [seat + 1 for seat in row.winners],
        "scores": list(row.scores),
    }
