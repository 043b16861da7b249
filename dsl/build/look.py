"""Resolves how a game looks: the names under `look:` are those of the game, and colours, symbols and positions can be
drawn."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from ..document.reader import Text
from ..model import geometry
from ..model.look import COLOURS, Image, Look, Sign, Spot, leading_numbers, panel_numbers, panel_players
from ..model.symbols import BOARDS, PieceType, Place
from ..schema.classes import DesignSignDoc, PlaceSignDoc, SignDoc, SpotDoc, TypeSignDoc
from .texts import Texts

LONGEST_SYMBOL = 3
MOST_CORNERS = 2
EACH = "{design}"
"""Stands for the name of a design in the path of an image, in small letters and with - for a space."""
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif")
_PART = re.compile(r"[\w][\w .()+,'-]{0,99}")
_HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})")
_AT = re.compile(r"(-?[0-9]{1,4}(?:\.[0-9]{1,4})?)\s+(-?[0-9]{1,4}(?:\.[0-9]{1,4})?)")


AnySign = SignDoc | TypeSignDoc | DesignSignDoc | PlaceSignDoc


def look(b: Texts) -> Look:
    """How the game looks. What cannot be used is reported, and left out."""
    doc, symbols = b.doc.look, b.symbols
    if doc is None:
        return Look()
    signs = (
        ("type of pieces", doc.types, symbols.types),
        ("design", doc.designs, symbols.designs),
        ("place", doc.places, symbols.places),
        ("word", doc.words, list(symbols.vocabulary.names(["WORD"]))),
    )
    states = [*symbols.game, *symbols.players]
    types, designs, places, words = (_signs(b, sort, given, known) for sort, given, known in signs)
    return Look(
        order=_list(b, "place", doc.order, symbols.places, "order"),
        panel=_list(b, "state or number", doc.panel, [*states, *panel_numbers(symbols)], "panel"),
        fold=_list(b, "place or state", doc.fold, [*symbols.places, *states], "fold"),
        hidden=_list(b, "place or state", doc.hidden, [*symbols.places, *states], "hidden"),
        players=tuple(colour for text in doc.players if (colour := _colour(b, text)) is not None),
        leads=_one(b, "number of players", doc.leads, leading_numbers(symbols)),
        next=_one(b, "name of a player", doc.next, panel_players(symbols)),
        types=types,
        designs=designs,
        places=places,
        words=words,
        cells=_boards(b, doc.cells),
        images=_images(b),
        backs={
            str(name): image
            for name, one in doc.types.items()
            if str(name) in symbols.types and (image := _image(b, one.back)) is not None
        },
        grounds={
            str(name): image
            for name, one in doc.places.items()
            if (image := _ground(b, name, one)) is not None
        },
        cropped=frozenset(str(name) for name, one in doc.places.items() if _crops(b, name, one)),
        corners={
            str(name): _corners(b, symbols.types[str(name)], one.corners)
            for name, one in doc.types.items()
            if one.corners and str(name) in symbols.types
        },
    )


def _one(b: Texts, sort: str, name: Text | None, known: Collection[str]) -> str | None:
    return str(name) if name is not None and _known(b, sort, name, known) else None


def _images(b: Texts) -> dict[str, Image]:
    """The image of each design: its own, or that of its type."""
    doc, symbols, found = b.doc.look, b.symbols, dict[str, Image]()
    assert doc is not None
    for name, type_doc in doc.types.items():
        image = _image(b, type_doc.image, each=True)
        if image is not None and str(name) in symbols.types:
            for design in symbols.types[str(name)].designs:
                path = image.path.replace(EACH, _in_a_path(design))
                found[design] = Image(path, image.span)
    for name, design_doc in doc.designs.items():
        image = _image(b, design_doc.image)
        if image is not None and str(name) in symbols.designs:
            found[str(name)] = image
    return found


def _in_a_path(name: str) -> str:
    return name.casefold().replace(" ", "-").replace("/", "-")


def _image(b: Texts, text: Text | None, *, each: bool = False) -> Image | None:
    """An image by its path, which leads from the folder of the game into it."""
    if text is None:
        return None
    path = str(text)
    plain = path.replace(EACH, "x") if each else path
    reason = _wrong(plain)
    if reason is None:
        return Image(path, text.span)
    message, help_text = reason
    b.report.error("RW227", f"'{path}' {message}", text.span, help=help_text)
    return None


def _wrong(path: str) -> tuple[str, str] | None:
    """What is wrong with the path of an image, and what to do about it."""
    parts = path.split("/")
    if "{" in path or "}" in path:
        return "names no file", f"only the image of a type can have {EACH} in its path"
    if any(part in ("", ".", "..") or part.startswith(".") or not _PART.fullmatch(part) for part in parts):
        example = "write a path inside the folder of the game, with / between its parts: art/troll.png"
        return "leads to no file inside the folder of the game", example
    if not path.casefold().endswith(SUFFIXES):
        if path.casefold().endswith(".svg"):
            return "can hold programs", "save the drawing as PNG or WebP"
        return "is no image that all browsers show", f"use one of {', '.join(SUFFIXES)}"
    return None


def _ground(b: Texts, name: Text, doc: PlaceSignDoc) -> Image | None:
    """The image under a board."""
    if doc.board is None or str(name) not in b.symbols.places:
        return None
    if b.symbols.places[str(name)].text.kind not in BOARDS:
        message = f"'{name}' is no board, so nothing lies under its cells"
        b.report.error("RW227", message, doc.board.span, help="delete 'board:'; only boards have it")
        return None
    return _image(b, doc.board)


def _crops(b: Texts, name: Text, doc: PlaceSignDoc) -> bool:
    """Whether a grid is drawn only as far as anything lies on it."""
    if doc.crop is None or str(name) not in b.symbols.places:
        return False
    if b.symbols.places[str(name)].text.kind != "grid":
        message = f"'{name}' is no grid, so nothing of it can be left out"
        b.report.error("RW226", message, doc.crop.span, help="delete 'crop:'; only grids have it")
    elif str(doc.crop) not in ("yes", "no"):
        b.report.error("RW226", f"'crop' is yes or no, not '{doc.crop}'", doc.crop.span, help="crop: yes")
    else:
        return str(doc.crop) == "yes"
    return False


def _corners(b: Texts, type_: PieceType, given: list[Text]) -> tuple[str, ...]:
    numbers = [name for name, one in type_.properties.items() if one.printed and one.type.kind == "number"]
    known = [str(one) for one in given if _known(b, f"printed number of '{type_.name}'", one, numbers)]
    for one in given[MOST_CORNERS:]:
        b.report.error(
            "RW227", "a card has two corners for numbers", one.span, help="keep the two that matter most"
        )
    return tuple(known[:MOST_CORNERS])


def _known(b: Texts, sort: str, name: Text, known: Collection[str]) -> bool:
    """Whether there is something of this name; otherwise it is reported. What a variant removes need not be
    removed from the look, too."""
    if str(name) in known:
        return True
    if str(name) in b.removed or _refused(b, sort, name):
        return False
    guess = b.report.guess(str(name), lambda: known)
    some = ", ".join(list(known)[:4]) + (", …" if len(known) > 4 else "")
    help_text = f"did you mean '{guess}'?" if guess else f"known are: {some}" if known else "delete it"
    b.report.error("RW223", f"there is no {sort} '{name}'", name.span, help=help_text, meant=guess)
    return False


def _refused(b: Texts, sort: str, name: Text) -> bool:
    """Whether the document declares this, and it could not be used, which is reported there."""
    match sort:
        case "type of pieces":
            return name in b.doc.components
        case "design":
            return any(name in component.designs for component in b.doc.components.values())
        case "place" | "board":
            return name in b.doc.places and str(name) not in b.symbols.places
        case "place or state" | "state or number" | "name of a player" | "number of players":
            return b.report.has_errors
        case "word":
            return b.report.has_errors
    return False


def _list(b: Texts, sort: str, given: list[Text], known: Collection[str], key: str) -> tuple[str, ...]:
    found: list[str] = []
    for name in given:
        if str(name) in found:
            b.report.error(
                "RW223", f"'{name}' stands twice in '{key}'", name.span, help="delete one of the two"
            )
        elif _known(b, sort, name, known):
            found.append(str(name))
    return tuple(found)


def _signs(b: Texts, sort: str, given: Mapping[Text, AnySign], known: Collection[str]) -> dict[str, Sign]:
    return {
        str(name): Sign(_colour(b, doc.colour), _symbol(b, doc.symbol))
        for name, doc in given.items()
        if _known(b, sort, name, known)
    }


def _boards(b: Texts, given: Mapping[Text, Mapping[Text, SpotDoc]]) -> dict[str, dict[str, Spot]]:
    boards = {name: one for name, one in b.symbols.places.items() if one.text.kind in BOARDS}
    return {
        str(name): _cells(b, boards[str(name)], inner)
        for name, inner in given.items()
        if _known(b, "board", name, boards)
    }


def _cells(b: Texts, board: Place, given: Mapping[Text, SpotDoc]) -> dict[str, Spot]:
    under = b.symbols.places.get(board.text.between)
    if board.text.kind == "edges" and under is None:
        return {}  # the board on which they lie was refused
    known = geometry.cell_names(board, under)
    return {
        str(name): Spot(_colour(b, doc.colour), _symbol(b, doc.symbol), _at(b, board, doc.at))
        for name, doc in given.items()
        if _known(b, f"{board.cell} of '{board.name}'", name, known)
    }


def _colour(b: Texts, text: Text | None) -> str | None:
    """A colour as six digits."""
    if text is None:
        return None
    said = str(text).strip().casefold()
    if said in COLOURS:
        return COLOURS[said]
    if _HEX.fullmatch(said):
        return said if len(said) == 7 else "#" + "".join(2 * digit for digit in said[1:])
    guess = b.report.guess(said, lambda: COLOURS)
    help_text = (
        f"did you mean '{guess}'?"
        if guess
        else 'write it in quotes, as in "#2e7d32", or a name such as green'
    )
    b.report.error("RW224", f"'{text}' is no colour", text.span, help=help_text, meant=guess)
    return None


def _symbol(b: Texts, text: Text | None) -> str | None:
    if text is None:
        return None
    said = str(text)
    if 0 < len(said) <= LONGEST_SYMBOL and all(one.isprintable() and not one.isspace() for one in said):
        return said
    message = f"'{said}' is no symbol: that has one to three characters, and no space"
    b.report.error("RW225", message, text.span, help=f"shorten it: '{''.join(said.split())[:1] or 'x'}'")
    return None


def _at(b: Texts, board: Place, text: Text | None) -> tuple[float, float] | None:
    if text is None:
        return None
    if board.text.kind != "map":
        message = f"the cells of '{board.name}' lie where its shape says"
        b.report.error("RW226", message, text.span, help="delete 'at:'; only the cells of maps have it")
        return None
    found = _AT.fullmatch(str(text).strip())
    if found is None:
        message = f"'{text}' is no position"
        b.report.error("RW226", message, text.span, help='write how far right and how far down: "3 1.5"')
        return None
    return float(found[1]), float(found[2])
