"""The statistics of a simulation, made of its counts: figures, shares with intervals, and what never happened."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import attrs

from ...dsl.diagnostics.diagnostic import Diagnostic
from ...dsl.model.game import Game
from ...dsl.tree import AbilityCall
from .counts import UNSET, Counts, Row
from .interval import Mean, Share
from .passing import moved_in_passing
from .scheme import Scheme, SideState, bin_lengths
from .tally import counting_engine

PERCENTILES = (5, 25, 50, 75, 95)
NOTHING = Mean(0, 0, 0)


@attrs.frozen
class Scores:
    """The scores of a seat at the ends of matches."""

    matches: int = 0
    total: int = 0
    least: int = 0
    most: int = 0
    squares: int = 0

    @property
    def mean(self) -> Mean:
        """Their mean, with its interval."""
        return Mean(self.matches, self.total, self.squares)

    def as_json(self) -> dict[str, float]:
        """The average and the extremes."""
        return {"mean": round(self.total / self.matches, 2), "least": self.least, "most": self.most}


@attrs.frozen
class Use:
    """How seats fared that chose a design in a match, and those that did not: of the seats in ended matches, those
    that won."""

    chosen: Share
    otherwise: Share

    def as_json(self) -> dict[str, Any]:
        """Both shares."""
        return {"won when chosen": self.chosen.as_json(), "won otherwise": self.otherwise.as_json()}


@attrs.frozen
class Never:
    """What never happened, by name; with few matches, this can be luck.

    Attributes:
        offered: options that were never offered.
        chosen: options that were offered, but never chosen.
        designs: designs that were neither chosen nor moved, and none of whose abilities acted.
        texts: texts that were never reached.
        rules: rules of the rulebook whose texts were all never reached.
    """

    offered: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    designs: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    def as_json(self) -> dict[str, list[str]]:
        """The names of all."""
        return {
            "options never offered": list(self.offered),
            "options never chosen": list(self.chosen),
            "designs never used": list(self.designs),
            "texts never reached": list(self.texts),
            "rules never used": list(self.rules),
        }


NEVER = Never()


@attrs.define
class Statistics:
    """What came of many matches.

    Attributes:
        players: how many took part in each.
        matches: how many were played.
        ended: those that ended as the rules say.
        decisions: the number of decisions in all matches; `turns` likewise, 0 if turns were not counted.
        options: the number of legal options in all decisions; `forced` decisions had only one, and `widest` is the
            largest number at a decision.
        shortest: the fewest decisions of a match; `longest` the most.
        length: the mean number of decisions, `turn_count` of turns.
        percentiles: the numbers of decisions that 5, 25, 50, 75 and 95 % of matches do not exceed (within 1 %).
        wins: how many matches each seat won (from 0), alone or with others.
        winners: how many matches ended with this set of winners; empty with more than eight players.
        started: in how many ended matches a seat decided first, and `starter_won` how many of them it won.
        order_won: how many matches were won by the seat that is this many places after the first to decide.
        sides: for each state of players that never changes once it is set: the share of seats that won, by value.
        scores: the scores by seat; empty if the game keeps none.
        shared: matches with several winners; `nobody`: without any.
        offered: in how many decisions each option was offered, by its name or the question that it answers.
        chosen: how often it was chosen.
        designs: how often each design was chosen.
        uses: how seats fared that chose a design, and those that did not.
        leads: how often the leader of a match changed, where a score or heuristic says who leads.
        reached: in how many matches each text was reached.
        never: what never happened.
        faults: the first matches in which the rules went wrong, each as (seed, fault, record); `faulty` is how many
            there were.
        diagnostics: the diagnostic of each fault.
        endless: the seeds of the first matches that did not end; `unended` is how many there were.
        interrupted: whether the simulation was stopped before all matches were played.
        lost: whether that was because processes died.
        rows: the matches one by one, if they were asked for.
    """

    players: int
    matches: int = 0
    ended: int = 0
    decisions: int = 0
    turns: int = 0
    options: int = 0
    forced: int = 0
    widest: int = 0
    shortest: int = 0
    longest: int = 0
    length: Mean = NOTHING
    turn_count: Mean = NOTHING
    percentiles: dict[int, int] = attrs.field(factory=dict)
    wins: Counter[int] = attrs.field(factory=Counter)
    winners: Counter[tuple[int, ...]] = attrs.field(factory=Counter)
    started: Counter[int] = attrs.field(factory=Counter)
    starter_won: Counter[int] = attrs.field(factory=Counter)
    order_won: Counter[int] = attrs.field(factory=Counter)
    sides: dict[str, dict[str, Share]] = attrs.field(factory=dict)
    scores: dict[int, Scores] = attrs.field(factory=dict)
    shared: int = 0
    nobody: int = 0
    offered: Counter[str] = attrs.field(factory=Counter)
    chosen: Counter[str] = attrs.field(factory=Counter)
    designs: Counter[str] = attrs.field(factory=Counter)
    uses: dict[str, Use] = attrs.field(factory=dict)
    leads: Mean = NOTHING
    reached: Counter[str] = attrs.field(factory=Counter)
    never: Never = NEVER
    faults: list[tuple[int, str, str]] = attrs.field(factory=list)
    faulty: int = 0
    diagnostics: dict[str, Diagnostic] = attrs.field(factory=dict)
    endless: list[int] = attrs.field(factory=list)
    unended: int = 0
    interrupted: bool = False
    lost: bool = False
    rows: list[Row] = attrs.field(factory=list, repr=False)

    @classmethod
    def of(
        cls, scheme: Scheme, counts: Counts, *, interrupted: bool = False, lost: bool = False
    ) -> Statistics:
        """The statistics that counts amount to."""
        one = counts.one
        matches, ended = one("matches"), one("ended")
        reached = _named(scheme.texts, counts.all("reached"))
        for design, times in _named(scheme.designs, counts.all("moved")).items():
            reached[f"moved {design}"] = times
        offered = _named(scheme.families, counts.all("offered"))
        chosen, designs = Counter[str](), Counter[str]()
        for action, times in enumerate(counts.all("chosen")):
            if times:
                chosen[scheme.families[scheme.family_of[action]]] += times
                for number in scheme.designs_of[action]:
                    designs[scheme.designs[number]] += times
        found = cls(
            players=scheme.players,
            matches=matches,
            ended=ended,
            decisions=one("decisions"),
            turns=one("turns"),
            options=one("options"),
            forced=one("forced"),
            widest=max(one("widest"), 0),
            shortest=0 if one("shortest") == UNSET else one("shortest"),
            longest=max(one("longest"), 0),
            length=Mean(matches, one("decisions"), *counts.wide("squares")),
            turn_count=Mean(matches, one("turns"), *counts.wide("turn_squares")),
            percentiles=_percentiles(counts.all("lengths")),
            wins=_counter(counts.all("wins")),
            winners=Counter(
                {
                    tuple(seat for seat in range(scheme.players) if mask >> seat & 1): times
                    for mask, times in enumerate(counts.all("winners"))
                    if times
                }
            ),
            started=_counter(counts.all("started")),
            starter_won=_counter(counts.all("starter_won")),
            order_won=_counter(counts.all("order_won")),
            sides={
                side.name: shares
                for number, side in enumerate(scheme.sides)
                if not counts.all("side_changes")[number] and len(shares := _side(side, counts)) > 1
            },
            scores=_scores(scheme, counts) if scheme.rules.lowered.score is not None and ended else {},
            shared=one("shared"),
            nobody=one("nobody"),
            offered=offered,
            chosen=chosen,
            designs=designs,
            uses=_uses(scheme, counts),
            leads=Mean(one("led"), one("lead_changes"), *counts.wide("lead_squares")),
            reached=reached,
            faults=[(broken.seed, broken.fault, broken.record) for broken in counts.broken],
            faulty=one("faulty"),
            diagnostics={broken.fault: broken.diagnostic for broken in reversed(counts.broken)},
            endless=[seed for _, seed in counts.endless],
            unended=one("endless"),
            interrupted=interrupted,
            lost=lost,
            rows=sorted(counts.rows, key=lambda row: row.number),
        )
        found.never = found._never(scheme)
        return found

    def _never(self, scheme: Scheme) -> Never:
        game = scheme.game
        used = self.designs.keys() | {
            key.partition(" ")[2].removeprefix("of ")
            for key in self.reached
            if key.startswith(("ability", "moved"))
        }
        detail = scheme.detail
        unused = [name for name in game.symbols.designs if name not in used] if detail else []
        passing = moved_in_passing(scheme.rules, self.players, unused, partial(counting_engine, scheme))
        return Never(
            offered=tuple(name for name in scheme.asked if not self.offered[name]),
            chosen=tuple(name for name in scheme.families if self.offered[name] and not self.chosen[name]),
            designs=tuple(name for name in unused if name not in passing),
            texts=tuple(name for name in scheme.texts if not self.reached[name]) if detail else (),
            rules=tuple(rule for rule, count in self.rules(game).items() if not count) if detail else (),
        )

    # -------------------------------------------------------------------------- shares

    def by_seat(self) -> dict[int, Share]:
        """The share of ended matches that each seat won (from 0)."""
        return {seat: Share(self.wins[seat], self.ended) for seat in range(self.players)}

    def by_order(self) -> dict[int, Share]:
        """The share of matches won by the seat that decided first (0), the one after it (1), and so on. Matches in
        which several players decided first are left out."""
        of = sum(self.started.values())
        return {place: Share(self.order_won[place], of) for place in range(self.players)} if of else {}

    def by_starter(self) -> dict[int, Share]:
        """For each seat, the share that it won of the matches in which it decided first."""
        return {
            seat: Share(self.starter_won[seat], self.started[seat])
            for seat in range(self.players)
            if self.started[seat]
        }

    def by_winners(self) -> dict[tuple[int, ...], Share]:
        """The share of ended matches with each set of winners, most frequent first."""
        found = sorted(self.winners.items(), key=lambda pair: (-pair[1], pair[0]))
        return {winners: Share(times, self.ended) for winners, times in found}

    # --------------------------------------------------------------------------- shown

    def summary(self) -> dict[str, Any]:
        """The figures as plain data; per match where that makes sense."""
        played = max(self.matches, 1)
        return {
            "matches": self.matches,
            "ended": self.ended,
            "faults": self.faulty,
            "did not end": self.unended,
            "interrupted": self.interrupted,
            "decisions per match": round(self.decisions / played, 2),
            "shortest": self.shortest,
            "longest": self.longest,
            **({"turns per match": round(self.turns / played, 2)} if self.turns else {}),
            "options per decision": round(self.options / max(self.decisions, 1), 2),
            "wins by seat": {seat + 1: self.wins[seat] for seat in range(self.players)},
            **({"score by seat": self._scores_by_seat()} if self.scores else {}),
            "shared": self.shared,
            "nobody": self.nobody,
        }

    def _scores_by_seat(self) -> dict[int, dict[str, float]]:
        return {seat + 1: found.as_json() for seat, found in sorted(self.scores.items())}

    def rules(self, game: Game) -> dict[str, int]:
        """In how many matches each rule of the rulebook was used, which means that a text that cites it was reached.
        (Changes of numbers leave no trace, so rules that only they cite are not counted.)"""
        used: dict[str, int] = {}
        for citation in game.citations:
            count = max((self.reached[key] for key in reached_keys(citation.part, game)), default=0)
            used[citation.rule] = max(used.get(citation.rule, 0), count)
        return dict(sorted(used.items()))

    def as_json(self, game: Game | None = None) -> dict[str, Any]:
        """Everything, as plain data. Seats and places are numbered from 1; each share is
        `{count, of, share, low, high}`, where the last two are its 95 % interval."""
        return {
            **self.summary(),
            "length": {
                **self.length.as_json(),
                "percentiles": {str(percent): length for percent, length in self.percentiles.items()},
            },
            **({"turns": self.turn_count.as_json()} if self.turns else {}),
            "branching": {
                "mean": round(self.options / max(self.decisions, 1), 4),
                "most": self.widest,
                "decisions with one option": Share(self.forced, self.decisions).as_json(),
            },
            **({"lead changes": self.leads.as_json()} if self.leads.count else {}),
            "shares": {
                "by seat": {str(seat + 1): share.as_json() for seat, share in self.by_seat().items()},
                "by starter": {str(seat + 1): share.as_json() for seat, share in self.by_starter().items()},
                "by order": {str(place + 1): share.as_json() for place, share in self.by_order().items()},
                "by winners": {
                    seats_of(winners): share.as_json() for winners, share in self.by_winners().items()
                },
                "by side": {
                    name: {value: share.as_json() for value, share in values.items()}
                    for name, values in self.sides.items()
                },
            },
            "options": {
                name: {"offered": self.offered[name], "chosen": self.chosen[name]}
                for name in sorted(self.offered)
            },
            "designs": dict(sorted(self.designs.items())),
            "uses": {name: use.as_json() for name, use in sorted(self.uses.items())},
            "reached": dict(sorted(self.reached.items())),
            "rules": self.rules(game) if game is not None else {},
            "never": self.never.as_json(),
            "fault list": [
                {"seed": seed, "fault": fault, "record": record} for seed, fault, record in self.faults
            ],
        }

    def as_csv(self) -> str:
        """Everything as lines of (what, name, count). A share is followed by the ends of its 95 % interval."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["what", "name", "count"])
        for name, value in self.summary().items():
            if not isinstance(value, dict):
                writer.writerow(["summary", name, value])
        for what, called, share in self._shares():
            shown = share.as_json()
            writer.writerow([what, called, shown["count"]])
            for part in ("of", "share", "low", "high"):
                writer.writerow([f"{what}: {part}", called, shown[part]])
        for seat, found in sorted(self.scores.items()):
            for score, number in found.as_json().items():
                writer.writerow([f"{score} score", seat + 1, number])
        for what in ("offered", "chosen", "designs", "reached"):
            for name, count in sorted(getattr(self, what).items()):
                writer.writerow([what, name, count])
        for what, names in self.never.as_json().items():
            for name in names:
                writer.writerow([what, name, 0])
        return out.getvalue()

    def _shares(self) -> Iterator[tuple[str, object, Share]]:
        for seat, share in self.by_seat().items():
            yield "wins", seat + 1, share
        for seat, share in self.by_starter().items():
            yield "wins by starter", seat + 1, share
        for place, share in self.by_order().items():
            yield "wins by order", place + 1, share
        for winners, share in self.by_winners().items():
            yield "winners", seats_of(winners), share
        for side, values in self.sides.items():
            for value, share in values.items():
                yield f"wins by {side}", value, share
        for design, use in sorted(self.uses.items()):
            yield "won when chosen", design, use.chosen
            yield "won otherwise", design, use.otherwise


