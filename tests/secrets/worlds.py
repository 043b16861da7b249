"""Two plays of one match that differ in what others keep secret, and all that a reader gets of each.

`Play` decides by rules of its own: what everybody may know (public choices, luck) and the reader's own choices are
the same in both; secret choices of others, and secret luck, follow from `world`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import attrs
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.engine.protocol import Pending
from rulewright.interpreter.ir import LUCK, NONE, SECRET_LUCK
from rulewright.interpreter.match.output.encoding.encoder import Encoder
from rulewright.interpreter.match.setup.rules import prepare
from rulewright.interpreter.memory.words import Memory

from .games import PASSED, TOLD

LANGUAGES = ("en", "cs")
WANTED = "may:"
"""With this begin the prompts of secret choices that make the worlds differ."""


def observed(match: Match, reader: int | None, encoder: Encoder) -> Any:
    """Everything that a reader gets about a position, through every interface."""
    mine = [one for one in match.decisions if one.player == reader]
    asked = [
        (one.prompts, one.titles, [(option.number, option.labels, option.bare) for option in one.options])
        for one in mine
    ]
    actions = {action.name for action in match.rules.lowered.actions if action.name}
    why = []
    if reader is not None and not match.is_over:
        why = [match.why_not(name, reader, language) for name in sorted(actions) for language in LANGUAGES]
    return {
        "objects": attrs.asdict(match.objects(reader)),
        "events": [attrs.asdict(one) for one in match.events(reader)],
        "views": [match.view(reader, language) for language in LANGUAGES],
        "logs": [match.log(reader, language) for language in LANGUAGES],
        "numbers": encoder.vector(match, reader),
        "decisions": asked,
        "refusals": why,
        "who is asked": [] if match.fork is not None else [one.player for one in match.decisions],
    }


@attrs.define
class Play:
    """One play of a match for a reader, with what is kept from the reader decided by `world`."""

    game: Game
    players: int
    seed: int
    reader: int | None
    world: int
    explicit: bool = False
    luck_differs: bool = True
    answers_differ: bool = (
        False  # those that players give simultaneously and may learn when all have answered
    )
    observe: Callable[[Match, int | None, Encoder], Any] = observed
    passes: bool = False  # whether all others answer with nothing, where they can
    redeals: bool = False  # whether the worlds also differ in the pieces that the reader does not know
    kept: bool = False  # whether exactly those choices differ that the log keeps secret
    _counts: dict[tuple[str, int], int] = attrs.field(factory=dict)

    def until(self, ended: Callable[[Match], bool], most: int = 300) -> list[Any]:
        """What the reader gets, from the beginning until something holds; what stays the same counts once."""
        match = self.begun()
        encoder = Encoder(match)
        trace: list[Any] = []
        while True:
            if ended(match) or match.is_over or most == 0:
                return trace
            seen = self.observe(match, self.reader, encoder)
            if not trace or trace[-1] != seen:
                trace.append(seen)
            self.step(match)
            most -= 1

    def match_at(self, ended: Callable[[Match], bool], most: int = 300) -> Match:
        """The match just before something holds."""
        match = self.begun()
        for _ in range(most):
            after = self.stepped(match)
            if after.is_over or ended(after):
                break
            match = after
        return match

    def stepped(self, match: Match) -> Match:
        """The match after one more decision, as a copy."""
        copy = match.clone()
        self.step(copy)
        return copy

    def begun(self) -> Match:
        """The match at its first decision, with the secret luck of this world."""
        rules = prepare(self.game, explicit_chance=self.explicit)
        luck = random.Random(f"luck {self.world if self.luck_differs else self.seed}").getrandbits(62)

        def edit(m: Memory) -> None:
            m[SECRET_LUCK] = luck

        names = [f"Player {number + 1}" for number in range(self.players)]
        match = Match.begin(rules, names, self.seed, edit=edit)
        if self.redeals and self.reader is not None:
            memory = match.determinize(self.reader, self.world).memory[:]
            memory[LUCK], memory[SECRET_LUCK] = match.memory[LUCK], match.memory[SECRET_LUCK]
            match.restore(memory.tobytes())
        return match

    def step(self, match: Match) -> None:
        pending = self._next(match)
        legal = match.legal(pending.strand)
        match.take(pending.strand, legal[self._draw(match, pending) % len(legal)])

    def _next(self, match: Match) -> Pending:
        """The player who decides next: of several, first the reader, then the others in an order that each world
        has."""
        pending = match.pending()
        mine = [one for one in pending if one.player == self.reader]
        return mine[0] if mine else pending[self.world % len(pending)]

    def _draw(self, match: Match, pending: Pending) -> int:
        site = match.rules.site(pending.site)
        foreign = pending.player != self.reader
        hidden = site.secret if self.kept else site.prompt not in TOLD
        last = match.rules.action_of[match.legal(pending.strand)[-1]]
        if foreign and self.passes and last.name in PASSED and not site.prompt.startswith(WANTED):
            return -1
        if pending.strand:
            hidden = site.secret or self.answers_differ
        if foreign and pending.player != NONE and hidden:
            return self._number(f"world {self.world}", pending.player)
        if self.luck_differs and pending.player == NONE and site.secret and self._of_value(match, pending):
            return self._number(f"world {self.world}", NONE)
        return self._number("told", pending.player)

    def _of_value(self, match: Match, pending: Pending) -> bool:
        """Luck over pieces is hidden with the pieces: what the reader knows of those stays."""
        action = match.rules.action_of[match.legal(pending.strand)[0]]
        return action.sort not in ("design", "piece")

    def _number(self, kind: str, player: int) -> int:
        count = self._counts[kind, player] = self._counts.get((kind, player), 0) + 1
        return random.Random(f"{self.seed} {kind} {player} {count}").getrandbits(30)


def first_difference(one: list[Any], other: list[Any]) -> str:
    """Where two traces differ, for a person to read."""
    for number, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return f"step {number}: " + "; ".join(_differing("", left, right))
    return f"{len(one)} steps and {len(other)}"


def _differing(where: str, left: Any, right: Any) -> list[str]:
    """The parts of two values that differ, with the way to them."""
    if isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
        return [part for key in left for part in _differing(f"{where}/{key}", left[key], right[key])]
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        pairs = enumerate(zip(left, right, strict=True))
        return [part for number, pair in pairs for part in _differing(f"{where}/{number}", *pair)]
    return [] if left == right else [f"{where}: {left!r} and {right!r}"]
