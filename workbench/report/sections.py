"""The sections of a report: what each figure shows, in one sentence, with what was measured below it."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs

from ...interpreter.simulation.interval import Share
from ...interpreter.simulation.statistics import Statistics
from ...interpreter.simulation.study import STEP, Study, lengths
from ...interpreter.simulation.worths import Line, Worth
from . import plots
from .words import Words

SHOWN = 12
"""How many of the best rows and of the worst stand in a picture, at most."""
LISTED = 60
"""How many names of what never happened are listed of a sort, at most."""


@attrs.frozen
class Section:
    """A part of the page: its name in links, its heading, and its HTML."""

    id: str
    heading: str
    body: str


def sections(found: Study, words: Words) -> list[Section]:
    """All sections for which there is anything."""
    made = (
        ("minute", _minute(found, words)),
        ("skill", _skill(found, words)),
        ("cards", _cards(found, words)),
        ("never", _never(found, words)),
        ("method", _method(found, words)),
    )
    return [Section(name, words(name), "\n".join(parts)) for name, of in made if (parts := list(of))]


def tiles(found: Study, words: Words) -> list[tuple[str, str, str]]:
    """The figures that stand first: the number, what it is, and its interval."""
    main = found.main
    if not main.ended:
        return []
    tiles = [(words.number(main.percentiles.get(50, 0)), words("median"), "")]
    if main.players > 1:
        best = max(main.by_seat().values(), key=lambda share: share.share)
        tiles.append((words.percent(best.share), words("best seat"), words.range(*best.interval)))
        drawn = Share(main.shared + main.nobody, main.ended)
        tiles.append((words.percent(drawn.share), words("draws"), words.range(*drawn.interval)))
    if main.leads.count:
        low, high = main.leads.interval
        interval = f"{words.number(max(low, 0), 1)}\N{EN DASH}{words.number(high, 1)}"
        tiles.append((words.number(main.leads.mean, 1), words("lead changes"), interval))
    tiles.append((words.number(main.options / max(main.decisions, 1), 1), words("branching"), ""))
    if found.steps is not None:
        value, low, high = found.steps
        interval = f"{words.number(low, 1)}\N{EN DASH}{words.number(high, 1)}"
        tiles.append((words.number(value, 1), words("steps"), interval))
    if found.luck is not None:
        luck = found.luck
        tiles.append((words.percent(luck.share), words("luck"), words.range(luck.low, luck.high)))
    return tiles


# --------------------------------------------------------------------------- in a minute


def _minute(found: Study, words: Words) -> Iterator[str]:
    main = found.main
    if not main.ended:
        return
    yield _length(found, words)
    if main.players > 1 or len(found.by_players) > 1:
        yield _seats(found, words)
    if any(one.by_order() for one in found.by_players.values() if one.players > 1):
        yield _order(found, words)
    if main.players > 1:
        yield _ends(found, words)
        yield _known(found, words)


def _length(found: Study, words: Words) -> str:
    main, random = found.main, found.baseline.get(found.main.players)
    own = lengths(main)
    beside = lengths(random) if random is not None and not _is_random(found) else {}
    bars = plots.edges([*own, *beside])
    svg = plots.histogram(
        plots.binned(own, *bars),
        plots.binned(beside, *bars) if beside else None,
        words("decisions"),
        words("share"),
        words("locale"),
    )
    of = main.percentiles
    said = words(
        "length said", middle=words.number(of[50]), low=words.number(of[5]), high=words.number(of[95])
    )
    told = words("length told") if beside else ""
    return figure(words("length"), f"{said} {told}", svg, _how(found, words, [main]), _key(found, words))


def _seats(found: Study, words: Words) -> str:
    rows, said = list[plots.Dot](), list[str]()
    for count, one in found.by_players.items():
        if not one.ended:
            continue
        shares = one.by_seat()
        fair = fair_share(one)
        for seat, share in shares.items():
            rows.append(_dot(f"{words.players(count)}, {words('seat', seat=seat + 1)}", share, fair, words))
        if fair is not None:
            said.append(_fairness(count, shares, fair, words))
    told = words("seats told") if any(row.fair is not None for row in rows) else words("seats told alone")
    svg = plots.dots(rows, words("wins"), words("locale"))
    return figure(words("seats"), " ".join([*said, told]), svg, _how(found, words, found.by_players.values()))


def _fairness(count: int, shares: dict[int, Share], fair: float, words: Words) -> str:
    """Whether any seat is shown to be better or worse: of several, the one that lies farthest off."""
    off = [seat for seat, one in shares.items() if not one.interval[0] <= fair <= one.interval[1]]
    players = words.players(count)
    if not off:
        return words("seats fair", players=players)
    worst = max(off, key=lambda seat: abs(shares[seat].share - fair))
    share = words.share(shares[worst])
    return words("seats unfair", players=players, seat=worst + 1, share=share, equal=words.percent(fair))


def _order(found: Study, words: Words) -> str:
    rows, used = list[plots.Dot](), list[Statistics]()
    for count, one in found.by_players.items():
        fair = fair_share(one)
        if fair is None:
            continue
        places = one.by_order()
        used += [one] if places else []
        for place, share in places.items():
            label = f"{words.players(count)}, {words('place', place=place + 1)}"
            rows.append(_dot(label, share, fair, words))
    if not rows:
        return ""
    svg = plots.dots(rows, words("wins"), words("locale"))
    return figure(words("order"), words("order told"), svg, _how(found, words, used))


def _ends(found: Study, words: Words) -> str:
    several = [one for one in found.by_players.values() if one.players > 1 and one.ended]
    if not any(one.shared or one.nobody for one in several):
        how = _how(found, words, several)
        return _said(words("ends"), words("ends one"), how)
    rows = []
    for one in several:
        alone = one.ended - one.shared - one.nobody
        for key, part in (("one wins", alone), ("several", one.shared), ("nobody", one.nobody)):
            label = f"{words.players(one.players)}, {words(key)}"
            rows.append(_dot(label, Share(part, one.ended), None, words))
    svg = plots.dots(rows, words("share"), words("locale"))
    return figure(words("ends"), words("ends told"), svg, _how(found, words, several))


def _known(found: Study, words: Words) -> str:
    if not found.known:
        return _said(words("known"), words("known not"), "")
    if len(found.known) < 3:
        return _said(words("known"), words("known late"), _how(found, words, [found.main]))
    points = [(one.at, one.won.share, *one.won.interval) for one in found.known]
    axis, wins = words("part"), words("leader wins")
    svg = plots.curve(points, 1 / found.main.players, axis, wins, words("locale"))
    middle = min(found.known, key=lambda one: abs(one.at - 0.5))
    said = words("known said", share=words.share(middle.won))
    return figure(words("known"), f"{said} {words('known told')}", svg, _how(found, words, [found.main]))


# --------------------------------------------------------------------------------- skill


def _skill(found: Study, words: Words) -> Iterator[str]:
    ranking = found.ranking
    if found.wanted.players < 2 and ranking is None:
        return
    if ranking is None or not ranking.deals or not ranking.telling:
        meet = len(found.wanted.ladder) > 1 and max(found.wanted.counts) > 1 and not found.interrupted
        late = meet and (ranking is None or not ranking.deals)
        yield f"<p>{_e(words('ladder late' if late else 'ladder not'))}</p>"
    else:
        rows = [
            plots.Dot(
                _bot(one.name, words), one.rating, one.low, one.high,
                said=f"{words.number(one.rating)} ({words.between(one.low, one.high)})",
            )
            for one in ranking.standings
        ]  # fmt: skip
        svg = plots.dots(rows, words("rating"), words("locale"), percent=False, zero=True)
        assert found.steps is not None
        steps = [words.number(one, 1) for one in found.steps]
        said = words(
            "ladder said", worst=rows[-1].label, best=rows[0].label, steps=steps[0], low=steps[1],
            high=steps[2],
        )  # fmt: skip
        told = words("ladder told", points=words.number(STEP))
        bots = ", ".join(row.label for row in rows)
        how = words.how(bots, ranking.statistics.ended, ranking.statistics.players)
        table = [
            [
                row.label,
                words.number(one.rating),
                words.between(one.low, one.high),
                f"{words.percent(one.expected[0])} ({words.range(*one.expected[1:])})",
            ]
            for row, one in zip(rows, ranking.standings, strict=True)
        ]
        head = [words("bot"), words("rating"), words("interval"), words("against")]
        yield figure(words("ladder"), f"{said} {told}", svg, how, after=_table(head, table))
    luck = found.luck
    yield f"<h3>{_e(words('luck title'))}</h3>"
    if luck is None:
        yield f"<p>{_e(words('luck not'))}</p>"
        return
    low, high = words.percent(luck.low), words.percent(luck.high)
    yield f"<p>{_e(words('luck said', share=words.percent(luck.share), low=low, high=high))}</p>"
    measured = words("luck measured", bot=_bot(luck.bot, words), deals=words.number(luck.deals))
    yield f'<p class="how">{_e(measured)}, {_e(words.players(found.wanted.players))}</p>'


# --------------------------------------------------------------------------------- cards


def _cards(found: Study, words: Words) -> Iterator[str]:
    worths = found.worths
    rows = [] if worths is None else [row for row in worths.rows if row.effect is not None]
    if worths is not None and rows:
        how = words.how(_bot(str(_names(worths.job.policies)), words), worths.matches, worths.job.players)
        yield _effects(rows, how, words, then_random=worths.job.then_random)
        for line in worths.lines:
            yield _cost(line, how, words)
    uses = _uses(found, words)
    if uses:
        yield uses
    elif not rows:
        yield f"<p>{_e(words('no cards'))}</p>"


def _names(makers: Sequence[object]) -> str:
    return ", ".join(dict.fromkeys(one if isinstance(one, str) else "bot" for one in makers))


def _effects(rows: list[Worth], how: str, words: Words, *, then_random: bool) -> str:
    ordered = sorted(rows, key=lambda row: -row.effect.value if row.effect else 0.0)
    shown = ordered if len(ordered) <= 2 * SHOWN else [*ordered[:SHOWN], *ordered[-SHOWN:]]
    drawn = []
    for row in shown:
        effect = row.effect
        assert effect is not None
        said = f"{_worth_name(row, words)}: {_points(effect.value, words)}"
        label = _worth_name(row, words)
        drawn.append(
            plots.Dot(label, effect.value, effect.low, effect.high, said=said, unsure=not effect.sure)
        )
    svg = plots.dots(drawn, words("worth axis"), words("locale"), zero=True)
    told = words("worth told")
    if then_random:
        told += " " + words("worth random")
    if len(shown) < len(ordered):
        told += " " + words("worth cut", count=words.number(len(shown)), all=words.number(len(ordered)))
    head = [words(key) for key in ("name", "offered", "taken", "won", "otherwise", "effect", "interval")]
    table = [
        [
            _worth_name(row, words),
            words.number(row.offered),
            words.number(row.chosen),
            words.percent(row.won.share),
            words.percent(row.won_otherwise.share),
            _points(row.effect.value, words),
            words.between(100 * row.effect.low, 100 * row.effect.high, 1),
        ]
        for row in ordered
        if row.effect is not None
    ]
    return figure(words("worth"), told, svg, how, after=_table(head, table))


def _points(value: float, words: Words) -> str:
    """A difference of shares, with its sign."""
    return f"{'+' if value > 0 else ''}{words.number(100 * value, 1)}"


def _worth_name(row: Worth, words: Words) -> str:
    one = row.subject
    if one.kind == "card":
        return f"{words.design(one.design)} ({words.place(one.where)})"
    option = words.option(one.where)
    design = words.design(one.design) if one.design and one.design != one.where else ""
    return f"{option}: {design}" if design and design != option else option


def _cost(line: Line, how: str, words: Words) -> str:
    points = []
    for one in line.points:
        effect = one.row.effect
        assert effect is not None
        name = words.design(one.row.subject.design)
        said = f"{name}: {_points(effect.value, words)}"
        shown = name if one.verdict else ""
        points.append(plots.Priced(one.cost, effect.value, effect.low, effect.high, said, shown))
    svg = plots.against_cost(points, line.base, line.slope, line.cost, words("worth axis"), words("locale"))
    where = words.place(line.where) if line.kind == "card" else words.option(line.where)
    heading = f"{words('cost', cost=line.cost)} ({where})"
    return figure(heading, words("cost told"), svg, how)


def _uses(found: Study, words: Words) -> str:
    main = found.main
    rows = sorted(main.uses.items(), key=lambda pair: -pair[1].chosen.whole)
    head = [words("name"), words("taken"), words("won"), words("otherwise")]
    table = [
        [
            words.design(name),
            words.number(main.designs[name]),
            words.share(use.chosen),
            words.share(use.otherwise),
        ]
        for name, use in rows
    ]
    options = [
        [words.option(name), words.number(times), words.number(main.chosen[name])]
        for name, times in main.offered.most_common()
    ]
    if not table and not options:
        return ""
    shown = _table(head, table) if table else ""
    shown += _table([words("name"), words("offered"), words("taken")], options) if options else ""
    told = words("uses told") if table else ""
    return (
        f"<h3>{_e(words('uses'))}</h3><p>{_e(told)}</p>{shown}"
        f'<p class="how">{_e(_how(found, words, [main]))}</p>'
    )


# ------------------------------------------------------------------- never, and how it was done


def _never(found: Study, words: Words) -> Iterator[str]:
    played = [*found.by_players.values(), *found.baseline.values()]
    if not played:
        return
    sorts: dict[str, tuple[str, Callable[[str], str]]] = {
        "never options": ("offered", words.option),
        "never chosen": ("chosen", words.option),
        "never designs": ("designs", words.design),
        "never texts": ("texts", str),
        "never rules": ("rules", str),
    }
    matches = sum(one.ended for one in played)
    yield f"<p>{_e(words('never told', count=words.counted(matches)))}</p>"
    lists = []
    for key, (name, said) in sorts.items():
        common = set(getattr(played[0].never, name))
        for one in played[1:]:
            common &= set(getattr(one.never, name))
        names = [said(one) for one in getattr(played[0].never, name) if one in common]
        if names:
            shown = "".join(f"<li>{_e(one)}</li>" for one in names[:LISTED])
            more = f"<li>+ {len(names) - LISTED}</li>" if len(names) > LISTED else ""
            lists.append(f"<h3>{_e(words(key))} ({len(names)})</h3><ul class='names'>{shown}{more}</ul>")
    yield from lists or [f"<p>{_e(words('never nothing'))}</p>"]


def _method(found: Study, words: Words) -> Iterator[str]:
    yield f"<p>{_e(words('intervals'))} {_e(words('wilson'))}</p>"
    if found.speeds:
        yield f"<p>{_e(words('tried'))}</p>"
        rows = [[_bot(name, words), words.number(one, 5)] for name, one in found.speeds.items()]
        yield _table([words("bot"), words("speed")], rows)
    faulty, endless = (sum(getattr(one, name) for one in found.all_played) for name in ("faulty", "unended"))
    if faulty:
        yield f"<p>{_e(words('faults', count=words.counted(faulty)))}</p>"
    if endless:
        yield f"<p>{_e(words('endless', count=words.counted(endless)))}</p>"


# ------------------------------------------------------------------------------------ parts


def figure(heading: str, said: str, svg: str, how: str, key: str = "", after: str = "") -> str:
    """A picture with its heading, a sentence above it, and below it what was measured."""
    return (
        f"<figure><figcaption><h3>{_e(heading)}</h3><p>{_e(said)}</p></figcaption>{key}"
        f'<div class="plot">{svg}</div><p class="how">{_e(how)}</p>{after}</figure>'
    )


def _said(heading: str, said: str, how: str) -> str:
    """What needs no picture."""
    return f'<div><h3>{_e(heading)}</h3><p>{_e(said)}</p><p class="how">{_e(how)}</p></div>'


def _dot(label: str, share: Share, fair: float | None, words: Words) -> plots.Dot:
    low, high = share.interval
    return plots.Dot(label, share.share, low, high, fair, f"{label}: {words.share(share)}")


def _how(found: Study, words: Words, parts: Iterable[Statistics]) -> str:
    bot = _bot(found.bot, words)
    return "; ".join(words.how(bot, one.ended, one.players) for one in parts)


def _key(found: Study, words: Words) -> str:
    """Which colour is whose, if there are two."""
    if _is_random(found):
        return ""
    return (
        f'<p class="key"><span class="one"></span>{_e(found.bot)} '
        f'<span class="two"></span>{_e(words("at random"))}</p>'
    )


def _is_random(found: Study) -> bool:
    return found.bot == "random"


def fair_share(one: Statistics) -> float | None:
    """The share of matches that each seat would win if all won as many, with as many shared wins and draws as there
    were; None where that says nothing."""
    if one.players < 2 or not one.ended or _together(one):
        return None
    return sum(share.share for share in one.by_seat().values()) / one.players


def _together(one: Statistics) -> bool:
    """Whether players mostly win and lose together: then nobody's share can be equal."""
    return one.ended > 0 and 2 * (one.shared + one.nobody) > one.ended


def _bot(name: str, words: Words) -> str:
    return words("random") if name == "random" else name


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = "".join(f"<th>{_e(one)}</th>" for one in head)
    body = "".join(f"<tr>{''.join(f'<td>{_e(one)}</td>' for one in row)}</tr>" for row in rows)
    table = f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"
    if len(rows) <= 2 * SHOWN:
        return f'<div class="wide">{table}</div>'
    return f'<details><summary>{_e(head[0])} ({len(rows)})</summary><div class="wide">{table}</div></details>'


def _e(text: str) -> str:
    return html.escape(text)
