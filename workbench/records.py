"""Records of matches that people have played, from a folder: those of whole matches that can be counted together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import attrs

from ..dsl.model.game import Game
from ..interpreter import Match, MatchError
from ..interpreter.match.records.record import LARGEST
from ..interpreter.match.setup.options import OptionValue

SUFFIXES = (".json", ".save", ".record")
"""What names of records end with."""


@attrs.frozen
class Recorded:
    """Whole matches of the same number of players with the same options; `left_out` says of every other file why it
    is not among them."""

    players: int
    options: Mapping[str, OptionValue]
    matches: tuple[Match, ...]
    left_out: tuple[str, ...]


def recorded(game: Game, folder: Path, players: int | None = None) -> Recorded:
    """The matches in a folder that have this number of players (None: that of most). Raises OSError if the folder
    cannot be read."""
    found: list[tuple[Path, Match]] = []
    left_out = []
    for file in sorted(one for one in folder.iterdir() if one.suffix in SUFFIXES and one.is_file()):
        try:
            if file.stat().st_size > LARGEST:
                left_out.append(f"{file}: this is too large for a record")
                continue
            match = Match.replay(game, file.read_text(encoding="utf-8"))
        except (MatchError, OSError, UnicodeDecodeError) as error:
            left_out.append(f"{file}: {error}")
            continue
        if not match.is_over:
            left_out.append(f"{file}: this match was not played to its end")
        elif match.history.start is not None:
            left_out.append(f"{file}: this match begins with a position that was set by hand")
        else:
            found.append((file, match))
    groups = Counter(_group(match) for _, match in found if players in (None, len(match.players)))
    if not groups:
        left_out += [f"{file}: this match has {len(match.players)} players" for file, match in found]
        return Recorded(players or game.players[0], {}, (), tuple(left_out))
    chosen = groups.most_common(1)[0][0]
    for file, match in found:
        if _group(match) != chosen:
            own = " ".join(f"{name}={value}" for name, value in match.options.items())
            left_out.append(
                f"{file}: this match has {len(match.players)} players{f' and {own}' if own else ''}, unlike most"
            )
    kept = tuple(match for _, match in found if _group(match) == chosen)
    return Recorded(len(kept[0].players), kept[0].options, kept, tuple(left_out))


Group = tuple[int, tuple[tuple[str, OptionValue], ...]]


def _group(match: Match) -> Group:
    return len(match.players), tuple(sorted(match.options.items()))
