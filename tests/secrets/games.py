"""Small games with secrets of every sort, put together at random: what is secret stays so until the phase `opening`.

Each block below is a few statements of a turn. None lets others notice what was chosen or drawn, except those
in `LEAKS`, which the checker must refuse.
"""

from __future__ import annotations

import random
import textwrap
from typing import cast

from rulewright.dsl.checks.asked import asked
from rulewright.dsl.checks.beside import beside
from rulewright.dsl.checks.secrecy import half_secret, secrecy
from rulewright.dsl.checks.simultaneous import simultaneous
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.schema.classes import GameDoc

NO_DOCUMENT = cast(GameDoc, None)  # these checks look only at the game

HEAD = """
rulewright: 1
game: secrets
players: 2..3
steps: 2000
rules:
  notes.1: Whoever notes a number keeps it.
  marks.1: Whoever marks a card keeps that.
  sly.1: Whoever is sly keeps that.
  asks.1: Whoever asks chooses a number.
  lays.1: Whoever lays a card lays it face down.
  thinks.1: Whoever thinks of cards holds them.
  rounds.1: Rounds are counted.
  turns.1: Turns go around clockwise.
  menus.1: Whoever hides is red.
  menus.2: Whoever notes has a 3.
components:
  card:
    properties: {worth: 1..4}
    starts in: the deck
    designs:
      imp: {worth: 1, copies: 4, cs: skřítek}
      elf: {worth: 2, copies: 4, cs: elf}
      ogre: {worth: 4, copies: 4, cs: zlobr}
places:
  deck: {is: "pile of cards, hidden"}
  holding: {is: hand of cards}
  offering: {is: "area of cards, per player, seen by its owner"}
  cap: {is: "row of cards, per player, seen by all but its owner"}
  table: area of cards
game has:
  trap: {type: 0..6, secret: yes}
  traitor: {type: player or none, secret: yes}
  opened: {type: yes or no}
  round number: {type: 0..9}
players have:
  bid: {type: 0..9, secret: yes}
  chips: {type: 0..9, starts: 2, secret: yes}
  target: {type: player or none, secret: yes}
  mark: {type: kind of card or none, secret: yes}
  favourite: {type: card or none, secret: yes}
  colour: {type: red or blue or none, secret: yes}
  stakes: {type: 0..9 for each kind of card, starts: {imp: 2, elf: 1}, secret: yes}
  gold: {type: 0..40, starts: 3}
score: the player's gold
phrases:
  "{noter: player} notes {n: 0..9}":
    rule: notes.1
    log: {en: "{noter} notes {n}.", cs: "{noter} si píše {n}."}
    do: the noter's bid becomes n
  "{noter: player} marks {what: kind of card}":
    rule: marks.1
    log: {en: "{noter} marks {what}."}
    do: the noter's mark becomes what
  "{sly one: player} is sly":
    rule: sly.1
    log: {en: "{sly one} is sly."}
    do: the sly one's colour becomes red
  "{asker: player} asks {n: 0..9}":
    rule: asks.1
    do: |
      the asker chooses a number from 0 to 3, as the rest
      the asker's bid becomes n + the rest
  "{layer: player} lays {what: card}":
    rule: lays.1
    log: {en: "{layer} lays {what}.", cs: "{layer} vykládá {what}."}
    do: put what into the layer's offering
  "{layer: player} shows and lays {what: card}":
    do: the layer lays what
  "{thinker: player} thinks of {thoughts: cards}":
    rule: thinks.1
    log: {en: "{thinker} thinks of {thoughts}.", cs: "{thinker} myslí na {thoughts}."}
    do: |
      if there is an elf among thoughts: the thinker's mark becomes elf
  "{thinker: player} broods":
    rule: thinks.1
    log: {en: "{thinker} broods over {elfs in the thinker's holding}."}
    do: nothing
  "the round begins":
    rule: rounds.1
    log: {en: "Round {round number}."}
    do: round number goes up by 1, as far as possible
flow:
  - phase: setup
    do: |
      shuffle the deck
      for each player:
        repeat 3 times: put the top card of the deck into that player's holding
"""

