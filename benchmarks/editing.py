"""How quickly the language server answers while somebody types: a session made from each game, played key by key.

    python benchmarks/editing.py                  # all shipped games
    python benchmarks/editing.py hrad             # one

Words are written again: in texts (the ends of their last lines, with a slip of the pen that is put right) and in
declarations (the ends of names and of types), spread evenly, the same in every run. Each key is one change. Its
time runs from sending the change to the editor's knowing what is wrong now: the diagnostics or, if they stay the
same, the answer to a request that comes after the change. The server and this program share the machine.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rulewright.dsl.diagnostics.report import Report  # noqa: E402
from rulewright.dsl.draft.draft import Draft  # noqa: E402
from rulewright.workbench.files.games import find_game, read  # noqa: E402
from rulewright.workbench.files.shipped import shipped_games  # noqa: E402

from tests.lsp.client import Editor, copied  # noqa: E402

LARGE = 5  # files
PAUSE = 0.04
"""Seconds between two keys: a quick typist's are 0.1."""

Step = dict[str, Any]
"""A stretch of a line that is written again: `file`, `line` (its text), `nth` (of the lines with this text), `start`
and `end` in it, and `kind`: text or declaration."""


def steps_of(name: str) -> Iterator[Step]:
    """Steps for a game, spread evenly over its texts and declarations."""
    found = find_game(name, Report())
    assert found is not None
    sources = [source for file in found.files if (source := read(file, Report())) is not None]
    draft = Draft.of(sources)
    many = 10 if len(sources) >= LARGE else 3
    texts = [
        one.text.span
        for one in draft.attempts
        if not one.decides and one.text.span.source.name in draft.sources and len(one.text.value) > 20
    ]
    symbols = draft.symbols
    named: list[Any] = [
        *symbols.types.values(),
        *symbols.designs.values(),
        *symbols.places.values(),
        *symbols.game.values(),
        *symbols.players.values(),
        *symbols.named_values.values(),
        *symbols.phrases.values(),
        *(state for type_ in symbols.types.values() for state in type_.properties.values()),
    ]
    names = [one.span for one in named if one.span is not None and one.span.source.name in draft.sources]
    types = [one.text.span for one in draft.attempts if one.start in ("type", "place")]
    types = [span for span in types if span.source.name in draft.sources]
    for kind, spans, count, size in (
        ("text", texts, many, 12),
        ("declaration", names, many, 3),
        ("declaration", types, many // 2, 3),
    ):
        for number in range(min(count, len(spans))):
            span = spans[number * len(spans) // min(count, len(spans))]
            text = span.source.text
            end = span.end - (text[span.end - 1] in "'\"")
            start = max(span.start, end - size, text.rfind("\n", 0, end) + 1)
            line = text.rfind("\n", 0, start) + 1
            whole = text[line : text.find("\n", end)]
            yield {
                "file": Path(span.source.name).name,
                "line": whole,
                "nth": text[:line].split("\n").count(whole),
                "start": start - line,
                "end": end - line,
                "kind": kind,
            }


def keys(text: str, step: Step) -> Iterator[tuple[int, int, str]]:
    """The keys of a step, as changes of the text."""
    at = -1
    for _ in range(step["nth"] + 1):
        at = f"\n{text}\n".index(f"\n{step['line']}\n", at + 1)
    start, end = at + step["start"], at + step["end"]
    old = text[start:end]
    for place in range(end, start, -1):
        yield place - 1, place, ""
    for number, letter in enumerate(old):
        if number == len(old) // 2:  # a slip of the pen
            yield start + number, start + number, "q"
            yield start + number, start + number + 1, ""
        yield start + number, start + number, letter


def replay(name: str, steps: list[Step]) -> tuple[dict[str, list[float]], float]:
    """Milliseconds of each key by kind, and the megabytes that the server has taken at most."""
    times: dict[str, list[float]] = {"text": [], "declaration": []}
    with tempfile.TemporaryDirectory() as folder, Editor(check=False) as editor:
        files = {path.name: path for path in copied(name, Path(folder)).glob("*.yaml")}
        uris = {file: editor.open(files[file]) for file in sorted(files)}
        editor.request("textDocument/foldingRange", _place(next(iter(uris.values()))))
        for step in steps:
            uri = uris[step["file"]]
            before = editor.texts[uri]
            for start, end, new in keys(before, step):
                time.sleep(PAUSE)
                published = editor.published.get(uri, 0)
                begun = time.perf_counter()
                editor.edit(uri, start, end, new)
                answered = {"done": False}

                def known(message: dict[str, Any], count: int = published, uri: str = uri) -> bool:
                    return editor.published.get(uri, 0) > count or (
                        "id" in message and "method" not in message
                    )

                editor.send(
                    {
                        "jsonrpc": "2.0",
                        "id": f"{start}",
                        "method": "textDocument/foldingRange",
                        "params": _place(uri),
                    }
                )
                message = editor.wait(known)
                times[step["kind"]].append(1000 * (time.perf_counter() - begun))
                answered["done"] = "id" in message
                if not answered["done"]:
                    editor.wait(lambda one: "id" in one and "method" not in one)
            assert editor.texts[uri] == before
        peak = _megabytes(editor.process.pid)
    return times, peak


def _place(uri: str) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}}


def _megabytes(process: int) -> float:
    """The most memory that a process has had, where the system tells (Linux)."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return float("nan")
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*")
    args = parser.parse_args()
    print(
        "| game | keys in texts | median | 95 % | most | keys in declarations | median | 95 % | most | memory |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in args.games or shipped_games():
        times, peak = replay(name, list(steps_of(name)))
        cells = [name]
        for several in times.values():
            quantiles = statistics.quantiles(several, n=20) if len(several) > 1 else [0.0]
            figures = (statistics.median(several or [0.0]), quantiles[-1], max(several or [0.0]))
            cells += [str(len(several)), *(f"{one:.0f} ms" for one in figures)]
        print("| " + " | ".join([*cells, f"{peak:.0f} MB"]) + " |", flush=True)


if __name__ == "__main__":
    main()
