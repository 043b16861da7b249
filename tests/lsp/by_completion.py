"""A variant is written in an editor with completion alone: `python -m tests.lsp.by_completion`.

The editor starts with an empty file in the folder `variants`. After each step the server is asked what can stand at
the cursor, and the item that leads to the wanted text is taken (`tests/dsl/completion/by_completion.py`). Typed are
only layout with signs between keys, numbers, names of one's own, and texts for people. Prints the steps, which stand
in `sessions/scars.txt`, too.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / ".ns"))  # this checkout, whatever is installed

import attrs

from ..dsl.completion.by_completion import Step, write
from .client import Editor, copied

GAME = "do-podzemi"
WANTED = Path(__file__).parent / "sessions" / "scars.yaml"
RECORD = WANTED.with_suffix(".txt")


@attrs.frozen
class Offer:
    """What the server offers, with offsets of the text."""

    label: str
    insert: str
    snippet: bool
    start: int


@attrs.frozen
class Pick:
    """A step, and how many items there were to choose from."""

    step: Step
    offered: int

    def __str__(self) -> str:
        added = self.step.added.replace("\n", "⏎")
        if self.step.how != "item":
            return f"{self.step.how:<8} {added!r}"
        return f"{'item':<8} {added!r}  ({self.step.rank + 1} of {self.offered}: {self.step.label})"


def session(editor: Editor, path: Path, wanted: str) -> Iterator[Pick]:
    """Writes a text into a new file, which is open in the editor and saved at the end."""
    path.write_text("", encoding="utf-8")
    uri = editor.open(path)
    offered = 0

    def offer(written: str) -> Sequence[Offer]:
        nonlocal offered
        before = editor.texts[uri]
        assert written.startswith(before)
        if written != before:
            editor.edit(uri, len(before), len(before), written[len(before) :])
        at = {"textDocument": {"uri": uri}, "position": editor.position(uri, len(written))}
        found = editor.request("textDocument/completion", at)
        items = sorted((found or {"items": []})["items"], key=lambda one: str(one["sortText"]))
        offered = len(items)
        return [
            Offer(
                item["label"],
                item["textEdit"]["newText"],
                item.get("insertTextFormat") == 2,
                editor.offset(uri, item["textEdit"]["range"]["start"]),
            )
            for item in items
        ]

    for step in write(wanted, offer):
        if step.added == "/":  # a sign between the steps of a path, like a colon between a key and its value
            step = attrs.evolve(step, how="layout")
        yield Pick(step, offered)
    editor.write(uri, wanted)
    path.write_text(wanted, encoding="utf-8")
    editor.save(uri)
    editor.about("documentSymbol", uri)
    assert editor.diagnostics.get(uri, []) == [], editor.diagnostics[uri]


def recorded(picks: Sequence[Pick]) -> str:
    """The steps as lines, and how much was chosen and typed."""
    lines = [str(one) for one in picks]
    chosen = [one for one in picks if one.step.how == "item"]
    count = {
        how: sum(len(one.step.added) for one in picks if one.step.how == how)
        for how in ("item", "layout", "number", "article", "own")
    }
    first = sum(one.step.rank < 10 for one in chosen)
    lines.append("")
    lines.append(f"{len(chosen)} items were taken, {first} of them among the first ten offered")
    lines.append("characters: " + ", ".join(f"{many} {how}" for how, many in count.items()))
    return "\n".join(lines) + "\n"


def main() -> None:
    wanted = WANTED.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, Editor() as editor:
        game = copied(GAME, Path(folder))
        print(recorded(list(session(editor, game / "variants" / WANTED.name, wanted))), end="")


if __name__ == "__main__":
    main()
