"""Names: where each is declared and used, and renaming it everywhere.

Declarations are found in the draft of the document. Uses and renaming concern every file of the game, with whatever
variants it is for. If none of them but those of the draft can say the name, the answer is there already; otherwise
another process looks through them.
"""

from __future__ import annotations

import asyncio

from ...dsl.diagnostics.report import Report
from ...dsl.draft.attempts import Attempt
from ...dsl.model.symbols import Symbols
from ...dsl.model.uses import VARIABLE, Use
from ...dsl.naming.names import Declaration, Reference
from ...dsl.naming.rename import Refused, rename
from ...dsl.naming.sayings import Sayings, sayings_like, sayings_of
from ..files.games import shown
from .connection import Data, Failure
from .diagnostics import Diagnostics
from .findings import FindingPlace
from .progress import Progress
from .session import Session, Spot


def declaration_at(spot: Spot) -> tuple[Reference, Declaration] | None:
    """What is named at a place, and its declaration; None if nothing is."""
    index = spot.project.index
    found = index.at(spot.document.name, spot.offset)
    declaration = index.declaration(found.key) if found is not None else None
    return None if found is None or declaration is None else (found, declaration)


def definition(session: Session, params: Data) -> list[Data]:
    """Where what is named at a place is declared."""
    spot = session.spot(params)
    found = declaration_at(spot) if spot is not None else None
    places = found[1].places if found is not None else ()
    where = (session.location_of(FindingPlace(one.source, one.start, one.end)) for one in places)
    return [one for one in where if one is not None]


def highlights(session: Session, params: Data) -> list[Data]:
    """All words in the texts of a document that name the same. Editors ask for it whenever the cursor rests, so no
    index is made for it."""
    spot = session.spot(params)
    draft = spot.project.draft if spot is not None else None
    attempt = spot.project.attempt_at(spot.document, spot.offset) if spot is not None else None
    if spot is None or draft is None or attempt is None:
        return []

    def place(attempt: Attempt, use: Use) -> tuple[int, int] | None:
        at = draft.now(attempt.text.span_of(use.start, use.end))
        return None if at is None or at.source.text != spot.document.text else (at.start, at.end)

    wanted = None
    for use in attempt.uses:
        at = place(attempt, use)
        if at is not None and at[0] <= spot.offset <= at[1]:
            wanted = use
            break
    if wanted is None:
        return []
    within = [attempt] if wanted.sort == VARIABLE else spot.project.texts(spot.document)
    found = {
        at: use.binds
        for one in within
        for use in one.uses
        if (use.sort, use.name) == (wanted.sort, wanted.name)
        and (use.owner == wanted.owner or not use.owner or not wanted.owner)
        and (at := place(one, use)) is not None
    }
    lines = spot.document.lines
    return [
        {"range": lines.range(*at), "kind": _WRITE if binds else _READ} for at, binds in sorted(found.items())
    ]


_READ, _WRITE = 2, 3


def prepare_rename(session: Session, params: Data) -> Data | None:
    """What would be renamed at a place: of a phrase the whole sentence. Raises `Failure` with the reason if it cannot
    be."""
    spot = session.spot(params)
    found = declaration_at(spot) if spot is not None else None
    if spot is None or found is None:
        return None
    reference, declaration = found
    reason = spot.project.index.kept(declaration)
    if reason is not None:
        raise Failure(reason)
    return {
        "range": spot.document.lines.range(reference.start, reference.end),
        "placeholder": declaration.name,
    }


def asked(declaration: Declaration, symbols: Symbols, new: str = "") -> list[list[str]] | None:
    """How something is said now, and perhaps will be, as a job gets it; None if it may be said in other words."""
    said = sayings_of(declaration, symbols)
    if said is not None and new:
        said |= sayings_like(new)
    return None if said is None else sorted(map(sorted, said.runs))


class Names:
    """What another process looks up."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        self.session = diagnostics.session

    async def references(self, params: Data) -> list[Data]:
        """All places that name the same, in all files of the game."""
        declared = bool((params.get("context") or {}).get("includeDeclaration", True))
        spot = self._spot(params)
        found = declaration_at(spot) if spot is not None else None
        if spot is None or found is None:
            return []
        if self._is_here(spot, asked(found[1], spot.project.draft.symbols)):
            every = [one for one in found[1].references if declared or not one.declares]
            where = (self.session.location_of(FindingPlace(one.source, one.start, one.end)) for one in every)
            return [one for one in where if one is not None]
        result = await self._elsewhere(params, spot, found[1], "references", "")
        places = result["references"] if result is not None else []
        return [one["location"] for one in places if declared or not one["declares"]]

    async def rename(self, params: Data) -> Data | None:
        """The edits that rename something everywhere. Raises `Failure` with the reason if there are none."""
        spot = self._spot(params)
        found = declaration_at(spot) if spot is not None else None
        if spot is None or found is None:
            return None
        new = str(params["newName"])
        if self._is_here(spot, asked(found[1], spot.project.draft.symbols, new)):
            edits = rename(spot.project.index, found[1], new, form=found[0].form)
            if isinstance(edits, Refused):
                raise Failure(edits.reason)
            return self.session.edits(edits)
        result = await self._elsewhere(params, spot, found[1], "rename", new)
        if result is None:
            return None
        if result.get("refused"):
            raise Failure(result["refused"])
        return self.session.workspace_edit(result["edits"])

    def _spot(self, params: Data) -> Spot | None:
        self.diagnostics.flush()
        return self.session.spot(params)

    def _is_here(self, spot: Spot, said: list[list[str]] | None) -> bool:
        """Whether no other file of the game can say what is looked for, so that the index has everything."""
        if said is None or spot.project.variants:
            return False
        about = Sayings(frozenset(map(frozenset, said)))
        own = set(spot.project.names)
        for file in spot.project.files.everything():
            source = self.session.workspace.source(file, Report()) if shown(file) not in own else None
            if source is not None and about.in_text(source.text):
                return False
        return True

    async def _elsewhere(
        self, params: Data, spot: Spot, declaration: Declaration, kind: str, new: str
    ) -> Data | None:
        """What another process finds in all files of the game."""
        project = spot.project
        version = project.version
        workspace = self.session.workspace
        job = {
            **self.diagnostics.job(project),
            "said": asked(declaration, project.draft.symbols, new),
            "kind": kind,
            "name": spot.document.name,
            "offset": spot.offset,
            "new": new,
            "encoding": workspace.encoding,
            "uris": {str(one.path): one.uri for one in workspace.documents.values()},
        }
        results: list[Data] = []
        finished: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def each(result: Data) -> None:
            if "progress" in result:
                done, total, names = result["progress"]
                progress.report(done, total, f"with {names}" if names else "without variants")
            else:
                results.append(result)

        def done(well: bool) -> None:
            if not finished.done():
                finished.set_result(well)

        title = "Renaming" if new else "Looking for references"
        with Progress(self.session, params, f"{title}: {declaration.name}", finished.cancel) as progress:
            stop = self.session.jobs.start(kind, job, each, done)
            try:
                await finished
            finally:
                stop()
        if project.version != version:
            raise Failure("the text has changed meanwhile")
        return results[0] if results else None
