"""The page of a report: one HTML file with everything inside it, without scripts, for a screen and for paper."""

from __future__ import annotations

import html

from ...interpreter.simulation.study import Study
from .sections import sections, tiles
from .words import Words

_STYLE = """\
:root { color-scheme: light dark; --paper: #ffffff; --panel: #f5f4f0; --ink: #1d1d1b; --soft: #5c5b57;
  --grid: #dddbd4; --one: #1f6fb2; --two: #c2590c }
@media (prefers-color-scheme: dark) { @media screen { :root { --paper: #16181c; --panel: #20242b; --ink: #eceae4;
  --soft: #a9a79f; --grid: #3a3f48; --one: #6db3f2; --two: #f39a4d } } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem }
h2 { font-size: 1.5rem; margin: 3rem 0 .5rem; padding-top: .75rem; border-top: 2px solid var(--grid) }
h3 { font-size: 1.1rem; margin: 1.5rem 0 .25rem }
p { margin: .25rem 0 .75rem; max-width: 46rem }
a { color: var(--one) }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 1rem 0; padding: 0 }
.bots { font-size: 1.1rem }
.how, .about, .key { color: var(--soft); font-size: .875rem }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: 1.25rem 0;
  padding: 0; list-style: none }
.tiles li { background: var(--panel); border-radius: .5rem; padding: .75rem 1rem }
.tiles b { display: block; font-size: 1.6rem; line-height: 1.2 }
.tiles small { display: block; color: var(--soft) }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: 0 2.5rem }
.grid > * { min-width: 0 }
figure { margin: 0 }
.plot { overflow-x: auto }
svg { display: block; max-width: 100%; height: auto }
.key span { display: inline-block; width: .8rem; height: .8rem; border-radius: .2rem; margin: 0 .4rem 0 0 }
.key .one { background: var(--one) }
.key .two { background: var(--two); margin-left: 1rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; margin: .5rem 0 1rem }
th, td { text-align: right; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--grid) }
th { color: var(--soft); font-weight: normal; vertical-align: bottom }
th:first-child, td:first-child { text-align: left }
summary { cursor: pointer; color: var(--one); margin: .5rem 0 }
ul.names { columns: 16rem; padding-left: 1.2rem; margin: .25rem 0; font-size: .9rem }
.warn { border-left: 4px solid var(--two); padding-left: .75rem }
@media print {
  body { font-size: 10pt } main { max-width: none; padding: 0 }
  h2 { break-after: avoid } h3 { break-after: avoid } figure, tr, .tiles li { break-inside: avoid }
  nav { display: none } .grid { grid-template-columns: 1fr 1fr; gap: 0 1.5rem }
  .tiles li { border: 1px solid var(--grid) }
  @page { margin: 15mm }
}
"""


FEW = 30
"""With fewer matches, an interval of a share is wider than a third."""


def page(found: Study, language: str, version: str) -> str:
    """The whole page. Raises `MissingExtraError` without the library that draws."""
    words = Words(found.game, language)
    made = sections(found, words)
    title = words("title", game=words.title)
    links = "".join(f'<li><a href="#{one.id}">{_e(one.heading)}</a></li>' for one in made)
    parts = "".join(
        f'<section id="{one.id}"><h2>{_e(one.heading)}</h2>'
        f'<div class="{"grid" if one.id == "minute" else "flow"}">{one.body}</div></section>'
        for one in made
    )
    boxes = "".join(
        f"<li><b>{_e(number)}</b>{_e(what)}<small>{_e(interval)}</small></li>"
        for number, what, interval in tiles(found, words)
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{_e(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{_e(title)}</title><style>{_STYLE}</style></head><body><main>"
        f"<header><h1>{_e(title)}</h1>{_about(found, words)}</header>"
        f'<nav aria-label="{_e(words("contents"))}"><ul>{links}</ul></nav>'
        f'<ul class="tiles">{boxes}</ul>{parts}'
        f'<footer><p class="about">{_e(words("made", version=version))}</p></footer></main></body></html>\n'
    )


def _about(found: Study, words: Words) -> str:
    """Which bots have played how many matches, and of what."""
    wanted, game = found.wanted, found.game
    random = found.bot == "random"
    said = [words("bots", bot=words("random") if random else found.bot)]
    if random:
        said.append(words("only random"))
    else:
        said += [words("chosen")] if wanted.bot is None else []
        said.append(words("beside"))
    counts = [words.how(_bot(found, words), one.ended, one.players) for one in found.by_players.values()]
    about = ["; ".join(counts) + "." if counts else ""]
    if game.variants:
        about.append(words("variants", names=", ".join(game.variants)))
    if wanted.options:
        about.append(
            words("options", names=", ".join(f"{name}={one}" for name, one in wanted.options.items()))
        )
    seconds = words.number(found.seconds)
    about.append(words("seed", seed=str(wanted.seed), hash=game.content_hash[:12], seconds=seconds))
    warnings = [words("interrupted")] if found.interrupted else []
    if found.main.ended < FEW:
        warnings.append(words("few", matches=words.matches(found.main.ended)))
    warn = "".join(f'<p class="warn">{_e(one)}</p>' for one in warnings)
    return f'<p class="bots">{_e(" ".join(said))}</p><p class="about">{_e(" ".join(about))}</p>{warn}'


def _bot(found: Study, words: Words) -> str:
    return words("random") if found.bot == "random" else found.bot


def _e(text: str) -> str:
    return html.escape(text)