OPENING = """
  - phase: pause
    title: {en: Choose how to go on}
    turns: clockwise from player 1, each player, once each
    options:
      go on: {do: nothing}
      at last: {do: nothing}
  - phase: opening
    do: |
      opened becomes yes
      for each player: that player's gold goes up by that player's bid
      for each player: reveal cards in that player's offering
      for each player with target = traitor: that player's gold goes up by 1
      for each player with colour = red: that player's gold goes up by trap
      for each player: that player's gold goes up by that player's stakes in imp
      for each player with mark = imp: that player's gold goes up by that player's chips
      the match ends
"""

TURN = {
    "number": """
        choose a number from 0 to 5, as the wager
        the player's bid becomes the wager
    """,
    "through a phrase": """
        choose a number from 0 to 5, as the wager
        the player notes the wager
    """,
    "through a let": """
        choose a number from 0 to 5, as the wager
        let doubled be the wager + 1
        the player notes doubled
    """,
    "a phrase that asks": """
        choose a number from 0 to 5, as the wager
        the player asks the wager
    """,
    "branches": """
        choose one:
          high: the player's bid becomes 5
          low: the player's bid becomes 1
    """,
    "branches within": """
        choose one:
          bid:
            choose a number from 1 to 4, as the wager
            the player's bid becomes the wager
          pass: the player's bid becomes 0
          mark: the player marks the elf
    """,
    "branches that tell": """
        choose one:
          slyly: the player is sly
          plainly: the player's colour becomes blue
    """,
    "may": """
        the player may: the player's colour becomes blue
    """,
    "may, and choose": """
        the player may:
          choose a number from 0 to 2, as the wager
          the player's bid becomes the wager
          the player's colour becomes red
    """,
    "one or the other": """
        the player's bid becomes 2 / the player's colour becomes red
    """,
    "in any order": """
        in any order: the player's bid becomes 7; the player's colour becomes red
    """,
    "repeatedly": """
        the player may repeatedly:
          the player pays 1 chips: the player's bid goes up by 1, as far as possible
    """,
    "a player": """
        choose a player, as the victim
        the player's target becomes the victim
    """,
    "a kind": """
        choose a kind of card, as the guess
        the player marks the guess
    """,
    "an entry of a table": """
        choose a kind of card, as the guess
        the player's stakes in guess go up by 2, as far as possible
    """,
    "what a table holds": """
        the player may repeatedly:
          the player pays 1 stakes in imp: the player gains 1 stakes in ogre, as far as possible
    """,
    "a whole table": """
        if the total of the player's stakes > 3: the player's bid becomes 4
        the player may: the player pays the player's stakes from stakes
    """,
    "a word": """
        choose one:
          red: the player's colour becomes red
          blue: the player's colour becomes blue
    """,
    "a card": """
        if the player's holding is not empty:
          choose a card in the player's holding, as the pledge
          put the pledge into the player's offering
    """,
    "two cards": """
        choose up to 2 cards in the player's holding, as the gifts
        if there is an elf among gifts: the player's mark becomes elf
    """,
    "if a secret": """
        if the player's bid > 2: the player is sly
        otherwise if the player's bid > 1: the player's colour becomes blue
    """,
    "for each of a secret": """
        for each player with bid > 1: that player is sly
    """,
    "as often as a secret says": """
        repeat the player's chips times: the player notes 4
    """,
    "secretly, and noticed": """
        the player secretly chooses a number from 0 to 3, as the wager
        the player's bid becomes the wager
        if the wager > 3: the player's gold goes up by 1
    """,
    "luck of all": """
        choose a number from 1 to 6 at random, as the roll
        the trap becomes the roll
    """,
    "luck of one": """
        choose a number from 1 to 6 at random, as the roll
        the player notes the roll
    """,
    "a traitor by luck": """
        choose a player at random, as the fiend
        the traitor becomes the fiend
    """,
    "something open": """
        choose a number from 3 to 4, as the gift
        the player's gold goes up by the gift
        choose a number from 1 to 2, as the wager
        the player's bid goes up by the wager, as far as possible
    """,
    "a look": """
        the player looks at the top card of the deck, as the glimpse
        the player's mark becomes the kind of the glimpse
    """,
}

