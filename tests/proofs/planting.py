"""Faults of rules that a designer may write, planted in games.

In: the documents of a game. Out: for each sort of fault, the games with such a fault in each place where it can be
planted, in an order that luck with a seed decides. A condition is made of the states that the game has, at values
that these can have.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import attrs
import yaml
from rulewright.dsl import tree as t
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.printing.statements import show
from rulewright.dsl.tree.types import PLAYER, YES_NO, number
from rulewright.workbench.files.games import find_game
from rulewright.workbench.prove.symbolic.cards import uses_of
from rulewright.workbench.prove.symbolic.reached import Reached

Documents = dict[str, Any]


@attrs.frozen
class Planted:
    """A game with a fault: the sort of fault, where it is, and what stands there now."""

    sort: str
    game_name: str
    where: str
    wrong: str
    game: Game = attrs.field(repr=False)


@attrs.define
class Field:
    """A game in which faults are planted."""

    name: str
    documents: Documents
    game: Game
    reached: Reached
    luck: Random

    def texts(self) -> list[tuple[str, dict[str, Any], str, bool]]:
        """Texts of effects in the flow and in phrases: where, the mapping, its key, and whether a player acts."""
        found: list[tuple[str, dict[str, Any], str, bool]] = []
        for document in self.documents.values():
            for phase in _phases(document.get("flow")):
                name = str(phase.get("phase"))
                found += [(name, phase, key, key == "turn") for key in ("do", "turn") if _is_text(phase, key)]
                found += [
                    (f"{name}, {label}", option, "do", True)
                    for label, option in (phase.get("options") or {}).items()
                    if isinstance(option, dict) and _is_text(option, "do")
                ]
            for signature, phrase in (document.get("phrases") or {}).items():
                if isinstance(phrase, dict) and _is_text(phrase, "do"):
                    found.append((signature, phrase, "do", False))
        self.luck.shuffle(found)
        return found

    def phases(self) -> list[dict[str, Any]]:
        """The phases whose turns have options."""
        every = [one for document in self.documents.values() for one in _phases(document.get("flow"))]
        found = [one for one in every if one.get("options")]
        self.luck.shuffle(found)
        return found

    def numbers(self, acts: bool) -> list[tuple[t.Expr, int, int]]:
        """States of the game, and of the player who acts, with at least four values."""
        found: list[tuple[t.Expr, int, int]] = []
        span = self.game.texts[0].span
        for (owner, name), (least, most) in self.reached.ends.items():
            of = number(least, most)
            if most - least < 3 or owner == "piece" or (owner == "player" and not acts):
                continue
            if owner == "game":
                found.append((t.GameState(name, span=span, type=of), least, most))
            else:
                who = t.Actor(span=span, type=PLAYER)
                found.append((t.Property(who, name, span=span, type=of), least, most))
        self.luck.shuffle(found)
        return found

    def show(self, node: object) -> str:
        return show(node, self.game.symbols)

    def begins(self, node: t.Expr) -> int | None:
        """What a state begins with."""
        symbols = self.game.symbols
        name = getattr(node, "name", "")
        state = symbols.game.get(name) if isinstance(node, t.GameState) else symbols.players.get(name)
        if state is None or (state.starts is not None and not isinstance(state.starts, t.Number)):
            return None
        return state.starts.value if isinstance(state.starts, t.Number) else 0

    def planted(self, sort: str, where: str, wrong: str) -> Planted | None:
        """The game as its documents are now; None if it is no game."""
        game = game_of(self.documents)
        return None if game is None else Planted(sort, self.name, where, " ".join(wrong.split()), game)


def field(name: str, luck: Random) -> Field:
    """A shipped game, in which nothing is planted yet."""
    documents, game, reached = _shipped(name)
    return Field(name, copy.deepcopy(documents), game, reached, luck)


@cache
def _shipped(name: str) -> tuple[Documents, Game, Reached]:
    files = find_game(name, Report())
    assert files is not None
    documents = {one.name: yaml.load(one.read_text(encoding="utf-8"), yaml.BaseLoader) for one in files.files}
    game = game_of(documents)
    assert game is not None, name
    return documents, game, Reached(game)


def shipped(name: str) -> Game:
    """The game without a fault."""
    return _shipped(name)[1]


def game_of(documents: Documents) -> Game | None:
    """The game of these documents, its warnings ignored; None if it has errors."""
    sources = [
        Source(name, yaml.dump(one, allow_unicode=True, sort_keys=False, width=10**6, default_style='"'))
        for name, one in documents.items()
    ]
    return load_game(sources, Report(), strict=False)


# ------------------------------------------------------------------------ texts


def _compare(op: t.Comparison, left: t.Expr, right: int) -> t.Compare:
    value = t.Number(right, span=left.span, type=number(right, right))
    return t.Compare(op, left, value, span=left.span, type=YES_NO)


def _added(sort: str, one: Field, wrong: Callable[[str, str, str, int], str]) -> Iterator[Planted]:
    """A statement is added to a text: it is made of a state, of what happens, and of a value inside its range."""
    for where, holder, key, acts in one.texts():
        numbers = one.numbers(acts)
        if len(numbers) < 2:
            continue
        (state, least, most), (other, _, _) = numbers[:2]
        middle = one.luck.randrange(least + 1, most)
        rise = t.Change(other, 1, t.Number(1, span=other.span, type=number(1, 1)), True, span=other.span)
        tests = [one.show(_compare(op, state, middle)) for op in ("<", "<=", ">=", ">")]
        text = wrong(*_cases(tests, sort), one.show((rise,)), middle)
        yield from _in(one, holder, key, f"{str(holder[key]).rstrip()}\n{text}\n", sort, where, text)


def _cases(tests: list[str], sort: str) -> tuple[str, str]:
    less, at_most, at_least, more = tests
    return {"gap": (less, more), "overlap": (at_most, at_least), "dead case": (at_least, more)}[sort]


def _chain(first: str, second: str, happens: str, middle: int) -> str:
    return f"if {first}: {happens}\notherwise if {second}: {happens}"


def _side_by_side(first: str, second: str, happens: str, middle: int) -> str:
    return f"if {first}: {happens}\nif {second}: {happens}"


def _in(
    one: Field, holder: dict[str, Any], key: str, text: str, sort: str, where: str, wrong: str
) -> Iterator[Planted]:
    """The game with another text in a place, which is then as it was."""
    before = copy.deepcopy(holder)
    holder[key] = text
    found = one.planted(sort, where, wrong)
    holder.clear()
    holder.update(before)
    if found is not None:
        yield found


def gap(one: Field) -> Iterator[Planted]:
    """Two cases of a number that leave out the value between them."""
    yield from _added("gap", one, _chain)


def overlap(one: Field) -> Iterator[Planted]:
    """Two cases of a number that both begin at the same value."""
    yield from _added("overlap", one, _side_by_side)


def dead_case(one: Field) -> Iterator[Planted]:
    """A case that an earlier one covers."""
    yield from _added("dead case", one, _chain)


def bound(one: Field) -> Iterator[Planted]:
    """A repetition that counts down, with a bound that is one too small."""
    for where, holder, key, acts in one.texts():
        for state, least, most in one.numbers(acts)[:1]:
            if not least < most - 1 < least + 1000:
                continue
            test, name = one.show(_compare(">", state, least)), one.show(state)
            down = t.Change(
                state, -1, t.Number(1, span=state.span, type=number(1, 1)), False, span=state.span
            )
            wrong = f"repeat while {test}, at most {most - least - 1} times: {one.show((down,))}"
            text = f"{str(holder[key]).rstrip()}\n{wrong}\n"
            yield from _in(one, holder, key, text, "small bound", f"{where}, {name}", wrong)


def dead_option(one: Field) -> Iterator[Planted]:
    """An option with a condition that contradicts itself in two forms."""
    for phase in one.phases():
        for label, option in phase["options"].items():
            for state, least, most in one.numbers(True)[:1]:
                middle = one.luck.randrange(least + 1, most)
                name = one.show(state)
                wrong = f"{one.show(_compare('<', state, middle))} and {name} + 1 > {middle + 1}"
                test = f"({option['if']}) and {wrong}" if "if" in option else wrong
                yield from _in(one, option, "if", test, "dead option", f"{phase['phase']}, {label}", wrong)


def dead_card(one: Field) -> Iterator[Planted]:
    """An option that waits for a card that nobody has printed, although the range of what it prints allows it."""
    symbols = one.game.symbols
    for phase in one.phases():
        for label, option in phase["options"].items():
            for place, prop, most in _printed(one):
                types = symbols.places[place].text.types
                wrong = f"there is a {types[0]} in the {place} with {prop} > {most}"
                test = f"({option['if']}) and {wrong}" if "if" in option else wrong
                yield from _in(one, option, "if", test, "dead option", f"{phase['phase']}, {label}", wrong)


def _printed(one: Field) -> Iterator[tuple[str, str, int]]:
    """Places of all players, with a number that is printed on what lies there and its highest value, if the range has
    a higher one."""
    symbols = one.game.symbols
    for name, place in symbols.places.items():
        if place.text.per_player or len(place.text.types) != 1 or place.text.sight != "open":
            continue
        type_ = symbols.types[place.text.types[0]]
        for prop, state in type_.properties.items():
            values = [symbols.designs[one].values.get(prop) for one in type_.designs]
            numbers = [value for value in values if isinstance(value, int)]
            known = state.printed and state.type.kind == "number" and len(numbers) == len(values) > 0
            if known and max(numbers) < state.type.most:
                yield name, prop, max(numbers)


def stuck(one: Field) -> Iterator[Planted]:
    """Nobody thought of the value with which a state begins: no option is open then."""
    for phase in one.phases():
        for state, _, _ in one.numbers(True)[:2]:
            begins = one.begins(state)
            if begins is None:
                continue
            before = copy.deepcopy(phase)
            wrong = one.show(_compare("!=", state, begins))
            for option in phase["options"].values():
                option["if"] = f"({option['if']}) and {wrong}" if "if" in option else wrong
            found = one.planted("stuck player", str(phase["phase"]), f"each option: if {wrong}")
            phase.clear()
            phase.update(before)
            if found is not None:
                yield found


def unpayable(one: Field) -> Iterator[Planted]:
    """A cost of one more than anybody can have."""
    for where, holder, key, acts in one.texts():
        for state, _, most in one.numbers(True):
            if not isinstance(state, t.Property) or not acts:
                continue
            wrong = f"the player may: pay {most + 1} {state.name}; gain 1 {state.name}"
            text = f"{str(holder[key]).rstrip()}\n{wrong}\n"
            yield from _in(one, holder, key, text, "unpayable cost", where, wrong)
            break


def dear(one: Field) -> Iterator[Planted]:
    """A printed price of more than anybody can have."""
    paid = uses_of(one.game).paid
    money = [most for (owner, _), (_, most) in one.reached.ends.items() if owner == "player"]
    for name, prop, design, declared in _priced(one, paid):
        most = max(money, default=0) + 1
        before, old = design[prop], copy.deepcopy(declared[prop])
        design[prop] = str(most)
        least = str(old["type"] if isinstance(old, dict) else old).split("..")[0]
        declared[prop] = {**old, "type": f"{least}..{most}"} if isinstance(old, dict) else f"{least}..{most}"
        found = one.planted("unpayable cost", name, f"{prop}: {most}")
        design[prop], declared[prop] = before, old
        if found is not None:
            yield found


def dominated(one: Field) -> Iterator[Planted]:
    """A design like another one, which costs one more."""
    paid = uses_of(one.game).paid
    for name, prop, design, _ in _priced(one, paid):
        twin = copy.deepcopy(design)
        twin[prop] = str(int(design[prop]) + 1)
        for key in ("en", "cs", "plural"):
            twin.pop(key, None)
        designs = next(
            kind["designs"]
            for document in one.documents.values()
            for kind in (document.get("components") or {}).values()
            if isinstance(kind, dict) and kind.get("designs", {}).get(name) is design
        )
        twin["source"] = "house"
        designs["twofold twin"] = twin
        found = one.planted("dominated card", name, f"twofold twin: {prop} {twin[prop]}, not {design[prop]}")
        del designs["twofold twin"]
        if found is not None:
            yield found


def _priced(one: Field, paid: set[str]) -> Iterator[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    """Designs with a printed number that is paid: the name, the property, the design, and the declarations."""
    found: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = []
    for document in one.documents.values():
        for kind in (document.get("components") or {}).values():
            declared = kind.get("properties") if isinstance(kind, dict) else None
            if not isinstance(declared, dict):
                continue
            for name, design in (kind.get("designs") or {}).items():
                for prop in sorted(paid & set(declared)):
                    if isinstance(design, dict) and str(design.get(prop, "")).isdigit():
                        found.append((name, prop, design, declared))
    one.luck.shuffle(found)
    yield from found


SORTS: dict[str, tuple[Callable[[Field], Iterator[Planted]], ...]] = {
    "dead option": (dead_option, dead_card),
    "dead case": (dead_case,),
    "gap": (gap,),
    "overlap": (overlap,),
    "unpayable cost": (dear, unpayable),
    "dominated card": (dominated,),
    "small bound": (bound,),
    "stuck player": (stuck,),
}
"""The sorts of faults, and what makes them."""


def _phases(nodes: Any) -> Iterator[dict[str, Any]]:
    for one in nodes or ():
        if isinstance(one, dict):
            yield one
            yield from _phases(one.get("phases"))


def _is_text(holder: dict[str, Any], key: str) -> bool:
    return isinstance(holder.get(key), str)
