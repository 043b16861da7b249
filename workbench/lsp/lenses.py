"""Code lenses: over each scenario, run it and play on from it; over each rule, what cites it and what shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...dsl.document.reader import Mapping, Node, Text
from .connection import Data
from .documents import Document
from .outline import tree_of
from .positions import Range
from .projects import Project
from .session import Session
from .trees import Now, entries

RUN, RUN_ALL = "rulewright.runScenario", "rulewright.runScenarios"
PLAY, REFERENCES = "rulewright.playFromHere", "rulewright.showReferences"
"""Commands: the first two are the server's, the others those of the editor's extension (docs/lsp.md)."""


def lenses(session: Session, params: Data) -> list[Data]:
    found = session.project(params)
    if found is None or session.settings.get("lenses") is False:
        return []
    document, project = found
    tree, now = tree_of(project, document)
    if not isinstance(tree, Mapping):
        return []
    if document.look.kind == "scenarios":
        return list(_of_scenarios(session, document, project, tree, now))
    return list(_of_rules(session, document, project, tree, now))


def _of_scenarios(
    session: Session, document: Document, project: Project, tree: Mapping, now: Now
) -> Iterator[Data]:
    top = tree.by_key.get("scenarios")
    if top is None:
        return
    at = now(top[0].span)
    if at is not None:
        yield _lens(session.range(at), "run all", RUN_ALL, [document.uri])
    for step in entries(top[1]):
        at = now(step.key.span) if step.key is not None else None
        if step.key is None or at is None:
            continue
        name = step.key.value
        range_ = session.range(at)
        yield _lens(range_, "run", RUN, [document.uri, name])
        yield _lens(range_, "play from here", PLAY, play_words(document, project, name))


def play_words(document: Document, project: Project, name: str) -> list[str]:
    """The words of the command line that plays on from where a scenario begins."""
    return ["play", project.place, "--scenario", f"{document.path}:{name}"]


def _of_rules(
    session: Session, document: Document, project: Project, tree: Mapping, now: Now
) -> Iterator[Data]:
    rules: Node | None = tree.get("rules")
    game = project.draft.model
    if not isinstance(rules, Mapping) or game is None:
        return
    cited: dict[str, list[Data]] = {}
    for one in game.citations:
        where = session.location(project.now(one.span))
        if where is not None:
            cited.setdefault(one.rule, []).append(where)
    shown = project.shown
    for key, _ in rules.items:
        at = now(key.span)
        if at is None or not isinstance(key, Text):
            continue
        range_ = session.range(at)
        places = cited.get(key.value, [])
        yield _places(document, range_, f"cited by {len(places)}", places)
        if shown is not None:
            found = [where for _, where in shown.get(key.value, [])]
            several = "scenario" if len(found) == 1 else "scenarios"
            yield _places(document, range_, f"shown by {len(found)} {several}", found)


def _places(document: Document, range_: Range, title: str, places: list[Data]) -> Data:
    if not places:
        return _lens(range_, title, "", [])
    return _lens(range_, title, REFERENCES, [document.uri, range_["start"], places])


def _lens(range_: Range, title: str, command: str, arguments: Sequence[object]) -> Data:
    return {"range": range_, "command": {"title": title, "command": command, "arguments": list(arguments)}}


def links(session: Session, params: Data) -> list[Data]:
    """Links from the names of games and variants to their files."""
    found = session.project(params)
    if found is None:
        return []
    document, project = found
    tree, now = tree_of(project, document)
    made: list[Data] = []
    for key, node in tree.items if isinstance(tree, Mapping) else ():
        if key.value in ("of", "over", "needs", "joins", "variants") and document.look.kind in (
            "variant",
            "scenarios",
        ):
            for text in _texts(node):
                at = now(text.span)
                target = _file(project, text.value, key.value)
                uri = session.workspace.uri_of(target) if target is not None else None
                if at is not None and uri is not None:
                    made.append({"range": session.range(at), "target": uri})
    return made


def _texts(node: Node) -> list[Text]:
    parts = [step.value for step in entries(node)] if not isinstance(node, Text) else [node]
    return [one for one in parts if isinstance(one, Text)]


def _file(project: Project, name: str, key: str) -> str | None:
    """The file that a name leads to, by its name."""
    from ..files.games import shown
    from ..files.shipped import header

    files = project.files
    if key == "of":
        file = header(files.files)
        return shown(file) if file is not None else None
    own = files.variants().get(name, ())
    return shown(own[0]) if own else None
