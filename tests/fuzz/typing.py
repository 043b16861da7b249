"""Somebody types in an editor: every text of every game, key by key, with a real server that is asked something after
each key. `python -m tests.fuzz.typing --minutes 60` types as many as it can, in an order from luck (`--seed`);
`--all` types all of them, game by game.

After each text the server must find what it found before. Now and then there are edits at random places, of which a
server that is started then must find the same. Exits with 1 if something is wrong.
"""

from __future__ import annotations

import argparse
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / ".ns"))  # this checkout, whatever is installed

import attrs
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import Node, Text, read_document
from rulewright.dsl.draft.draft import Draft
from rulewright.workbench.files.games import GameFiles, find_game, find_variant, read
from rulewright.workbench.files.shipped import shipped_games

from ..lsp.client import Data, Editor, RequestError, copied
from .texts import WORDS, damaged

REQUESTS = (
    "completion",
    "hover",
    "semanticTokens/full",
    "completion",
    "definition",
    "documentSymbol",
    "completion",
    "inlayHint",
    "codeAction",
    "completion",
    "documentHighlight",
    "foldingRange",
    "prepareRename",
    "completion",
    "codeLens",
    "signatureHelp",
    "selectionRange",
    "documentLink",
    "formatting",
)
"""What is asked after the keys, in turn. Editors ask for completion most often."""
PROVIDERS = {
    "semanticTokens/full": "semanticTokens",
    "prepareRename": "rename",
    "formatting": "documentFormatting",
}
SETTLED = 0.03
"""How long after a document was saved the server has begun to look at everything again, in seconds."""


class WrongError(Exception):
    """The server does something that it must not."""


@attrs.frozen
class Stretch:
    """A text as it is written in a file, in code points."""

    path: Path
    start: int
    end: int


def texts_of(folder: Path) -> list[Stretch]:
    """Every text of a game in a folder: rules, those of its variants, and whatever its scenarios say."""
    files = found_game(folder)
    own = sources_of(files.files)
    drafts = [Draft.of(own)]
    known = files.variants()
    others = {name: lambda report, inner=inner: sources_of(inner) for name, inner in known.items()}
    for name in known:
        drafts.append(
            Draft.of(own, variants=[sources_of(find_variant(files, name, Report()))], others=others)
        )
    here: dict[Stretch, None] = {}
    for draft in drafts:
        for attempt in draft.attempts:
            span = attempt.text.span
            if span.source.name in draft.sources and span.start < span.end:
                here[Stretch(Path(span.source.name).resolve(), span.start, span.end)] = None
    for file in files.scenarios():
        source = read(file, Report())
        node = read_document(source, Report()) if source is not None else None
        for text in _scalars(node) if node is not None else ():
            if text.span.start < text.span.end:
                here[Stretch(Path(str(file)).resolve(), text.span.start, text.span.end)] = None
    return sorted(here, key=lambda one: (str(one.path), one.start, one.end))


def found_game(folder: Path) -> GameFiles:
    found = find_game(f"{folder}/", Report())
    assert found is not None, folder
    return found


def sources_of(which: Sequence[Any]) -> tuple[Source, ...]:
    return tuple(source for file in which if (source := read(file, Report())) is not None)


def _scalars(node: Node) -> Iterator[Text]:
    todo = [node]
    while todo:
        one = todo.pop()
        if isinstance(one, Text):
            yield one
        else:
            todo += [value for _, value in one.items] if hasattr(one, "by_key") else one.items  # type: ignore[misc]


def small_of(texts: Sequence[Stretch], longest: int) -> list[Stretch]:
    return [one for one in texts if one.end - one.start <= longest]


# ---------------------------------------------------------------------------------- typing


