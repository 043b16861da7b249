"""Records how old games are played: `python -m tests.editions.record EDITION/NAME …` for those that are new.

With `--memory`, writes the fingerprints of the memory of all games again, and refuses where anything else differs.
"""

from __future__ import annotations

import json
import sys

from rulewright.workbench.files.games import GameFiles

from .matches import HERE, PLAYED, Data, files_of, game_of, old_games, played, recorded, to_record


def main(words: list[str]) -> int:
    only_memory = words == ["--memory"]
    if not words or (not only_memory and set(words) - set(old_games())):
        print(__doc__, "\ngames:", *old_games())
        return 2
    for name in old_games() if only_memory else words:
        path, files = HERE / name / PLAYED, files_of(name)
        if only_memory:
            found = [again(files, one) for one in recorded(name)]
        elif path.exists():
            print(f"{name} is recorded: an old game is never recorded again")
            return 1
        else:
            found = [
                {"variants": variants, **played(game_of(files, variants), players, seed)}
                for variants, players, seed in to_record(files)
            ]
        lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in found)
        path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return 0


def again(files: GameFiles, match: Data) -> Data:
    """A recorded match with the fingerprint that its memory has now."""
    game = game_of(files, match["variants"])
    now = {"variants": match["variants"], **played(game, match["players"], match["seed"], match["choices"])}
    if now | {"memory": match["memory"]} != match:
        raise SystemExit(f"{files.name} plays otherwise: {now}")
    return now


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
