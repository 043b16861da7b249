"""Which known word did the author mean? Used by every "did you mean" of the language."""

from collections.abc import Iterable
from functools import lru_cache

import attrs

_SURE = 2  # slips of the pen, and no more, in a word that is put right without asking


@attrs.frozen
class Guess:
    """A word that was perhaps meant; `sure` if it is near, and no other word is as near."""

    word: str
    sure: bool

    def __str__(self) -> str:
        return self.word


def closest(word: str, candidates: Iterable[str]) -> str | None:
    """The word of `guess`."""
    found = guess(word, candidates)
    return found.word if found is not None else None


def guess(word: str, candidates: Iterable[str]) -> Guess | None:
    """The candidate with the fewest typing errors from `word`, if they are few enough. Among equals, one that has the
    same letters in another order wins, otherwise the first.

    An error is a letter that is added, left out, changed, or swapped with its neighbour. One error is allowed in
    words of up to four letters, then one more for every three letters. Upper and lower case count as the same.
    """
    folded = word.casefold()
    letters, length = set(folded), len(folded)
    best, fewest, same, rival = None, _allowed(folded) + 1, False, False
    for candidate in candidates:
        if candidate == best:
            continue
        other = candidate.casefold()
        limit = fewest + 1
        if abs(len(other) - length) >= limit or len(letters.symmetric_difference(other)) >= 2 * limit:
            continue
        reordered = not same and len(other) == length and sorted(other) == sorted(folded)
        slips = _slips(folded, other, limit)
        if slips < fewest + reordered:
            rival = best is not None and slips == fewest
            best, fewest, same = candidate, slips, reordered
        elif slips == fewest and best is not None:
            rival = True
    if best is None:
        return None
    return Guess(best, not rival and fewest <= _SURE and 3 * fewest <= max(len(folded), 3))


def _allowed(word: str) -> int:
    return 0 if len(word) < 2 else 1 if len(word) < 5 else min(len(word) // 3 + 1, 5)


@lru_cache(maxsize=2_000)  # a name that is gone is missing in many places
def _slips(left: str, right: str, enough: int) -> int:
    """The edit distance with swaps of neighbours; any number from `enough` upwards means too many."""
    same = 0  # what both begin with costs nothing, but for a letter that may be swapped with the next
    while same < min(len(left), len(right)) and left[same] == right[same]:
        same += 1
    left, right = left[max(same - 1, 0) :], right[max(same - 1, 0) :]
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        before, above, row = row, before, [i]
        for j, b in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and b == left[i - 2]:
                cost = min(cost, above[j - 2] + 1)
            row.append(cost)
        if min(row) >= enough and min(before) >= enough:
            return enough
    return row[-1]