class Typist:
    """Somebody who types in the files of one game. `keys` and `texts` count what was typed."""

    def __init__(self, editor: Editor, folder: Path) -> None:
        self.editor = editor
        self.folder = folder
        self.keys = self.texts = self.asked = 0
        self.slowest: dict[
            str, float
        ] = {}  # the longest time that an answer took, in seconds, by what was asked
        self._next = 0
        self._told = 0
        self._uris: dict[Path, str] = {}

    def open(self, path: Path) -> str:
        uri = self._uris.get(path)
        if uri is None:
            uri = self._uris[path] = self.editor.open(path)
            self.settle(uri)
        return uri

    def close_all(self) -> None:
        for uri in self._uris.values():
            self.editor.close(uri)
        self._uris.clear()

    def settle(self, uri: str) -> dict[str, list[Data]]:
        """What the server finds in the end: it reads again what depends on edited texts when a document is saved."""
        self.editor.about("documentSymbol", uri)
        self.editor.save(uri)
        time.sleep(SETTLED)
        self.editor.about("documentSymbol", uri)  # answers come in the order of the requests
        return found_by(self.editor)

    def type(self, text: Stretch) -> None:
        """Deletes a text, and types it again."""
        uri = self.open(text.path)
        before = self.settle(uri)
        written = self.editor.texts[uri][text.start : text.end]
        self.texts += 1
        self.edit(uri, text.start, text.end, "")
        for number, key in enumerate(written):
            at = text.start + number
            self.edit(uri, at, at, key)
            self.keys += 1
            self.ask(uri, at + 1)
        self._same(before, self.settle(uri), f"typed again: {written!r} at {text.path}:{text.start}")

    def correct(self, text: Stretch, dice: random.Random) -> None:
        """Takes letters away from the end of a text, one after the other, and puts all of them back."""
        uri = self.open(text.path)
        before = self.settle(uri)
        written = self.editor.texts[uri][text.start : text.end]
        cut = dice.randint(0, len(written))
        for at in range(len(written), cut, -1):
            self.edit(uri, text.start + at - 1, text.start + at, "")
            self.keys += 1
        self.ask(uri, text.start + cut)
        self.edit(uri, text.start + cut, text.start + cut, written[cut:])
        self._same(before, self.settle(uri), f"corrected: {written!r} at {text.path}:{text.start}")

    def edit(self, uri: str, start: int, end: int, new: str) -> None:
        self.editor.edit(uri, start, end, new)

    def ask(self, uri: str, offset: int) -> None:
        """Asks the next thing that the server can answer."""
        for _ in REQUESTS:
            method = REQUESTS[self._next % len(REQUESTS)]
            self._next += 1
            provider = PROVIDERS.get(method, method)
            if self.editor.capable.get(f"{provider}Provider"):
                began = time.monotonic()
                try:
                    self.editor.request(f"textDocument/{method}", self._params(method, uri, offset))
                except RequestError as refused:  # a name that cannot be given: people read why
                    if method != "prepareRename" or not str(refused):
                        raise
                finally:
                    self.slowest[method] = max(self.slowest.get(method, 0.0), time.monotonic() - began)
                    self.asked += 1
                self.no_trouble(method)
                return

    def _params(self, method: str, uri: str, offset: int) -> Data:
        at = self.editor.position(uri, offset)
        line = {"start": {"line": max(0, at["line"] - 20), "character": 0}, "end": at}
        more: Data = {
            "references": {"context": {"includeDeclaration": True}},
            "codeAction": {"range": line, "context": {"diagnostics": self.editor.diagnostics.get(uri, [])}},
            "inlayHint": {"range": line},
            "selectionRange": {"positions": [at]},
            "formatting": {"options": {"tabSize": 2, "insertSpaces": True}},
        }
        return {"textDocument": {"uri": uri}, "position": at, **more.get(method, {})}

    def no_trouble(self, what: str) -> None:
        """Raises if the server has logged that something failed."""
        log, self._told = self.editor.log[self._told :], len(self.editor.log)
        if any("Traceback" in line or "cannot be" in line for line in log):
            raise WrongError(f"{what}:\n" + "\n".join(log))

    def _same(self, before: dict[str, list[Data]], after: dict[str, list[Data]], what: str) -> None:
        self.no_trouble(what)
        if before != after:
            raise WrongError(f"{what}\nbefore: {told(before)}\nafter: {told(after)}")

    # ------------------------------------------------------------------------------ random edits

    def scribble(self, dice: random.Random, count: int, most: int = 3) -> None:
        """Edits at random places of some files. A server that opens what is left finds the same; then all edits are
        taken back, and the server finds what it found before."""
        paths = sorted(Path(str(one)) for one in found_game(self.folder).everything())
        uris = [self.open(path.resolve()) for path in dice.sample(paths, min(most, len(paths)))]
        before = self.settle(uris[0])
        first = {uri: self.editor.texts[uri] for uri in uris}
        done: list[tuple[str, int, str, str]] = []
        for _ in range(count):
            uri = dice.choice(uris)
            for start, end, new in random_edit(self.editor.texts[uri], dice):
                here = self.editor.texts[uri]
                if "\r\n" in (here[start - 1 : start + 1], here[end - 1 : end + 1]):
                    continue  # the protocol knows no place inside a line break
                done.append((uri, start, self.editor.texts[uri][start:end], new))
                self.edit(uri, start, end, new)
            self.ask(uri, dice.randint(0, len(self.editor.texts[uri])))
        found = self.settle(uris[0])
        if all(readable(self.editor.texts[uri]) for uri in uris):  # what stands in for broken YAML differs
            self.like_a_fresh_one(found)
        for uri, start, old, new in reversed(done):
            self.edit(uri, start, start + len(new), old)
        assert first == {uri: self.editor.texts[uri] for uri in uris}
        self._same(before, self.settle(uris[0]), "edits were taken back")

    def like_a_fresh_one(self, found: dict[str, list[Data]]) -> None:
        with Editor(options=self.editor.options) as other:
            for uri in self._uris.values():
                other.open(uri, self.editor.texts[uri])
            for uri in self._uris.values():
                other.about("documentSymbol", uri)
            expected = found_by(other)
        if expected != found:
            raise WrongError(f"a server started now finds {told(expected)}\nand this one {told(found)}")


