"""A game that is ready to be played: its program and engines, shared by all of its matches.

`prepare` is cheap to call again: the result is kept with the game, and freed with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

import attrs

from ....dsl.model.game import Game, Invariant
from ....dsl.tree.types import Type
from ...engine.protocol import Engine
from ...ir import NONE, Chance, Instr, Random, Shuffle
from ...ir.fingerprint import fingerprint
from ...ir.frames import EntryKind
from ...ir.held import Held, held
from ...ir.walk import flat
from ...lower import Action, ChoiceSite, Lowered, Start, lower
from ...lower.sharing import together
from ...python.engine import PythonEngine
from ..decisions.decision import Decision, Option
from ..output.objects.facts import ObjectFacts
from ..records.action_names import ActionNames
from .engine_choice import WANTED, Wanted, wanted_engine
from .tiers import Tiers


@attrs.define(slots=False, eq=False)
class Rules:
    """The program of a game, with indexes into it. Immutable; threads may share it."""

    lowered: Lowered
    starts: tuple[Start, ...] = ()
    wanted: Wanted = "auto"
    traced: bool = False  # whether it is known before the first match that its events will be read

    def __copy__(self) -> Rules:
        return self

    def __deepcopy__(self, memo: object) -> Rules:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Neither the program nor its functions are pickled: each process makes them again from the game, once."""
        return _prepared, (self.game, self.lowered.program.explicit_chance, self.starts, self.wanted)

    @property
    def game(self) -> Game:
        return self.lowered.game

    @cached_property
    def tiers(self) -> Tiers:
        """The engines, of which one plays. Raises `EngineError` if the wanted one cannot be had."""
        return Tiers(self.lowered, self.wanted, brief=bool(self.starts), traced=self.traced)

    @property
    def engine(self) -> Engine:
        """The engine that plays. Another may take its place between two decisions, so ask again now and then."""
        return self.tiers.engine

    @cached_property
    def tracing(self) -> Engine:
        """An engine that also emits events, for logs and coverage."""
        tiers: Tiers | None = self.__dict__.get("tiers")  # there may be none yet, and a log needs none
        made = None if tiers is None else tiers.made
        return made if made is not None and made.trace else PythonEngine(self.lowered.program, True, made)

    @cached_property
    def program_digest(self) -> str:
        """What recognizes a program whose memories can be resumed by this one."""
        return fingerprint(self.lowered.program).digest[:16]

    @cached_property
    def held(self) -> Held:
        """What memories can hold, for those that come from outside."""
        return held(self.lowered.program, self.engine.plan)

    @cached_property
    def single(self) -> bool:
        """Whether there is only one strand and luck decides by itself, so that calls need not name the strand."""
        program = self.lowered.program
        return program.layout.strands == 1 and not program.explicit_chance

    @cached_property
    def asks(self) -> bool:
        """Whether some prompt has slots, which are filled in from emitted events."""
        return any(site.asked is not None for site in self.lowered.sites)

    @cached_property
    def action_of(self) -> tuple[Action, ...]:
        """The action that each action number belongs to."""
        found: list[Action] = []
        for action in sorted(self.lowered.actions, key=lambda one: one.first):
            found.extend([action] * action.width)
        return tuple(found)

    @cached_property
    def things(self) -> frozenset[str]:
        """What designs, words and places are called, in small letters: an option of such a name says too little."""
        symbols, tables, labels = self.game.symbols, self.lowered.tables, self.game.labels
        names = [
            *(one.names for one in symbols.designs.values()),
            *(one.names for one in symbols.places.values()),
        ]
        found = {one.say(language) for one in names for language in self.game.languages}
        for word in tables.words:
            found |= {word, *labels.get(word, {}).values()}
        return frozenset(name.casefold() for name in found)

    @cached_property
    def named_registers(self) -> dict[tuple[str, Type], tuple[int, ...]]:
        """What texts name while a decision is open, by its label: the registers that hold it, by the identity of what
        they stand for. What is never shown is left out, and what no frame holds while it waits."""
        waiting: dict[int, set[int]] = {}
        for entry in self.engine.plan.entries:
            if entry.kind is not EntryKind.START:
                waiting.setdefault(entry.procedure, set()).update(entry.held)
        found: dict[tuple[str, Type], list[int]] = {}
        labels: dict[str, Type] = {}
        for number, procedure in enumerate(self.lowered.program.procedures):
            for named in procedure.names if procedure.framed else ():
                if named.shown == "nobody" or named.register not in waiting.get(number, ()):
                    continue
                label = f"{procedure.name}: {named.name}"
                while labels.setdefault(label, named.type) != named.type:
                    label += " again"
                found.setdefault((label, named.type), []).append(id(named))
        return {key: tuple(registers) for key, registers in found.items()}

    @cached_property
    def draws_in_secret(self) -> bool:
        """Whether luck draws anything in secret."""
        return any(isinstance(instr, Random) and instr.secret for instr in self._instructions())

    @cached_property
    def has_luck(self) -> bool:
        """Whether luck decides anything, from the set-up on."""
        blocks = (block for procedure in self.lowered.program.procedures for block in procedure.blocks)
        return any(isinstance(block.terminator, Chance) for block in blocks) or any(
            isinstance(instr, Random | Shuffle) for instr in self._instructions()
        )

    def _instructions(self) -> Iterator[Instr]:
        for procedure in self.lowered.program.procedures:
            for block in procedure.blocks:
                yield from flat(block.instructions)

    @cached_property
    def invariants(self) -> tuple[tuple[Invariant, Callable[..., int]], ...]:
        """What must hold after every decision, each with the function that checks it (of a memory and no player)."""
        declared = {one.name: one for one in self.game.invariants}
        return tuple(
            (declared[name], self.engine.function(number)) for name, number in self.lowered.invariants
        )

    @cached_property
    def score(self) -> Callable[..., int] | None:
        """The score, a function of a memory and a player; None if the game keeps no score."""
        return None if self.lowered.score is None else self.engine.function(self.lowered.score)

    @cached_property
    def heuristic(self) -> Callable[..., int] | None:
        """The heuristic, a function of a memory and a player; the score if the game declares none."""
        number = self.lowered.heuristic
        return None if number is None else self.engine.function(number)

    @cached_property
    def facts(self) -> ObjectFacts:
        """What never changes of the objects of the game."""
        return ObjectFacts(self.lowered)

    @cached_property
    def action_names(self) -> ActionNames:
        """The names of action numbers, which records hold."""
        return ActionNames(self.lowered, self.facts, self.action_of)

    @cached_property
    def options(self) -> dict[tuple[int, int], Option]:
        """Options that have been made, by action number and player: those that are the same in every match."""
        return {}

    @cached_property
    def changing(self) -> frozenset[str]:
        """The kinds of arguments whose names differ from match to match, or from position to position. Positions
        are among them if something can be seen of pieces that lie face down."""
        tables = self.lowered.tables
        seen = bool(tables.piece_states) or any(tables.backs)
        return frozenset({"player", "piece", "position"} if seen else {"player", "piece"})

    def is_owned(self, option: Option) -> bool:
        """Whether it is a place of a player, by whose name it is called."""
        return option.kind == "cell" and self.lowered.tables.places[option.argument or 0].owner != NONE

    def differs(self, option: Option) -> bool:
        """Whether an option may read otherwise in another match or position."""
        return option.kind in self.changing or self.is_owned(option)

    @cached_property
    def decisions(self) -> dict[tuple[int, ...], Decision]:
        """Decisions that have been made, by strand, site, player and legal actions."""
        return {}

    def site(self, number: int) -> ChoiceSite:
        return self.lowered.sites[number]


