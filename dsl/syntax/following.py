"""What can follow the beginning of a text: the parser's states after each of its words.

In: a text up to a place, a vocabulary and a start symbol. Out: the terminals that can stand next at any word that a
reading reaches, the open phrases there, and the fewest words that would end the text from there. A name that is half
written at the end is no obstacle: the states before it are there as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush

import attrs

from .forest import Leaf, Node, Shape
from .lexer import Lattice
from .parser import table
from .stacks import END, MOST_WAITING, STEPS_A_WORD, Stacks, Table, Top
from .vocabulary import Vocabulary

CURSOR = "\ufffc"
"""Stands for what is still to be written; no text has it."""

FILLERS: dict[str, tuple[int, str]] = {
    **dict.fromkeys(("_NL", "_INDENT", "_DEDENT"), (0, "")),
    **{f"_RPAR{part}": (1, ")") for part in ("", "_S", "_C", "_F", "_A")},
    "_RBRACK": (1, ")"),
    "_QUOTE": (1, '"'),
    "NOTHING": (1, "nothing"),
    "_COLON": (1, ":"),
    "NAME": (2, "player"),
    "INT": (3, "1"),
    "TYPE_S": (7, "player"),
    "TYPE_P": (7, "players"),
    "CMP": (2, "="),
    "PROP": (7, "kind"),
    "PROP_T": (9, ""),
    "KINDNAME": (8, ""),
    "OF": (4, "of"),
    "INTO": (3, "into"),
    "TO": (3, "to"),
    "BY": (3, "by"),
    "BE": (3, "be"),
    "IS": (4, "is"),
    "IS_L": (3, "is"),
    "EMPTY": (7, "empty"),
    "IN": (3, "in"),
    "IN_KEY": (3, "in"),
    "FROM": (3, "from"),
    "BECOME": (5, "becomes"),
    "EACH": (7, "each"),
    "TIMES": (4, "times"),
    "OTHERWISE": (3, "otherwise"),
    "IF": (5, "if"),
    "NEWNAME": (3, "x"),
    "LABEL": (3, "x"),
    "PH_END": (3, ""),
    "PH_MID": (3, ""),
    "PH_LAST": (15, ""),
    "VP_MID": (3, ""),
    "_COMMA": (4, ","),
    "_COMMA_O": (4, ","),
    "POSS_W": (3, "'s"),
    "POSS": (10, "'s"),
    "_AND_V": (4, "and"),
    "_AND_E": (4, "and"),
    "_AND_W": (4, "and"),
    "_AND_O": (4, "and"),
    "_OR_O": (4, "or"),
    "_OR_D": (4, "or"),
    "_OR_F": (6, "or"),
    "A": (10, "a"),
    "MORE": (3, "more"),
    "LESS": (5, "less"),
    "WIN": (4, "wins"),
    "DOTS": (4, ".."),
    "STEPS": (3, "steps"),
    "LEFT": (3, "left"),
    "PER": (4, "per"),
    "PERIOD": (4, ""),
    "TIES": (4, "ties"),
    "FROM_TOP": (4, "from the top"),
    "ROUNDED_DOWN": (4, "rounded down"),
    "UNTIL_MATCH_ENDS": (4, "until the match ends"),
    "CAN": (10, "can"),
    "PAY": (6, "pay"),
    "BETWEEN": (10, "between"),
    "STEP": (10, ""),
    "SLASH_P": (5, "/"),
    "SLASH": (5, "/"),
    "FOR_MISSING": (4, "for what is missing"),
    "DONE": (4, "done"),
    "KINDS": (8, "kinds"),
    "ADJ": (7, ""),
    "AS": (4, "as"),
    "_LPAR": (12, "("),
    "AT_MOST": (9, "at most"),
    "ROUNDED_UP": (9, "rounded up"),
    "AT_RANDOM": (9, "at random"),
}
"""What a text is ended with, where something has to follow: what each costs, and how it is written. Terminals of
names that only a game has are written by `Following.closing`'s caller."""
HEIGHT = 3
"""What each symbol that waits to be finished adds to what an end costs."""
MOST_TRIED = 250
"""The most steps in search of an end."""

