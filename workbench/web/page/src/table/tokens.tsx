/** Pieces on a board: tokens, tiles with their ways, and badges. Drawn around (0, 0) in the units of the drawing. */
import type { Board, Piece } from "../protocol";
import { imageAt } from "./images";
import type { Known, Shape, Skin } from "./known";
import { control, type Mark } from "./Pieces";
import { ink, mix } from "./shades";

/** The outline of a token with this radius. */
export function outline(shape: Shape, r: number): string {
  const corners = (count: number, turn: number, radius = r) =>
    Array.from({ length: count }, (_, at) => {
      const angle = ((at * 360) / count + turn) * (Math.PI / 180);
      return `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`;
    }).join("L");
  const side = (r * 0.9).toFixed(1);
  switch (shape) {
    case "circle":
      return `M${-r},0A${r},${r} 0 1 1 ${r},0A${r},${r} 0 1 1 ${-r},0Z`;
    case "square": {
      const [full, bend] = [r * 0.9, r * 0.28];
      const line = full * 2 - bend * 2;
      return `M${-full + bend},${-full}h${line}q${bend},0 ${bend},${bend}v${line}q0,${bend} ${-bend},${bend}h${-line}q${-bend},0 ${-bend},${-bend}v${-line}q0,${-bend} ${bend},${-bend}Z`;
    }
    case "hexagon":
      return `M${corners(6, 30, r * 1.04)}Z`;
    case "diamond":
      return `M${corners(4, 0, r * 1.1)}Z`;
    case "octagon":
      return `M${corners(8, 22.5, r * 1.02)}Z`;
    case "shield":
      return `M${-side},${-side}H${side}V${r * 0.1}Q${side},${r * 0.8} 0,${r * 1.08}Q${-side},${r * 0.8} ${-side},${r * 0.1}Z`;
  }
}

interface TokenProps {
  known: Known;
  piece: Piece;
  mark: Mark;
  count: number;
  r: number;
  /** The name to write below it, if there is room. */
  name: string;
}

export function Token({ known, piece, mark, count, r, name }: TokenProps) {
  const skin: Skin = known.skin(piece);
  const kind = known.kind(piece.type);
  const owner = known.pieceOwner(piece);
  const ring = owner === null ? null : known.playerColour(owner);
  // A piece in the colour of its owner needs no ring in that colour.
  const rung = ring !== null && ring !== skin.colour;
  const properties = known.type(piece.type)?.properties ?? {};
  const numbers = Object.entries(piece.states).filter(
    ([state, value]) => typeof value === "number" && value !== 0 && state !== kind.turned && !properties[state]?.printed,
  );
  const flags = Object.entries(piece.states).filter(([, value]) => value === true);
  const die = kind.number === null ? undefined : piece.states[kind.number];
  const rolled = typeof die === "number" && die !== 0;
  const badges = numbers.filter(([state]) => state !== kind.number).slice(0, 2);
  const glyph = rolled ? String(die) : piece.design ? skin.glyph : "";
  const image = known.design(piece.design)?.image ?? null;
  const spoken = known.spoken(piece, count);
  const open = mark === 1 || mark === 2;
  const size = glyph.length > 2 ? r * 0.72 : skin.drawn && glyph.length > 1 ? r * 0.78 : skin.drawn || rolled ? r * 1.12 : r * 0.86;
  // The letters stand beside the control and not in it: its name says what they stand for.
  return (
    <g class="t-moving" data-glide>
      <g class="t-token" {...control(piece.id, mark, spoken)} role={open ? "button" : "img"} aria-label={spoken}>
        <title>{spoken}</title>
        {open && <path class="t-casing" d={outline(kind.shape, r + 7)} />}
        {mark !== 0 && <path class="t-halo" d={outline(kind.shape, r + 7)} />}
        <path d={outline(kind.shape, r)} fill={skin.colour} stroke={rung ? ring : skin.rim} stroke-width={rung ? 5 : 2} />
        {rung && <path class="t-owner-line" d={outline(kind.shape, r + 2.5)} />}
        {piece.design === null && <path class="t-hatch" d={outline(kind.shape, r * 0.8)} />}
      </g>
      <g class="t-letters" aria-hidden="true">
        {image && !rolled ? (
          <image class="t-token-image" href={imageAt(image)} x={-r * 0.86} y={-r * 0.86} width={r * 1.72} height={r * 1.72} preserveAspectRatio="xMidYMid slice" />
        ) : rolled && known.pips(piece.type) ? (
          <Pips count={die} r={r * 0.9} ink={skin.ink} />
        ) : (
          <text class="t-glyph" y={size * 0.36} font-size={size} fill={skin.ink}>
            {glyph}
          </text>
        )}
        {flags.length > 0 && <circle class="t-flag" cx={-r * 0.75} cy={-r * 0.75} r={Math.max(6, r * 0.24)} />}
        {badges.map(([state, value], at) => (
          <Badge key={state} x={at === 0 ? r * 0.78 : -r * 0.78} y={r * 0.74} r={Math.max(9.5, r * 0.4)} text={String(value)} />
        ))}
        {count > 1 && <Badge x={r * 0.82} y={-r * 0.74} r={Math.max(10, r * 0.42)} text={`×${count}`} dark />}
        {mark === 2 && <Tick x={r * 0.8} y={-r * 0.8} />}
        {name && (
          <text class="t-name" y={r + 15}>
            {clip(name, 13)}
          </text>
        )}
      </g>
    </g>
  );
}

