"""Wordings that the language has learnt: what a phrase of a game says in the same words, that text goes on to mean.

A game may have a phrase `{one: player} has more gold than {rival: player}`, as the language could not say it. When
the language learns the words, a text of that game would have two readings; the phrase's stays. In: the readings of a
part of a text, each with its meaning. Out: those that are left. Wordings of the first edition are not listed: with
them, a text of such a phrase has been refused from the beginning.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..syntax.forest import Token, Tree, ways_of

NEWER = frozenset(
    {
        *(
            "has_than",
            "has_extreme",
            "has_even",
            "has_most",
            "has_least",
            "has_neither",
            "none_has",
            "none_is",
        ),
        *("differ_all", "cannot_pay", "cannot_be_done", "can_pay_either", "compare_all", "compare_some"),
        *("is_any_of", "is_all_of", "is_none_of", "any_is", "all_are"),
        *("put_all", "put_each", "all_become", "become_each", "become_so", "all_go_up", "all_go_down"),
        *("nouns", "props", "each_does", "each_other", "pay_either", "all_of_it", "half_of_it", "so_many"),
        *("another", "at_least", "attr_apart", "attr_is", "attr_least", "attr_most", "attr_not", "attr_than"),
        *(
            "quality",
            "quality_who",
            "who_word",
            "who_not_word",
            "who_all",
            "who_any",
            "who_empty",
            "who_not_empty",
        ),
        *("who_kind", "who_no_kind", "in_all", "in_any", "one_of_designs_and", "one_of_types_and"),
        *("one_of_designs_or", "one_of_types_or", "one_of_those", "half", "twice", "swap"),
        *("highest_among", "lowest_among", "total_among"),
        *(
            "random_one",
            "random_some",
            "put_either",
            "denial",
            "half_amount",
            "but_end",
            "but_first",
            "who_has",
        ),
        *("who_extreme", "who_extreme_early", "attr_none", "attr_than_who"),
    }
)
"""The rules of the grammar for wordings that came after the first edition."""
WORDS = frozenset({"EQUAL_TO", "ANY_NUMBER_OF", "EXACTLY"})
"""Words that came after it, in rules that are older."""
PHRASES = frozenset({"do_call", "so", "computed", "name"})
"""Rules for what the game says in words of its own."""


def newness(tree: Tree) -> int:
    """How many wordings that the language has learnt stand in a reading."""
    count, todo = 0, [tree]
    while todo:
        one = ways_of(todo.pop())[0]
        count += one.data in NEWER
        for child in one.children:
            if isinstance(child, Token):
                count += child.type in WORDS
            else:
                todo.append(child)
        count += one.data in ("top", "bottom") and len(one.children) - sum(map(_is_token, one.children)) > 2
    return count


def _is_token(part: object) -> bool:
    return isinstance(part, Token)


def is_own(tree: Tree) -> bool:
    """Whether a reading is what the game says in words of its own."""
    while tree.data not in PHRASES:
        if len(tree.children) != 1 or isinstance(tree.children[0], Token):
            return False
        tree = ways_of(tree.children[0])[0]
    return True


def kept(own: Sequence[bool], new: Sequence[int]) -> list[bool]:
    """Which of several readings are left: none with more that is new than a phrase of the game has."""
    least = min((count for mine, count in zip(own, new, strict=True) if mine), default=None)
    return [mine or least is None or count <= least for mine, count in zip(own, new, strict=True)]