States = tuple[int, ...]
"""One stack of the parser."""


@attrs.frozen
class Open:
    """A sentence with slots that has begun and not ended: the sort of its terminals (`PH` or `VP`) and its runs."""

    sort: str
    runs: tuple[str, ...]
    leading: bool = False  # whether a slot stands before the first run


class Following(Stacks):
    """The states after each word of the beginning of a text."""

    def __init__(self, before: str, vocabulary: Vocabulary, start: str, most_slots: int) -> None:
        self.table = table(start)
        super().__init__(begun(before, vocabulary), self.table, most_slots)
        self.fronts: dict[int, dict[int, Top]] = {}
        self._kept: dict[int, dict[tuple[str, int], Node]] = {}
        self._expects: dict[int, frozenset[str]] = {}
        self._allows: dict[tuple[int, str, str], bool] = {}
        self._walk()

    @property
    def end(self) -> int:
        """The node of the lattice where the text goes on."""
        return self.lattice.end

    def expected(self, node: int) -> frozenset[str]:
        """The terminals that can stand at a node; none if no reading reaches it."""
        if node not in self.fronts:
            return frozenset()
        if node not in self._expects:
            self.nodes = self._kept[node]
            self._expects[node] = frozenset(self.could_follow(self.fronts[node]))
        return self._expects[node]

    def after(self, node: int, terminal: str) -> list[States]:
        """A stack for each way in which a terminal can stand at a node, after it; the lowest that there is."""
        if terminal not in self.expected(node):
            return []
        found = []
        for top in self.fronts[node].values():
            state = self.states[top.state].get(terminal)
            if isinstance(state, int):
                found.append((*_lowest(top), state))
        return sorted(found, key=len)

    def allows(self, node: int, terminal: str, without: str) -> bool:
        """Whether a terminal can stand at a node in a reading in which another one cannot."""
        key = node, terminal, without
        if key not in self._allows:
            known, stacks = self.table, self.stacks(node)
            self._allows[key] = any(
                step(known, one, terminal) and not step(known, one, without) for one in stacks
            )
        return self._allows[key]

    def stacks(self, node: int) -> list[States]:
        """The stacks at a node."""
        return sorted((_lowest(top) for top in self.fronts.get(node, {}).values()), key=len)

    def open(self, node: int) -> set[Open]:
        """The sentences that have begun and whose slot ends at a node."""
        self.expected(node)
        found: set[Open] = set()
        for top in self.fronts.get(node, {}).values():
            for below, value in top.links:
                if isinstance(value, Node) and value.symbol in ("slot", "vslot"):
                    found |= set(_opened(below, "PH" if value.symbol == "slot" else "VP", ()))
        return found

    def around(self, node: int) -> dict[str, Open]:
        """The innermost sentence of each sort that has begun before a node, whether or not its slot ends there."""
        found: dict[str, Open] = {}
        todo, seen = list(self.fronts.get(node, {}).values()), set[int]()
        while todo and len(found) < 2:
            top = todo.pop(0)
            if id(top) in seen:
                continue
            seen.add(id(top))
            for below, value in top.links:
                if isinstance(value, Leaf):
                    for token in value.tokens:
                        sort = token.type[:2]
                        if sort in ("PH", "VP") and token.type != "PH_WHOLE" and sort not in found:
                            one = next(_opened(top, sort, ()), None)
                            if one is not None:
                                found[sort] = one
                todo.append(below)
        return found

    def begun(self, node: int) -> set[Open]:
        """The sentences whose next slot begins at a node."""
        found: set[Open] = set()
        for top in self.fronts.get(node, {}).values():
            for _, value in top.links:
                if isinstance(value, Leaf):
                    for sort in {token.type[:2] for token in value.tokens} & {"PH", "VP"}:
                        found |= set(_opened(top, sort, ()))
        return found

    def _walk(self) -> None:
        for at in range(self.lattice.end + 1):
            if at not in self.tops:
                continue
            front, self.nodes = self.tops.pop(at), {}
            if self.steps > STEPS_A_WORD * (at + 10) or any(
                top.height > MOST_WAITING for top in front.values()
            ):
                return
            self.fronts[at], self._kept[at] = front, self.nodes
            if at < self.lattice.end:
                self.shift(front, at)