def found_by(editor: Editor) -> dict[str, list[Data]]:
    """What a server finds, by URI, in the order of places."""
    return {
        uri: sorted(
            found,
            key=lambda one: (one["range"]["start"]["line"], one["range"]["start"]["character"], str(one)),
        )
        for uri, found in sorted(editor.diagnostics.items())
        if found
    }


def _both_ends(text: str) -> str:
    """What is too long to print whole: a traceback says at its end what went wrong."""
    return text if len(text) < 4000 else f"{text[:1500]}\n…\n{text[-2500:]}"


def told(found: dict[str, list[Data]]) -> str:
    lines = [
        f"{uri.rpartition('/')[2]}:{one['range']['start']['line'] + 1}:{one['range']['start']['character'] + 1} "
        f"{one['code']} {one['message']}"
        for uri, several in found.items()
        for one in several
    ]
    return "\n  ".join(["", *lines[:20]]) if lines else "nothing"


def readable(text: str) -> bool:
    return read_document(Source("x.yaml", text), Report()) is not None


def random_edit(text: str, dice: random.Random) -> list[tuple[int, int, str]]:
    """An edit as people make them: letters, words, lines, something pasted, a file emptied."""
    kind = dice.random()
    at = dice.randint(0, len(text))
    if kind < 0.3:
        return [
            (
                at,
                min(len(text), at + dice.randint(0, 2)),
                dice.choice(["", "a", " ", "3", "é", "\U0001f600", "'"]),
            )
        ]
    if kind < 0.5:
        return [(at, at, f" {dice.choice(WORDS)} ")]
    if kind < 0.7:
        line = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at) + 1 or len(text)
        return [
            (
                line,
                end,
                dice.choice(["", text[line:end] * 2, "# " + text[line:end], "\n", "  " + text[line:end]]),
            )
        ]
    if kind < 0.75:
        return [
            (
                at,
                at,
                dice.choice(
                    ["\r\n", "\r", "\t", "\ufeff", "\u2028", ": ", "- ", "|\n", "&a ", "*a ", "---\n"]
                ),
            )
        ]
    if kind < 0.78:
        return [(0, len(text), "")]
    if kind < 0.85:
        end = min(len(text), at + dice.randint(0, 200))
        return [(at, end, ""), *([(0, 0, text[at:end])] if dice.random() < 0.5 else [])]
    return [(0, len(text), damaged(text, dice))]


# -------------------------------------------------------------------------------- the command


@cache
def names() -> tuple[str, ...]:
    return tuple(shipped_games())


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz.typing", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (default 10)")
    parser.add_argument(
        "--seed", type=int, default=None, help="the same seed types the same texts (default: any)"
    )
    parser.add_argument("--game", action="append", choices=names(), help="only this game; may be repeated")
    parser.add_argument("--all", action="store_true", help="every text once, however long that takes")
    parser.add_argument("--longest", type=int, default=100_000, help="leave out texts with more keys")
    args = parser.parse_args()
    seed = args.seed if args.seed is not None else secrets.randbelow(1 << 32)
    ends = float("inf") if args.all else time.monotonic() + 60 * args.minutes
    print(f"seed {seed}", flush=True)
    return int(search(args.game or names(), seed, ends, args.longest, everything=args.all))


def search(games: Sequence[str], seed: int, ends: float, longest: int, *, everything: bool) -> bool:
    """Types until the time is over. Returns whether anything is wrong."""
    dice = random.Random(seed)
    wrong = keys = texts = 0
    slowest: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        order = list(games)
        while order and time.monotonic() < ends:
            name = order.pop(0) if everything else dice.choice(order)
            there = Path(folder, name.replace("/", "-"))
            if not there.exists():
                copied(name, there.parent).rename(there) if "/" in name else copied(name, there.parent)
            todo = small_of(texts_of(there), longest)
            if not everything:
                todo = dice.sample(todo, min(len(todo), 20))
            number = 0
            while number < len(todo) and time.monotonic() < ends:
                with Editor(options={"checks": False}) as editor:
                    typist = Typist(editor, there)
                    try:
                        for text in todo[number:]:
                            if time.monotonic() >= ends:
                                break
                            number += 1
                            typist.type(text)
                            if dice.random() < 0.2:
                                typist.correct(text, dice)
                            if dice.random() < 0.02:
                                typist.scribble(dice, dice.randint(1, 12))
                    except (WrongError, AssertionError, RequestError) as error:
                        wrong += 1
                        print(f"\n{name}: {type(error).__name__}: {_both_ends(str(error))}", flush=True)
                        editor.log.clear()  # told already
                    keys, texts = keys + typist.keys, texts + typist.texts
                    for method, seconds in typist.slowest.items():
                        slowest[method] = max(slowest.get(method, 0.0), seconds)
            print(f"{name}: {number} of {len(todo)} texts; {keys:,} keys in all", flush=True)
    print(f"{texts:,} texts, {keys:,} keys; wrong: {wrong}; the slowest answers:")
    print(
        "\n".join(f"  {method:<20} {1000 * seconds:>6.0f} ms" for method, seconds in sorted(slowest.items()))
    )
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
