"""What `rulewright prove` finds in every game that ships: writes the table of `docs/prove.md`.

    python benchmarks/proofs.py [SECONDS]

Each game is searched for some seconds (10 by default) with the fewest players that it allows.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.languages import BASE
from rulewright.interpreter import Match
from rulewright.workbench.files.games import open_game
from rulewright.workbench.files.shipped import shipped_games
from rulewright.workbench.matches import player_names
from rulewright.workbench.prove.finding import Finding, Verdict
from rulewright.workbench.prove.searched.proving import prove_by_searching
from rulewright.workbench.prove.searched.search import Bounds
from rulewright.workbench.prove.solved import Payoffs, solve, why_not_solvable

PAGE = Path(__file__).resolve().parent.parent / "docs" / "prove.md"
BEGIN, END = "<!-- begin proofs -->\n", "<!-- end proofs -->"
HEAD = (
    "| game | players | positions | yes | open | not as it should be, or what it is worth |\n"
    + "| --- " * 6
    + "|\n"
)


def row(name: str, seconds: float) -> str:
    """The line of a game."""
    game = open_game(name, Report())
    assert game is not None
    match = Match(game, player_names(game, str(game.players[0])), explicit_chance=True)
    payoffs = Payoffs(match)
    outcome = prove_by_searching(match, Bounds(seconds=seconds), also=[payoffs])
    counts = {verdict: sum(one.verdict is verdict for one in outcome.findings) for verdict in Verdict}
    said = [_short(one) for one in outcome.findings if one.verdict is Verdict.FAILS]
    if outcome.searched.whole and not why_not_solvable(match):
        said.append(
            solve(match, outcome.searched, payoffs)
            .said.partition(", if all play")[0]
            .partition(" if all play")[0]
        )
    count = f"{len(outcome.searched.space):,}{', all' if outcome.searched.whole else ''}"
    cells = (
        f"`{name}` ({game.title[BASE]})",
        str(len(match.players)),
        count,
        str(counts[Verdict.HOLDS]),
        str(counts[Verdict.OPEN]),
        "; ".join(dict.fromkeys(said)),
    )
    return f"| {' | '.join(cells)} |\n"


def _short(one: Finding) -> str:
    """A finding in a few words."""
    return f"no: {one.claim}".replace("|", "\\|")


def main() -> None:
    """Writes the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    rows = []
    for name in shipped_games():
        rows.append(row(name, seconds))
        print(rows[-1], end="", flush=True)
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + HEAD + "".join(rows) + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
