"""Games by name, path or text.

These functions take the name of a shipped game, a path, or texts, and return a checked game or everything that is
wrong with it. They make the same checks as the command `rulewright check`.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from ...dsl.diagnostics.diagnostic import Diagnostic, Severity
from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.source import Source
from ...dsl.diagnostics.text import to_json, to_text
from ...dsl.document.reader import decode
from ...dsl.load import load_game
from ...dsl.model.game import Game
from ...dsl.variants.closure import joins_others
from ..checking import check_found, with_variants
from ..files import shipped
from ..files.games import find_asked, find_game, load_files

T = TypeVar("T")

GameSource = str | os.PathLike[str]
"""The name of a shipped game, or a path."""
Texts = str | Mapping[str, str] | Sequence[str]
"""One text, several texts, or several by the names that messages use for them."""


class Findings(tuple[Diagnostic, ...]):
    """The findings in the rules of a game: a tuple of `Diagnostic`, in reading order, each once.

    It is empty, and so false, if nothing was found. `str()` returns what `rulewright check` prints.

    >>> findings = check_text("rulewright: 1")
    >>> [found.code for found in findings.errors]
    ['RW102', 'RW102']
    """

    __slots__ = ()

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings that keep the rules from being used."""
        return tuple(found for found in self if found.severity is Severity.ERROR)

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The findings that are probably mistakes, but do not keep the rules from being played."""
        return tuple(found for found in self if found.severity is Severity.WARNING)

    def as_json(self) -> list[dict[str, Any]]:
        """The findings as plain data, ready for `json.dumps`.

        Returns:
            For each finding its `file`, `line`, `column`, `end_line` and `end_column` (from 1, the end exclusive;
            all None if the finding points at no text), `code`, `severity`, `message`, `notes`, `help` and `fix` (a
            place and its `replacement`, if there is exactly one way to correct it).
        """
        return to_json(self)

    def __str__(self) -> str:
        return to_text(self, most=None).rstrip("\n")

    def __repr__(self) -> str:
        return f"<Findings: {len(self.errors)} errors, {len(self.warnings)} warnings>"


class RulesError(ValueError):
    """The rules cannot be used, for the reasons in `diagnostics`.

    `str()` returns all findings as `rulewright check` prints them: each with its place, an excerpt and a way out.

    Args:
        diagnostics: all findings, including warnings, in reading order.
    """

    __module__ = "rulewright"  # the name in tracebacks

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = Findings(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return str(self.diagnostics)


def load(source: GameSource, *, variants: Sequence[GameSource] = ()) -> Game:
    """Loads a game and checks it.

    This reads only rule files, and executes nothing in them as Python.

    Args:
        source: the name of a shipped game (`shipped_games()` lists them), or the path of a folder or a file. A text
            that begins with `./`, `/` or `~`, ends with `/` or `.yaml`, and any `pathlib.Path` is a path.
        variants: variants to apply, each by its name if it is in the game's folder `variants`, otherwise by the path
            of its file or folder. Their order makes no difference.

    Returns:
        The game. It is immutable, so threads may share it.

    Raises:
        RulesError: the game or a variant does not exist, cannot be read, or has an error. The exception holds all
        findings.

    >>> load("cookbook/everyday-words").players
    (2, 3)
    """
    report = Report.for_people()
    found = find_game(named(source), report)
    patches = [named(variant) for variant in listed(variants, "variants")]
    return given(None if found is None else load_files(found, report, variants=patches), report)


def loads(text: Texts, *, name: str = "<text>", variants: Texts = ()) -> Game:
    """Loads a game from text instead of files, and checks it.

    Args:
        text: the YAML text of the game. If it has several parts, a list of texts, or a mapping of names to texts.
        name: the name of the text in messages. A mapping gives its own names.
        variants: the texts of variants to apply, in one of the same forms. Give one that
            joins others only together with these.

    Returns:
        The game.

    Raises:
        RulesError: there is an error in a text. The exception holds all findings.

    >>> loads("rulewright: 1\\ngame: tiny\\nplayers: 2\\nflow: [{phase: end, do: everyone wins}]").id
    'tiny'
    """
    report = Report.for_people()
    return given(read_texts(text, name, variants, report), report)


def check(source: GameSource, *, variants: Sequence[GameSource] = ()) -> Findings:
    """Finds everything that is wrong or looks wrong in a game, its variants and its scenarios.

    Args:
        source: the name of a shipped game, or the path of a folder or a file, as for `load`. A file of a variant or
            of scenarios stands for the game that it belongs to.
        variants: if you name any, the game is checked with these applied. If you name none, the game is checked and,
            if it has no errors, each variant in its folder as well, and all together (as many as do not conflict).

    Returns:
        All errors and warnings; empty if there are none. A game that does not exist is a finding, too.

    >>> check("cookbook/everyday-words")
    <Findings: 0 errors, 0 warnings>
    """
    report = Report.for_people()
    patches = tuple(named(variant) for variant in listed(variants, "variants"))
    found = find_asked(named(source), report)
    if found is None:
        return Findings(report.diagnostics)
    return Findings(
        finding for one in check_found(*with_variants(found, patches)) for finding in one.findings
    )


def check_text(text: Texts, *, name: str = "<text>", variants: Texts = ()) -> Findings:
    """Finds everything that is wrong or looks wrong in a game that is given as text.

    Args:
        text: the YAML text of the game. If it has several parts, a list of texts, or a mapping of names to texts.
        name: the name of the text in messages.
        variants: the texts of variants to apply, in one of the same forms.

    Returns:
        All errors and warnings; empty if there are none.

    >>> (found,) = check_text("rulewright: 1\\ngame: x\\nplayers: 2\\nflow: [{phase: end, do: everyone wims}]")
    >>> found.code, found.span.line, found.message, found.help
    ('RW202', 4, "'wims' means nothing here", "did you mean 'wins'?")
    """
    report = Report.for_people()
    read_texts(text, name, variants, report)
    return Findings(report.diagnostics)


def shipped_games() -> tuple[str, ...]:
    """Lists the games that come with Rulewright.

    Returns:
        Their names, sorted. `load` accepts each of them.

    >>> "cookbook/everyday-words" in shipped_games()
    True
    """
    return tuple(shipped.shipped_games())


def variants_of(source: GameSource) -> tuple[str, ...]:
    """Lists the variants in the folder of a game that you can name.

    Args:
        source: the name of a shipped game, or the path of a folder or a file, as for `load`.

    Returns:
        Their names, sorted. `load` and `check` accept them as `variants`. Those that are applied by themselves, or
        only serve others, are left out.

    Raises:
        RulesError: there is no such game.

    >>> variants_of("cookbook/everyday-words")
    ()
    """
    report = Report.for_people()
    return tuple(sorted(given(find_game(named(source), report), report).choices()))


# ------------------------------------------------------------------------------ shared


def given(made: T | None, report: Report) -> T:
    """Returns what was made. Raises `RulesError` with the findings if that is None."""
    if made is None:
        raise RulesError(report.diagnostics)
    return made


def named(source: GameSource) -> str:
    """The name or path of a game or a variant; a path gets a form that cannot be taken for a name."""
    if isinstance(source, str):
        return source
    path = os.fspath(source) if isinstance(source, os.PathLike) else None
    if not isinstance(path, str):
        raise TypeError(f"a game or a variant is given by its name or path, not as {source!r}")
    return path if os.path.isabs(path) or path.startswith(".") else os.path.join(os.curdir, path)


def listed(several: Sequence[T], what: str) -> Sequence[T]:
    """Returns a list from the caller; refuses a text, which is a sequence too."""
    if isinstance(several, str | os.PathLike):
        raise TypeError(f"{what} are a list, not {several!r}: write [{several!r}]")
    if isinstance(several, bytes | bytearray) or not isinstance(several, Iterable):
        raise TypeError(f"{what} are a list, not {several!r}")
    return several


def read_texts(text: Texts, name: str, variants: Texts, report: Report) -> Game | None:
    """The game of texts; None if there is an error."""
    sources = _sources(text, name, report)
    if not sources and not report.has_errors:
        report.error("RW003", f"{name} holds no text: a game has at least one", None)
    patches = _sources(variants, f"{name}, variant", report)
    if report.has_errors:
        return None
    joining = [one for one in patches if joins_others(one)]
    others = {one.name: functools.partial(_given, one) for one in joining}
    patches = [one for one in patches if one not in joining]
    return load_game(sources, report, variants=patches, others=others)


def _given(source: Source, report: Report) -> tuple[Source, ...]:
    return (source,)


def _sources(texts: Texts, name: str, report: Report) -> list[Source]:
    if isinstance(texts, str):
        pairs = [(name, texts)]
    elif isinstance(texts, Mapping):
        pairs = list(texts.items())
    else:
        pairs = [(f"{name} {number}", text) for number, text in enumerate(listed(texts, "several texts"), 1)]
    for called, text in pairs:
        if not isinstance(text, str):
            raise TypeError(f"a game is read from text, not from {text!r}"[:200])
        if not isinstance(called, str):
            raise TypeError(f"the name of a text is a text, not {called!r}"[:200])
    read = (decode(called, text.encode("utf-8", "surrogatepass"), report) for called, text in pairs)
    return [source for source in read if source is not None]
