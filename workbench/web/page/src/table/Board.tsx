/** A board: its cells, the edges between them, and what lies on them. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Board, BoardCell, Cell, Objects, Piece, Property, Value } from "../protocol";
import { worth, type Known } from "./known";
import { type Drawing, type Side, sideOf, type Spot } from "./layout";
import { imageAt } from "./images";
import { memo } from "./memo";
import { control, Info, type Mark } from "./Pieces";
import { heaps } from "./Places";
import { ink, mix } from "./shades";
import { Badge, clip, SQUEEZE, squeezed, Tick, Tile, Token } from "./tokens";
import { wonLines } from "./won";

/** A cell is never drawn smaller than this, in pixels: then the board can be moved instead. */
const LEAST = 28;

interface BoardProps {
  known: Known;
  board: Board;
  /** Where its cells lie, or those of them that are drawn. */
  drawing: Drawing;
  /** The boards whose cells are edges of this one. */
  edges: Board[];
  objects: Objects;
  mark: (id: string) => Mark;
  /** What it is called; empty if that is written elsewhere. */
  title: string;
  /** How many pixels a unit of the drawing may have at most. */
  most: number;
}

export function BoardView({ known, board, drawing, edges, objects, mark, title, most }: BoardProps) {
  const [left, top, width, height] = drawing.box;
  const [zoom, setZoom] = useState(1);
  const [size, setSize] = useState<"tiny" | "small" | "large">("large");
  const frame = useRef<HTMLDivElement>(null);
  const touched = useRef(false);
  const kind = known.catalogue.places[board.name];
  const properties = kind?.properties ?? {};
  const ground = kind?.ground ?? null;
  const usual = usualValues(board, objects, properties);

  useLayoutEffect(() => {
    const at = frame.current;
    if (!at) return;
    const measure = () => {
      if (at.clientWidth < 40) return;
      const cell = (at.clientWidth / width) * 100;
      // Where all is fitted into one window, a small board stays whole.
      const least = at.closest("[data-fitted]") ? 0 : LEAST;
      if (!touched.current) setZoom(cell < least ? Math.min(4, least / cell) : 1);
      const drawn = cell * (at.dataset["zoom"] ? Number(at.dataset["zoom"]) : 1);
      setSize(drawn < 52 ? "tiny" : drawn < 80 ? "small" : "large");
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(at);
    return () => watch.disconnect();
  }, [width, zoom, most]);

  /** What lies in the middle of the frame while the zoom changes, as shares of the drawing. */
  const middle = useRef<[number, number] | null>(null);
  const change = (to: number) => {
    touched.current = true;
    const at = frame.current;
    if (at) {
      // What can be chosen comes into the middle, unless the reader has already moved to somewhere.
      middle.current = zoom > 1.01
        ? [(at.scrollLeft + at.clientWidth / 2) / at.scrollWidth, (at.scrollTop + at.clientHeight / 2) / at.scrollHeight]
        : centreOfLit(board, drawing, mark);
    }
    setZoom(Math.max(1, Math.min(4, Math.round(to * 100) / 100)));
  };
  useLayoutEffect(() => {
    const [at, to] = [frame.current, middle.current];
    if (!at || !to || zoom <= 1.01) return;
    at.scrollLeft = to[0] * at.scrollWidth - at.clientWidth / 2;
    at.scrollTop = to[1] * at.scrollHeight - at.clientHeight / 2;
  }, [zoom]);
  usePinch(frame, zoom, change);
  useDrag(frame);

  const cells = Object.values(board.cells);
  const lay = cells.flatMap((printed) => {
    const [spot, cell] = [drawing.spots.get(printed.id), objects.cells[printed.id]];
    return spot && cell ? [{ printed, spot, cell, pieces: cell.pieces.flatMap((id) => objects.pieces[id] ?? []) }] : [];
  });
  const named = namedCells(board, objects);
  const marked = (cell: Cell, pieces: Piece[]) => `${mark(cell.id)}${pieces.map((one) => mark(one.id)).join("")}`;
  const sides = edges.flatMap((board) => Object.values(board.cells));
  const label = known.boardLabel(board);
  const won = wonLines(board, objects, (piece) => known.pieceOwner(piece));
  const zoomed = zoom > 1.01;
  const choosing = lay.some(({ cell }) => mark(cell.id) === 1);
  return (
    <section role="group" class="t-board" data-board={board.id} aria-label={label} style={{ "--wide": `${Math.round(width * most)}px`, "--aspect": (width / height).toFixed(4) }}>
      <header class="t-board-head">
        {title && <h3 class="t-place-name">{title}</h3>}
        <Lying known={known} cells={lay.filter((one) => one.pieces.length > 0)} />
        {cells.length > 20 && (
          <div class="t-zoom">
            <button type="button" aria-label={known.words.zoomOut} disabled={!zoomed} onClick={() => change(zoom / 1.5)}>
              −
            </button>
            <button type="button" aria-label={known.words.zoomIn} disabled={zoom >= 4} onClick={() => change(zoom * 1.5)}>
              +
            </button>
          </div>
        )}
      </header>
      <div
        class={zoomed ? "t-board-frame t-zoomed" : "t-board-frame"}
        ref={frame}
        style={{ aspectRatio: `${width} / ${height}` }}
        data-zoom={zoom}
        tabIndex={zoomed ? 0 : undefined}
        role={zoomed ? "group" : undefined}
        aria-label={zoomed ? label : undefined}
      >
        <svg
          viewBox={`${left} ${top} ${width} ${height}`}
          class={`t-drawing t-${drawing.sort} t-${size}${ground ? " t-grounded" : ""}${choosing ? " t-choosing" : ""}`}
          role="group"
          aria-label={label}
          style={{ width: `${zoom * 100}%`, aspectRatio: `${width} / ${height}` }}
        >
          <title>{label}</title>
          {ground && <image class="t-ground" href={imageAt(ground)} x={left} y={top} width={width} height={height} preserveAspectRatio="none" />}
          <g class="t-ways">
            {drawing.ways.map(([x1, y1, x2, y2]) => (
              <line key={`${x1} ${y1} ${x2} ${y2}`} x1={x1} y1={y1} x2={x2} y2={y2} />
            ))}
          </g>
          <g class="t-cells">
            {lay.map(({ printed, spot, cell }) => (
              <Ground key={cell.id} known={known} drawing={drawing} printed={printed} spot={spot} cell={cell} properties={properties} usual={usual} lit={mark(cell.id) === 1 || mark(cell.id) === 2} />
            ))}
          </g>
          <g class="t-rim" aria-hidden="true">
            {drawing.rim.map(({ x, y, text, anchor }) => (
              <text key={`${anchor}${text}`} x={x} y={y} text-anchor={anchor}>
                {text}
              </text>
            ))}
            {drawing.rows.map(({ x, y, word }) => (
              <text key={word} class="t-row-head" x={x} y={y}>
                {known.word(word)}
              </text>
            ))}
          </g>
          <g class="t-tiles">
            {lay.map(({ spot, cell, pieces }) => (
              <Tiles key={cell.id} known={known} board={board} spot={spot} cell={cell} pieces={pieces} marks={marked(cell, pieces)} />
            ))}
          </g>
          <g class="t-values">
            {lay.map(({ printed, spot, cell }) => (
              <Values key={cell.id} tiny={size === "tiny"} known={known} drawing={drawing} printed={printed} spot={spot} cell={cell} properties={properties} usual={usual} />
            ))}
          </g>
          {coordinated(drawing, cells) && (
            <g class="t-coordinates" aria-hidden="true">
              {lay.map(({ printed, spot }) => (
                <text key={printed.id} x={spot.x} y={spot.y + spot.outline.reduce((low, [, y]) => Math.max(low, y), 0) - 5} data-of={printed.id}>
                  {printed.name}
                </text>
              ))}
            </g>
          )}
          <g class="t-lights">
            {lay.map(({ spot, cell, pieces }) => {
              const own = mark(cell.id);
              return own === 0 ? null : <Light key={cell.id} known={known} spot={spot} cell={cell} mark={own} pieces={pieces} />;
            })}
          </g>
          <g class="t-edges">
            {sides.map((edge) => {
              const [side, cell] = [sideOf(drawing, edge), objects.cells[edge.id]];
              if (!side || !cell) return null;
              const pieces = cell.pieces.flatMap((id) => objects.pieces[id] ?? []);
              return <Edge key={edge.id} known={known} side={side} cell={cell} pieces={pieces} marks={marked(cell, pieces)} />;
            })}
          </g>
          {won.length > 0 && (
            <g class="t-won-lines" aria-hidden="true">
              {won.map((line) => (
                <g key={line.join()}>
                  <polyline class="t-won-casing" points={through(drawing, line)} />
                  <polyline class="t-won" points={through(drawing, line)} />
                </g>
              ))}
            </g>
          )}
          <g class="t-tokens">
            {lay.map(({ printed, spot, cell, pieces }) =>
              pieces.length === 0 ? null : <Tokens key={cell.id} known={known} drawing={drawing} spot={spot} cell={cell} printed={printed} pieces={pieces} marks={marked(cell, pieces)} large={size === "large"} />,
            )}
            {lay.map(({ spot, cell, pieces }) => {
              const there = named.get(cell.id);
              return there ? <Told key={cell.id} known={known} spot={spot} pieces={there} marks={there.map((one) => mark(one.id)).join("")} alone={pieces.every((one) => known.kind(one.type).form === "tile")} /> : null;
            })}
          </g>
        </svg>
      </div>
    </section>
  );
}

/** The middle of what can be chosen on a board, as shares of the drawing; of the board, if nothing can. */
function centreOfLit(board: Board, drawing: Drawing, mark: (id: string) => Mark): [number, number] {
  const [left, top, width, height] = drawing.box;
  const spots = Object.keys(board.cells).flatMap((id) => (mark(id) === 1 ? (drawing.spots.get(id) ?? []) : []));
  if (spots.length === 0) return [0.5, 0.5];
  const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  return [(mean(spots.map((one) => one.x)) - left) / width, (mean(spots.map((one) => one.y)) - top) / height];
}

/** The pieces that lie on no board, but one of whose states names a cell of this one, by that cell. */
function namedCells(board: Board, objects: Objects): Map<string, Piece[]> {
  const found = new Map<string, Piece[]>();
  for (const piece of Object.values(objects.pieces)) {
    if (objects.cells[piece.place]) continue;
    for (const value of Object.values(piece.states)) {
      if (typeof value !== "string" || !board.cells[value]) continue;
      found.set(value, [...(found.get(value) ?? []), piece]);
      break;
    }
  }
  return found;
}

/** Whether the names of cells are short enough to stand in each: letters and digits such as b4. */
function coordinated(drawing: Drawing, cells: BoardCell[]): boolean {
  return drawing.sort !== "map" && cells.length > 1 && cells.every((cell) => /^[a-z]{1,2}[0-9]{1,2}$/.test(cell.name));
}

/** The middles of cells, for a line through them. */
function through(drawing: Drawing, cells: readonly string[]): string {
  return cells.flatMap((id) => drawing.spots.get(id) ?? []).map((spot) => `${spot.x.toFixed(1)},${spot.y.toFixed(1)}`).join(" ");
}

/** What lies on a board as a list: to be read, and with the details of each piece. */
function Lying({ known, cells }: { known: Known; cells: { cell: Cell; printed: BoardCell; pieces: Piece[] }[] }) {
  const [open, setOpen] = useState(false);
  const count = cells.reduce((sum, one) => sum + one.pieces.length, 0);
  if (count === 0) return null;
  return (
    <div class="t-lying">
      <button type="button" class="t-list" aria-expanded={open ? "true" : "false"} aria-label={known.words.lying(count)} title={known.words.lying(count)} onClick={() => setOpen(!open)}>
        <span aria-hidden="true">≡</span>
      </button>
      {open && (
        <dl>
          {cells.map(({ cell, printed, pieces }) => (
            <div key={cell.id}>
              <dt>{known.cellName(printed)}</dt>
              <dd>
                {heaps(known, pieces, () => 0, false).map(({ piece, count: equal }) => {
                  const facts = known.pieceFacts(piece);
                  const label = known.pieceLabel(piece);
                  return (
                    <span class="t-lies" key={piece.id}>
                      {equal > 1 ? `${equal} × ` : ""}
                      {label}
                      {facts.length > 0 && <small> {facts.join(", ")}</small>}
                      {piece.design && <Info known={known} design={piece.design} label={label} />}
                    </span>
                  );
                })}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

// -------------------------------------------------------------------------- what is usual

/** Whether a board is only a set of places that lead nowhere, with cards in them: then they are drawn as places. */
export function isShelf(known: Known, board: Board): boolean {
  if (board.sort !== "map") return false;
  const cells = Object.values(board.cells);
  if (cells.some((cell) => cell.leads.length > 0 || cell.at)) return false;
  const types = known.catalogue.places[board.name]?.types ?? [];
  return types.some((type) => ["card", "plain card"].includes(known.kind(type).form));
}

/** What a state or a printed property is in most cells, which says nothing; and what only counts columns or rows. */
interface Usual {
  most: Map<string, Value>;
  silent: Set<string>;
}

const usuals = new WeakMap<Board, { silent: Set<string>; tops: Map<string, Value>; key: string; usual: Usual }>();

function usualValues(board: Board, objects: Objects, properties: Record<string, Property>): Usual {
  const cells = Object.values(board.cells);
  const tops = new Map<string, Value>();
  for (const name in properties) {
    const counts = new Map<Value, number>();
    for (const cell of cells) {
      const value = cell.printed[name] ?? objects.cells[cell.id]?.states[name] ?? null;
      if (typeof value !== "object") counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    for (const [value, count] of counts) if (count * 2 > cells.length && cells.length > 2) tops.set(name, value);
  }
  const key = JSON.stringify([...tops]);
  const before = usuals.get(board);
  if (before && before.key === key) return before.usual;
  const silent = before?.silent ?? coordinates(cells, Object.keys(properties));
  const usual = { most: tops, silent };
  usuals.set(board, { silent, tops, key, usual });
  return usual;
}

/** Printed numbers that only say in which column or row a cell lies. */
function coordinates(cells: BoardCell[], names: string[]): Set<string> {
  const silent = new Set<string>();
  for (const name of names) {
    for (const axis of ["x", "y"] as const) {
      const seen = new Map<number, Value>();
      const values = new Set<Value>();
      const fits = cells.every((cell) => {
        const [at, value] = [cell[axis], cell.printed[name]];
        if (at === null || typeof value !== "number") return false;
        if (seen.has(at)) return seen.get(at) === value;
        seen.set(at, value);
        values.add(value);
        return true;
      });
      if (fits && seen.size > 1 && values.size === seen.size) silent.add(name);
    }
  }
  return silent;
}

function telling(cell: Cell, printed: BoardCell, usual: Usual): [string, Value][] {
  return [...Object.entries(printed.printed), ...Object.entries(cell.states)].filter(
    ([name, value]) => worth(value) && !usual.silent.has(name) && !(usual.most.has(name) && usual.most.get(name) === value),
  );
}

// ---------------------------------------------------------------------------------- cells

interface GroundProps {
  known: Known;
  drawing: Drawing;
  printed: BoardCell;
  spot: Spot;
  cell: Cell;
  properties: Record<string, Property>;
  usual: Usual;
}

function points(spot: Spot, scale: number): string {
  return spot.outline.map(([x, y]) => `${(x * scale).toFixed(1)},${(y * scale).toFixed(1)}`).join(" ");
}

const Ground = memo(({ known, drawing, printed, spot, cell, properties, usual, lit }: GroundProps & { lit: boolean }) => {
  const facts = telling(cell, printed, usual);
  const words = facts.filter(([, value]) => typeof value === "string").map(([, value]) => String(value));
  const colour = printed.look?.colour ?? null;
  const tint = colour ?? words.map((word) => known.wordColour(word)).find((one) => one !== null) ?? null;
  const on = facts.some(([, value]) => value === true);
  const off = Object.entries(cell.states).some(([name, value]) => value === false && usual.most.get(name) === true);
  const checked = drawing.sort === "grid" && ((printed.x ?? 0) + (printed.y ?? 0)) % 2 !== 0;
  const title = [`${known.where(cell.id)}`, ...known.facts({ ...printed.printed, ...cell.states }, properties)].join(", ");
  return (
    <g
      class={`t-cell${on ? " t-on" : ""}${off ? " t-off" : ""}${checked ? " t-checked" : ""}`}
      transform={`translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})`}
      data-id={lit ? undefined : cell.id}
    >
      <title>{title}</title>
      {drawing.sort === "map" ? (
        <rect class="t-floor" x={spot.outline[0]?.[0]} y={spot.outline[0]?.[1]} width={-2 * (spot.outline[0]?.[0] ?? 0)} height={-2 * (spot.outline[0]?.[1] ?? 0)} rx="12" />
      ) : (
        <polygon class="t-floor" points={points(spot, 0.985)} />
      )}
      {tint !== null &&
        (drawing.sort === "map" ? (
          <rect class={colour ? "t-tint t-given" : "t-tint"} fill={tint} x={(spot.outline[0]?.[0] ?? 0) + 2} y={(spot.outline[0]?.[1] ?? 0) + 2} width={-2 * (spot.outline[0]?.[0] ?? 0) - 4} height={-2 * (spot.outline[0]?.[1] ?? 0) - 4} rx="10" />
        ) : (
          <polygon class={colour ? "t-tint t-given" : "t-tint"} fill={tint} points={points(spot, 0.93)} />
        ))}
      {printed.look?.symbol && drawing.sort !== "map" && (
        <text class="t-cell-symbol" y="13">
          {printed.look.symbol}
        </text>
      )}
    </g>
  );
});

/** Numbers and words on a cell, above the tile that may lie on it. */
const Values = memo(({ known, drawing, printed, spot, cell, properties, usual, tiny }: GroundProps & { tiny: boolean }) => {
  const facts = telling(cell, printed, usual);
  const [w, h] = [-(spot.outline[0]?.[0] ?? -50), drawing.sort === "hexes" ? 50 : -(spot.outline[0]?.[1] ?? -50)];
  const map = drawing.sort === "map";
  const inRow = map && drawing.rows.length > 0;
  const rowWords = new Set(drawing.rows.map((one) => one.word));
  const label = known.cellName(printed);
  const given = printed.look?.symbol ?? "";
  const symbol = given.length === 1 && !facts.some(([, value]) => String(value) === given) ? given : "";
  const dressed = !!printed.look?.colour || !!printed.look?.symbol;
  const numbers = facts.filter(([, value]) => typeof value === "number" && (inRow || !map || !label.endsWith(` ${value}`)));
  const words = facts.filter(([name, value]) => typeof value === "string" && !(inRow && rowWords.has(value)) && !(dressed && !map && name in printed.printed));
  const room = (numbers.length > 0 ? (tiny ? 7 : 9) : tiny ? 11 : 15) - (symbol ? 2 : 0);
  const rank = inRow ? numbers.shift() : undefined;
  if (!map && numbers.length === 0 && words.length === 0) return null;
  return (
    <g class="t-value" transform={`translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})`} aria-hidden="true">
      {map && !inRow && (
        <text class="t-cell-name" x={-w + 9} y={-h + 22} fill={printed.look?.colour ? ink(printed.look.colour) : undefined} style={squeezed(label, room)}>
          {symbol && `${symbol} `}
          {clip(label, Math.floor(SQUEEZE * room))}
        </text>
      )}
      {rank && (
        <text class="t-rank" x={-w + 8} y={-h + 22}>
          {String(rank[1])}
        </text>
      )}
      {numbers.slice(0, 2).map(([name, value], at) => (
        <g key={name}>
          <title>{known.fact(properties[name], name, value)}</title>
          <Badge x={drawing.sort === "hexes" ? 0 : map || at === 0 ? w - 18 : -w + 18} y={drawing.sort === "hexes" ? -h + 15 : map && at === 0 ? -h + 16 : h - 15} r={11} text={String(value)} />
        </g>
      ))}
      {words.slice(0, 2).map(([name, value], at) => {
        const word = String(value);
        const look = known.wordLook(word);
        const colour = look.colour ?? "#8b8272";
        const says = known.value(properties[name], word);
        return (
          <g key={name} class="t-word" transform={drawing.sort === "hexes" ? `translate(0 ${h - 13 - at * 20})` : `translate(${-w + 16 + at * 24} ${map ? h - 16 : h - 16})`}>
            <title>{known.fact(properties[name], name, value)}</title>
            {look.symbol || look.colour ? <circle r="10" fill={colour} stroke={mix(colour, "#000000", 0.4)} /> : null}
            <text class={look.symbol || look.colour ? "t-word-symbol" : drawing.sort === "hexes" ? "t-word-text t-middle" : "t-word-text"} y="4" x={look.symbol || look.colour || drawing.sort === "hexes" ? 0 : -8}>
              {look.symbol ?? (look.colour ? "" : clip(says, 12))}
            </text>
          </g>
        );
      })}
    </g>
  );
});

/** The highlight of a cell, which is also what the keyboard and the pointer reach. */
const Light = memo(({ known, spot, cell, mark, pieces }: { known: Known; spot: Spot; cell: Cell; mark: Mark; pieces: Piece[] }) => {
  const there = pieces.map((piece) => known.pieceLabel(piece));
  const label = [known.where(cell.id), ...there].join(", ");
  const map = spot.outline.length === 4;
  const [w, h] = [-(spot.outline[0]?.[0] ?? 0) * 0.93, -(spot.outline[0]?.[1] ?? 0) * 0.93];
  return (
    <g class="t-light" transform={`translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})`} {...control(cell.id, mark, label)}>
      <title>{label}</title>
      {mark !== 3 && (map ? <rect class="t-casing" x={-w} y={-h} width={2 * w} height={2 * h} rx="10" /> : <polygon class="t-casing" points={points(spot, 0.9)} />)}
      {map ? <rect class="t-halo" x={-w} y={-h} width={2 * w} height={2 * h} rx="10" /> : <polygon class="t-halo" points={points(spot, 0.9)} />}
      {pieces.length === 0 && mark === 1 && <circle class="t-pip" r="7" />}
      {mark === 2 && <Tick x={map ? w - 8 : 0} y={map ? -h + 8 : -34} />}
    </g>
  );
});

// ------------------------------------------------------------------------- pieces on cells

interface LaidProps {
  known: Known;
  spot: Spot;
  cell: Cell;
  pieces: Piece[];
  marks: string;
}

const Tiles = memo(({ known, board, spot, cell, pieces, marks }: LaidProps & { board: Board }) => (
  <g transform={`translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})`} data-on={cell.id}>
    {pieces.map((piece, at) =>
      known.kind(piece.type).form === "tile" && piece.design ? (
        <Tile key={piece.id} known={known} board={board} piece={piece} mark={Number(marks[at + 1]) as Mark} shape={spot.outline} />
      ) : null,
    )}
  </g>
));

/** Where so many tokens lie in a cell, and how large they are. */
function places(count: number, [w, h]: [number, number]): [number, number, number][] {
  const least = Math.min(w, h);
  if (count === 1) return [[0, 0, least * 0.72]];
  const columns = count === 2 ? (w >= h * 0.95 ? 2 : 1) : w > h * 1.5 ? Math.min(count, 4) : count <= 4 ? 2 : 3;
  const rows = Math.ceil(count / columns);
  const [dx, dy] = [(2 * w) / columns, (2 * h) / rows];
  const r = Math.min(dx, dy) * 0.44;
  return Array.from({ length: count }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    const inRow = row === rows - 1 ? count - columns * (rows - 1) : columns;
    return [(column - (inRow - 1) / 2) * dx, (row - (rows - 1) / 2) * dy, r];
  });
}

const Tokens = memo(({ known, drawing, spot, cell, pieces, marks, large }: LaidProps & { drawing: Drawing; printed: BoardCell; large: boolean }) => {
  const of = new Map(pieces.map((piece, at) => [piece.id, Number(marks[at + 1] ?? 0) as Mark]));
  const loose = pieces.filter((piece) => known.kind(piece.type).form !== "tile" || !piece.design);
  if (loose.length === 0) return null;
  const tiled = loose.length < pieces.length;
  const all = heaps(known, loose, (id) => of.get(id) ?? 0, false);
  const most = drawing.sort === "map" ? 8 : 9;
  const shown = all.length > most ? all.slice(0, most - 1) : all;
  const hidden = all.slice(shown.length);
  const map = drawing.sort === "map";
  const [only] = shown;
  const design = only && known.design(only.piece.design);
  const named = large && !!design && all.length === 1 && !tiled && (known.type(design.type)?.designs.length ?? 0) > 2 && design.copies <= 4 && known.kind(design.type).form !== "die";
  const spots = places(shown.length + (hidden.length > 0 ? 1 : 0), spot.room);
  const shift = map ? 10 : named ? -8 : tiled && drawing.sort === "grid" ? 7 : 0;
  return (
    <g class={marks[0] === "1" || marks[0] === "2" ? "t-through" : undefined} transform={`translate(${spot.x.toFixed(1)} ${(spot.y + shift).toFixed(1)})`} data-on={cell.id}>
      {shown.map((heap, at) => {
        const [x, y, r] = spots[at] ?? [0, 0, 12];
        return (
          <g key={heap.piece.id} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
            <Token known={known} piece={heap.piece} mark={heap.mark} count={heap.count} r={named && !map ? r * 0.9 : tiled && all.length === 1 ? r * 0.85 : r} name={named && !map ? known.pieceLabel(only.piece) : ""} />
          </g>
        );
      })}
      {hidden.length > 0 && (
        <g transform={`translate(${(spots[most - 1]?.[0] ?? 0).toFixed(1)} ${(spots[most - 1]?.[1] ?? 0).toFixed(1)})`}>
          <title>{hidden.map((heap) => known.pieceLabel(heap.piece)).join(", ")}</title>
          <Badge x={0} y={0} r={13} text={`+${hidden.reduce((sum, heap) => sum + heap.count, 0)}`} dark />
        </g>
      )}
    </g>
  );
});

/** Pieces that lie elsewhere, and whose states name this cell: small, and below what lies here. */
const Told = memo(({ known, spot, pieces, marks, alone }: { known: Known; spot: Spot; pieces: Piece[]; marks: string; alone: boolean }) => {
  const shown = pieces.slice(0, 3);
  const r = alone && pieces.length === 1 ? 20 : 13;
  const y = alone ? 0 : spot.room[1] - r;
  return (
    <g class="t-told-pieces" transform={`translate(${spot.x.toFixed(1)} ${(spot.y + y).toFixed(1)})`}>
      {shown.map((piece, at) => (
        <g key={piece.id} transform={`translate(${((at - (shown.length - 1) / 2) * 2.2 * r).toFixed(1)} 0)`}>
          <Token known={known} piece={piece} mark={Number(marks[at] ?? 0) as Mark} count={1} r={r} name="" />
        </g>
      ))}
    </g>
  );
});

const Edge = memo(({ known, side, cell, pieces, marks }: { known: Known; side: Side; cell: Cell; pieces: Piece[]; marks: string }) => {
  const own = Number(marks[0] ?? 0) as Mark;
  const half = side.length / 2;
  const properties = known.catalogue.places[cell.board.replace(/^board:/, "").replace(/@.*/, "")]?.properties;
  const facts = known.facts(cell.states, properties);
  const label = [known.where(cell.id), ...facts, ...pieces.map((piece) => known.pieceLabel(piece))].join(", ");
  const open = own === 1 || own === 2;
  return (
    <g transform={`translate(${side.x.toFixed(1)} ${side.y.toFixed(1)}) rotate(${side.angle.toFixed(1)})`}>
      <g class="t-edge" {...control(cell.id, own, label)}>
        <title>{label}</title>
        <rect class="t-reach" x={-half} y={open ? -17 : -6} width={side.length} height={open ? 34 : 12} />
        {own !== 0 && <rect class="t-halo" x={-half + 3} y="-8" width={side.length - 6} height="16" rx="8" />}
        {pieces.length === 0 && facts.length > 0 && <rect class="t-passage" x={-half * 0.42} y="-6" width={half * 0.84} height="12" rx="4" />}
        {own === 2 && <Tick x={0} y={0} />}
      </g>
      {pieces.map((piece, at) => {
        const skin = known.skin(piece);
        const mark = Number(marks[at + 1] ?? 0) as Mark;
        const spoken = known.spoken(piece);
        const wide = side.length / pieces.length;
        return (
          <g key={piece.id} data-on={cell.id} transform={`translate(${(-half + wide * (at + 0.5)).toFixed(1)} 0)`}>
            <g class="t-bar" data-glide {...control(piece.id, mark, spoken)} role={mark === 1 || mark === 2 ? "button" : "img"} aria-label={spoken}>
              <title>{spoken}</title>
              {mark !== 0 && <rect class="t-halo" x={-wide / 2 - 2} y="-11" width={wide + 4} height="22" rx="7" />}
              <rect x={-wide / 2 + 1} y="-7" width={wide - 2} height="14" rx="3" fill={skin.colour} stroke={mix(skin.colour, "#000000", 0.45)} stroke-width="2" />
            </g>
          </g>
        );
      })}
    </g>
  );
});

// ------------------------------------------------------------------------------- pinching

/** A mouse moves what is zoomed by pulling at it; fingers do that by themselves. */
function useDrag(frame: { current: HTMLDivElement | null }): void {
  useLayoutEffect(() => {
    const at = frame.current;
    if (!at) return;
    let begun: { x: number; y: number; left: number; top: number; moved: boolean } | null = null;
    const start = (event: PointerEvent) => {
      if (event.pointerType !== "mouse" || event.button !== 0 || at.scrollWidth <= at.clientWidth + 1) return;
      begun = { x: event.clientX, y: event.clientY, left: at.scrollLeft, top: at.scrollTop, moved: false };
    };
    const move = (event: PointerEvent) => {
      if (!begun) return;
      const [dx, dy] = [event.clientX - begun.x, event.clientY - begun.y];
      if (!begun.moved && Math.hypot(dx, dy) < SLACK) return;
      begun.moved = true;
      [at.scrollLeft, at.scrollTop] = [begun.left - dx, begun.top - dy];
    };
    const end = () => {
      if (begun?.moved) {
        // The click that ends it means nothing.
        at.addEventListener("click", stop, { capture: true, once: true });
        window.setTimeout(() => at.removeEventListener("click", stop, { capture: true }), 0);
      }
      begun = null;
    };
    const stop = (event: Event) => {
      event.stopPropagation();
      event.preventDefault();
    };
    at.addEventListener("pointerdown", start);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    return () => {
      at.removeEventListener("pointerdown", start);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
    };
  }, [frame]);
}

/** A mouse that moves less than this has only clicked. */
const SLACK = 5;

/** Two fingers zoom; the wheel does with Ctrl. */
function usePinch(frame: { current: HTMLDivElement | null }, zoom: number, change: (to: number) => void): void {
  const now = useRef({ zoom, change });
  now.current = { zoom, change };
  useLayoutEffect(() => {
    const at = frame.current;
    if (!at) return;
    let begun: { apart: number; zoom: number } | null = null;
    const apart = (touches: TouchList): number => {
      const [one, other] = [touches[0], touches[1]];
      return one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
    };
    const start = (event: TouchEvent) => {
      begun = event.touches.length === 2 ? { apart: apart(event.touches), zoom: now.current.zoom } : null;
    };
    const move = (event: TouchEvent) => {
      if (!begun || event.touches.length !== 2 || begun.apart === 0) return;
      event.preventDefault();
      now.current.change((begun.zoom * apart(event.touches)) / begun.apart);
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      now.current.change(now.current.zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15));
    };
    at.addEventListener("touchstart", start, { passive: true });
    at.addEventListener("touchmove", move, { passive: false });
    at.addEventListener("wheel", wheel, { passive: false });
    return () => {
      at.removeEventListener("touchstart", start);
      at.removeEventListener("touchmove", move);
      at.removeEventListener("wheel", wheel);
    };
  }, [frame]);
}
