"""Phrases of the game as items, with their slots."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.symbols import Phrase, Slot
from ..syntax.vocabulary import VocabularyEntry
from .fitting import FITS, MISFIT, UNSURE
from .items import quoted
from .ranking import OWN, Ranking, tier_of


class PhraseItems(Ranking):
    """Items of phrases, and of numbers with slots."""

    def phrases(self, entry: VocabularyEntry, node: int, tail: tuple[str, ...]) -> None:
        terminal, run = entry.terminal, tuple(entry.value.split(" "))
        base = entry.words != run
        if base and run[0] in ("is", "has", "was"):  # `are`, `have`: no base form of these reads well
            return
        for signature, parts, at in self._said(terminal, entry.words, run, node):
            phrase = self.symbols.phrases[signature]
            rest = parts[at + 1 :]
            kind = (phrase.ability, phrase.holds)
            lead = str(parts[at - 1].type) if at and isinstance(parts[at - 1], Slot) else ""  # type: ignore[union-attr]
            said, after, terminals = " ".join(entry.words), "", [terminal]
            for index, part in enumerate(rest, at + 1):
                after += " " + (_stand_in(part) if isinstance(part, Slot) else " ".join(part))
                terminals.append(
                    ("INT" if part.type.kind == "number" else "NAME")
                    if isinstance(part, Slot)
                    else ("PH_END" if index == len(parts) - 1 else "PH_MID")
                )
            key = (node, terminal, kind, lead, tuple(one for one in terminals if one.startswith("PH")))
            fit = self.fit_of(key, node, tuple(terminals), said, after)
            if fit == MISFIT and phrase.holds and self.place.start == "ability":
                fit = self.fit_of((*key, ":"), node, (*terminals, "_COLON"), said, f"{after}:")
            label, insert = self._whole(signature, entry, node, rest)
            if fit == UNSURE and self.after_article(node) and signature.startswith("the "):
                fit = FITS
            self.add_item(
                label,
                "phrase",
                insert,
                node,
                (tier_of(fit), 0, 1 if base else 0)
                if self.verbs
                else self.rank_of(fit, OWN, 1 if base else 0),
                detail=signature,
                documentation=self._what_it_does(phrase),
                snippet=bool(rest),
                filter=" ".join(entry.words),
            )

    def _whole(
        self, signature: str, entry: VocabularyEntry, node: int, rest: tuple[tuple[str, ...] | Slot, ...]
    ) -> tuple[str, str]:
        """A sentence from a run of words on, as a label and as a snippet."""
        written = self.runs.get(signature, {})

        def raw(run: tuple[str, ...]) -> str:
            found = written.get(run)
            if found is None:  # the verb in another form
                found = next((one for known, one in written.items() if known[1:] == run[1:] and known), "")
                found = f"{run[0]} {found.partition(' ')[2]}".strip() if found else " ".join(run)
            return found

        first = raw(entry.words)
        if self.after_article(node):
            first = first.removeprefix("the ")
        return _sentence(first, tuple(part if isinstance(part, Slot) else raw(part) for part in rest))

    def _said(
        self, terminal: str, said: tuple[str, ...], run: tuple[str, ...], node: int
    ) -> Iterator[tuple[str, tuple[tuple[str, ...] | Slot, ...], int]]:
        """The sentences that have a run at this place: the phrase, its parts, and where in them the run is."""
        if terminal in ("PH_MID", "PH_END"):
            wanted = {
                (one.leading, (*one.runs, " ".join(run)))
                for one in self.following.open(node)
                if one.sort == "PH"
            }
            for signature, parts in self.symbols.shapes.values():
                runs = tuple(" ".join(part) for part in parts if not isinstance(part, Slot))
                for leading, begun in wanted:
                    if isinstance(parts[0], Slot) == leading and runs[: len(begun)] == begun:
                        yield signature, parts, (2 * len(begun) - 1) if leading else 2 * (len(begun) - 1)
            return
        at = 1 if terminal in ("PH_IN", "PH_LAST") else 0
        for signature, parts in self.symbols.shapes.values():
            if (
                at < len(parts)
                and parts[at] in (run, said)
                and (len(parts) == at + 1) == (terminal in ("PH_WHOLE", "PH_LAST"))
            ):
                yield signature, parts, at

    def _what_it_does(self, phrase: Phrase) -> str:
        """The slots of a phrase, and the first line of what it does."""
        lines = [f"{slot.name}: {slot.type}" for slot in phrase.slots]
        doc = self.place.doc
        own = (
            next((one for name, one in doc.phrases.items() if str(name) == phrase.signature), None)
            if doc
            else None
        )
        if own is not None:
            does = own.do or own.holds or (own.ability[0] if isinstance(own.ability, list) else own.ability)
            lines.append(str(does).strip().partition("\n")[0])
        return "\n".join(lines)

    def numbers_with_slots(self, entry: VocabularyEntry, node: int, tail: tuple[str, ...]) -> None:
        terminal = entry.terminal
        begun: set[tuple[str, ...]] = {()}
        if terminal == "VP_MID":
            begun = {one.runs for one in self.following.open(node) if one.sort == "VP"}
        for runs, (signature, slots) in self.symbols.number_parts.items():
            for before in begun:
                at = len(before)
                if runs[:at] != before or len(runs) <= at or runs[at] != entry.value:
                    continue
                rest: list[tuple[str, ...] | Slot] = [slots[at]]
                for run, slot in zip(runs[at + 1 :], slots[at + 1 :], strict=True):
                    rest += [tuple(run.split(" ")), slot]
                said, after, terminals = " ".join(entry.words), "", [terminal]
                for part in rest:
                    after += " " + (_stand_in(part) if isinstance(part, Slot) else " ".join(part))
                    number = isinstance(part, Slot) and part.type.kind == "number"
                    terminals.append("VP_MID" if not isinstance(part, Slot) else "INT" if number else "NAME")
                value = self.symbols.named_values.get(signature)
                gives = str(value.value.type) if value is not None else ""
                fit = self.fit_of((node, terminal, gives, len(rest)), node, tuple(terminals), said, after)
                label, insert = self._whole(signature, entry, node, tuple(rest))
                article = (
                    terminal != "VP_MID" and not self.after_article(node) and not insert.startswith("the ")
                )
                self.add_item(
                    label,
                    "phrase",
                    f"the {insert}" if article else insert,
                    node,
                    self.rank_of(fit, OWN),
                    detail=signature,
                    documentation=gives,
                    snippet=True,
                    filter=" ".join(entry.words),
                )


def _sentence(run: str, rest: tuple[str | Slot, ...]) -> tuple[str, str]:
    """The rest of a sentence from a run of words on: as a label, and as a snippet."""
    label, snippet, number = run, quoted(run), 0
    for part in rest:
        if isinstance(part, Slot):
            number += 1
            label += f" {{{part.name}}}"
            snippet += f" ${{{number}:{quoted(part.name)}}}"
        else:
            joint = "" if part[0] in ",'’" else " "
            label += joint + part
            snippet += joint + quoted(part)
    return label, snippet


def _stand_in(slot: Slot) -> str:
    """Something that could stand in a slot."""
    return str(max(0, slot.type.least)) if slot.type.kind == "number" else "player"
