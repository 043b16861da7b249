"""The lines of a log: each stores what each player knew when it happened, and which players may read it.

`visibility` decides what a line reveals, so that it shows no more than its reader knew. Others can read what a player
does simultaneously once all have answered.
"""

from __future__ import annotations

import re
from functools import reduce
from operator import and_

import attrs

from .....dsl.languages import BASE, in_language, say
from .....dsl.model.game import LogSlot
from .....dsl.tree.types import Type
from ....ir import NONE
from ...secrecy.visibility import ALL, ChoiceFacts, Visibility, among, in_time, may_read, visibility
from ...setup.names import MatchNames

Template = dict[str, tuple[str | LogSlot, ...]]
"""The text of a line in each language, with its slots."""


@attrs.frozen
class SlotValue:
    """What a slot of a line shows: a value of a type, the readers who may see it, and the pieces that they must
    know to see it."""

    slot: LogSlot
    type: Type
    number: int
    readers: int
    faces: int


def _known(knows: tuple[int, ...], reader: int | None) -> int:
    """The pieces that a reader knows, of those that each player does: onlookers know what all players know."""
    return knows[reader] if reader is not None else reduce(and_, knows, ALL)


@attrs.frozen
class GatheredPicks:
    """Pieces that a player has picked one after the other, and that all players see now: `pieces` with those of the
    line itself. The series began with the `first` action; `within`: it adds details to the move of the one before.
    `saw` are the readers who read of each pick what it was."""

    pieces: int
    first: int
    within: bool
    saw: frozenset[int | None]


