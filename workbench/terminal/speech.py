"""Messages of the terminal and the commands that it understands, in the words of the language catalogues."""

from __future__ import annotations

import unicodedata

from ...dsl import languages
from ...dsl.languages.messages import Argument


def say(key: str, language: str, **parts: Argument) -> str:
    """A message of the terminal, with its arguments filled in."""
    return languages.say(f"table.{key}", language, **parts)


def command_of(word: str) -> str | None:
    """The command that a word stands for, in any language; None if it is not a command."""
    plain = without_accents(word)
    for tag in languages.tags():
        known = languages.catalogue(tag)
        for command, words in known.commands.items() if known is not None else ():
            if plain in map(without_accents, words):
                return command
    return None


def without_accents(word: str) -> str:
    """A word without accents and capitals, as people type it without a keyboard for the language."""
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