KNOWN = {
    "a card": """
        choose a card in the player's holding, as the pledge
        put the pledge into the player's offering
    """,
    "under the deck": """
        choose a card in the player's holding, as the pledge
        put the pledge under the deck
    """,
    "through a phrase that tells": """
        choose a card in the player's holding, as the pledge
        the player lays the pledge
    """,
    "through two phrases": """
        choose a card in the player's holding, as the pledge
        the player shows and lays the pledge
    """,
    "through a let": """
        choose a card in the player's holding, as the pledge
        let gift be the pledge
        put the gift into the player's offering
    """,
    "two cards": """
        choose 2 cards in the player's holding, as the gifts
        put the gifts into the player's offering
    """,
    "two cards, one by one": """
        choose 2 cards in the player's holding, as the gifts
        for each card among the gifts: put that card into the player's offering
    """,
    "first what, and then how": """
        choose a card in the player's holding, as the pledge
        choose a number from 3 to 4, as the gift
        the player's gold goes up by the gift
        put the pledge into the player's offering
    """,
    "and then the next player decides": """
        choose a card in the player's holding, as the pledge
        the player after the player chooses a number from 3 to 4, as the gift
        put the pledge into the player's offering
    """,
    "into a secret place or the open": """
        choose a card in the player's holding, as the pledge
        choose a number from 3 to 4, as the gift
        if the gift > 4: put the pledge into the table
        otherwise: put the pledge into the player's offering
    """,
    "all, in any order": """
        for each card in the player's holding, in any order: put that card into the player's offering
    """,
    "by luck": """
        choose a card in the player's holding at random, as the pledge
        the player lays the pledge
    """,
    "simultaneously": """
        simultaneously, each player:
          choose a card in the player's holding, as the pledge
          choose a number from 0 to 5, as the wager
          the player notes the wager
          the player lays the pledge
    """,
    "exchanged": """
        if the player's offering is empty: put the top card of the deck into the player's offering
        choose a card in the player's holding, as the pledge
        swap the pledge and the first card in the player's offering
    """,
    "kept in mind": """
        the player secretly chooses a card in the player's holding, as the pledge
        the player's favourite becomes the pledge
        put the player's favourite into the player's offering
    """,
}
"""What is chosen in secret of cards that all players know. Played in a game in which they are known."""

IN_A_CAP = {
    "cards that all but one see": """
        if the number of cards in the deck > 1: put the top card of the deck into the player's cap
        choose a kind of card, as the guess
        the player marks the guess
    """,
    "a card of the own cap": """
        if the number of cards in the deck > 1: put the top card of the deck into the player's cap
        choose a kind of card, as the guess
        the player marks the guess
        if the player's cap is not empty: put the last card in the player's cap into the player's offering
    """,
}
"""What a player has on and alone does not see; whatever else is chosen there is secret."""

GIVEN = """
        if the player is not player 1:
          choose a card in the player's holding, as the gift
          put the gift into player 1's cap
          choose a number from 0 to 5, as the wager
          the player notes the wager
"""
"""All but player 1 see what is chosen here."""

SAID_OTHERWISE = {
    "a card, said of each player": """
        for each player:
          if that player's holding is not empty:
            that player chooses a card in that player's holding, as the pledge
            put the pledge into that player's offering
    """,
}
"""Played alone: what is drawn of the others stays as it was."""

