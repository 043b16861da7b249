"""Games of any size, as text: with many designs, with many designs that each have a text, and with many cells."""

from __future__ import annotations

from collections.abc import Callable

LETTERS = "abcdefghijklmnopqrstuvwxyz"
LARGEST = 400
"""The most cells of one grid."""

HEAD = """\
rulewright: 1
game: grown
title: Grown
players: 2
"""
CARDS = """\
components:
  card:
    properties: {{worth: 0..9{property}}}
    starts in: the deck
    designs:
{designs}
places:
  deck: pile of cards, hidden
  heap: pile of cards
  holding: hand of cards
players have:
  points: 0..1000000
flow:
  - phase: setup
    do: shuffle the deck
  - phase: play
    repeat: until the match ends
    turns: clockwise from player 1, each player
    options:
      draw: {{if: the deck is not empty, do: put the top card of the deck into the player's holding}}
      lay:
        if: the player's holding is not empty
        do: |
          choose a card in the player's holding, as the one
          {then}
          put the one into the heap
      mix: {{if: the heap is not empty, do: put cards in the heap into the deck; shuffle the deck}}
      wait: {{do: nothing}}
      end: {{do: the match ends}}
"""
STONES = """\
components:
  stone:
    starts in: the bag
    designs:
      white stone: {{copies: 10}}
      black stone: {{copies: 10}}
places:
{boards}
  bag: area of stones
players have:
  colour: {{type: kind of stone, starts: white stone}}
flow:
  - phase: setup
    do: player 2's colour becomes black stone
  - phase: play
    repeat: until the match ends
    turns: clockwise from player 1, each player
    options:
{options}
      wait: {{do: nothing}}
      end: {{do: the match ends}}
"""
OF_BOARD = """\
      put {name}:
        if: there is a stone in the bag with kind = the player's colour
        do: |
          choose an empty square {name}, as the spot
          put any stone in the bag with kind = the player's colour into the spot
      take {name}:
        if: there is a stone in the field {name} with kind = the player's colour
        do: |
          choose a stone in the field {name} with kind = the player's colour, as the one
          put the one into the bag"""


def name(number: int) -> str:
    """A name of letters alone: texts take digits for numbers."""
    letters = ""
    while True:
        number, rest = divmod(number, 26)
        letters = LETTERS[rest] + letters
        if not number:
            return f"x{letters}x"


def with_designs(count: int) -> str:
    """A game with the given number of cards, each of a design of its own."""
    designs = "\n".join(f"      {name(one)}: {{worth: {one % 10}}}" for one in range(count))
    return HEAD + CARDS.format(
        property="", designs=designs, then="the player's points go up by the worth of the one"
    )


def with_texts(count: int) -> str:
    """The same, where each design has an effect of its own."""
    designs = "\n".join(
        f"      {name(one)}: {{worth: {one % 10}, deed: the player's points go up by {one}}}"
        for one in range(count)
    )
    return HEAD + CARDS.format(property=", deed: effect", designs=designs, then="do the deed of the one")


def with_cells(count: int) -> str:
    """A game with boards of the given number of cells altogether: one board, as long as that is allowed."""
    boards = -(-count // LARGEST)
    cells = count // boards
    rows = next(rows for rows in range(int(cells**0.5), 0, -1) if cells % rows == 0)
    names = [name(one) for one in range(boards)]
    places = (
        f'  field {one}: {{is: "grid of stones, {cells // rows} by {rows}", cell: square {one}}}'
        for one in names
    )
    options = (OF_BOARD.format(name=one) for one in names)
    return HEAD + STONES.format(boards="\n".join(places), options="\n".join(options))


GAMES: dict[str, Callable[[int], str]] = {
    "designs": with_designs,
    "designs with texts": with_texts,
    "cells": with_cells,
}
