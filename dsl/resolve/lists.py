"""Lists: `1 action, 1 buy and 1 coin`, `cards, dice and coins`, `the player's hand, deck and discards`."""

from __future__ import annotations

from collections.abc import Sequence

from ..syntax.forest import Token, Tree
from ..syntax.parser import Syntax
from ..syntax.vocabulary import words
from .context import Context, children


def joined(parts: Sequence[Syntax | Token], word: str, c: Context, *others: str) -> None:
    """Fails unless the last part of a list is joined with a word: commas alone do not say whether all are meant."""
    if len(parts) < 2:
        return
    between = str(c.text)[parts[-2].end_pos : parts[-1].start_pos]
    if not {word, *others}.intersection(words(between)):
        said = str(c.text)[parts[-1].start_pos : parts[-1].end_pos]
        way_out = f"write: … {word} {said}"
        raise c.fail("RW201", f"the last of a list is joined with '{word}'", parts[-1], way_out)


def named_in(tree: Syntax, c: Context) -> list[Syntax]:
    """What a list names: after one owner, each of what is that owner's."""
    found: list[Syntax] = []
    for part in children(tree):
        found += (
            each_own(part, c, "or" if tree.data == "in_any" else "and") if part.data == "props" else [part]
        )
    return found


def each_own(props: Syntax, c: Context, word: str = "and") -> list[Syntax]:
    """`the player's hand, deck and discards`: each of them with its owner, as trees."""
    owner, mark, *names = props.children
    joined(names, word, c)
    found = []
    for at, name in enumerate(names):
        key = (id(props), at)
        if key not in c.made:
            c.made[key] = Tree("possessive", [owner, mark, name], props.start_pos, name.end_pos)
        found.append(c.made[key])
    return found


def words_of(one: Syntax, c: Context) -> str:
    """The words of a part of a list: of several after one owner, the owner and this part."""
    text = str(c.text)
    start = one.start_pos - 4 if text[: one.start_pos].casefold().endswith("the ") else one.start_pos
    if one.data == "possessive" and isinstance(one.children[-1], Token):
        mark, name = one.children[-2:]
        return f"{text[start : mark.end_pos]} {text[name.start_pos : name.end_pos]}"
    return text[start : one.end_pos]


def line_with(at: Syntax, said: str, c: Context) -> str:
    """The line of the text with something else in the place of a tree."""
    text = str(c.text)
    start, end = text.rfind("\n", 0, at.start_pos) + 1, text.find("\n", at.end_pos)
    return (text[start : at.start_pos] + said + text[at.end_pos : end if end >= 0 else None]).strip()