SIMULTANEOUSLY = {
    "numbers": """
        simultaneously, each player:
          choose a number from 0 to 5, as the wager
          the player's bid becomes the wager
    """,
    "open numbers": """
        simultaneously, each player:
          choose a number from 0 to 5, as the wager
          the player's gold goes up by the wager
          choose a number from 0 to 3, as the rest
          the player notes the rest
    """,
    "cards": """
        simultaneously, each player:
          repeat 2 times:
            if the player's holding is not empty:
              choose a card in the player's holding, as the pledge
              put the pledge into the player's offering
    """,
    "cards that are turned up when all have answered": """
        simultaneously, each player:
          if the player's holding is not empty:
            choose a card in the player's holding, as the pledge
            put the pledge into the player's offering
        for each player: reveal cards in that player's offering
    """,
    "ways of different lengths": """
        simultaneously, each player:
          choose one:
            short: the player's bid becomes 0
            long:
              choose a number from 1 to 4, as the wager
              the player's bid becomes the wager
          the player may: the player's colour becomes red
    """,
    "openly": """
        simultaneously, each player:
          choose a card in the player's holding, as the pledge
          the player's gold goes up by the worth of the pledge
          choose one:
            rich: the player's gold goes up by 1
            poor: the player's gold goes down by 1
    """,
}

PLEDGE = "choose a card in the player's holding, as the pledge\nput the pledge into the player's offering\n"
SPEND = """\
the player may repeatedly:
  the player pays 1 chips: the player's bid goes up by 1, as far as possible
"""

ASKED = {
    "instead of": (
        "may, instead of: the holder of this is hit: nothing",
        PLEDGE + "the player after the player is hit",
    ),
    "instead of, by anybody": (
        "may, instead of: a player is hit: that player's gold goes up by 1",
        PLEDGE + "the player is hit",
    ),
    "after, by anybody": (
        "may, after: a player is hit: the holder of this gains 1 gold",
        PLEDGE + "the player is hit",
    ),
    "before, by one": (
        "may, before: the holder of this is hit: reveal this",
        PLEDGE + "the player after the player is hit",
    ),
    "if a secret": (
        "may, after: the holder of this is hit, if (the holder of this)'s chips > 1: the holder of this gains 1 gold",
        "put cards in the player's holding into the table\n" + SPEND + "the player after the player is hit",
    ),
    "once a round": (
        "once per secrets 1: may, after: a player is hit: the holder of this gains 1 gold",
        PLEDGE + "the player is hit; the player after the player is hit",
    ),
    "up to two": (
        "",
        PLEDGE
        + "the player after the player chooses up to 2 elfs in (the player after the player)'s holding, "
        "as the baits\nif there is an elf among the baits: nothing",
    ),
    "up to two of each": (
        "",
        PLEDGE
        + "for each player:\n  that player chooses up to 2 elfs in that player's offering, as the baits\n"
        "  if there is an elf among the baits: nothing",
    ),
    "an offer": (
        "",
        SPEND + "offer each player:\n  cheer:\n    the player pays 1 chips\n"
        "    the player's bid goes up by 1, as far as possible",
    ),
    "an offer of cards": (
        "",
        PLEDGE + "offer each player:\n  lay:\n    choose an elf in the player's holding, as the bait\n"
        "    put the bait into the table",
    ),
    "parts in any order": (
        "",
        SPEND + "let other be the player after the player\n"
        "other in any order: other pays 1 chips; other pays 1 chips",
    ),
}
"""Who is asked, where it depends on secrets who has an answer: what the elf can do where only its holder sees it (or
on the table), and the statements of a turn. All but the reader answer with nothing."""

OF_ELVES = [what for what, (perk, statements) in ASKED.items() if perk and "into the table" not in statements]
"""Those that never show the cards in the hands: who holds an elf may differ as well."""

