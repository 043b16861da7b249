/** Places beside the boards: piles, rows, hands, areas and slots. */
import { useState } from "preact/hooks";
import type { Piece, Place, PlaceKind } from "../protocol";
import type { Known } from "./known";
import { memo } from "./memo";
import { backOf, control, type Mark, PieceView } from "./Pieces";

/** From how many different pieces on a place shows only how many there are of each type. */
const MANY = 14;
/** From how many on they are drawn small. */
const SMALL = 8;

export interface Heap {
  /** The piece that stands for all of them. */
  piece: Piece;
  count: number;
  mark: Mark;
}

/** Equal pieces together: each heap with the first of them. */
export function heaps(known: Known, pieces: readonly Piece[], mark: (id: string) => Mark, apart: boolean): Heap[] {
  const found = new Map<string, Heap>();
  let last = "";
  pieces.forEach((piece, at) => {
    const own = mark(piece.id);
    const states = known.pieceFacts(piece).join();
    const look = [piece.design ?? "?", piece.type, states, JSON.stringify(piece.back), own].join("\n");
    // In an order, only face-down neighbours are one heap: what lies where matters.
    const key = apart ? (piece.design === null && look === last.split("\r")[0] ? last : `${look}\r${at}`) : look;
    last = key;
    const heap = found.get(key);
    if (heap) heap.count += 1;
    else found.set(key, { piece, count: 1, mark: own });
  });
  return [...found.values()];
}

interface PlaceProps {
  known: Known;
  place: Place;
  kind: PlaceKind;
  label: string;
  /** What is to say of it, as of a cell of a board. */
  facts?: string | undefined;
  /** The pieces in it, from the bottom. */
  pieces: Piece[];
  /** The mark of the place itself, then those of its pieces. */
  marks: string;
  /** Whether these are what the reader holds: then nothing is folded; or another player's: then all is small. */
  whose: "mine" | "common" | "theirs";
}

export const PlaceView = memo((props: PlaceProps) => <PlaceBody key={props.place.id} {...props} />);

function PlaceBody({ known, place, kind, label, facts, pieces, marks, whose }: PlaceProps) {
  const [open, setOpen] = useState(false);
  const own = Number(marks[0] ?? 0) as Mark;
  const at = new Map(pieces.map((piece, index) => [piece.id, Number(marks[index + 1] ?? 0) as Mark]));
  const mark = (id: string): Mark => at.get(id) ?? 0;
  const pile = kind.sort === "pile";
  const ordered = kind.sort === "row" || kind.sort === "hand";
  const { words } = known;

  let shown: Heap[];
  let folded: [string, number][] = [];
  let foldable = false;
  if (pile && !open) {
    // The top of the pile, and what can be clicked on or was clicked on further down.
    const top = pieces[pieces.length - 1];
    const below = heaps(known, pieces.slice(0, -1).filter((piece) => mark(piece.id) !== 0), mark, false);
    shown = top ? [...below, { piece: top, count: 1, mark: mark(top.id) }] : [];
    foldable = pieces.filter((piece) => piece.design !== null).length > (top?.design ? 1 : 0);
  } else {
    shown = heaps(known, pieces, mark, ordered || pile);
    foldable = pile;
    if (!pile && whose !== "mine" && shown.length > MANY) {
      foldable = true;
      if (!open) {
        const kept = shown.filter((heap) => heap.mark !== 0);
        const counts = new Map<string, number>();
        for (const heap of shown) {
          if (heap.mark !== 0) continue;
          const type = heap.piece.type ?? "?";
          counts.set(type, (counts.get(type) ?? 0) + heap.count);
        }
        folded = [...counts];
        shown = kept;
      }
    }
  }
  const small = (!ordered && (shown.length > SMALL || (pile && open))) || (whose === "theirs" && shown.length > 1);
  // A pile of which only backs are to be seen needs no room for a card.
  const slim = pile && !open && shown.every((heap) => heap.piece.design === null);
  return (
    <section
      role="group"
      class={`t-place t-${kind.sort}${slim ? " t-slim" : ""}${kind.types.length === 1 ? " t-one-type" : ""}${own === 1 || own === 2 ? " t-lit" : ""}${own === 2 ? " t-picked" : ""}`}
      data-place={place.id}
      data-opened={open ? "" : undefined}
      aria-label={known.where(place.id)}
    >
      <h3 class="t-place-head">
        <span class="t-place-name" {...control(place.id, own, `${known.where(place.id)}, ${words.pieces(pieces.length)}`)}>
          {label}
        </span>
        {pieces.length > 0 && <span class="t-number">{pieces.length}</span>}
        {facts && <span class="t-place-facts">{facts}</span>}
      </h3>
      <div class={pile && !open ? "t-pieces t-stack" : "t-pieces"} data-depth={pile && !open ? Math.min(3, pieces.length) : undefined}>
        {shown.map((heap) => (
          <PieceView key={heap.piece.id} known={known} piece={heap.piece} mark={heap.mark} count={heap.count} small={small} />
        ))}
        {folded.map(([type, count]) => (
          <span class="t-folded" key={type} style={{ "--skin": known.typeSkin(type).colour }}>
            {known.typeLabel(type)} <b>×{count}</b>
          </span>
        ))}
        {pieces.length === 0 && <span class="t-nothing">{words.empty}</span>}
      </div>
      {foldable && (
        <button type="button" class="t-unfold" aria-expanded={open ? "true" : "false"} onClick={() => setOpen(!open)}>
          {open ? words.showLess : words.showAll(pieces.length)}
        </button>
      )}
    </section>
  );
}

/** A heap of backs in a line: what it is, and how many lie there. */
export const HeapView = memo(({ known, place, label, pieces }: { known: Known; place: Place; label: string; pieces: Piece[] }) => {
  const top = pieces[pieces.length - 1];
  if (!top) return null;
  const skin = known.skin(top);
  return (
    <span class="t-heap" role="group" data-place={place.id} aria-label={known.where(place.id)} style={{ "--skin": skin.colour, "--skin-ink": skin.ink }}>
      <span class="t-heap-back" data-id={top.id} role="img" aria-label={known.spoken(top)} title={known.spoken(top)}>
        {backOf(known, top)}
      </span>
      <span class="t-place-name">{label}</span>
      <b class="t-number">{pieces.length}</b>
    </span>
  );
});

/** What need not lie in sight: it opens. */
export function Drawer({ known, count, children }: { known: Known; count: number; children: () => preact.ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <div class="t-drawer">
      <button type="button" class="t-rest-button" title={known.words.drawerHelp} aria-expanded={open ? "true" : "false"} onClick={() => setOpen(!open)}>
        {open ? known.words.showLess : known.words.drawer(count)}
      </button>
      {open && <div class="t-drawer-sheet">{children()}</div>}
    </div>
  );
}

/** Places in which nothing lies, in one line. */
export const EmptyPlaces = memo(({ known, ids, marks }: { known: Known; ids: string[]; marks: string }) => (
  <p class="t-empties">
    <span class="t-empties-head">{known.words.emptyPlaces}: </span>
    {ids.map((id, at) => (
      <span key={id} class="t-empty" data-place={id}>
        <span class="t-place-name" {...control(id, Number(marks[at] ?? 0) as Mark, `${known.where(id)}, ${known.words.empty}`)}>
          {known.placeLabel(id)}
        </span>
      </span>
    ))}
  </p>
));
