"""Variants and expansions: a game's document with patches applied.

In: the document of a game and those of variants (`classes.VariantDoc`). Out: the patched document, to be checked like
any game. A patch with an error is reported and left out. Parts keep the spans of the file that they come from.

    add:      # the part must not be there yet, but its parent must
      components/monster/designs/imp: {strength: 1}
      flow/round/haggling: {after: bidding, do: …}   # a flow node, named by its path
    replace:  # the part must be there; it is replaced as a whole
      components/monster/designs/goblin: {strength: 2}
    set:      # a single text, whether it is there or not
      components/monster/designs/orc/strength: 4
    remove: [components/monster/designs/dragon]
    components: {monster: {designs: {imp: {strength: 1}}}}  # as in a game: see `parts`

Paths: see `paths`. A flow node that is added can say `after: name` or `before: name` with the name of a sibling;
otherwise it comes last. It need not repeat its name as `phase`. But a node that is added inside another node, at its
end, has the key `phase`, or its path has the step `phases` (`flow/round/phases/haggling`), because its name could be
a key as well.

The result does not depend on the order in which variants are given: they are applied in the order of their names, but
always after those that they are `over`. Two variants conflict if they touch the same part, or a part inside the
other's part, or insert flow nodes at the same point, unless one names the other in `over`. What a variant is over is
in the game that its own patches and parts meet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from collections.abc import Sequence as Documents

import attrs

from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..diagnostics.suggest import closest, guess
from ..document.paths import (
    PHASE,
    PHASES,
    Steps,
    child,
    escaped,
    flow_paths,
    insert,
    is_flow,
    locate,
    names,
    parse_path,
    put,
    show,
)
from ..document.reader import Mapping, Node, Sequence, Text
from ..schema import classes
from ..schema.languages import declared_languages
from ..schema.structure import structure
from .conflicts import Patch, before, conflicts, in_order
from .parts import new_parts, without_other_keys

_BESIDE = ("after", "before")


def apply_variants(game: Node, variants: Documents[Node], report: Report) -> Node:
    """The document of the game with all variants applied."""
    if not isinstance(game, Mapping):  # `structure` reports this
        return game
    languages = declared_languages(game)
    read = (
        structure(without_other_keys(node, report), classes.VariantDoc, report, languages)
        for node in variants
    )
    docs = [doc for doc in read if doc is not None]
    for doc in docs:
        if doc.on_its_own is not None and str(doc.on_its_own) not in ("yes", "no"):
            span = doc.on_its_own.span
            report.error("RW220", "'on its own' is yes or no", span, help="on its own: no")
    given = {str(doc.variant) for doc in docs}
    fitting = in_order([doc for doc in docs if _is_of(doc, game, given, report)], report)
    patches = _all_patches(fitting, game, given, report)
    left_out = conflicts(patches, report)
    return _applied(game, (patch for patch in patches if patch not in left_out), report)


def _all_patches(
    docs: list[classes.VariantDoc], game: Mapping, given: Set[str], report: Report
) -> list[Patch]:
    """The patches of all variants. Each is read for the game as the variants leave it that it comes after."""
    comes_after = before(docs)
    by_doc: dict[str, list[Patch]] = {}
    games: dict[frozenset[str], Mapping] = {frozenset(): game}
    for doc in docs:
        after: frozenset[str] = frozenset()
        for name in (name for name in by_doc if name in comes_after[str(doc.variant)]):
            earlier, after = games[after], after | {name}
            if after not in games:
                games[after] = _applied(earlier, by_doc[name], Report())
        by_doc[str(doc.variant)] = [
            attrs.evolve(patch, after=after) for patch in _patches(doc, (game, games[after]), given, report)
        ]
    return [patch for patches in by_doc.values() for patch in patches]


def _applied(game: Mapping, patches: Iterable[Patch], report: Report) -> Mapping:
    patched: Node = game
    for patch in patches:
        patched = _OPERATIONS[patch.verb](patched, patch, report)
    assert isinstance(patched, Mapping)
    return patched


def _is_of(doc: classes.VariantDoc, game: Node, given: Set[str], report: Report) -> bool:
    name = game.get("game") if isinstance(game, Mapping) else None
    if name is None or doc.of is None or doc.of == name:
        return True
    message = f"this is a variant of '{doc.of}', but the game is '{name}'"
    help = f"give it to that game, or write `of: {name}`"
    if str(doc.of) in given:  # a variant of a variant
        help = f"write `of: {name}` and `over: {doc.of}`"
    report.error("RW150", message, doc.of.span, help=help)
    return False


def _patches(
    doc: classes.VariantDoc, games: tuple[Mapping, Mapping], given: Set[str], report: Report
) -> list[Patch]:
    """The patches of a variant, in the order: remove, replace, set, new parts, add. `games` are the one without
    variants, and the one that these patches are for."""
    lacking = tuple(str(other) for other in doc.over if str(other) not in given)
    written: list[tuple[str, Text, Node | None]] = [("remove", path, None) for path in doc.remove]
    for verb, parts in (("replace", doc.replace), ("set", doc.set)):
        written.extend((verb, path, part) for path, part in parts.items())
    found: list[tuple[str, Text, Steps | None, Node | None]]
    found = [(verb, path, parse_path(path), part) for verb, path, part in written]
    found += [(_NEW, Text(show(way), way[-1].span), way, part) for way, part in new_parts(doc, games[1])]
    found += [("add", path, parse_path(path), part) for path, part in doc.add.items()]
    patches = []
    for verb, path, steps, part in found:
        if steps is None:
            message = f"a step of the path '{path}' is empty"
            report.error("RW151", message, path.span, help="write names with single slashes between them")
            continue
        if isinstance(part, Text) and part.is_empty:
            report.error("RW106", f"there is nothing under '{path}'", path.span, help="write the part")
            continue
        patches.append(Patch(doc, verb, path, steps, part, _touched(games, verb, steps, part), lacking))
    return patches


_NEW = "new"
"""The verb of a part that is written as in a game."""


def _touched(
    games: tuple[Mapping, Mapping], verb: str, steps: Steps, part: Node | None
) -> tuple[tuple[str, ...], ...]:
    """The parts that a patch touches: its own, and for a flow node also the point at which it is inserted, which is
    the same for all variants if it is one in the game without them."""
    own = tuple(step.value for step in steps if step.value != PHASES)
    if verb != "add" or not isinstance(part, Mapping):
        return (own,)
    point = None
    for game in games:
        parent, taken = locate(game, steps[:-1])
        flow = _flow_of(parent, part) if taken == len(steps) - 1 else None
        if flow is not None:
            at = _place(flow, part)
            point = f"after {_anchor(part)[0]}" if at is None else str(at)
            if at is not None:
                break
    return (own,) if point is None else (own, (*own[:-1], f"\0{point}"))


def _flow_of(parent: Node, part: Node | None) -> Sequence | None:
    """The list into which a part is inserted as a flow node; None if it is not a flow node."""
    if isinstance(parent, Sequence):
        return parent if is_flow(parent) else None
    inner = parent.get(PHASES) if isinstance(parent, Mapping) else None
    marked = isinstance(part, Mapping) and any(key in part.by_key for key in (PHASE, *_BESIDE))
    return inner if marked and isinstance(inner, Sequence) and is_flow(inner) else None


def _anchor(part: Mapping) -> tuple[Text | None, bool]:
    """The sibling that an added node names, and whether the node comes after it."""
    for key in _BESIDE:
        name = part.get(key)
        if isinstance(name, Text):
            return name, key == "after"
    return None, True


def _place(flow: Sequence, part: Mapping) -> int | None:
    """The index of an added node in a flow; None if the sibling that it names is not there."""
    anchor, after = _anchor(part)
    if anchor is None:
        return len(flow.items)
    beside = child(flow, anchor.value)
    return None if beside is None else flow.items.index(beside) + after


def _remove(game: Node, patch: Patch, report: Report) -> Node:
    return put(game, patch.steps, None) if _exists(game, patch, report) else game


def _replace(game: Node, patch: Patch, report: Report) -> Node:
    if not _exists(game, patch, report):
        return game
    parent, _ = locate(game, patch.steps[:-1])
    last = patch.steps[-1]
    if isinstance(parent, Sequence) or (isinstance(parent, Mapping) and last.value not in parent.by_key):
        node = _flow_node(patch, report)
        return game if node is None else put(game, patch.steps, node)
    return put(game, patch.steps, patch.part)


def _set(game: Node, patch: Patch, report: Report) -> Node:
    if not isinstance(patch.part, Text):
        span = patch.path.span
        report.error(
            "RW153", f"only a text can be set, and '{patch.path}' is given more", span, help=_USE_OTHER
        )
        return game
    parent = _parent(game, patch, report)
    if parent is None:
        return game
    there = child(parent, patch.steps[-1].value)
    if isinstance(parent, Sequence) or (there is not None and not isinstance(there, Text)):
        message = f"'{patch.path}' is more than a text, so it cannot be set"
        report.error("RW153", message, patch.path.span, help=_texts_of(there, patch) or _USE_OTHER)
        return game
    return put(game, patch.steps, patch.part)


def _texts_of(node: Node | None, patch: Patch) -> str | None:
    """Help with the paths of some texts of the part."""
    pairs = node.items if isinstance(node, Mapping) else ()
    found = [key for key, value in pairs if isinstance(value, Text) and key.value != PHASE]
    if not found:
        return None
    return "name the text in it that is meant: " + " or ".join(show((*patch.steps, key)) for key in found[:3])


_USE_OTHER = "use `replace` for what is there, `add` for what is not"


def _add(game: Node, patch: Patch, report: Report) -> Node:
    parent = _parent(game, patch, report)
    if parent is None:
        return game
    last = patch.steps[-1]
    if child(parent, last.value) is not None:
        help = "use `replace` to exchange it, or `set` if it is a text"
        _report_there(parent, patch, help, report)
        return game
    flow = _flow_of(parent, patch.part)
    if flow is None and not _looks_like_flow(patch.part):
        return put(game, patch.steps, patch.part)
    node = _flow_node(patch, report)
    if node is None or flow is None:
        if node is not None:
            message = f"'{show(patch.steps[:-1])}' has no `phases` that a flow node could go into"
            report.error("RW157", message, patch.path.span)
        return game
    return _inserted(game, patch, (flow, node), isinstance(parent, Mapping), report)


def _report_there(parent: Node | None, patch: Patch, help: str, report: Report) -> None:
    """Reports that what is added is there already, and where."""
    name = patch.steps[-1].value
    found = parent.by_key.get(name) if isinstance(parent, Mapping) else None
    notes = [Note("it stands here", found[0].span)] if found is not None else []
    message = f"'{patch.path}' is there already"
    report.error("RW152", message, patch.path.span, notes=notes, help=help)


def _put_new(game: Node, patch: Patch, report: Report) -> Node:
    section = patch.steps[0]
    if child(game, section.value) is None:  # nothing under a key of a game is the same as no key
        game = put(game, (section,), Mapping((), section.span))
    parent = _parent(game, patch, report)
    there = child(parent, patch.steps[-1].value) if parent is not None else None
    if there is not None:
        verb = "set" if isinstance(there, Text) and isinstance(patch.part, Text) else "replace"
        help = f"to change it, write `{verb}: {{{patch.path}: …}}`"
        _report_there(parent, patch, help, report)
    return game if parent is None or there is not None else put(game, patch.steps, patch.part)


def _looks_like_flow(part: Node | None) -> bool:
    return isinstance(part, Mapping) and PHASE in part.by_key


def _inserted(
    game: Node, patch: Patch, parts: tuple[Sequence, Mapping], inside: bool, report: Report
) -> Node:
    """The game with a flow node put into a flow; `inside` if the path left out the step `phases`."""
    flow, node = parts
    assert isinstance(patch.part, Mapping)
    at = _place(flow, patch.part)
    if at is None:
        anchor, _ = _anchor(patch.part)
        assert anchor is not None
        meant = guess(anchor.value, names(flow))
        help = f"did you mean '{meant}'?" if meant else f"there are: {', '.join(names(flow))}"
        report.error(
            "RW157", f"there is no flow node '{anchor}' to stand beside", anchor.span, help=help, meant=meant
        )
        return game
    steps = (*patch.steps[:-1], Text(PHASES)) if inside else patch.steps[:-1]
    # The list is new, but its key stays the one of the file that has it.
    return put(game, _with_old_key(game, steps), insert(flow, node, at))


def _with_old_key(game: Node, steps: Steps) -> Steps:
    parent, _ = locate(game, steps[:-1])
    found = parent.by_key.get(steps[-1].value) if isinstance(parent, Mapping) else None
    return (*steps[:-1], found[0]) if found else steps


def _flow_node(patch: Patch, report: Report) -> Mapping | None:
    """The part as a flow node: with its name, without `after` and `before`."""
    part, last = patch.part, patch.steps[-1]
    if not isinstance(part, Mapping):
        message = "a flow node must be a mapping"
        report.error("RW157", message, patch.path.span, help="write `key: value` lines below the path")
        return None
    name = part.get(PHASE)
    if name is not None and name != last:
        report.error("RW157", f"the path calls this flow node '{last}', its `phase` does not", name.span)
        return None
    beside = [key for key in _BESIDE if key in part.by_key]
    wrong = [key for key in beside if patch.verb != "add" or not isinstance(part.get(key), Text)]
    if len(beside) > 1 or wrong:
        key = part.by_key[(wrong or beside)[-1]][0]
        help = "one of `after: name` and `before: name`, and only in `add`"
        report.error("RW157", f"`{key}` cannot stand here like this", key.span, help=help)
        return None
    kept = tuple(pair for pair in part.items if pair[0].value not in _BESIDE)
    return attrs.evolve(part, items=kept if name is not None else ((Text(PHASE, last.span), last), *kept))


def _parent(game: Node, patch: Patch, report: Report) -> Node | None:
    """The node to which the last step of the path belongs."""
    node, taken = locate(game, patch.steps[:-1])
    if taken < len(patch.steps) - 1:
        _unknown(node, patch, taken, report)
        return None
    if isinstance(node, Mapping) or is_flow(node):
        return node
    _atomic(node, patch, taken, report)
    return None


def _exists(game: Node, patch: Patch, report: Report) -> bool:
    node, taken = locate(game, patch.steps)
    if taken < len(patch.steps):
        _unknown(node, patch, taken, report)
    return taken == len(patch.steps)


def _unknown(node: Node, patch: Patch, taken: int, report: Report) -> None:
    """Report the first step that leads nowhere."""
    if not isinstance(node, Mapping) and not is_flow(node):
        _atomic(node, patch, taken, report)
        return
    step = patch.steps[taken]
    within = f"in '{show(patch.steps[:taken])}'" if taken else "in the game"
    near = guess(step.value, names(node))
    meant = near.word if near is not None else _only_with(step.value, names(node))
    message = f"there is no '{step}' {within}"
    help = f"did you mean '{escaped(meant)}'?" if meant else _deeper(node, patch, taken)
    if meant is None and patch.lacking:
        help = f"'{patch.variant}' is over '{patch.lacking[0]}', which is not given: give it too"
    elif help is None and taken < len(patch.steps) - 1 and patch.verb in ("add", "set"):
        new = show(patch.steps[: taken + 1])
        help = f"what is new is added as a whole: add '{new}', with '{patch.steps[taken + 1]}' in it"
    report.error("RW151", message, step.span, help=help, meant=near)


def _only_with(word: str, known: list[str]) -> str | None:
    """The only name that contains the word, such as a phrase that is named by one of its words."""
    found = [name for name in known if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", name, re.IGNORECASE)]
    return found[0] if len(found) == 1 else None


def _deeper(node: Node, patch: Patch, taken: int) -> str | None:
    """A suggestion of the full path of a flow node with this name, deeper in the flow."""
    ways = {way[-1]: way for way in flow_paths(node)}
    meant = closest(patch.steps[taken].value, ways)
    if meant is None:
        return None
    between = tuple(Text(name) for name in ways[meant])
    path = show((*patch.steps[:taken], *between, *patch.steps[taken + 1 :]))
    return f"did you mean '{path}'?"


def _atomic(node: Node, patch: Patch, taken: int, report: Report) -> None:
    kind = "a text" if isinstance(node, Text) else "a list without named entries"
    message = f"'{show(patch.steps[:taken])}' is {kind}, so nothing inside it can be named"
    report.error(
        "RW154", message, patch.steps[min(taken, len(patch.steps) - 1)].span, help="replace it whole"
    )


_OPERATIONS = {"remove": _remove, "replace": _replace, "set": _set, _NEW: _put_new, "add": _add}
