"""The lines of a log: each stores what each player knew when it happened, and which players may read it.

`visibility` decides what a line reveals, so that it shows no more than its reader knew. Others can read what a player
does simultaneously once all have answered.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import reduce
from operator import and_

import attrs

from .....dsl.languages import BASE, PLAIN, in_language, say
from .....dsl.model.game import CHOICE, CHOOSER, LogSlot
from .....dsl.tree.types import OF_DESIGNS, Type
from .....dsl.tree.values import Variable
from ....ir import NONE
from ...secrecy.visibility import ALL, ChoiceFacts, Visibility, among, in_time, may_read, visibility
from ...setup.names import MatchNames

ENDS = ("?", ".", "!")
EMPTY: Mapping[int, str] = {}
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
class Picked:
    """What was picked: its type and number, and its name by language, without what tells equal ones apart."""

    type: Type
    number: int
    bare: dict[str, str]

    def is_named_by(self, value: SlotValue) -> bool:
        """Whether a value of a line is the same."""
        kinds = ("cell", "place") if self.type.kind == "cell" else (self.type.kind,)
        return value.type.kind in kinds and value.number == self.number


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
    # Of the players at the end, if the game keeps a score; where a phase has a line, if the score is open.
    scores: tuple[int, ...] = ()
    turn: tuple[int, int] = (0, NONE)  # how many turns and phases had begun, and whose turn it was
    readers: int = ALL
    strand: int = 0
    joined: int | None = None
    within: bool = False  # for a choice: it immediately follows the previous one and adds details to it
    # For a choice: it ends a series in which something was done; logs for people leave it out.
    ends: bool = False
    skips: int = 0  # for a choice: how many such lines stand immediately before it
    # For an answer such as yes, and for what is picked: the question, by language. `question` is it with its slots,
    # and `told` what the game says of the choice instead, also by language; its values are those of the question.
    asked: dict[str, str] = attrs.field(factory=dict)
    question: LogLine | None = None
    told: Template = attrs.field(factory=dict)
    site: int = NONE  # for a choice, where it was made
    picked: Picked | None = None  # for a pick, what was picked
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
        return self._event(names, reader, language) + self._scores(names, language)

    def _scores(self, names: MatchNames, language: str) -> str:
        if (not any(self.scores) and self.kind != "over") or not self.scores:
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

    def names_pick(self, choice: LogLine, reader: int | None) -> bool:
        """Whether the line of an action shows its reader who made a choice, and what was picked."""
        if self.kind != "event" or choice.kind != "choice" or not self.key.startswith("phrase "):
            return False
        one, known = choice.picked, self.known(reader)
        seen = [value for value in self.values if may_read(reader, known, value.readers, value.faces)]
        who = [value for value in seen if value.type.kind == "player" and value.number == choice.player]
        if not who:
            return False
        seen.remove(who[0])
        return any(
            (one is not None and one.is_named_by(value)) or (choice.pieces and choice.is_laid(value))
            for value in seen
        )

    def is_laid(self, value: SlotValue) -> bool:
        """Whether a value is the piece that was picked."""
        return value.type.kind == "piece" and value.number >= 0 and self.pieces == 1 << value.number

    def known(self, reader: int | None) -> int:
        """The pieces that a reader knew."""
        return _known(self.knows, reader) | (self.gathered.pieces if self.gathered is not None else 0)

    def gathers(self, reader: int | None) -> GatheredPicks | None:
        """What was picked in the series, if this line tells its reader so."""
        return self.gathered if self.gathered is not None and reader not in self.gathered.saw else None

    def adds_to(self, before: LogLine, names: MatchNames, reader: int | None, language: str) -> str:
        """What a choice adds to the move of the one before it: with its question, unless that is the same or follows
        an option, which says what is chosen."""
        if language in self.told and not (before.site == self.site and self.told):
            return ""
        label = self.adds(names, reader, language)
        if before.site == self.site or before.is_option or self.gathers(reader) is not None:
            return label
        question = self._question(names, reader, language)
        key = "log.detail" if question.endswith(ENDS) else "log.detail of"
        return say(key, language, question=question, choice=label) if question else label

    @property
    def is_option(self) -> bool:
        """Whether it is the choice of an option, and not of something that is picked."""
        return self.picked is None and self.spot is None

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
        if found == "that" and self.gathers(reader) is None:
            return say("log.secret choice", language, player=player)
        if template := self.told.get(language):
            return self._told(template, names, reader, language)
        if question := self._question(names, reader, language):
            return say("log.answer", language, player=player, question=question, choice=label)
        return say("log.choice", language, player=player, choice=label)

    def _question(self, names: MatchNames, reader: int | None, language: str) -> str:
        """What was asked, as a reader may know it; empty if the answer says it."""
        if not self.asked:
            return ""
        template = self.question.template.get(language) if self.question is not None else None
        if self.question is None or template is None:
            return in_language(self.asked, language).removesuffix(".")
        return self.question.filled(template, self.known(reader), names, reader, language)

    def _told(
        self, template: tuple[str | LogSlot, ...], names: MatchNames, reader: int | None, language: str
    ) -> str:
        """What the game says of the choice."""
        values = self.question.values if self.question is not None else ()
        said: dict[int, str] = {}
        for part in template:
            name = part.value.name if isinstance(part, LogSlot) and isinstance(part.value, Variable) else ""
            if isinstance(part, LogSlot) and name == CHOOSER:
                player = SlotValue(part, part.value.type, self.player, ALL, 0)
                values = (*values, player)
            elif isinstance(part, LogSlot) and name == CHOICE:
                said[id(part)] = self._thing(part, names, reader, language)
        text = attrs.evolve(self, values=values).filled(
            template, self.known(reader), names, reader, language, said
        )
        return text[:1].upper() + text[1:] if id(template[0]) in said else text

    def _thing(self, slot: LogSlot, names: MatchNames, reader: int | None, language: str) -> str:
        """What was chosen, in the form that a line asks for."""
        if (gathered := self.gathers(reader)) is not None:
            return names.value(Type("pieces"), gathered.pieces, language, slot.form)
        label, one = in_language(self.labels, language), self.picked
        if one is None:
            return label
        if slot.agrees:
            return names.agreeing(slot.agrees, one.type, one.number, language)
        if slot.counted is not None:
            return names.counted(slot.counted, one.number, language)
        if slot.form == PLAIN or one.type.kind in ("number", "word", "player"):
            return label
        rest = label.removeprefix(one.bare.get(language, label))
        if one.type.kind == "cell":
            return names.place(one.number, language, slot.form, whose=self.player) + rest
        return names.value(one.type, one.number, language, slot.form) + rest

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
        said_of: Mapping[int, str] = EMPTY,
    ) -> str:
        """A template with its slots filled in for a reader who knows some pieces; `said_of` are the texts of slots
        that stand for what was chosen."""
        by_slot = {id(value.slot): value for value in self.values}
        parts = []
        for at, part in enumerate(template):
            if isinstance(part, str):
                parts.append(part)
                continue
            if id(part) in said_of:
                said = said_of[id(part)]
                bare = (
                    _is_bare(template, at) and self.picked is not None and self.picked.type.kind in OF_DESIGNS
                )
                parts.append(names.game.language(language).any_one(said) if bare else said)
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