Key = tuple[bool, Start | None, Wanted]


def _prepared(game: Game, explicit_chance: bool, starts: tuple[Start, ...], wanted: Wanted) -> Rules:
    if not starts:
        return prepare(game, explicit_chance=explicit_chance, engine=wanted)
    known: dict[Key, Rules] = game.made.setdefault("rules", {})
    same = known.get((explicit_chance, starts[0], wanted))
    if same is not None and same.starts == starts:
        return same
    return _keep(game, Rules(lower(game, explicit_chance=explicit_chance, starts=starts), starts, wanted))


MOST_KEPT = 16
"""How many programs that begin elsewhere are kept for a game: the most recently used ones. Each scenario may begin
with its own effect, which needs a program of its own, or a place in one that several share."""


def prepare(
    game: Game,
    *,
    explicit_chance: bool = False,
    start: Start | None = None,
    engine: str | None = None,
    traced: bool = False,
) -> Rules:
    """The rules of a game, lowered and compiled once; `start` lets scenarios begin elsewhere. If what such a start
    emits will be read (`traced`), Python plays it with the engine that emits events, so that it is compiled once.

    `engine` is "auto", "python" or "native"; without it, the environment decides, or else it is "auto". Raises
    `EngineError` for any other name. (If "native" cannot be had, the first use of the engine raises it.)
    """
    if not isinstance(game, Game):
        raise TypeError(
            f"a match is of a Game, not {game!r} (loading gives None where the diagnostics say what is wrong)"
        )
    known: dict[Key, Rules] = game.made.setdefault("rules", {})
    key: Key = (explicit_chance, start, wanted_engine(engine))
    rules = known.get(key) or known.setdefault(key, _new(known, game, key))  # all threads get the same
    if start is None:
        return rules
    rules.traced |= traced
    return _keep(game, rules)


def prepare_together(game: Game, starts: Iterable[Start], *, explicit_chance: bool = False) -> None:
    """Lowers and compiles a game once for many starts, as far as nobody can notice it: `prepare` then finds them."""
    known: dict[Key, Rules] = game.made.setdefault("rules", {})
    new = [one for one in starts if not any((explicit_chance, one, wanted) in known for wanted in WANTED)]
    if not new:  # grouping them looks through all of the game
        return
    for group in together(game, new):
        if len(group) > 1:
            lowered = lower(game, explicit_chance=explicit_chance, starts=group)
            _keep(game, Rules(lowered, group, wanted_engine(None)))


def _keep(game: Game, rules: Rules) -> Rules:
    """Keeps rules that begin elsewhere, for all of their starts, as the most recently used ones."""
    known: dict[Key, Rules] = game.made.setdefault("rules", {})
    for start in rules.starts:
        key: Key = (rules.lowered.program.explicit_chance, start, rules.wanted)
        known.pop(key, None)
        known[key] = rules
    kept = dict.fromkeys(id(one) for one in list(known.values()) if one.starts)
    for oldest in list(kept)[:-MOST_KEPT]:
        for key, one in list(known.items()):
            if id(one) == oldest:
                known.pop(key, None)
    return rules


def _new(known: dict[Key, Rules], game: Game, key: Key) -> Rules:
    """New rules; all engines share one program."""
    explicit_chance, start, wanted = key
    for other in WANTED:
        if (same := known.get((explicit_chance, start, other))) is not None:
            return Rules(same.lowered, same.starts, wanted)
    starts = () if start is None else (start,)
    return Rules(lower(game, explicit_chance=explicit_chance, starts=starts), starts, wanted)
