"""What the parts of a vector are laid out by, and what they are written from."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ....ir import Layout
from ....lower.numbering import Tables
from ....memory.words import Memory
from ...setup.rules import Rules
from ..objects.facts import ObjectFacts
from ..view import Viewer
from .coders import Coders
from .faces import Faces
from .fields import Fields
from .place_index import PlaceIndex


@attrs.frozen
class Plan:
    """The rules and the number of players of the matches that are encoded, and what follows from these. Parts add
    their numbers to `fields`."""

    rules: Rules
    players: int
    index: PlaceIndex
    faces: Faces
    coders: Coders
    fields: Fields = attrs.field(factory=Fields)

    @classmethod
    def of(cls, rules: Rules, players: int) -> Plan:
        """An empty plan."""
        index = PlaceIndex(rules.lowered, players)
        faces = Faces(rules.lowered, index.types_unknown())
        return cls(rules, players, index, faces, Coders(index, players, faces))

    @property
    def tables(self) -> Tables:
        return self.rules.lowered.tables

    @property
    def layout(self) -> Layout:
        return self.rules.lowered.program.layout

    @property
    def facts(self) -> ObjectFacts:
        return self.rules.facts


class Seen:
    """What a reader sees of a position: the memory, and of each piece the face and the place."""

    __slots__ = ("faces", "m", "places", "viewer")

    def __init__(self, plan: Plan, viewer: Viewer) -> None:
        layout = plan.layout
        self.viewer = viewer
        self.m: Memory = viewer.m
        self.faces: Sequence[int] = plan.faces.seen(viewer.known)
        self.places: Sequence[int] = viewer.m[layout.at : layout.at + layout.pieces]
