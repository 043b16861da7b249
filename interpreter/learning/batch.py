"""A batch: thousands of matches of one game, stepped together, with arrays of numpy.

    batch = Batch(game, matches=4096, seed=7)
    while training:
        actions = policy(batch.observations, batch.masks)      # the index of an action for each row
        batch.step(actions)                                     # changes the arrays
        learn(batch.rewards, batch.done)

Every row is a match of its own. Whoever decides in it chooses: it may be another player in each step. Rules, luck,
ends, rewards, the next match, masks and observations are all machine code; without it, Python does the same, more
slowly.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
import warnings
import zlib
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal
from zipfile import BadZipFile

import attrs
import numpy as np

from ...dsl.model.game import Game
from ..engine.beginning import memory_at_start
from ..ir import ACTOR, NONE, Choose
from ..ir.frames import FIRST_ENTRY, EntryKind
from ..kernels import stepping
from ..kernels.stepping import FORCED_IN_A_ROW, STRAND
from ..kernels.vectors import EVERYTHING, Past
from ..match.errors import (
    BrokenRulesError,
    EngineError,
    IllegalChoiceError,
    MatchError,
    SaveError,
    SetupError,
    StaleSaveError,
)
from ..match.match import Forced, Match
from ..match.output.encoding.encoder import Encoder
from ..match.setup.options import OptionValue, check_player, check_seed, names_of, option_cells, options_of
from ..match.setup.rules import Rules, prepare
from ..memory.dice import MASK
from ..memory.luck import signed
from .arrays import Array, Block, Step, shown
from .given import array as array_given
from .given import named_rows, observed, said, whole
from .rollout import Policy, Rollout, playing, policies_of, thought
from .running import MachineRunner, PlainRunner, Runner

Reset = Literal["same-step", "next-step", "off"]
"""When a row begins another match."""

_RESETS: dict[str, int] = {"same-step": stepping.SAME, "next-step": stepping.NEXT, "off": stepping.NEVER}
FIRST_ROOM = 64
"""For how many choices journals have room at first."""
EXACT = 1 << 24
"""From this number on, rewards of a batch are rounded."""
FORMAT, VERSION = "rulewright-batch", 1


class Batch:
    """Matches of a game, stepped together.

    Args:
        game: the game.
        matches: how many there are, each in a row.
        players: their number, by default the fewest that the game allows, or their names.
        options: those of the set-up, by name.
        seed: of the batch: with the same seed and actions, all matches are the same, with any number of threads.
        threads: how many threads share the rows.
        autoreset: when a row whose match has ended begins another: "same-step" (the observation is then already that
            of the new match; `done` and `rewards` are those of the old one), "next-step" (the last observation
            stays for one step; the next step ignores the row's action), or "off" (when `reset` names it).
            Gymnasium has the same modes.
        forced: "take" carries out decisions with one option, unless that would reveal a secret.
        finals: with "same-step", whether `final_observations` gets the last observation of a match that ends: that of
            whoever has chosen last.
        observe: whether observations are written at all; without, `observe` still gives them.
        planes: whether `planes` holds the observations as planes of boards, too.
        seat: if you give it, only this seat is asked; all others choose at random, inside the step.
        explicit_chance: luck becomes decisions of player -1. Its actions are numbered behind those of players.
        engine: "native", "python", or "auto": native if it can be had, at first by the light pipeline; "native" waits
            for the full one.

    Raises `SetupError` for a set-up that the game does not allow, and `EngineError` for an engine that cannot be had.

    The arrays never move. They can only be read: copy what you keep.

    Attributes:
        observations, masks, players, rewards, done, truncated: see `Step`.
        decisions: by row how many decisions its match has had.
        seeds: by row the seed of its match.
        final_observations: see `finals`; empty without.
        planes: by the name of a board its planes, rows x channels x rows of the board x columns, made of
            `observations`; empty without `planes=True`, and for a game without boards. `encoder.boards` says what
            the channels are. `planes_of` makes those of other observations.
        encoder: what the observations and actions mean.
        actions: how many actions there are.
    """

    def __init__(
        self,
        game: Game,
        matches: int = 4096,
        players: int | Sequence[str] | None = None,
        options: Mapping[str, OptionValue] | None = None,
        seed: int = 0,
        *,
        threads: int = 1,
        autoreset: Reset = "same-step",
        forced: Forced = "ask",
        finals: bool = False,
        observe: bool = True,
        planes: bool = False,
        seat: int | None = None,
        explicit_chance: bool = False,
        engine: str | None = None,
    ) -> None:
        rules = prepare(game, explicit_chance=explicit_chance, engine=engine)
        self.game, self.matches, self.threads = game, whole(matches, "matches"), whole(threads, "threads")
        self.seats = names_of(game, game.players[0] if players is None else players)
        self.options, self.seed = options_of(options), check_seed(seed)
        if autoreset not in _RESETS:
            raise MatchError(f"'autoreset' is one of {', '.join(_RESETS)}, not {autoreset!r}")
        if forced not in ("ask", "take"):
            raise MatchError(f'\'forced\' is "ask" or "take", not {forced!r}')
        if seat is not None:
            check_player(seat, len(self.seats))
        if planes and not observe:
            raise MatchError(
                "planes are made of observations, and this batch writes none", "leave out observe=False"
            )
        self.autoreset, self.forced, self.seat = autoreset, forced, seat
        self.explicit_chance, self._wanted = explicit_chance, engine
        first = Match(game, self.seats, 0, self.options, explicit_chance=explicit_chance, engine=engine)
        self.encoder = Encoder(first)
        self._rules, space = rules, self.encoder.actions
        self._numbers = (*space.numbers, *(space.chances if explicit_chance else ()))
        self.actions = len(self._numbers)
        self._cells = {ACTOR: 0, **option_cells(rules.lowered.tables, self.options)}
        self._runner = self._made_runner()
        self._make_arrays(observe, finals and autoreset == "same-step", planes)
        self._fill(observe, finals)
        self.reset()
        if observe:
            self._keep_opening()

    # ------------------------------------------------------------------------- set-up

    def _made_runner(self) -> Runner:
        rules = self._rules
        if rules.wanted == "python":
            self.why_engine = "it was asked for"
            return PlainRunner(rules, self.encoder, self._cells)
        try:
            if rules.wanted == "native":
                rules.tiers.native("full")
            found = MachineRunner(rules, self.encoder, self.threads)
        except EngineError as error:
            if rules.wanted == "native":
                raise
            self.why_engine = error.message
            warnings.warn(
                f"this batch steps in Python, some hundred times slower: {error.message}", stacklevel=3
            )
            return PlainRunner(rules, self.encoder, self._cells)
        self.why_engine = "it can be had"
        return found

    @property
    def engine(self) -> str:
        """What steps the matches: "native" or "python"; `why_engine` says why."""
        return self._runner.name

    @property
    def nbytes(self) -> int:
        """How many bytes the matches take: memories, observations, masks, journals and the rest."""
        return self._block.nbytes + self._journals.nbytes

    @property
    def parts(self) -> Parts:
        """What a searcher works on. Not public."""
        return Parts(self._rules, self._runner, self._arrays, self._wanted, self._make_room)

    def _make_arrays(self, observe: bool, finals: bool, planes: bool) -> None:
        """The arrays, in one block."""
        block, rows, seats = Block(), self.matches, len(self.seats)
        layout = self._rules.lowered.program.layout
        native = self._runner.name == "native"
        block.want("memories", (rows, layout.size) if native else (rows, 1), np.int64)
        block.want("forks", (rows, layout.size if native and layout.strands > 1 else 1), np.int64)
        for name in ("decisions", "seeds", "begun", "began", "strands", "dice", "statuses", "chosen"):
            block.want(name, (rows,), np.int64)
        block.want("observations", (rows if observe else 0, self.encoder.size), np.float32)
        block.want("final_observations", (rows if finals else 0, self.encoder.size), np.float32)
        block.want("kept", (rows if observe else 0, max(self._runner.kept, 1)), np.int64)
        block.want("placed", (rows if observe else 0, self._runner.placed), np.int32)
        block.want("noted", (rows if observe else 0, self._runner.noted), np.int32)
        boards = self.encoder.boards.values() if planes else ()
        block.want("planes", (rows, sum(board.size for board in boards)), np.float32)
        block.want("rewards", (rows, seats), np.float32)
        block.want("players", (rows,), np.int32)
        block.want("masks", (rows, self.actions), np.bool_)
        for name in ("done", "truncated", "ended"):
            block.want(name, (rows,), np.bool_)
        self._arrays, self._block = block.make(), block
        self._journals = np.zeros((rows, 0), np.int64)
        self.observations, self.masks, self.players, self.rewards, self.done, self.truncated = (
            shown(self._arrays[name])
            for name in ("observations", "masks", "players", "rewards", "done", "truncated")
        )
        self.decisions, self.seeds = (
            shown(self._arrays["decisions"]),
            shown(self._arrays["seeds"]).view(np.uint64),
        )
        self.final_observations = shown(self._arrays["final_observations"])
        self.planes = self._by_board(shown(self._arrays["planes"])) if planes else {}
        self._step = Step(
            self.observations, self.masks, self.players, self.rewards, self.done, self.truncated
        )

    def _fill(self, observe: bool, finals: bool) -> None:
        """Tells the kernels where everything lies."""
        runner, s, a = self._runner, self._runner.s, self._arrays
        lowered, layout = self._rules.lowered, self._rules.lowered.program.layout
        s.rows, s.players, s.size = self.matches, len(self.seats), layout.size
        s.seat = NONE if self.seat is None else self.seat
        s.template = self._template()
        s.bound = self.game.step_bound
        s.resets, s.forced, s.explicit = (
            _RESETS[self.autoreset],
            int(self.forced == "take"),
            int(self.explicit_chance),
        )
        s.may_force = runner.maker.bytes(self._may_force())
        s.actions, s.numbers = self.actions, runner.maker.cells(self._numbers)
        index = {number: at for at, number in enumerate(self._numbers)}
        s.index_of = runner.maker.halves(index.get(one, -1) for one in range(lowered.program.actions))
        s.single = int(self._rules.single or layout.strands == 1)
        s.memories, s.forks = runner.memories(a["memories"]), runner.memories(a["forks"])
        if s.single and runner.name == "python":
            s.forks = s.memories
        for name in (
            "decisions",
            "seeds",
            "begun",
            "began",
            "strands",
            "dice",
            "statuses",
            "rewards",
            "masks",
            "done",
            "truncated",
            "ended",
        ):
            setattr(s, name, runner.flat(a[name]))
        s.deciders = runner.flat(a["players"])
        s.observations, s.finals = runner.rows_of(a["observations"]), runner.rows_of(a["final_observations"])
        a["noted"][:, :1] = NONE
        pasts = zip(*(runner.rows_of(a[name]) for name in ("kept", "placed", "noted")), strict=True)
        s.pasts = runner.maker.rows(Past, [*pasts])
        s.has_finals, s.sees = int(len(a["final_observations"]) > 0), int(observe)
        self._laid = np.zeros(0, np.float32)
        if self.planes:
            s.planes, s.lays = runner.rows_of(a["planes"]), 1
            a["planes"][:] = self._printed()
        self._make_room(FIRST_ROOM if self.seat is None else self.game.step_bound)  # others choose in between

    def _keep_opening(self) -> None:
        """Keeps what is seen first in a match, and what it was written from: for the next matches of all rows."""
        runner, s = self._runner, self._runner.s
        self._opening = [
            self._arrays[name][:1].copy() for name in ("observations", "kept", "placed", "noted")
        ]
        s.opening, *past = (runner.rows_of(one)[0] for one in self._opening)
        s.opened, s.has_opening = runner.maker.rows(Past, [tuple(past)])[0], 1
        s.kept, s.placed = (one.shape[1] for one in self._opening[1:3])

    def _template(self) -> Any:
        """The memory with which matches begin."""
        lowered = self._rules.lowered
        m = memory_at_start(
            array("q", lowered.program.initial), lowered.program.layout, len(self.seats), self._cells
        )
        if lowered.program.prepare is not None:
            self._rules.tiers.python.function(lowered.program.prepare)(m)
        return m

    def _may_force(self) -> list[int]:
        """By entry of the frame plan whether a decision without a choice may be taken there."""
        rules, found = self._rules, [0] * FIRST_ENTRY
        for entry in rules.engine.plan.entries:
            suspends = entry.kind is EntryKind.CHOICE
            terminator = rules.lowered.program.procedures[entry.procedure].blocks[entry.block].terminator
            found.append(
                int(suspends and isinstance(terminator, Choose) and rules.site(terminator.site).forced)
            )
        return found

    def _make_room(self, longest: int) -> None:
        """Makes journals longer."""
        room = max(longest + FORCED_IN_A_ROW + 2, min(2 * self._journals.shape[1], 1 << 20))
        longer = np.zeros((self.matches, room), np.int64)
        longer[:, : self._journals.shape[1]] = self._journals
        self._journals = longer
        self._runner.s.journals = self._runner.rows_of(longer)
        self._left = room - longest - FORCED_IN_A_ROW - 1

    def _expect_steps(self) -> None:
        """Makes sure that there is room for another step, and that it runs on the best engine."""
        self._left -= 1 if self.forced == "ask" else 1 + FORCED_IN_A_ROW
        if self._left < 0 and self.seat is None:
            longest, room = int(self._arrays["decisions"].max()), self._journals.shape[1]
            self._left = room - longest - FORCED_IN_A_ROW - 2
            if self._left < 0:
                self._make_room(longest)
        self._rules.tiers.expect(self.matches)
        self._runner.renew()

    # ------------------------------------------------------------------------ stepping

    def step(self, actions: Any) -> Step:
        """Plays the action of each row, by its index, for whoever decides there. With autoreset "off", -1 leaves a
        row alone whose match is over. Raises `IllegalChoiceError` if an action is not legal; then nothing has
        changed."""
        chosen = self._arrays["chosen"]
        what = f"actions are whole numbers, one for each of {self.matches} rows"
        given = array_given(actions, what)
        if given.shape != chosen.shape or given.dtype.kind not in "iu":
            raise MatchError(f"{what}, not {said(given)}")
        chosen[:] = given
        row = self._runner.run("first_illegal", chosen)
        if row < self.matches:
            raise self._refused(row, int(chosen[row]))
        self._expect_steps()
        self._runner.run("step_rows", chosen)
        self._check()
        return self._step

    def step_random(self) -> Array:
        """Plays a random legal action in each row; luck, where it is explicit, by its probabilities. Returns their
        indexes: -1 where a row has begun another match instead, or stays where it is, since its match is over."""
        chosen = np.empty(self.matches, np.int64)
        self._expect_steps()
        self._runner.run("random_rows", chosen)
        self._check()
        return chosen

    def play(
        self,
        policy: Policy | Sequence[Policy],
        steps: int = 128,
        *,
        observations: bool = True,
        out: Rollout | None = None,
    ) -> Rollout:
        """Plays many steps without a break, and notes all of them.

        Args:
            policy: what decides: a `Network`, or "random"; or a sequence with one of these for each seat. Luck, where
                it is explicit, decides by its probabilities.
            steps: how many steps each row takes. A row whose match is over begins another one as in `step`; with
                autoreset "off" it stays there.
            observations: whether what was seen is noted.
            out: a `Rollout` of an earlier call with as many steps, whose arrays are used again. This saves time.

        Raises `StaleSaveError` for a network of another game, other rules or another number of players.
        """
        policies = policies_of(policy, len(self.seats), self.encoder)
        if not len(self.observations) and (observations or policies.count("random") < len(policies)):
            raise MatchError("this batch writes no observations", "make it with observe=True")
        size = self.encoder.size if observations else 0
        shape = whole(steps, "steps"), self.matches, len(self.seats), size, self.actions
        if not (out is None or isinstance(out, Rollout)):
            raise TypeError(f"'out' is a Rollout of an earlier call, not {said(out)}")
        if out is not None and not out.fits(*shape):
            raise MatchError("'out' has room for other steps", "leave it out, or give that of such a call")
        found = Rollout.empty(*shape) if out is None else out
        self._rules.tiers.expect(self.matches * steps)
        self._runner.renew()
        runner, taken = self._runner, np.zeros(self.matches, np.int64)
        p = playing(runner.maker, runner.flat, policies, steps, taken, found)
        runner.s.lays = 0  # nobody looks at planes meanwhile
        try:
            while taken.min() < steps:
                p.room = self._journals.shape[1]
                runner.play(p, lambda: thought(runner.maker, policies, len(self._numbers) + 1))
                self._check()
                if taken.min() < steps:
                    self._make_room(int(self._arrays["decisions"].max()))
        finally:
            if self.planes:
                runner.s.lays = 1
                runner.lay(self._arrays["observations"], self._arrays["planes"])
        self._left = 0
        return found

    def reset(self, which: Any = None, seed: int | None = None) -> Step:
        """Begins new matches: in all rows, or those that `which` names (as numbers, or True for each). With a seed,
        the batch is as new."""
        chosen = np.ones(self.matches) if which is None else named_rows(which, self.matches)
        rows = chosen.astype(np.int64)
        if seed is not None or which is None:
            if which is not None:
                raise MatchError("a seed is for all rows", "leave out the rows, or the seed")
            self.seed = self.seed if seed is None else check_seed(seed)
        if which is None:
            self._runner.s.seed = signed(self.seed)
            self._arrays["begun"][:] = np.arange(self.matches)
        self._runner.run("start_rows", rows)
        self._check()
        return self._step

    def _refused(self, row: int, action: int) -> IllegalChoiceError:
        """Why an action is not legal."""
        if self._arrays["ended"][row]:
            return IllegalChoiceError(
                f"row {row}: the match is over",
                f"call reset([{row}]), or give -1 as its action: then the row stays as it is",
            )
        if not 0 <= action < self.actions:
            return IllegalChoiceError(
                f"row {row}: there is no action {action}",
                f"actions are numbered from 0 to {self.actions - 1}",
            )
        match = self.match(row)
        who = int(self.players[row])
        number = self._numbers[action]
        why = match.why_not(number, None if who == NONE else who) or "it is not open"
        return IllegalChoiceError(f"row {row}: action {action} cannot be chosen: {why}")

    def _check(self) -> None:
        """Raises what has gone wrong in the rules; those rows begin other matches."""
        statuses = self._arrays["statuses"]
        if not statuses.any():
            return
        wrong = np.flatnonzero(statuses)
        row, rows = int(wrong[0]), np.zeros(self.matches, np.int64)
        fault: MatchError = SetupError("the matches of this set-up are over before anybody decides anything")
        if statuses[row] != stepping.NOTHING_TO_DECIDE:
            try:
                self.match(row)
                fault = MatchError(f"row {row}: the rules went wrong, but not when they were repeated")
            except MatchError as error:
                fault = error
        statuses[:] = 0
        if isinstance(fault, BrokenRulesError):
            rows[wrong] = 1
            self._runner.run("start_rows", rows)
            self._arrays["truncated"][wrong] = True
            statuses[:] = 0
            fault.add_note(f"in row {row} of {self.matches}; it has begun another match")
        raise fault

    # -------------------------------------------------------------------- what is seen

    def observe(self, player: int | Any, out: Array | None = None) -> Array:
        """What a player may know, in each row; `player` is a seat, or an array with one for each row. With `out`,
        it is written there."""
        last = len(self.seats) - 1
        what = f"a player is a seat from 0 to {last}, or an array of these with one for each of {self.matches} rows"
        given = array_given(player, what)
        if given.dtype.kind not in "iu" or given.shape not in ((), (self.matches,)):
            raise MatchError(f"{what}, not {said(player)}")
        readers = np.broadcast_to(given, self.matches).astype(np.int64)
        if readers.min() < 0 or readers.max() > last:
            wrong = readers[(readers < 0) | (readers > last)][0]
            raise MatchError(f"there is no player {wrong}", f"players are numbered from 0 to {last}")
        return self._written(readers, out)

    def state(self, out: Array | None = None) -> Array:
        """Everything, in each row: as one who knows all pieces and sees the states of all players. It is for
        critics, and for nothing that plays."""
        return self._written(np.full(self.matches, EVERYTHING, np.int64), out)

    def _written(self, readers: Array, out: Array | None) -> Array:
        shape = (self.matches, self.encoder.size)
        found = np.empty(shape, np.float32) if out is None else out
        fits = isinstance(found, np.ndarray) and found.shape == shape and found.dtype == np.float32
        if not (fits and found.flags.c_contiguous and found.flags.writeable):
            raise MatchError(
                f"'out' is an array of float32 with shape {shape}, without gaps, not {said(out)}"
            )
        self._runner.observe(readers, found)
        return found

    def planes_of(self, observations: Array) -> dict[str, Array]:
        """The planes of boards for any observations of this game: those of `observe`, `state`, a `Rollout` or a
        `Searcher`. Their last axis is an observation; instead of it, the arrays have channels x rows x columns. Empty
        for a game without boards."""
        size = self.encoder.size
        given = observed(observations, size).astype(np.float32, copy=False)
        printed = self._printed()
        vectors = np.ascontiguousarray(given).reshape(-1, size)
        found = np.empty((len(vectors), len(printed)), np.float32)
        found[:] = printed
        if found.size:
            self._runner.lay(vectors, found)
        return self._by_board(found.reshape(*given.shape[:-1], len(printed)))

    def _printed(self) -> Array:
        """What is the same in all planes; the kernels know from now on where the rest stands."""
        if not self._laid.size and self.encoder.boards:
            self._runner.s.b = self.encoder.plane_tables(self._runner.maker)
            self._laid = np.concatenate([one.of_nothing() for one in self.encoder.boards.values()])
        return self._laid

    def _by_board(self, planes: Array) -> dict[str, Array]:
        """Planes that lie behind each other, by board."""
        found, first = {}, 0
        for name, board in self.encoder.boards.items():
            mine = planes[..., first : first + board.size]
            found[name] = mine.reshape(*planes.shape[:-1], *board.shape)
            first += board.size
        return found

    def match(self, row: int) -> Match:
        """The match of a row, with its record: to look at, to log, to continue. It is independent of the batch."""
        row = self._row(row)
        found = Match(
            self.game,
            self.seats,
            int(self._arrays["seeds"][row]) & MASK,
            self.options,
            explicit_chance=self.explicit_chance,
            engine=self._wanted,
        )
        for entry in self._journals[row, : int(self._arrays["decisions"][row])].tolist():
            found.take(entry >> STRAND, entry & (1 << STRAND) - 1)
        return found

    def memory(self, row: int) -> bytes:
        """The memory of a row, as `Match.snapshot` has it."""
        return self._runner.memory(self._row(row), self._arrays["memories"])

    def _row(self, row: int) -> int:
        """A row by its number. Raises `MatchError` if there is none."""
        number = whole(row, "row", -sys.maxsize)
        if not 0 <= number < self.matches:
            raise MatchError(f"there is no row {number}", f"rows are numbered from 0 to {self.matches - 1}")
        return number

    # ------------------------------------------------------------------ saving, loading

    def save(self) -> bytes:
        """The batch, with all matches. `Batch.load` goes on from there."""
        about = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game.id,
            "hash": self.game.content_hash,
            "players": list(self.seats),
            "options": self.options,
            "seed": self.seed,
            "matches": self.matches,
            "autoreset": self.autoreset,
            "forced": self.forced,
            "observe": len(self.observations) > 0 or self.matches == 0,
            "planes": bool(self.planes),
            "finals": len(self.final_observations) > 0,
            "chance": self.explicit_chance,
            "seat": self.seat,
            "digest": self._digest(),
        }
        a, decisions = self._arrays, self._arrays["decisions"]
        rows = np.concatenate([self._journals[row, :count] for row, count in enumerate(decisions.tolist())])
        kept: dict[str, Any] = {name: a[name] for name in _KEPT}
        file = io.BytesIO()
        np.savez_compressed(file, about=np.array(json.dumps(about)), journals=rows, **kept)
        return file.getvalue()

    def _digest(self) -> str:
        found = hashlib.sha256()
        for row in range(self.matches):
            found.update(self.memory(row))
        return found.hexdigest()

    @staticmethod
    def load(game: Game, saved: bytes, *, threads: int = 1, engine: str | None = None) -> Batch:
        """Resumes a saved batch: plays all of its matches once more, and compares where they lead. Raises
        `SaveError` if it is damaged, `StaleSaveError` if it is of other rules."""
        if not isinstance(game, Game):
            raise TypeError(f"a batch is of a Game, not {said(game)}: rulewright.load gives one")
        if not isinstance(saved, bytes | bytearray | memoryview):
            raise TypeError(f"a saved batch is bytes, as Batch.save gives them, not {said(saved)}")
        try:
            with np.load(io.BytesIO(saved), allow_pickle=False) as file:
                about, data = (
                    json.loads(str(file["about"])),
                    {name: file[name] for name in ("journals", *_KEPT)},
                )
            if about["format"] != FORMAT or about["version"] != VERSION:
                raise SaveError("this is no batch of this version")
            if about["hash"] != game.content_hash:
                raise StaleSaveError(f"this batch is of other rules than those of {game.id}")
            batch = Batch(
                game,
                about["matches"],
                about["players"],
                about["options"],
                about["seed"],
                threads=threads,
                autoreset=about["autoreset"],
                forced=about["forced"],
                finals=about["finals"],
                observe=about["observe"],
                planes=about.get("planes", False),
                explicit_chance=about["chance"],
                seat=about["seat"],
                engine=engine,
            )
            batch._restore(data, about["digest"])
        except (OSError, KeyError, ValueError, TypeError, EOFError, BadZipFile, zlib.error) as error:
            if isinstance(error, MatchError):
                raise
            raise SaveError(
                f"this is no batch: {_why(error)}", "give what Batch.save has given, whole and unchanged"
            ) from None
        return batch

    def _restore(self, data: Mapping[str, Array], digest: str) -> None:
        """Plays the matches of a save."""
        a, runner = self._arrays, self._runner
        for name in _KEPT:
            if data[name].shape != a[name].shape or data[name].dtype != a[name].dtype:
                raise SaveError(f"the array '{name}' is not that of such a batch")
        counts = data["decisions"].tolist()
        if sum(counts) != len(data["journals"]) or min(counts, default=0) < 0:
            raise SaveError("the journals do not have the lengths that they should have")
        self._make_room(max(counts, default=0))
        first = 0
        for row, count in enumerate(counts):
            journal = np.ascontiguousarray(data["journals"][first : first + count], np.int64)
            first += count
            if runner.replay(row, int(data["seeds"][row]), journal) != count:
                raise SaveError(f"row {row}: its actions cannot be taken")
        if self._digest() != digest:
            raise SaveError("the actions of this batch do not lead to where it was")
        for name in ("begun", "dice", "ended", "done", "truncated", "rewards", "players"):
            a[name][:] = data[name]
        self._runner.run("show_rows", np.ones(self.matches, np.int64))
        self._check()


_KEPT = ("decisions", "seeds", "begun", "dice", "ended", "done", "truncated", "rewards", "players")
"""The arrays that a save has."""


@attrs.frozen(eq=False)
class Parts:
    """What a batch is made of, for searches in its rows.

    Attributes:
        wanted: the engine that was asked for.
        make_room: makes journals longer, so that each row has room for that many more decisions.
    """

    rules: Rules
    runner: Runner
    arrays: dict[str, Array]
    wanted: str | None
    make_room: Callable[[int], None]


def _why(error: Exception) -> str:
    """What is wrong with bytes that cannot be read; numpy speaks of pickles where something else stands."""
    if isinstance(error, KeyError):
        return f"it has no {error}"
    if isinstance(error, json.JSONDecodeError):
        return "it says nothing about a batch"
    unread = "pickle" in str(error) or isinstance(error, EOFError)
    return "it is no archive of arrays" if unread else str(error)


class Row:
    """The only row of a batch that machine code steps. Decisions without a choice are taken.

    Attributes:
        player: the seat that decides; at the end, the one that has chosen last.
        over: whether the match is over.
        advanced: whether the last step was taken; it is not if the rules went wrong in it.
    """

    player: int
    over: bool
    advanced: bool

    def __init__(self, batch: Batch, runner: MachineRunner) -> None:
        self._batch, self._runner, self._tiers = batch, runner, batch._rules.tiers
        arrays = batch._arrays
        self._seen: Array = arrays["observations"][0]
        self._mask: Array = arrays["masks"][0].view(np.int8)
        # views of memory are read in a third of the time that arrays take
        self._players, self._statuses, self._decisions, self._done, self._truncated, self._chosen = (
            arrays[name].data for name in ("players", "statuses", "decisions", "done", "truncated", "chosen")
        )
        self._legal = arrays["masks"][0].data
        self._rewards, self._cells = arrays["rewards"][0], arrays["chosen"].ctypes.data
        self._reader = np.zeros(1, np.int64)
        self._room = batch._journals.shape[1]
        self._bind()

    def _bind(self) -> None:
        self._engine = self._runner.engine
        self._step, self._begin, *given = self._runner.direct()
        self._given = (*given, self._cells, 0, 1)
        procedures = [procedure for _, procedure in self._batch._rules.lowered.invariants]
        self._holding = self._runner.holding(procedures, self._batch._arrays["memories"])

    def begin(self, seed: int) -> bool:
        """Begins the match with a seed. False if only a `Match` can: the rules go wrong, or there is nothing to
        decide."""
        self._runner.renew()
        if self._runner.engine is not self._engine:
            self._bind()
        self._chosen[0] = seed
        self._begin(*self._given)
        return self._look(0)

    def step(self, action: int) -> bool:
        """Takes a legal action, by its index. False if only a `Match` can go on from here."""
        before, tiers = self._decisions[0], self._tiers
        if before + FORCED_IN_A_ROW + 2 > self._room:
            self._batch._make_room(before)
            self._room = self._batch._journals.shape[1]
        tiers.work += 1
        if tiers.work >= tiers.due:
            tiers.consider()
        self._chosen[0] = action
        self._step(*self._given)
        return self._look(before)

    def _look(self, before: int) -> bool:
        if self._statuses[0] or not all(holds() for holds in self._holding):
            self._statuses[0] = 0
            self._decisions[0] = before
            self.advanced = False
            return False
        self.advanced = True
        self.player = self._players[0]
        self.over = self._done[0] != 0
        return not self._truncated[0] and self._decisions[0] - before < FORCED_IN_A_ROW

    def is_legal(self, action: int) -> bool:
        """Whether an action is legal for whoever decides."""
        return 0 <= action < len(self._legal) and self._legal[action] != 0

    def legal(self) -> list[int]:
        """The legal actions of whoever decides."""
        found: list[int] = self._mask.nonzero()[0].tolist()
        return found

    def mask(self) -> Array:
        """The mask of whoever decides, as a copy."""
        found: Array = self._mask.copy()
        return found

    def seen(self, player: int) -> Array:
        """What a player may know, as a copy."""
        if player == self.player:
            found: Array = self._seen.copy()
            return found
        self._reader[0] = player
        out = np.empty((1, len(self._seen)), np.float32)
        self._runner.observe(self._reader, out)
        return out[0]  # type: ignore[no-any-return]

    def planes_of(self, vector: Array) -> dict[str, Array]:
        """The planes of what a player may know."""
        return self._batch.planes_of(vector)

    def rewards(self) -> list[float] | None:
        """The rewards of all players; None if they are so large that they have been rounded."""
        found: list[float] = self._rewards.tolist()
        return found if max(map(abs, found)) < EXACT else None

    def match(self) -> Match:
        """The match so far, which is independent from now on."""
        batch = self._batch
        found = Match(batch.game, batch.seats, int(batch.seeds[0]), batch.options, engine=batch._wanted)
        for entry in batch._journals[0, : self._decisions[0]].tolist():
            found.take(entry >> STRAND, entry & (1 << STRAND) - 1)
        return found


def row_of(game: Any, players: int, options: Any, engine: str | None) -> Row | None:
    """A row for matches of a game; None where there is no machine code. Raises `EngineError` if it was asked for, and
    what else `Batch` raises."""
    batch = Batch(game, 1, players, options, autoreset="off", forced="take", engine=engine)
    return Row(batch, batch._runner) if isinstance(batch._runner, MachineRunner) else None
