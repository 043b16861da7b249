"""What is said to players, as data: keys with arguments, for which the reader's catalogue has the words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import attrs

from .catalogue import PLAIN, Catalogue, Template
from .registry import base, catalogue


class Sayable(Protocol):
    """What has words in every language: a message, a name."""

    def say(self, language: str, form: str = PLAIN) -> str:
        """The words for it, in a form if it has several."""


Argument = Sayable | str | int


@attrs.frozen
class Message:
    """A message by its key, with its arguments."""

    key: str
    arguments: Mapping[str, Argument] = attrs.field(factory=dict)

    def say(self, language: str, form: str = PLAIN) -> str:
        own = catalogue(language)
        if own is None or self.key not in own.messages:
            own = base()
        template = _plain(own, own.messages[self.key], self.arguments.get("count"))
        if not self.arguments:
            return template
        return template.format(**{name: _Said(one, language) for name, one in self.arguments.items()})


@attrs.frozen
class Noun:
    """A thing of which games need not say what it is called: a player, a number."""

    key: str

    def say(self, language: str, form: str = PLAIN) -> str:
        own = catalogue(language)
        forms = own.nouns.get(self.key) if own is not None else None
        forms = forms or base().nouns[self.key]
        return forms.get(form) or forms[PLAIN]


@attrs.frozen
class Several:
    """Several things, one after the other."""

    parts: tuple[Sayable, ...]

    def say(self, language: str, form: str = PLAIN) -> str:
        return ", ".join(one.say(language, form) for one in self.parts)


@attrs.frozen
class IfSaid:
    """A message about something (its argument `what`) in the languages that have words for that; in the others,
    another one."""

    what: Sayable
    key: str
    otherwise: Sayable

    def say(self, language: str, form: str = PLAIN) -> str:
        said = Message(self.key, {"what": self.what}) if self.what.say(language) else self.otherwise
        return said.say(language, form)


def say(key: str, language: str, **arguments: Argument) -> str:
    """A message in a language; in `BASE` where the language has no words for it."""
    return Message(key, arguments).say(language)


class _Said:
    """An argument in the language of the message that it stands in; `{what:acc}` asks for a form of it."""

    def __init__(self, what: Argument, language: str) -> None:
        self.what = what
        self.language = language

    def __format__(self, form: str) -> str:
        if isinstance(self.what, str | int):
            return str(self.what)
        return self.what.say(self.language, form or PLAIN)


def _plain(own: Catalogue, template: Template, count: Argument | None) -> str:
    """A text, or that of the plural category which `count` asks for."""
    if isinstance(template, str):
        return template
    assert isinstance(count, int)
    return template.get(own.plural_of(count)) or list(template.values())[-1]
