"""Resolves the columns of tables that are numbers of the game: `cost` for the number `cost of {ware: card}`."""

from __future__ import annotations

from ..document.reader import Text
from ..model.game import Column
from ..model.symbols import Name, Place, Slot
from ..resolve.expressions import expression
from ..syntax.vocabulary import words
from .beside import SAID
from .texts import Texts

OF = " of"
"""Ends the words before the slot of a number that is said like a property."""


def columns(b: Texts) -> dict[str, dict[str, Column]]:
    """The computed columns, by the name of the place and of the column; a column that is nothing is reported."""
    found: dict[str, dict[str, Column]] = {}
    for name, doc in b.doc.places.items():
        place = b.symbols.places.get(str(name))
        for text in doc.table if place is not None else ():
            assert place is not None
            if any(str(text) in b.symbols.types[one].properties for one in place.text.types):
                continue
            column = _column(b, place, text)
            if column is not None:
                found.setdefault(place.name, {})[str(text)] = column
    return found


def _column(b: Texts, place: Place, text: Text) -> Column | None:
    """The number of a piece with this name; further slots are for the player who reads the table."""
    for runs, (signature, slots) in b.symbols.number_parts.items():
        if runs[0] == f"{text}{OF}" and _fits(place, slots):
            said = [f"{run} {'the player' if at else slots[0].name}" for at, run in enumerate(runs)]
            where = f"column '{text}' of '{place.name}'"
            variables = {slots[0].name: slots[0].type}
            value = b.resolve(
                Text(f"the {' '.join(said)}", text.span), "expression", expression, where, variables=variables
            )
            number = b.symbols.named_values.get(signature)
            if value is None or number is None:
                return None
            if value.type.kind not in SAID:
                message = f"{value.type} cannot stand in a column"
                b.report.error("RW211", message, text.span, help="show how many there are, or one of them")
                return None
            return Column(slots[0], value, Name(str(text), "", number.names.forms))
    if words(str(text)) in b.symbols.broken:
        return None
    numbers = [
        runs[0].removesuffix(OF) for runs, (_, slots) in b.symbols.number_parts.items() if _fits(place, slots)
    ]
    known = [*(name for one in place.text.types for name in b.symbols.types[one].properties), *numbers]
    guess = b.report.guess(str(text), lambda: known)
    help_text = f"did you mean '{guess}'?" if guess else f"a column is one of: {', '.join(known) or 'none'}"
    message = f"nothing that lies in '{place.name}' has a '{text}'"
    b.report.error("RW205", message, text.span, help=help_text, meant=guess)
    return None


def _fits(place: Place, slots: tuple[Slot, ...]) -> bool:
    """Whether a number is one of a piece that can lie in a place, and perhaps of players."""
    first, *others = slots
    of_pieces = first.type.kind == "piece" and bool(set(first.type.of) & set(place.text.types))
    return of_pieces and all(one.type.kind == "player" for one in others)