def seats_of(winners: tuple[int, ...]) -> str:
    """Seats in words: `1 and 3`."""
    return " and ".join(str(seat + 1) for seat in winners) or "nobody"


def _named(names: tuple[str, ...], counts: list[int]) -> Counter[str]:
    return Counter({name: times for name, times in zip(names, counts, strict=True) if times})


def _counter(counts: list[int]) -> Counter[int]:
    return Counter({number: times for number, times in enumerate(counts) if times})


def _percentiles(bins: list[int]) -> dict[int, int]:
    matches, found, passed = sum(bins), {}, 0
    waiting = [(percent, -(-percent * matches // 100)) for percent in PERCENTILES] if matches else []
    for number, times in enumerate(bins):
        passed += times
        while waiting and passed >= waiting[0][1]:
            least, most = bin_lengths(number)
            found[waiting.pop(0)[0]] = (least + most) // 2
    return found


def _side(side: SideState, counts: Counts) -> dict[str, Share]:
    held, won = counts.all("side_held"), counts.all("side_won")
    cells = range(side.first, side.first + len(side.names))
    return {
        name: Share(won[cell], held[cell]) for name, cell in zip(side.names, cells, strict=True) if held[cell]
    }


def _scores(scheme: Scheme, counts: Counts) -> dict[int, Scores]:
    sums, squares = counts.wide("score_sum"), counts.wide("score_squares")
    least, most = counts.all("score_least"), counts.all("score_most")
    return {
        seat: Scores(counts.one("ended"), sums[seat], least[seat], most[seat], squares[seat])
        for seat in range(scheme.players)
    }


def _uses(scheme: Scheme, counts: Counts) -> dict[str, Use]:
    """For each design that somebody chose in an ended match."""
    wins, seats = sum(counts.all("wins")), counts.one("ended") * scheme.players
    found = {}
    for name, won, lost in zip(scheme.designs, counts.all("won_with"), counts.all("lost_with"), strict=True):
        if won + lost:
            found[name] = Use(Share(won, won + lost), Share(wins - won, seats - won - lost))
    return found


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def ordinal(number: int) -> str:
    """The word for a place in an order, from 1 on."""
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"number {number}"


PART = re.compile(r"(\w+) '(.*?)'(?: of '(.*)')?$")


def reached_keys(part: str, game: Game) -> list[str]:
    """The keys in `reached` that show that a part which cites a rule was reached (see `lower`)."""
    match = PART.match(part)
    if match is None:
        return [part]
    sort, name, path = match.groups()
    if sort == "design":
        return [f"ability of {name}"]
    if sort == "option" and path:
        return [f"option {path}/{name}"]
    phrase = game.symbols.phrases.get(name) if sort == "phrase" else None
    if phrase is not None and phrase.ability:
        return [f"ability of {design}" for design in designs_with(name, game)]
    return [f"{sort} {name}"]


def designs_with(phrase: str, game: Game) -> list[str]:
    """The designs that use an ability phrase."""
    return [
        design.name
        for design in game.symbols.designs.values()
        if any(
            isinstance(one.ability, AbilityCall) and one.ability.phrase == phrase for one in design.abilities
        )
    ]
