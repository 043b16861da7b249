"""Items of a text with their order: what fits first, what is rare last."""

from __future__ import annotations

import re

from ..syntax.vocabulary import VocabularyEntry, words
from .fitting import FITS, UNSURE
from .items import Item
from .text_place import TextPlace

IN_SCOPE, OWN, LANGUAGE, MARK, MANY = 0, 1, 2, 3, 4
"""What comes first among what fits equally well. `MANY` are designs and words of lists: texts name few of them."""
_NAMED = frozenset({"piece", "player", "place", "cell", "kind", "word"})
"""The kinds of values that have an article when they are named."""


class Ranking(TextPlace):
    """Makes items."""

    def group_of(self, entry: VocabularyEntry, *, fresh: bool) -> int:
        if entry.terminal in ("DESIGN_S", "DESIGN_P", "KINDNAME", "WORD"):
            return MANY
        return IN_SCOPE if fresh else LANGUAGE if _lettered(entry.value) else OWN

    def rank_of(self, fit: int, group: int, order: int = 0) -> tuple[int, ...]:
        """What fits comes first: names in scope, the game's own, words of the language. Where a statement begins, and
        among what might fit, verbs and joints come before names."""
        tier = tier_of(fit)
        if group == MARK:
            return 1, 1, order
        if tier or self.verbs:
            group = {LANGUAGE: 0, OWN: 1, IN_SCOPE: 0 if tier else 1, MANY: 2}[group]
        elif group == MANY:
            group = OWN
        return tier, group + 1, order

    def rarity(self, said: tuple[str, ...]) -> int:
        """From 0 for what stands in most texts, to 20 for what stands in none."""
        common = self.place.common
        return 20 - min([common.get(word, 0) for word in said], default=0).bit_length()

    def takes_article(self, entry: VocabularyEntry, node: int) -> bool:
        if self.after_article(node):
            return False
        if entry.terminal in ("NAME", "NAME_T"):
            bound = self.context.variables.get(entry.value) or self.context.state.get(entry.value)
            meant = bound or self.type_of(entry.value)
            if meant is None:
                return True
            return meant.kind in _NAMED and not _lettered(entry.value)
        return entry.terminal in ("PROP", "PROP_W") and "NUMBER_OF" in self.following.expected(node)

    def after_article(self, node: int) -> bool:
        """Whether an article stands before a node already."""
        if self.in_article:
            return False
        if node not in self.articles:
            before = self.place.before[: self.start_of(node)].rstrip()[-4:].casefold()
            self.articles[node] = re.search(r"(?:^|[^\w-])the$", before) is not None
        return self.articles[node]

    def add_item(
        self,
        label: str,
        kind: str,
        insert: str,
        node: int,
        rank: tuple[int, ...],
        *,
        detail: str = "",
        documentation: str = "",
        snippet: bool = False,
        filter: str = "",
    ) -> None:
        before, start = self.place.before, self.start_of(node)
        rank = (*rank[:2], self.rarity(words(filter or label)), *rank[2:])
        if self.in_article:
            start = len(before) - len(re.split(r"\s", before)[-1])
            if not insert.startswith("the "):
                if not before.casefold().endswith("the"):
                    return
                insert = "the " + insert
            filter = "the " + (filter or label)
        item = Item(
            label, kind, insert, start, len(before), snippet, detail, documentation, rank, filter or label
        )
        known = self.found.get((label, start))
        if known is None or item.rank < known.rank:
            self.found[label, start] = item


def tier_of(fit: int) -> int:
    return {FITS: 0, UNSURE: 1}.get(fit, 2)


def _lettered(name: str) -> bool:
    """Whether this is the name of a cell of a grid: `a1`."""
    return re.fullmatch(r"[a-z]+\d+", name) is not None
