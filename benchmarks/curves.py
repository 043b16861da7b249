"""Draws how `docs/self_play.py` has learnt: reads the lines that it printed, writes a picture for docs/learning.md.

python benchmarks/curves.py       # from benchmarks/self_play.txt to docs/pictures/self-play.svg
"""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
PICTURE = HERE.parent / "docs" / "pictures" / "self-play.svg"
LINES = HERE / "self_play.txt"

LINE = re.compile(r"([\d.]+) minutes: the (\w+) wins ([\d.]+) in seat (\d)")
WIDTH, HEIGHT, LEFT, TOP = 640, 300, 46, 14
COLOURS = {"network": "#b4632c", "search": "#2c6fb4"}
"""Readable on white and on black."""
TEXT = "#808080"


def read(text: str) -> dict[tuple[str, str], list[tuple[float, float]]]:
    """The points of each curve, by who plays, and in which seat: (minutes, share of wins)."""
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for minutes, who, share, seat in LINE.findall(text):
        found.setdefault((who, seat), []).append((float(minutes), float(share)))
    return found


def drawn(curves: dict[tuple[str, str], list[tuple[float, float]]]) -> str:
    """The picture."""
    last = max(minutes for points in curves.values() for minutes, _ in points)
    wide, high = WIDTH - LEFT - 150, HEIGHT - TOP - 34

    def at(minutes: float, share: float) -> tuple[float, float]:
        return round(LEFT + wide * minutes / last, 1), round(TOP + high * (1 - share), 1)

    def said(x: float, y: float, text: str, how: str = "") -> str:
        return f'<text x="{x}" y="{y}" fill="{TEXT}" {how}>{text}</text>'

    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        (x, y), (end, _) = at(0, share), at(last, share)
        parts.append(f'<line x1="{x}" y1="{y}" x2="{end}" y2="{y}" stroke="{TEXT}" stroke-opacity="0.35"/>')
        parts.append(said(x - 6, y + 4, f"{share:.0%}", 'text-anchor="end"'))
    for minutes in range(int(last) + 1):
        x, y = at(minutes, 0)
        parts.append(said(x, y + 17, str(minutes), 'text-anchor="middle"'))
    parts.append(said(LEFT + wide / 2, HEIGHT - 3, "minutes of one processor", 'text-anchor="middle"'))
    for number, ((who, seat), points) in enumerate(curves.items()):
        line = " ".join(f"{x},{y}" for x, y in (at(*point) for point in points))
        how = f'fill="none" stroke="{COLOURS[who]}" stroke-width="2"'
        dashes = ' stroke-dasharray="5 4"' if seat == "2" else ""
        parts.append(f'<polyline points="{line}" {how}{dashes}/>')
        x, y = LEFT + wide + 14, TOP + 20 + 22 * number
        parts.append(f'<line x1="{x}" y1="{y}" x2="{x + 26}" y2="{y}" {how}{dashes}/>')
        parts.append(said(x + 32, y + 4, f"{who}, seat {seat}"))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
    return "\n".join([f'{head}font-size="12">', *parts, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(drawn(read(LINES.read_text(encoding="utf-8"))), encoding="utf-8")
