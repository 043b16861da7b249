"""Writes `verdicts.txt`: `python -m tests.dsl.card_english`. Read what changes in it."""

from .judge import LISTS, VERDICTS, page, written

VERDICTS.write_text(page(), encoding="utf-8")
for name in LISTS:
    kinds = [next(iter(one)) for one in written()[name].values()]
    print(f"{name}: {len(kinds)},", ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)))
