"""What can stand in a file of scenarios."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from ..diagnostics.codes import CODES
from ..resolve import statements
from ..scenarios import effects
from ..scenarios.keys import PLAYER, UNDO, VIEW, Holds, ScenarioKey, known_at
from ..scenarios.notation import GAME, UNKNOWN, Notation, Sort
from ..tree.types import OF_CELLS, OF_DESIGNS, OF_PLAYERS, OF_WORDS, Type
from .items import Item
from .rule_texts import Scope
from .shape import Slot
from .text_slots import TextSlots

FAULTS = "RW4"
"""The beginning of the codes of faults."""


class InScenarios(TextSlots):
    """Items of scenarios."""

    def _phases(self) -> list[str]:
        found: list[str] = []

        def below(nodes: Sequence[Any], above: str) -> None:
            for node in nodes:
                found.append(f"{above}{node.phase}")
                below(node.phases, f"{above}{node.phase}/")

        below(self.draft.doc.flow if self.draft.doc is not None else (), "")
        return found

    @cached_property
    def _notation(self) -> Notation:
        return Notation(self.symbols, self._most_players(), self._most_players())

    def _whose(self) -> int:
        """The seat of the player whose names can stand at the place."""
        players = (PLAYER.match(step) for step in reversed(self.here.path[3:]) if step is not None)
        return next((int(match[1]) - 1 for match in players if match is not None), GAME)

    def facts(self) -> Iterator[Item]:
        """The keys of `given`, `then` and views: states, places, players, and those that every game has."""
        symbols, there, whose = self.symbols, self.here.others, self._whose()
        states = symbols.game if whose == GAME else symbols.players
        places = self._notation.places(whose)
        keys = {
            name: one for one in known_at(self.here.path[2:])[0] for name in one.names(self._most_players())
        }
        named = {name: str(one.type) for name, one in states.items()}
        named |= {name: "a place" for name in places if name not in self._notation.cells}
        if self.here.path[2] != "given":
            named |= {
                name: str(one.value.type) for name, one in symbols.named_values.items() if not one.slots
            }
        named |= {name: one.holds.value for name, one in keys.items()}
        named |= {name: "a cell" for name in places if name in self._notation.cells}
        for number, (name, detail) in enumerate(named.items()):
            if name not in there:
                says = keys[name].says if name in keys else ""
                yield self.key_item(name, "name", detail, (0, number // 99, number % 99), says=says)

    def _most_players(self) -> int:
        text = str(self.draft.doc.players) if self.draft.doc is not None and self.draft.doc.players else "4"
        return max((int(one) for one in re.findall(r"\d+", text)), default=4)

    def of_scenario(self, slot: Slot) -> Iterator[Item]:
        key, path = slot.key, self.here.path
        symbols = self.symbols
        if key in ("start", "end"):
            yield from self.plain(self._phases(), "phase")
        elif key == "variants":
            yield from self.plain(self.variants, "variant")
        elif key == "as":
            yield from self.plain(self._players(), "player")
        elif key == "do":
            scope = Scope("effect", statements.body, effects.SCOPE)
            yield from self.text_items(scope, self.here.before, len(self.here.before))
        elif key == "options" and slot.name in symbols.options:
            yield from self.plain(self.values_of(symbols.options[slot.name].type), "value")
        elif key == "when" and "expect" not in path:
            yield from self.moves()
        elif key in ("given", "then") or "expect" in path:
            yield from self.plain(self._worth(), "value")

    def _players(self) -> list[str]:
        return [f"player {one}" for one in range(1, self._most_players() + 1)]

    def values_of(self, of: Type) -> list[str]:
        """The values of a type that have names."""
        found = ["none"] if of.optional else []
        if of.kind == "yes-no":
            found += ["yes", "no"]
        elif of.kind in OF_WORDS:
            found += of.of
        elif of.kind in OF_DESIGNS:
            found += [name for name, one in self.symbols.designs.items() if not of.of or one.type in of.of]
        elif of.kind in OF_PLAYERS:
            found += self._players()
        elif of.kind in OF_CELLS:
            found += [name for name, board in self.symbols.named_cells.items() if board in of.of]
        elif of.kind in ("place", "places"):
            found += self.symbols.places
        elif of.kind == "number" and of.most - of.least <= 20:
            found += map(str, range(of.least, of.most + 1))
        return found

    def _worth(self) -> list[str]:
        """What can be given for the name at the end of the path, or expected of it."""
        path = [step for step in self.here.path[2:] if step is not None]
        key = known_at(path)[1]
        if key is not None:
            return self._worth_of_key(key)
        thing = self._notation.find(path[-1], self._whose())
        if thing is None:
            return []
        found = self.values_of(thing.type)
        if thing.sort is Sort.PLACE:
            found += ["empty", "the rest"] if path[0] == "given" else ["empty"]
        return [*found, UNKNOWN] if any(step.startswith(VIEW) for step in path) else found

    def _worth_of_key(self, key: ScenarioKey) -> list[str]:
        if key.holds in (Holds.OPTIONS, Holds.OPTION):
            return self._options()
        if key.holds is Holds.PLACES:
            return self._notation.places(self._whose())
        if key.holds is Holds.FAULT:
            return [code for code in CODES if code.startswith(FAULTS)]
        return {
            Holds.PLAYERS: [*self._players(), "nobody"],
            Holds.YES_OR_NO: ["yes", "no"],
        }.get(key.holds, [])

    def _options(self) -> list[str]:
        """The names that options can have: those of turns, labels of branches, designs, and players."""
        found: dict[str, None] = {}

        def below(nodes: Sequence[Any]) -> None:
            for node in nodes:
                found.update(dict.fromkeys(map(str, node.options)))
                below(node.phases)

        doc = self.draft.doc
        if doc is not None:
            below(doc.flow)
            found.update(dict.fromkeys(map(str, doc.labels)))
        found.update(dict.fromkeys(self.symbols.designs))
        return list(found)

    def moves(self) -> Iterator[Item]:
        """A line of `when:`: who chooses, and what."""
        before, path = self.here.before, self.here.path
        keys = [(name, one) for one in known_at(path[2:])[0] for name in one.names(self._most_players())]
        if path and path[-1] == "cannot":
            yield from self.plain([*self._options(), *(name for name, _ in keys)], "option")
            return
        if ":" in before or (path and path[-1] not in (None, "when")):
            yield from self.plain(self._options(), "option")
            return
        for number, (name, one) in enumerate(keys):
            yield self.key_item(name, "key", one.holds.value, (0, number), says=one.says)
        if not self.here.flow:
            yield from self.plain([UNDO], "option")
