"""A line of play as a scenario: what was set and chosen, and what is seen then.

In: a line, and the game under whose rules it can be repeated. Out: the text of a file of scenarios that was read and
run, and passes; it is written beside the game, and never over another file.
"""

from __future__ import annotations

import re
from pathlib import Path

from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.source import Source
from ...dsl.diagnostics.text import to_text
from ...dsl.document.reader import Mapping as Pairs
from ...dsl.document.reader import read_document
from ...dsl.model.game import Game
from ...dsl.scenarios.notation import GAME, Sort
from ...interpreter import Match
from ...interpreter.match.decisions.decision import Decision, Option
from ...interpreter.match.records.record import entries_of, read_record
from ...interpreter.match.setup.options import OptionValue
from ...interpreter.scenarios import read_scenarios
from ...interpreter.scenarios.run import run_scenarios
from ...interpreter.scenarios.values import place_number
from ...interpreter.scenarios.written import Line, Written, quoted, under_given
from ..files.games import GameFiles
from ..wire.refusals import RefusalError
from .line import PlayLine, set_by_hand

FOLDER = "scenarios"
MOST_SEEN = 12
"""How many states and places are written that the last choice has changed."""
LONGEST = 70
"""The most characters for what lies in a place."""
MOST_OPTIONS = 8
"""How many options are written."""
CODE = "RW740"


def scenario_text(match: Match, line: PlayLine, name: str, rules: tuple[str, ...] = ()) -> str:
    """The text of a scenario that leads to where a match stands, by its line. Raises `RefusalError` for a choice that
    cannot be written."""
    steps, before = _steps(match.game, line)
    head = [f"players: {len(match.players)}", f"seed: {match.seed}"]
    if match.options:
        said = ", ".join(f"{quoted(key)}: {_scalar(value)}" for key, value in match.options.items())
        head.append(f"options: {{{said}}}")
    if rules:
        head.insert(0, f"rule: [{', '.join(rules)}]")
    lines = [*head, "when:" if steps else "", *(f"  - {one}" for one in steps if steps)]
    lines += ["then:", *(f"  {one}" for one in _seen(match, before))]
    variants = f"variants: [{', '.join(map(quoted, match.game.variants))}]\n" if match.game.variants else ""
    body = "".join(f"    {one}\n" for one in lines if one)
    return f"{variants}scenarios:\n  {quoted(name)}:\n{body}"


def _scalar(value: OptionValue) -> str:
    """A value of an option of the set-up."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else quoted(value) if isinstance(value, str) else str(value)


def _steps(game: Game, line: PlayLine) -> tuple[list[str], Match | None]:
    """What was set and chosen, step by step; and the match before the last of that."""
    found: list[str] = []
    match: Match | None = None
    before: Match | None = None
    for one in line.stretches:
        data = read_record(one.record)
        if match is None:
            match = Match(game, data["players"], data["seed"], data["options"])
        else:
            before = match.clone()
            set_by_hand(match, one.given)
            found.append(f"given: {one.given}")
        for entry in entries_of(data):
            before = match.clone()
            decision = next(each for each in match.decisions if each.strand == entry.strand)
            option = next(each for each in decision.options if each.number == entry.action)
            found.append(f"player {decision.player + 1}: {quoted(_called(decision, option, match))}")
            match.take(entry.strand, entry.action)
    return found, before


def _called(decision: Decision, option: Option, match: Match) -> str:
    """The name of an option in a scenario: its own, or as the terminal shows it."""
    for name in (option.name, *option.labels.values()):
        if decision.option(name) == option and match.why_not(name, decision.player) is None:
            return name
    raise RefusalError(CODE, f"a scenario cannot say which '{option.name}' was chosen")


def _seen(match: Match, before: Match | None) -> list[str]:
    """What is seen: who decides among what, and what has changed with the last step."""
    found = []
    if match.is_over:
        winners = [f"player {seat + 1}" for seat in match.winners]
        found += ["over: yes", f"winners: {'[' + ', '.join(winners) + ']' if winners else 'nobody'}"]
    else:
        deciding = [f"player {one.player + 1}" for one in match.decisions]
        found.append(f"decides: [{', '.join(deciding)}]")
        names = [option.name for one in match.decisions for option in one.options]
        if len(names) <= MOST_OPTIONS:
            found.append(f"options: [{', '.join(map(quoted, names))}]")
    if before is not None:
        old = {(one.whose, one.key): one.value for one in Written(before).lines()}
        changed = [one for one in Written(match).lines() if old.get((one.whose, one.key)) != one.value]
        said = [(one.whose, one.key, _brief(one, match)) for one in changed[:MOST_SEEN]]
        for whose in dict.fromkeys(one[0] for one in said):
            mine = [one for one in said if one[0] == whose]
            text = under_given(mine)[1:-1]
            found += [text] if whose != GAME else [f"{quoted(key)}: {value}" for _, key, value in mine]
    return found


def _brief(line: Line, match: Match) -> str:
    """The value of a line; of a place with many pieces, how many they are."""
    if line.thing.sort is not Sort.PLACE or len(line.value) <= LONGEST:
        return line.value
    place = place_number(match.rules.lowered.tables, line.thing)
    return str(len(match.position.pieces_in(place)))


def write_scenario(
    files: GameFiles, match: Match, line: PlayLine, name: str, rules: tuple[str, ...] = ()
) -> Path:
    """Writes the scenario into a file of its own, if it passes. Raises `RefusalError`."""
    if not name.strip():
        raise RefusalError(CODE, "a scenario needs a name", "say what it shows")
    if not isinstance(files.folder, Path):
        raise RefusalError(CODE, "this game lies in no folder that can be written to")
    name = " ".join(name.split())
    _check_new(files, name)
    text = scenario_text(match, line, name, rules)
    _check(match.game, text)
    folder = files.folder / FOLDER / files.single if files.single else files.folder / FOLDER
    stem = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:60] or "scenario"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return _written(folder, stem, text)
    except OSError as error:
        raise RefusalError(CODE, f"{folder} cannot be written to: {error.strerror}") from None


def _check_new(files: GameFiles, name: str) -> None:
    """Raises `RefusalError` if a scenario of the game has this name: nobody could tell which of them fails."""
    for path in files.scenarios():
        node = read_document(Source(path.name, path.read_text(encoding="utf-8")), Report())
        told = {str(key): value for key, value in node.items} if isinstance(node, Pairs) else {}
        scenarios = told.get("scenarios")
        if isinstance(scenarios, Pairs) and any(str(key) == name for key, _ in scenarios.items):
            raise RefusalError(
                CODE, f"{path.name} has a scenario '{name}' already", "choose another name", "name"
            )


def _check(game: Game, text: str) -> None:
    """Runs a scenario. Raises `RefusalError` if it does not pass."""
    report = Report()
    node = read_document(Source("the new scenario", text), report)
    file = read_scenarios(node, report) if node is not None else None
    failed = report.errors
    if file is not None and not failed:
        failed = tuple(
            found for one in run_scenarios(game, file, coverage=False) for found in one.diagnostics
        )
    if failed:
        raise RefusalError(CODE, f"the scenario would not pass: {to_text(failed[:1]).strip()}")


def _written(folder: Path, stem: str, text: str) -> Path:
    """Writes a file that was not there."""
    for number in range(1, 1000):
        path = folder / (f"{stem}.yaml" if number == 1 else f"{stem}-{number}.yaml")
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            continue
        return path
    raise OSError(0, "there are a thousand files of this name")