@attrs.frozen
class LogLine:
    """One thing that happened at the `step`-th action of the journal (from 0; -1: before the first).

    `kind`: choice, luck, event, or over. `knows[p]` is the set of pieces that player p knew then, `readers` the set
    of players who may read the line. Others may read a line of a `strand` from the action `joined` on, with which
    the last player answered (None: not yet).
    """

    step: int
    kind: str
    knows: tuple[int, ...]
    player: int = NONE
    labels: dict[str, str] = attrs.field(factory=dict)
    secret: bool = False
    template: Template = attrs.field(factory=dict)
    values: tuple[SlotValue, ...] = ()
    pieces: int = 0  # for a choice, the pieces that were picked
    scores: tuple[int, ...] = ()  # of the players at the end, if the game keeps a score
    readers: int = ALL
    strand: int = 0
    joined: int | None = None
    within: bool = False  # for a choice: it immediately follows the previous one and adds details to it
    # For a choice: it ends a series in which something was done; logs for people leave it out.
    ends: bool = False
    skips: int = 0  # for a choice: how many such lines stand immediately before it
    asked: dict[str, str] = attrs.field(factory=dict)  # for an answer such as yes: the question, by language
    # For the last choice of a series: what was picked, if it lies openly now.
    gathered: GatheredPicks | None = None
    taken: int = 0  # for the choice of a place: the pieces that all players saw being taken from there
    action: int = NONE  # for a choice, the number of the option
    spot: tuple[int, int] | None = None  # for a piece picked by its position, the place and the position
    before: tuple[int, ...] = ()  # for a choice, the pieces that each player knew before it
    own: Template = attrs.field(factory=dict)  # what the `seers` read instead
    seers: int = 0  # a set of players
    key: str = ""  # for an event, the phrase or the phase whose line it is
    place: int = 0  # the position among all lines; for lines of a joined strand, where others read them

    def visibility(self, reader: int | None) -> Visibility:
        """What a reader may know of it now."""
        if not in_time(reader, self.strand, self.joined is not None):
            return "nothing"
        if self.kind in ("choice", "luck"):
            choice = ChoiceFacts(self.player, self.secret, self.pieces, self.readers)
            return visibility(choice, reader, self.known(reader))
        return "what" if among(reader, self.readers) else "nothing"

    def visible_from(self, reader: int | None) -> int:
        """The action from which on a reader may know of it."""
        late = self.joined is not None and reader != self.strand - 1
        return self.joined if late and self.joined is not None else self.step

    def text(self, names: MatchNames, reader: int | None, language: str = BASE) -> str:
        """The line as a player (None: an onlooker) may read it; empty if that reader may not read it."""
        found = self.visibility(reader)
        if found == "nothing":
            return ""
        if self.kind == "over":
            winners = names.game.language(language).listed([names.player(player) for player in self.knows])
            winners = winners or say("log.nobody", language)
            return say("log.over", language, winners=winners) + self._scores(names, language)
        if self.kind in ("choice", "luck"):
            return self._choice(names, found, reader, language)
        return self._event(names, reader, language)

    def _scores(self, names: MatchNames, language: str) -> str:
        if not self.scores:
            return ""
        each = (f"{names.player(player)}: {score}" for player, score in enumerate(self.scores))
        return say("log.scores", language, scores=", ".join(each))

    def names_player(self, player: int, reader: int | None) -> bool:
        """Whether the line of an action shows its reader the name of a player."""
        if self.kind != "event":
            return False
        known = self.known(reader)
        return any(
            value.type.kind == "player"
            and value.number == player
            and may_read(reader, known, value.readers, value.faces)
            for value in self.values
        )

    def known(self, reader: int | None) -> int:
        """The pieces that a reader knew."""
        return _known(self.knows, reader) | (self.gathered.pieces if self.gathered is not None else 0)

    def gathers(self, reader: int | None) -> GatheredPicks | None:
        """What was picked in the series, if this line tells its reader so."""
        return self.gathered if self.gathered is not None and reader not in self.gathered.saw else None

    def adds(self, names: MatchNames, reader: int | None, language: str) -> str:
        """What a choice adds to the move of the one before it."""
        if (gathered := self.gathers(reader)) is not None:
            return names.value(Type("pieces"), gathered.pieces, language)
        label = in_language(self.labels, language)
        if self.taken:
            return f"{label} – {names.value(Type('pieces'), self.taken, language)}"
        return label

    def shows_what_was_picked(self, reader: int | None) -> bool:
        """Whether a reader knows which piece a pick by position was of. Of several pieces that became known together,
        a reader knows which ones they are, but not which of them lay where."""
        before, after = _known(self.before, reader), _known(self.knows, reader)
        return not self.pieces & ~before or (after & ~before).bit_count() == 1

    def _choice(self, names: MatchNames, found: Visibility, reader: int | None, language: str) -> str:
        label = self.adds(names, reader, language)
        if self.kind == "luck" and found == "what":
            return say("log.luck", language, choice=label)
        if self.kind == "luck":
            return say("log.secret luck", language)
        player = names.player(self.player, language)
        if self.gathers(reader) is not None:
            return say("log.choice", language, player=player, choice=label)
        if found == "that":
            return say("log.secret choice", language, player=player)
        if question := in_language(self.asked, language) if self.asked else "":
            return say("log.answer", language, player=player, question=question, choice=label)
        return say("log.choice", language, player=player, choice=label)

    def _event(self, names: MatchNames, reader: int | None, language: str) -> str:
        known = self.known(reader)
        words = self.words(reader)
        if not words.get(language):
            language = BASE  # names too: their forms are those that a line of this language asks for
        template = words.get(language, ())
        text = self.filled(template, known, names, reader, language)
        first = template[0] if template else ""
        # People write their names as they like.
        begins = isinstance(first, LogSlot) and first.value.type.kind != "player"
        return text[:1].upper() + text[1:] if begins else text

    def words(self, reader: int | None) -> Template:
        """The template of what a reader reads, by language."""
        return self.own if reader is not None and self.seers >> reader & 1 else self.template

    def filled(
        self,
        template: tuple[str | LogSlot, ...],
        known: int,
        names: MatchNames,
        reader: int | None,
        language: str,
    ) -> str:
        """A template with its slots filled in for a reader who knows some pieces."""
        by_slot = {id(value.slot): value for value in self.values}
        parts = []
        for at, part in enumerate(template):
            if isinstance(part, str):
                parts.append(part)
                continue
            value = by_slot[id(part)]
            if not may_read(reader, known, value.readers, value.faces):
                parts.append(names.hidden_value(value.type, language))
            elif part.agrees:
                parts.append(names.agreeing(part.agrees, value.type, value.number, language, known))
            elif part.counted is not None:
                parts.append(names.counted(part.counted, value.number, language))
            else:
                said = names.value(value.type, value.number, language, part.form, known)
                bare = _is_bare(template, at) and names.names_design(value.type, value.number, known)
                parts.append(names.game.language(language).any_one(said) if bare else said)
        return TWO_ARTICLES.sub(_one_article, "".join(parts))


def _is_bare(template: tuple[str | LogSlot, ...], at: int) -> bool:
    """Whether nothing but a verb stands between a player and a slot: `{taker} takes {ware}`."""
    if at < 2 or not isinstance(between := template[at - 1], str) or not isinstance(template[at], LogSlot):
        return False
    who = template[at - 2]
    return isinstance(who, LogSlot) and who.value.type.kind == "player" and bool(VERB.fullmatch(between))


VERB = re.compile(r" [^\W\d_]+ ")

TWO_ARTICLES = re.compile(r"\b(the|an?) (an unknown )", re.IGNORECASE)
"""Matches a double article: a line says `the {card}`, and its reader does not know the card."""


def _one_article(found: re.Match[str]) -> str:
    return found[2].capitalize() if found[1][0].isupper() else found[2]