def begun(before: str, vocabulary: Vocabulary) -> Lattice:
    """The lattice of the beginning of a text, which does not end its last line."""
    lattice = Lattice(before + CURSOR, vocabulary)
    size = next(at for at, piece in enumerate(lattice.pieces) if piece.word == CURSOR)
    return lattice.cut(size)


def _lowest(top: Top) -> States:
    found = []
    at: Top | None = top
    while at is not None:
        found.append(at.state)
        at = min((below for below, _ in at.links), key=lambda below: below.height, default=None)
    return tuple(reversed(found))


def _opened(top: Top, sort: str, runs: tuple[str, ...]) -> Iterator[Open]:
    """The sentences whose last run so far is at the top of a stack; `runs` are those after it."""
    for below, value in top.links:
        if not isinstance(value, Leaf):
            continue
        for token in value.tokens:
            said = (str(token), *runs)
            if token.type in ("PH_START", "VP_START", "VP_START_O", "VP_START_W"):
                yield Open(sort, said)
            elif token.type == "PH_IN":
                yield Open(sort, said, leading=True)
            elif token.type in ("PH_MID", "VP_MID"):
                for inner, slot in below.links:
                    if isinstance(slot, Node) and slot.symbol in ("slot", "vslot"):
                        yield from _opened(inner, sort, said)


# ------------------------------------------------------------------------ ending a text


@lru_cache(maxsize=4000)
def closing(
    start: str, stack: States, by_number: bool, through: tuple[str, ...] = ()
) -> tuple[str, ...] | None:
    """The terminals that end a text from a stack: few, and those that say least; None if none were found. Where a
    name and a number can stand, it is a number if `by_number`. The end contains the terminals `through`, in order."""
    known = table(start)
    heap: list[tuple[float, int, int, int, States, tuple[str, ...]]] = [(0, 0, 0, 0, stack, ())]
    seen = {(stack, 0)}
    count = 0
    while heap and count < MOST_TRIED:
        _, cost, _, done, at, path = heappop(heap)
        if done < len(through):
            after = step(known, at, through[done])
            if after is not None:
                count += 1
                estimate = cost + HEIGHT * len(after) - 1000 * (done + 1)
                heappush(heap, (estimate, cost, count, done + 1, after, (*path, through[done])))
                continue
        elif step(known, at, END) is not None:
            return path
        for terminal in known.states[at[-1]]:
            if terminal not in FILLERS or terminal in through:
                continue
            after = step(known, at, terminal)
            if after is None or (after, done) in seen:
                continue
            price = cost + FILLERS[terminal][0]
            if by_number and terminal in ("NAME", "INT"):
                price += -2 if terminal == "INT" else 2
            seen.add((after, done))
            count += 1
            estimate = price + HEIGHT * len(after) - 1000 * done
            heappush(heap, (estimate, price, count, done, after, (*path, terminal)))
    return None


def step(known: Table, stack: States, terminal: str) -> States | None:
    """One stack after a terminal; None if it cannot stand there. At the end of the text, the stack that has read
    the start symbol."""
    states = list(stack)
    while True:
        if terminal == END and states[-1] == known.end:
            return tuple(states)
        action = known.states[states[-1]].get(terminal)
        if action is None:
            return None
        if not isinstance(action, Shape):
            return (*states, action)
        del states[len(states) - action.size :]
        state = known.states[states[-1]].get(action.symbol)
        if not isinstance(state, int):
            return None
        states.append(state)