TAKEN = {
    "an offer": (
        "",
        "offer each player, clockwise from player 1:\n  red: the player is sly\n"
        "  blue: the player's colour becomes blue",
    ),
    "an offer of what is secret and what is not": (
        "",
        "offer each player where (that player's gold > 0):\n  raise: the player's bid becomes 9\n"
        "  pay:\n    the player's gold goes down by 1\n    the player notes 3",
    ),
    "an offer, and choose": (
        "",
        "offer each player where (that player's gold > 0):\n"
        "  pay:\n    the player's gold goes down by 1\n"
        "    choose a number from 0 to 5, as the wager\n    the player's bid becomes the wager",
    ),
    "after, without being asked": (
        "after: a player is hit: the holder of this's bid goes up by 1, as far as possible",
        PLEDGE + "the player is hit",
    ),
    "after, without being asked, for nobody to read": (
        "after: a player is hit: the trap goes up by 1, as far as possible",
        PLEDGE + "the player is hit",
    ),
    "after, in secret": (
        "may, after: a player is hit: the holder of this's bid goes up by 1, as far as possible",
        PLEDGE + "the player is hit",
    ),
    "before, in secret": (
        "may, before: a player is hit: the holder of this is sly",
        PLEDGE + "the player is hit; the player after the player is hit",
    ),
    "once a round, in secret": (
        "once per secrets 1: may, after: a player is hit: the holder of this is sly",
        PLEDGE + "the player is hit; the player after the player is hit",
    ),
    "after, by one, in secret": (
        "may, after: the holder of this is hit: the holder of this is sly",
        PLEDGE + "the player is hit; the player after the player is hit",
    ),
}
"""What is answered, and not only passed: whether somebody has an answer does not depend on secrets. The worlds differ
in what the log keeps secret."""

GIFT = """
        choose a number from 3 to 4, as the gift
        the player's gold goes up by the gift
"""
"""Something that is decided openly, before anything else happens."""

OF_HANDS = {
    "some, through a let": """
        let good be cards in the player's holding with worth > 1
        the player thinks of good
    """,
    "some of some": """
        let good be cards in the player's holding with worth > 1
        let better be cards among good with worth > 2
        the player thinks of better
    """,
    "some": "the player thinks of cards in the player's holding with worth > 1",
    "some of each player": """
        for each player: that player thinks of elfs in that player's holding
    """,
    "the best": "the player thinks of the cards in the player's holding with the highest worth",
    "some, in the line": "the player broods",
    "all": "the player thinks of cards in the player's holding",
    "all of a design": "the player thinks of elfs anywhere",
}
"""Lines of the log that name cards in hands: not even how many there are follows from what others know."""

PASSED = ("nothing", "pass", "enough")
"""The answers of those who have none."""

TELLING = {
    "RW328": "the player may, instead of: the holder of this is hit: nothing",
    "RW329": "the price is 1 less",
    "RW336": "instead of: the holder of this is hit: nothing",
    "RW336 after": "after: a player is hit: the holder of this gains 1 gold",
    "RW336 before": "before: a player is hit: put this into the table",
    "RW336 of another": "after: a player is hit: that player's bid goes up by 1, as far as possible",
    "RW336 by a phrase": "after: a player is hit: the holder of this is sly",
}
"""What the elf cannot do where only its holder sees it: being asked, a number, and what it does would tell others."""


def about(perk: str, statements: str, *, openly: bool = False, copies: int = 4) -> str:
    """A game in which elves have an ability, in an offering or on the table."""
    text = written([("turn", statements)])
    if perk:
        text = text.replace(
            "properties: {worth: 1..4}", "properties: {worth: 1..4, perk: abilities}\n    " + IN_FORCE
        )
        said = ("openly: " if openly else "") + perk
        text = text.replace("elf: {worth: 2,", f'elf: {{worth: 2, perk: "{said}",')
    if copies < 4:
        text = text.replace("copies: 4, cs: elf", f"copies: {copies}, cs: elf").replace(
            "copies: 4", "copies: 5"
        )
    return text.replace("phrases:\n", PRICE + "phrases:\n" + HIT, 1)


IN_FORCE = "in force: there is a player where (this is in that player's offering) or this is in the table"
PRICE = "numbers: {price: 3}\n"
HIT = """  "{victim: player} is hit":
    log: {en: "{victim} is hit."}
    do: the victim's gold goes down by 1, as far as possible
"""

