"""Which known word did the author mean? Used by every "did you mean" of the language."""

from collections.abc import Iterable


def closest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate with the fewest slips of the pen from `word`, if few enough; of equals one that has the same
    letters in another order, else the first.

    A slip is a letter added, left out, changed, or swapped with its neighbour. One slip is allowed in words
    of up to four letters, then one more for every three letters. Upper and lower case count as the same.
    """
    folded = word.casefold()
    letters = set(folded)
    best, fewest, same = None, _allowed(folded) + 1, False
    for candidate in candidates:
        other = candidate.casefold()
        reordered = not same and sorted(other) == sorted(folded)
        limit = fewest + reordered
        if abs(len(other) - len(folded)) >= limit or len(letters.symmetric_difference(other)) >= 2 * limit:
            continue
        slips = _slips(folded, other, limit)
        if slips < limit:
            best, fewest, same = candidate, slips, reordered
    return best


def _allowed(word: str) -> int:
    return 0 if len(word) < 2 else 1 if len(word) < 5 else min(len(word) // 3 + 1, 5)


def _slips(left: str, right: str, enough: int) -> int:
    """The edit distance with swaps of neighbours; any number from `enough` on means too many."""
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