/** Where the pips of a die lie, by their number; in halves of the distance between its outermost rows. */
const PIPS: readonly (readonly [number, number])[][] = [
  [],
  [[0, 0]],
  [[-1, 1], [1, -1]],
  [[-1, 1], [0, 0], [1, -1]],
  [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
];

/** The face of a die, around (0, 0); `r` is half of its width. */
export function Pips({ count, r, ink: colour }: { count: number; r: number; ink: string }) {
  return (
    <g class="t-pips" fill={colour}>
      {(PIPS[count] ?? []).map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={(x * r * 0.56).toFixed(1)} cy={(y * r * 0.56).toFixed(1)} r={(r * 0.19).toFixed(1)} />
      ))}
    </g>
  );
}

export function Badge({ x, y, r, text, dark }: { x: number; y: number; r: number; text: string; dark?: boolean }) {
  const width = Math.max(2 * r, text.length * r * 0.95 + r * 0.5);
  return (
    <g class={dark ? "t-badge t-dark" : "t-badge"} aria-hidden="true" transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
      <g class="t-grows">
        <rect x={-width / 2} y={-r} width={width} height={2 * r} rx={r} />
        <text y={r * 0.42} font-size={r * 1.25}>
          {text.replace("-", "−")}
        </text>
      </g>
    </g>
  );
}

/** The sign that something has been clicked on: so that it does not need colour alone. */
export function Tick({ x, y }: { x: number; y: number }) {
  return (
    <g class="t-tick" transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
      <circle r="11" />
      <path d="M-5,0L-1.5,4L5,-4" />
    </g>
  );
}

interface TileProps {
  known: Known;
  board: Board;
  piece: Piece;
  mark: Mark;
  shape: [number, number][];
}

/** A tile that fills its cell, with the ways that lead from it. */
export function Tile({ known, board, piece, mark, shape }: TileProps) {
  const skin = known.skin(piece);
  const spoken = known.spoken(piece);
  const design = known.design(piece.design);
  const hexes = board.sort === "hexes";
  const way = mix(skin.colour, "#f6ecd6", 0.62);
  const rim = mix(skin.colour, "#1c1a16", 0.45);
  const exits = known.exits(piece, board);
  const ends = exits.map((angle): [number, number] => {
    const reach = hexes || angle % 90 === 0 ? 48 : 66;
    const turn = ((angle - 90) * Math.PI) / 180;
    return [reach * Math.cos(turn), reach * Math.sin(turn)];
  });
  // Tiles that differ by more than their ways are told apart by name.
  const named = !!design && known.kind(piece.type).varied;
  const points = shape.map(([x, y]) => `${(x * 0.965).toFixed(1)},${(y * 0.965).toFixed(1)}`).join(" ");
  return (
    <g class="t-moving" data-glide>
    <g class="t-tile" {...control(piece.id, mark, spoken)} role={mark === 1 || mark === 2 ? "button" : "img"} aria-label={spoken}>
      <title>{spoken}</title>
      <polygon points={points} fill={skin.colour} stroke={rim} stroke-width="1.5" />
      {[
        [rim, 24],
        [way, 18],
      ].map(([colour, width]) => (
        <g key={width} stroke={colour as string} stroke-width={width} stroke-linecap="butt" fill={colour as string}>
          {ends.map(([x, y]) => (
            <line key={`${x} ${y}`} x1="0" y1="0" x2={x.toFixed(1)} y2={y.toFixed(1)} />
          ))}
          <circle r={width === 24 ? 15 : 12} stroke="none" />
        </g>
      ))}
      {(mark === 1 || mark === 2) && <polygon class="t-casing" points={points} />}
      {mark !== 0 && <polygon class="t-halo" points={points} />}
    </g>
      {named && (
        <g class="t-tile-name" aria-hidden="true">
          <rect x="-47.5" y="-47.5" width="95" height="17" fill={mix(skin.colour, "#000000", 0.35)} />
          <text y="-34.5" fill={ink(mix(skin.colour, "#000000", 0.35))} style={squeezed(known.pieceLabel(piece), skin.drawn ? 11 : 13)}>
            {skin.drawn ? `${skin.glyph} ` : ""}
            {clip(known.pieceLabel(piece), Math.floor(SQUEEZE * (skin.drawn ? 11 : 13)))}
          </text>
        </g>
      )}
    </g>
  );
}

/** So much more than usual fits if it is written smaller, and can still be read. */
export const SQUEEZE = 1.6;

/** How much smaller a text is written that has more letters than there is room for. */
export function squeezed(text: string, room: number): { "--squeeze": string } | undefined {
  const count = Math.min(text.length, SQUEEZE * room);
  return count <= room ? undefined : { "--squeeze": (room / count).toFixed(2) };
}

/** The first letters of a text that is too long. */
export function clip(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}