OPTIONS = """
  - phase: menus
    turns: clockwise from player 1, each player, once each
    options:
      hide: {do: the player's colour becomes red, rule: menus.1}
      note: {do: the player notes 3, rule: menus.2}
"""

TOLD = ("choose a number from 3 to 4", "Choose how to go on")
"""The prompts of choices that everybody learns; all other choices in a turn are secret."""

LEAKS = {
    "number": """
        choose a number from 0 to 5, as the wager
        the player's bid becomes the wager
        the player's gold goes up by the wager
    """,
    "branches": """
        choose one:
          high: the player's bid becomes 5
          low: the player's gold goes down by 1
    """,
    "through a phrase": """
        choose a number from 0 to 5, as the wager
        the player notes the wager
        if the wager = 2: put the top card of the deck into the table
    """,
    "somebody else": """
        choose a number from 0 to 5, as the wager
        the player's bid becomes the wager
        if the wager = 2: the player after the player chooses a card in the player's holding, as the loss
    """,
    "an entry of a table": """
        choose a kind of card, as the guess
        the player's stakes in guess go up by 1, as far as possible
        the player's gold goes up by (1 if guess = imp, otherwise 2)
    """,
    "the end": """
        choose one:
          high: the player's bid becomes 5
          low:
            the player's bid becomes 1
            the turn ends
    """,
    "luck": """
        choose a number from 1 to 6 at random, as the roll
        the trap becomes the roll
        the player's gold goes up by the roll
    """,
    "a card": """
        choose a card in the player's holding, as the pledge
        the player's mark becomes the kind of the pledge
        put the pledge into the table
    """,
}


def known(statements: str) -> str:
    """The game of some statements, with cards in everybody's hand that all players know."""
    show = "for each player: reveal cards in that player's holding"
    alone = "simultaneously" in statements
    return written([("do", show), ("do" if alone else "turn", statements)])


def written(phases: list[tuple[str, str]], options: bool = False) -> str:
    """A game of phases: (`turn` or `do`, statements)."""
    text = HEAD
    for number, (key, statements) in enumerate(phases, 1):
        body = textwrap.indent(textwrap.dedent(statements).strip(), " " * 6)
        turns = "    turns: clockwise from player 1, each player, once each\n" if key == "turn" else ""
        head = f"  - phase: secrets {number}\n    rule: turns.1\n{turns}"
        text += f"{head}    {key}: |\n      the round begins\n{body}\n"
    return text + (OPTIONS if options else "") + OPENING


def checked(text: str) -> tuple[Game, Report]:
    """The game of a text, and what the checks of secrecy say: that it does not use all it declares does not count."""
    report = Report()
    game = load_game([Source("secrets.yaml", text)], report, strict=False)
    assert game is not None, to_text(report.diagnostics) + text
    for check in (half_secret, secrecy, simultaneous, beside, asked):
        check(game, NO_DOCUMENT, report)
    return game, report


def game_of(text: str) -> Game:
    game, report = checked(text)
    assert not report.has_errors, to_text(report.diagnostics) + text
    return game


def some_game(dice: random.Random) -> tuple[str, Game]:
    """A game, and what it is made of."""
    turns = dice.sample(sorted(TURN), dice.randint(1, 4))
    phases = [("turn", "\n".join(textwrap.dedent(TURN[name]).strip() for name in turns))]
    together = dice.choice([None, *sorted(SIMULTANEOUSLY)])
    if together is not None:
        phases.insert(dice.randint(0, 1), ("do", SIMULTANEOUSLY[together]))
    menus = dice.random() < 0.3
    cap = dice.choice([None, *sorted(IN_A_CAP)])
    if cap is not None:
        phases.insert(dice.randint(0, len(phases)), ("turn", IN_A_CAP[cap]))
    return f"{turns} {together} {'menus' if menus else ''} {cap}", game_of(written(phases, menus))
