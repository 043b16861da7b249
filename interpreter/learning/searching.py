"""Search with priors and values from outside: the PUCT loop of AlphaZero, over many positions together.

    searcher = Searcher(batch, simulations=100, seed=1)
    leaves = searcher.begin()                                   # at the positions of the batch
    while len(leaves):
        priors, values = network(leaves.observations, leaves.masks)
        leaves = searcher.answer(priors, values)
    batch.step(searcher.choose(temperature=1))

`kernels.guided` walks, expands and credits, in machine code or in Python. What a root's player cannot know is dealt
anew for each walk, as bots deal it (`bots.deals`).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import attrs
import numpy as np

from ..bots.deals import Deals
from ..bots.searcher import kernel_redealing
from ..ir import NONE
from ..kernels import guided
from ..kernels.guided import DEALT, GIVEN, KEPT, LONGEST, Branch, Guided
from ..kernels.kernel import fields_of, plain
from ..kernels.redealing import Redealing
from ..kernels.tree import DEEPEST
from ..match.decisions.decision import Decision
from ..match.errors import MatchError, SetupError
from ..match.match import Match
from ..match.secrecy.determinize import TRIES
from ..match.secrecy.observations import has_secrets, hides_nothing
from ..match.setup.options import check_seed
from ..memory.dice import Dice
from ..memory.luck import signed
from .arrays import Array, Block, shown
from .batch import Batch
from .given import array as array_given
from .given import real, said, whole
from .network import Network

Outcome = Literal["reward", "win", "lead"]
"""What the end of a match is worth."""

OUTCOMES: dict[str, int] = {"reward": guided.REWARD, "win": guided.WIN, "lead": guided.LEAD}
CONCENTRATION = 10.0
"""By this number, divided by that of the legal actions, noise is usually concentrated."""
FIRST_ARMS = 64
"""For how many arms a root has room at first."""
NOISE, LUCK = range(2)
"""What seeds are for."""


@attrs.frozen(eq=False)
class Leaves:
    """Decisions that wait to be judged.

    Attributes:
        observations: for each leaf what the player who decides there may know, in the deal that led there.
        masks: for each leaf and action of a player whether it is legal.
        players: for each leaf the seat that decides.
        rows: for each leaf the row of its root.
    """

    observations: Array
    masks: Array
    players: Array
    rows: Array

    def __len__(self) -> int:
        return len(self.rows)


Judgement = Callable[[Array, Array], tuple[Any, Any]]
"""Gives priors and values to the observations and masks of leaves, as `Searcher.answer` takes them."""


class Searcher:
    """Searches from many positions together, guided by priors and values from outside.

    Args:
        roots: a batch, each row of which is a root; or a match, which is one.
        simulations: how many walks down the tree each root gets. The first judgement of a root is not one of them.
        c_puct: how much priors count against what has been found out.
        fpu: by how much an action that has not been taken is worth less than its position (first-play urgency).
        noise: the share of Dirichlet noise in the priors of a root; 0.25 is usual while learning.
        alpha: how concentrated noise is; 10 divided by the number of legal actions if you leave it out.
        leaves: how many leaves a root may hand out together. A walk under way counts as one that was lost.
        outcome: what the end of a match is worth: "reward" as in a batch, "win" (1 for winners, and -1 for the
            others if somebody has won), or "lead" (over the best other player by score; as "win" without scores).
        seed: with the same seed, roots and judgements, all results are the same, with any number of threads.
        threads: how many threads share the roots.
        engine: as of a batch; for roots in a match, that of the match.

    Values are in the unit of the outcome. They are divided by the largest that a root has met, if that is above 1.

    Raises what `Batch` raises, and `SetupError` for numbers that make no sense.

    Attributes:
        visits: by row and action how often it was taken. All are 0 where a match is over, or luck decides.
        values: by row and seat what the position is worth on average.
        action_values: by row and action what it is worth to the player who decides; 0 if it was never taken.
        players: by row who decides, or -1.
        encoder: what the observations and actions mean.
    """

    def __init__(
        self,
        roots: Batch | Match,
        simulations: int = 100,
        *,
        c_puct: float = 1.5,
        fpu: float = 0.25,
        noise: float = 0.0,
        alpha: float | None = None,
        leaves: int = 1,
        outcome: Outcome = "reward",
        seed: int = 0,
        threads: int = 1,
        engine: str | None = None,
    ) -> None:
        if not isinstance(roots, Batch | Match):
            raise TypeError(f"what is searched is a Batch or a Match, not {said(roots)}")
        simulations, leaves = whole(simulations, "simulations"), whole(leaves, "leaves")
        c_puct, fpu, noise = real(c_puct, "c_puct"), real(fpu, "fpu"), real(noise, "noise")
        alpha = None if alpha is None else real(alpha, "alpha")
        if not (c_puct >= 0 and 0 <= noise <= 1 and (alpha is None or alpha > 0) and np.isfinite(fpu)):
            raise SetupError("'c_puct' is at least 0, 'noise' from 0 to 1, 'alpha' above 0, 'fpu' a number")
        if outcome not in OUTCOMES:
            raise SetupError(f"'outcome' is one of {', '.join(OUTCOMES)}, not {outcome!r}")
        self.roots, self.simulations, self.leaves = roots, simulations, leaves
        self.noise, self.alpha, self.seed = noise, alpha, check_seed(seed)
        self._worlds = _worlds(roots, threads, engine)
        self._parts, self.encoder = self._worlds.parts, self._worlds.encoder
        self._rules, self._runner, self._rows = self._parts.rules, self._parts.runner, self._worlds.matches
        self._open = hides_nothing(self._rules, len(self._worlds.seats))
        strands = self._rules.lowered.program.layout.strands
        self._pieces_only = strands == 1 and not has_secrets(self._rules)
        self._placed: Match | None = None
        self._begun, self._players = 0, np.full(self._rows, NONE)
        self._make_arrays()
        g = self._g = self._runner.maker.record(Guided)
        g.simulations, g.leaves, g.seats, g.tries = simulations, leaves, len(self._worlds.seats), TRIES
        g.exploring, g.unvisited, g.share = float(c_puct), float(fpu), float(noise)
        g.outcome = OUTCOMES[outcome]
        self._fill()

    # ------------------------------------------------------------------------- set-up

    def _make_arrays(self) -> None:
        """All that belongs to roots, and to their slots."""
        worlds, block, rows, slots = self._worlds, Block(), self._rows, self._rows * self.leaves
        layout, native = self._rules.lowered.program.layout, self._runner.name == "native"
        block.want("origins", (rows, layout.size) if native else (rows, 1), np.int64)
        for name in ("strands", "credited", "pending", "faults", "counts", "valued", "node", "forks"):
            block.want(name, (rows,), np.int64)
        for name in ("kinds", "fresh", "alive", "full"):
            block.want(name, (rows,), np.bool_)
        block.want("widest", (rows,), np.float64)
        block.want("visits", (rows, worlds.actions), np.int64)
        for name in ("totals", "noise"):
            block.want(name, (rows, worlds.actions), np.float64)
        for name in ("worths", "worth"):
            block.want(name, (rows, len(worlds.seats)), np.float64)
        for name in ("nodes", "lengths", "deciders", "given"):
            block.want(name, (slots,), np.int64)
        block.want("waiting", (slots,), np.bool_)
        block.want("paths", (slots, DEEPEST), np.int64)
        block.want("masks", (slots, worlds.actions), np.bool_)
        block.want("observations", (slots, worlds.encoder.size), np.float32)
        block.want("own", (rows, layout.strands), np.int64)
        block.want("chosen", (rows, self._rules.lowered.program.actions + 1), np.int64)
        self._arrays, self._block = block.make(), block
        self.visits = shown(self._arrays["visits"])

    def _fill(self) -> None:
        """Tells the kernels where everything lies."""
        g, a, runner = self._g, self._arrays, self._runner
        g.origins = runner.memories(a["origins"])
        for name in ("paths", "observations", "own", "chosen"):
            setattr(g, name, runner.rows_of(a[name]))
        for name in a:
            if name not in ("origins", "paths", "observations", "own", "chosen"):
                setattr(g, name, runner.flat(a[name]))
        a["kinds"].view(np.uint8)[:] = KEPT
        self._deals: dict[int, Deals] = {}
        self._arms: Any = np.zeros((self._rows, 0, len(fields_of(Branch))), np.int64)
        if runner.name == "python":
            self._arms = g.arms = [[] for _ in range(self._rows)]
        self._make_room(FIRST_ARMS)

    def _make_room(self, room: int) -> None:
        """Makes room for more arms."""
        g, before = self._g, self._g.room
        if self._runner.name == "python":
            for arms in self._arms:
                arms.extend(plain(Branch) for _ in range(room - before))
        else:
            longer = np.empty((self._rows, room, self._arms.shape[2]), np.int64)
            longer[:, :before] = self._arms
            self._arms, g.arms = longer, self._runner.rows_of(longer)
        g.room = room

    # ------------------------------------------------------------------------ searching

    @property
    def engine(self) -> str:
        """What searches: "native" or "python"."""
        return self._runner.name

    @property
    def players(self) -> Array:
        """By row who decides, or -1 where there is nothing to search."""
        return shown(self._players)

    def suits(self, match: Match, simulations: int) -> bool:
        """Whether the match could be its root, and it does this number of simulations."""
        like = match.rules is self._rules and len(match.players) == len(self._worlds.seats)
        return like and self._rows == 1 and self.simulations == simulations

    def begin(
        self, roots: Batch | Match | None = None, player: int | None = None, seed: int | None = None
    ) -> Leaves:
        """Begins to search at the present positions of the roots, or of others of the same kind; gives the first
        leaves. If players act simultaneously in a match, `player` says for whom. With a seed, the searcher is as
        new."""
        if not (roots is None or isinstance(roots, Batch | Match)):
            raise TypeError(f"what is searched is a Batch or a Match, not {said(roots)}")
        self.roots = self.roots if roots is None else roots
        if seed is not None:
            self.seed, self._begun = check_seed(seed), 0
        a, rows = self._arrays, self._rows
        for name in (
            "credited",
            "pending",
            "faults",
            "counts",
            "valued",
            "visits",
            "totals",
            "worths",
            "waiting",
        ):
            a[name][...] = 0
        a["fresh"][:], a["widest"][:] = False, 1.0
        a["given"][:] = NONE
        self._rules.tiers.expect(rows * self.simulations)
        self._runner.renew()
        kinds = a["kinds"].view(np.uint8)
        if isinstance(self.roots, Batch):
            self._take_batch(self.roots, kinds)
        else:
            self._take_match(self.roots, player, kinds)
        self._roll()
        self._begun += 1
        return self._walk()

    def answer(self, priors: Any, values: Any) -> Leaves:
        """Judges the leaves that were handed out last: a prior for each action (leaves x actions), and the value for
        each seat (leaves x seats), or for the player who decides (leaves x 1; then a single opponent has the
        opposite). What priors say of other actions than the legal ones does not count, and their sum need not be 1.
        Gives the next leaves: none if all is done."""
        waiting = np.flatnonzero(self._arrays["waiting"])
        actions = len(self.encoder.actions.numbers)
        shapes = (len(waiting), actions), (len(waiting), len(self._worlds.seats))
        given = [
            np.ascontiguousarray(
                array_given(one, f"'{what}' is an array of numbers with shape {shape}"), np.float32
            )
            for what, one, shape in zip(("priors", "values"), (priors, values), shapes, strict=True)
        ]
        if given[1].shape == (len(waiting), 1) and len(self._worlds.seats) == 2:
            seats = np.arange(2) == self._arrays["deciders"][waiting][:, None]
            given[1] = np.where(seats, given[1], -given[1])
        for what, one, shape in zip(("priors", "values"), given, shapes, strict=True):
            if one.shape != shape:
                raise MatchError(
                    f"'{what}' is an array with shape {shape} here, not {one.shape}",
                    "the leaves that begin() or answer() gave last are judged, all of them",
                )
        if not (np.isfinite(given[0]).all() and np.isfinite(given[1]).all() and (given[0] >= 0).all()):
            raise MatchError("priors are numbers of at least 0, and values are numbers; some are not")
        if actions < self._worlds.actions:  # behind them are those of luck
            chances = np.zeros((len(waiting), self._worlds.actions - actions), np.float32)
            given[0] = np.concatenate([given[0], chances], axis=1)
        a, g = self._arrays, self._g
        self._given = given  # as long as the kernels read them
        g.priors, g.values = self._runner.flat(given[0]), self._runner.flat(given[1])
        a["given"][:] = NONE
        a["given"][waiting] = np.arange(len(waiting))
        most = int(a["masks"][waiting].sum(axis=1).max(initial=0))
        self._need_room(int(a["counts"].max()) + self.leaves * most)
        return self._walk()

    def run(
        self,
        judge: Judgement,
        roots: Batch | Match | None = None,
        player: int | None = None,
        seed: int | None = None,
    ) -> Searcher:
        """Searches to the end; `judge` gives priors and values, and may be a `Network`. Raises `StaleSaveError` for a
        network of another game, other rules or another number of players."""
        if not callable(judge):
            raise TypeError(f"a judge gives priors and values for observations and masks, not {said(judge)}")
        if isinstance(judge, Network):
            judge.check(self.encoder)
            if judge.value is None:
                raise SetupError(
                    "this network has no value", "make one with a value: Network.new(batch, values=1)"
                )
        leaves = self.begin(roots, player, seed)
        while len(leaves):
            judged = judge(leaves.observations, leaves.masks)
            if not isinstance(judged, tuple | list) or len(judged) != 2:
                raise TypeError(f"a judge gives priors and values, as a pair, not {said(judged)}")
            leaves = self.answer(*judged)
        return self

    def _need_room(self, wanted: int) -> None:
        if wanted > self._g.room:
            self._make_room(max(wanted, 2 * self._g.room))

    def _walk(self) -> Leaves:
        """Walks until nothing can be done without an answer."""
        a = self._arrays
        while True:
            self._runner.guide("guide_rows", self._g, self._rows)
            a["given"][:] = NONE
            full = bool(a["full"].any())
            if full:
                self._make_room(2 * self._g.room)
            if not self._deal() and not full:
                break
        found = np.flatnonzero(a["waiting"])
        if not len(found):
            self._runner.guide("sum_rows", self._g, self._rows)
        some = found if len(found) < len(a["waiting"]) else slice(None)
        return Leaves(
            shown(a["observations"][some]),
            shown(a["masks"][some, : len(self.encoder.actions.numbers)]),
            a["deciders"][some].astype(np.int32),
            found // self.leaves,
        )

    # ---------------------------------------------------------------------------- deals

    def _take_batch(self, batch: Batch, kinds: Array) -> None:
        """The roots are the rows of a batch."""
        a, worlds, of = self._arrays, self._worlds, batch.parts
        if batch.matches != self._rows or batch.game is not worlds.game or batch.seats != worlds.seats:
            raise MatchError("this batch is of another sort than that for which the searcher was made")
        over = of.arrays["ended"] | ~batch.masks.any(axis=1)
        self._players = np.where(over, NONE, batch.players)
        a["alive"][:] = self._players >= 0
        a["strands"][:] = of.arrays["strands"]
        self._legal = batch.masks.copy()
        if not self._open:
            rows = np.flatnonzero(a["alive"]).tolist()
            self._deal_pieces(
                ((row, self._match(batch, row), int(self._players[row])) for row in rows), kinds
            )
        elif self._runner.name == of.runner.name == "native":
            a["origins"][:] = of.arrays["memories"]
        else:
            for row in range(self._rows):
                self._write(row, array("q", batch.memory(row)))

    def _take_match(self, match: Match, player: int | None, kinds: Array) -> None:
        """The only root is the position of a match."""
        a, worlds = self._arrays, self._worlds
        if self._rows != 1 or match.game is not worlds.game or len(match.players) != len(worlds.seats):
            raise MatchError("this match is of another sort than that for which the searcher was made")
        decision = _decision(match, player)
        a["alive"][:], a["strands"][:] = decision is not None, 0
        self._players = np.full(1, NONE if decision is None else decision.player)
        self._legal = np.zeros((1, worlds.actions), np.bool_)
        if decision is not None:
            a["strands"][:] = decision.strand
            indexes = worlds.encoder.actions.indexes
            self._legal[0, [indexes[one.number] for one in decision.options]] = True
            self._deal_pieces([(0, match, decision.player)], kinds)

    def _match(self, batch: Batch, row: int) -> Match:
        """A match at the position of a row. If its past says nothing, it is the same object for all rows."""
        if not self._pieces_only:
            return batch.match(row)
        self._placed = self._placed or batch.match(row)
        self._placed.restore(batch.memory(row))
        return self._placed

    def _deal_pieces(self, roots: Iterable[tuple[int, Match, int]], kinds: Array) -> None:
        """Finds out what can be dealt anew at these roots."""
        found: dict[int, Sequence[Any]] = {}
        self._deals, kinds[:] = {}, KEPT
        for row, match, player in roots:
            deals = Deals(match, player, Dice.of(self.seed, LUCK, self._begun, row))
            if deals.origin is None:
                kinds[row], self._deals[row] = GIVEN, deals
                continue
            self._write(row, deals.origin.memory)
            if deals.classes:
                kinds[row] = DEALT
                r = kernel_redealing(deals.origin, deals.classes, self._runner.maker)
                found[row] = [getattr(r, name) for name in fields_of(Redealing)]
        if found:
            one = next(iter(found.values()))
            self._g.redealings = self._runner.maker.rows(
                Redealing, [found.get(row, one) for row in range(self._rows)]
            )
        self._deal()

    def _deal(self) -> bool:
        """Deals for walks that begin next where kernels cannot; whether there was one."""
        a, some = self._arrays, False
        for row, deals in self._deals.items():
            goes_on = a["credited"][row] < self.simulations and a["faults"][row] < guided.MOST_FAULTS
            if goes_on and not a["fresh"][row] and not a["pending"][row]:
                self._write(row, deals.next())
                a["fresh"][row] = some = True
        return some

    def _write(self, row: int, memory: Any) -> None:
        """The memory in which walks of a root begin."""
        if self._runner.name == "native":
            self._arrays["origins"][row] = memory
        else:
            self._g.origins[row][:] = memory  # type: ignore[index]

    def _roll(self) -> None:
        """Seeds for the walks, and noise."""
        seeds = [signed(Dice.of(self.seed, self._begun, row).state) for row in range(self._rows)]
        self._parts.arrays["dice"][:] = seeds
        if self.noise:
            dice = np.random.Generator(np.random.PCG64([self.seed, NOISE, self._begun]))
            counts = np.maximum(self._legal.sum(axis=1, keepdims=True), 1)
            shape = np.full(self._legal.shape, self.alpha) if self.alpha else CONCENTRATION / counts
            drawn = dice.standard_gamma(np.broadcast_to(shape, self._legal.shape)) * self._legal
            sums = drawn.sum(axis=1, keepdims=True)
            self._arrays["noise"][:] = np.where(
                sums > 0, drawn / np.where(sums > 0, sums, 1), self._legal / counts
            )

    # --------------------------------------------------------------------------- results

    @property
    def values(self) -> Array:
        """By row and seat what the position is worth on average."""
        counts = np.maximum(self._arrays["valued"], 1)
        found: Array = self._arrays["worths"] / counts[:, None]
        return found

    @property
    def action_values(self) -> Array:
        """By row and action what it is worth to the player who decides; 0 if it was never taken."""
        found: Array = self._arrays["totals"] / np.maximum(self.visits, 1)
        return found

    def policy(self, temperature: float = 1.0) -> Array:
        """By row and action how likely it is: visits to the power of 1 / temperature, divided by their sum. At 0,
        the action that was taken most often is certain (the first of several).
        Where nothing was searched, all are 0."""
        if not real(temperature, "temperature") >= 0:
            raise MatchError(f"a temperature is at least 0, not {temperature}")
        visits = self.visits.astype(np.float64)
        most = np.maximum(visits.max(axis=1, keepdims=True), 1)
        found: Array
        if temperature == 0:
            found = np.zeros_like(visits)
            found[np.arange(self._rows), visits.argmax(axis=1)] = visits.any(axis=1)
        else:
            found = (visits / most) ** (1 / temperature)
            found /= np.maximum(found.sum(axis=1, keepdims=True), 1)  # that of the most visited is 1
        return found

    def choose(self, temperature: float = 0.0) -> Array:
        """By row the index of an action, drawn by `policy`; -1 where nothing was searched, since the match is over or
        luck decides. The same again until the next search begins."""
        policy = self.policy(temperature)
        dice = np.random.Generator(np.random.PCG64([self.seed, LUCK, self._begun]))
        sums = policy.cumsum(axis=1)
        drawn = dice.random((self._rows, 1)) * sums[:, -1:]
        found: Array = np.minimum((sums <= drawn).sum(axis=1), self._worlds.actions - 1)
        return np.where(sums[:, -1] > 0, found, NONE)


def _worlds(roots: Batch | Match, threads: int, engine: str | None) -> Batch:
    """A batch in whose rows walks are made."""
    count, of = (roots.matches, roots) if isinstance(roots, Batch) else (1, roots)
    wanted = engine or (roots.parts.wanted if isinstance(roots, Batch) else roots.rules.wanted)
    explicit = (
        roots.explicit_chance if isinstance(roots, Batch) else roots.rules.lowered.program.explicit_chance
    )
    seats = roots.seats if isinstance(roots, Batch) else roots.players
    found = Batch(
        of.game,
        count,
        seats,
        of.options,
        threads=threads,
        autoreset="off",
        observe=False,
        explicit_chance=explicit,
        engine=wanted,
    )
    found.parts.make_room(LONGEST)
    return found


def _decision(match: Match, player: int | None) -> Decision | None:
    """The decision of a player, or the first one; None if there is none, or it is that of luck."""
    of = [one for one in match.decisions if one.player != NONE and player in (None, one.player)]
    return of[0] if of else None
