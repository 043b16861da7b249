/** Pieces that lie beside the boards: cards, chips, backs, and heaps of equal ones. */
import type { Piece } from "../protocol";
import { Face } from "./Face";
import { imageAt } from "./images";
import type { Known } from "./known";
import { worth } from "./known";
import { memo } from "./memo";
import { Pips } from "./tokens";

/** How an object stands out: not at all, as something to click on, as clicked on, or as named on the way here. */
export type Mark = 0 | 1 | 2 | 3;

/** What an object has so that it can be clicked on, and by the keyboard only if that means something. */
export function control(id: string, mark: Mark, label?: string) {
  const open = mark === 1 || mark === 2;
  return {
    "data-id": id,
    "data-lit": open ? "" : undefined,
    "data-picked": mark === 2 ? "" : undefined,
    "data-underway": mark === 3 ? "" : undefined,
    role: open ? ("button" as const) : undefined,
    tabindex: open ? 0 : undefined, // SVG knows the attribute in lower case only
    "aria-label": open ? label : undefined,
    "aria-pressed": open ? (mark === 2 ? ("true" as const) : ("false" as const)) : undefined,
  };
}

interface PieceProps {
  known: Known;
  piece: Piece;
  mark: Mark;
  count: number;
  /** Drawn small, as in a place with many pieces. */
  small: boolean;
}

export const PieceView = memo(({ known, piece, mark, count, small }: PieceProps) => {
  const form = known.kind(piece.type).form;
  if (!piece.design) return <Back known={known} piece={piece} mark={mark} count={count} small={small} />;
  if (form === "card") return small ? <Chip {...{ known, piece, mark, count }} /> : <Card {...{ known, piece, mark, count }} />;
  if (form === "plain card" && !small) return <Card {...{ known, piece, mark, count }} />;
  return <Chip {...{ known, piece, mark, count }} />;
});

type Drawn = Omit<PieceProps, "small">;

function Card({ known, piece, mark, count }: Drawn) {
  const design = known.design(piece.design);
  if (!design) return null;
  const kind = known.kind(piece.type);
  const skin = known.skin(piece);
  const owner = known.pieceOwner(piece);
  return (
    <div
      class={`t-piece t-card${kind.form === "card" ? "" : " t-plain"}`}
      style={{ "--skin": skin.colour, "--skin-ink": skin.ink, "--owner": owner ? known.playerColour(owner) : undefined }}
      data-owned={owner ? "" : undefined}
      data-design={design.id}
    >
      <div class="t-face" {...control(piece.id, mark)}>
        <Face known={known} design={design} states={known.pieceFacts(piece)} />
        <Where known={known} piece={piece} count={count} />
      </div>
      <Info known={known} design={design.id} label={known.pieceLabel(piece)} />
      <Count count={count} />
    </div>
  );
}

function Chip({ known, piece, mark, count }: Drawn) {
  const skin = known.skin(piece);
  const kind = known.kind(piece.type);
  const label = known.pieceLabel(piece);
  const number = kind.number === null ? null : piece.states[kind.number];
  const rolled = typeof number === "number" && number !== 0;
  const states = known.facts(piece.states, known.type(piece.type)?.properties, [kind.turned, kind.number]);
  const owner = known.pieceOwner(piece);
  const wordy = kind.form === "card" || kind.form === "plain card" || kind.form === "tile";
  return (
    <div
      class={wordy && piece.design ? "t-piece t-chip t-told" : "t-piece t-chip"}
      style={{ "--skin": skin.colour, "--skin-ink": skin.ink, "--owner": owner ? known.playerColour(owner) : undefined }}
      data-owned={owner ? "" : undefined}
      data-design={wordy && piece.design ? piece.design : undefined}
    >
      <div class="t-face" {...control(piece.id, mark)}>
        {wordy && known.design(piece.design)?.image && <img class="t-chip-image" src={imageAt(known.design(piece.design)?.image ?? "")} alt="" draggable={false} />}
        <span class={`t-disc t-${kind.shape}${!rolled && skin.glyph.length > 2 ? " t-long" : ""}`} aria-hidden="true">
          {rolled && known.pips(piece.type) ? (
            <svg viewBox="-10 -10 20 20" width="100%" height="100%">
              <Pips count={number} r={10} ink={skin.ink} />
            </svg>
          ) : rolled ? (
            number
          ) : (
            skin.glyph
          )}
        </span>
        <span class="t-chip-name">
          {label}
          {rolled && <span class="t-off-screen">: {number}</span>}
          {states.length > 0 && <span class="t-chip-states">{states.join(" · ")}</span>}
        </span>
        {count > 1 && <span class="t-times">×{count}</span>}
        <Where known={known} piece={piece} count={1} />
      </div>
      {wordy && piece.design && <Info known={known} design={piece.design} label={label} />}
    </div>
  );
}

/** The image of the back of a piece. */
export function backOf(known: Known, piece: Piece) {
  const image = known.type(piece.type)?.back_image;
  return image ? <img class="t-back-image" src={imageAt(image)} alt="" draggable={false} /> : null;
}

function Back({ known, piece, mark, count, small }: PieceProps) {
  const skin = known.skin(piece);
  const label = known.pieceLabel(piece);
  const shown = Object.entries(piece.back).filter(([, value]) => worth(value));
  const type = known.type(piece.type);
  return (
    <div class={small ? "t-piece t-back t-small" : "t-piece t-back"} data-told={shown.length > 0 ? "" : undefined} data-pictured={type?.back_image ? "" : undefined} style={{ "--skin": skin.colour, "--skin-ink": skin.ink }}>
      <div class="t-face" {...control(piece.id, mark)} title={label}>
        {backOf(known, piece)}
        <span class="t-back-label">
          {shown.length > 0
            ? shown.map(([name, value]) => known.fact(type?.properties[name], name, value)).join(", ")
            : known.typeLabel(piece.type)}
        </span>
        <span class="t-off-screen">, {known.words.faceDown}</span>
        <Where known={known} piece={piece} count={count} />
      </div>
      <Count count={count} />
    </div>
  );
}

/** Where a piece lies, and how many there are: for those who hear what others see. */
function Where({ known, piece, count }: { known: Known; piece: Piece; count: number }) {
  return (
    <span class="t-off-screen">
      {count > 1 ? `, ×${count}` : ""} – {known.where(piece.place)}
    </span>
  );
}

export function Info({ known, design, label }: { known: Known; design: string; label: string }) {
  return (
    <button type="button" class="t-info" data-card={design} aria-label={known.words.about(label)}>
      i
    </button>
  );
}

function Count({ count }: { count: number }) {
  return count > 1 ? <span class="t-count">×{count}</span> : null;
}
