/** Where the cells and edges of a board lie in a drawing. All lengths are units of the drawing; y counts downwards. */
import type { Board, BoardCell } from "../protocol";

export interface Spot {
  x: number;
  y: number;
  /** The outline, as the points of a polygon around (0, 0). */
  outline: [number, number][];
  /** How much room there is for pieces: half the width and height. */
  room: [number, number];
}

export interface Side {
  x: number;
  y: number;
  /** How the side lies, in degrees from the horizontal. */
  angle: number;
  length: number;
}

export interface Mark {
  x: number;
  y: number;
  text: string;
  anchor: "start" | "middle" | "end";
}

export interface Drawing {
  sort: Board["sort"];
  box: [number, number, number, number];
  spots: Map<string, Spot>;
  rim: Mark[];
  /** Of a map: the ways between cells, each once. */
  ways: [number, number, number, number][];
  /** Cells drawn in rows by a word that is printed on them: the word of each row. */
  rows: { x: number; y: number; word: string }[];
}

const UNIT = 100;
const HEX = 58;
const ROOT3 = Math.sqrt(3);
const MAP: [number, number] = [148, 104];

const drawings = new WeakMap<Board, Drawing>();

export function drawingOf(board: Board): Drawing {
  let drawing = drawings.get(board);
  if (!drawing) {
    const cells = Object.values(board.cells);
    drawing =
      board.sort === "grid" && cells.every(flat)
        ? grid(board, cells)
        : board.sort === "hexes" && cells.every(flat)
          ? hexes(board, cells)
          : map(board, cells);
    drawings.set(board, drawing);
  }
  return drawing;
}

const crops = new WeakMap<Board, Map<string, Drawing>>();

/** The part of a grid on which anything lies, as one drawing; the whole board, if nothing does. */
export function croppedTo(board: Board, used: ReadonlySet<string>): Drawing {
  const there = Object.values(board.cells).filter((cell) => used.has(cell.id) && flat(cell));
  if (board.sort !== "grid" || there.length === 0) return drawingOf(board);
  const range = (all: number[]): [number, number] => [Math.min(...all), Math.max(...all)];
  const [[west, east], [south, north]] = [range(there.map((cell) => cell.x ?? 0)), range(there.map((cell) => cell.y ?? 0))];
  const known = crops.get(board) ?? new Map<string, Drawing>();
  crops.set(board, known);
  const key = [west, east, south, north].join(" ");
  let drawing = known.get(key);
  if (!drawing) {
    const within = (cell: BoardCell) => west <= (cell.x ?? 0) && (cell.x ?? 0) <= east && south <= (cell.y ?? 0) && (cell.y ?? 0) <= north;
    drawing = grid(board, Object.values(board.cells).filter((cell) => flat(cell) && within(cell)));
    known.set(key, drawing);
  }
  return drawing;
}

/** The cells of a board on which something lies or can be done. */
export function usedCells(board: Board, cells: Record<string, { pieces: readonly string[] }>, lively: (id: string) => boolean): Set<string> {
  return new Set(Object.keys(board.cells).filter((id) => (cells[id]?.pieces.length ?? 0) > 0 || lively(id)));
}

function flat(cell: BoardCell): boolean {
  return cell.x !== null && cell.y !== null;
}

/** The bar on the side that an edge separates: halfway between its two cells, across the line from one to the other. */
export function sideOf(drawing: Drawing, edge: BoardCell): Side | null {
  const [one, other] = edge.leads.map((id) => drawing.spots.get(id));
  if (!one || !other) return null;
  const along = (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI;
  const length = drawing.sort === "hexes" ? HEX : drawing.sort === "grid" ? UNIT - 14 : 44;
  return {
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
    angle: along + (drawing.sort === "map" ? 0 : 90),
    length,
  };
}

function around(spots: Iterable<Spot>, margin: [number, number, number, number]): Drawing["box"] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const spot of spots) {
    for (const [dx, dy] of spot.outline) {
      left = Math.min(left, spot.x + dx);
      right = Math.max(right, spot.x + dx);
      top = Math.min(top, spot.y + dy);
      bottom = Math.max(bottom, spot.y + dy);
    }
  }
  if (left > right) [left, top, right, bottom] = [0, 0, UNIT, UNIT];
  const [t, r, b, l] = margin;
  return [left - l, top - t, right - left + l + r, bottom - top + t + b];
}

function rectangle(width: number, height: number): [number, number][] {
  const [w, h] = [width / 2, height / 2];
  return [
    [-w, -h],
    [w, -h],
    [w, h],
    [-w, h],
  ];
}

/** The letters and digits that the names of cells such as b4 are made of; null if they are not called so. */
function coordinates(cells: BoardCell[]): [Map<number, string>, Map<number, string>] | null {
  const [columns, rows] = [new Map<number, string>(), new Map<number, string>()];
  for (const { name, x, y } of cells) {
    const parts = /^([a-z]+)([0-9]+)$/.exec(name);
    if (!parts || x === null || y === null) return null;
    const [, letter = "", digit = ""] = parts;
    if ((columns.get(x) ?? letter) !== letter || (rows.get(y) ?? digit) !== digit) return null;
    columns.set(x, letter);
    rows.set(y, digit);
  }
  return [columns, rows];
}

function grid(_board: Board, cells: BoardCell[]): Drawing {
  const spots = new Map<string, Spot>();
  for (const cell of cells) {
    spots.set(cell.id, {
      x: (cell.x ?? 0) * UNIT,
      y: -(cell.y ?? 0) * UNIT,
      outline: rectangle(UNIT, UNIT),
      room: [44, 44],
    });
  }
  const names = coordinates(cells);
  const rim: Mark[] = [];
  const inner = around(spots.values(), [0, 0, 0, 0]);
  if (names && cells.length > 1) {
    for (const [x, text] of names[0]) rim.push({ x: x * UNIT, y: inner[1] + inner[3] + 24, text, anchor: "middle" });
    for (const [y, text] of names[1]) rim.push({ x: inner[0] - 12, y: -y * UNIT + 6, text, anchor: "end" });
  }
  const margin: [number, number, number, number] = rim.length ? [8, 8, 34, 34] : [8, 8, 8, 8];
  return { sort: "grid", box: around(spots.values(), margin), spots, rim, ways: [], rows: [] };
}

function hexes(_board: Board, cells: BoardCell[]): Drawing {
  const spots = new Map<string, Spot>();
  const outline: [number, number][] = [0, 60, 120, 180, 240, 300].map((angle) => [
    HEX * Math.cos((angle * Math.PI) / 180),
    HEX * Math.sin((angle * Math.PI) / 180),
  ]);
  for (const cell of cells) {
    const [x, y] = [cell.x ?? 0, cell.y ?? 0];
    spots.set(cell.id, { x: x * 1.5 * HEX, y: -(y + x / 2) * ROOT3 * HEX, outline, room: [40, 42] });
  }
  const rim: Mark[] = [];
  // Below each column its letter, where the names of the column's cells share one.
  const columns = new Map<number, BoardCell[]>();
  for (const cell of cells) columns.set(cell.x ?? 0, [...(columns.get(cell.x ?? 0) ?? []), cell]);
  for (const [x, column] of columns) {
    const letters = new Set(column.map((cell) => /^([a-z]+)[0-9]+$/.exec(cell.name)?.[1] ?? ""));
    const [letter] = letters;
    const low = Math.max(...column.map((cell) => spots.get(cell.id)?.y ?? 0));
    if (letters.size === 1 && letter) {
      rim.push({ x: x * 1.5 * HEX, y: low + (ROOT3 / 2) * HEX + 22, text: letter, anchor: "middle" });
    }
  }
  return {
    sort: "hexes",
    box: around(spots.values(), [8, 8, rim.length ? 32 : 8, 8]),
    spots,
    rim,
    ways: [],
    rows: [],
  };
}

// ------------------------------------------------------------------------------------ maps

/** A printed word that puts all cells into several groups of more than one. */
export function sorting(cells: BoardCell[]): string | null {
  const keys = new Set(cells.flatMap((cell) => Object.keys(cell.printed)));
  for (const key of keys) {
    const groups = new Map<string, number>();
    for (const cell of cells) {
      const value = cell.printed[key];
      if (typeof value !== "string") return null;
      groups.set(value, (groups.get(value) ?? 0) + 1);
    }
    if (groups.size > 1 && groups.size < cells.length) return key;
  }
  return null;
}

function map(_board: Board, cells: BoardCell[]): Drawing {
  const given = cells.length > 0 && cells.every((cell) => Array.isArray(cell.at));
  const linked = cells.some((cell) => cell.leads.length > 0);
  const rows: Drawing["rows"] = [];
  const at = new Map<string, [number, number]>();
  let [width, height] = MAP;
  if (given) {
    for (const cell of cells) at.set(cell.id, cell.at ?? [0, 0]);
  } else if (linked) {
    for (const [id, where] of stress(cells)) at.set(id, where);
  } else {
    const key = sorting(cells);
    if (key) {
      const order: string[] = [];
      const filled = new Map<string, number>();
      for (const cell of cells) {
        const word = String(cell.printed[key]);
        if (!order.includes(word)) order.push(word);
        const column = filled.get(word) ?? 0;
        filled.set(word, column + 1);
        at.set(cell.id, [column, order.indexOf(word)]);
      }
      [width, height] = [112, 84];
      // Many short rows stand side by side.
      const longest = Math.max(...filled.values());
      const half = order.length > 4 && longest <= 4 ? Math.ceil(order.length / 2) : order.length;
      for (const [id, [column, row]] of at) {
        if (row >= half) at.set(id, [column + longest + 0.25, row - half]);
      }
      order.forEach((word, row) => {
        const [x, y] = row >= half ? [longest + 0.25, row - half] : [0, row];
        rows.push({ x, y, word });
      });
    } else {
      const columns = cells.length <= 6 ? cells.length : Math.ceil(Math.sqrt(cells.length * 1.6));
      cells.forEach((cell, index) => at.set(cell.id, [index % columns, Math.floor(index / columns)]));
    }
  }
  const grown = spread(at, rows.length ? [width + 8, height + 34] : linked ? [width + 40, height + 34] : [width + 10, height + 10]);
  const spots = new Map<string, Spot>();
  for (const [id, [x, y]] of grown) {
    spots.set(id, { x, y, outline: rectangle(width, height), room: [width / 2 - 6, height / 2 - 14] });
  }
  const ways: Drawing["ways"] = [];
  const seen = new Set<string>();
  for (const cell of cells) {
    for (const other of cell.leads) {
      const pair = [cell.id, other].sort().join("\n");
      const [from, to] = [spots.get(cell.id), spots.get(other)];
      if (seen.has(pair) || !from || !to) continue;
      seen.add(pair);
      ways.push([from.x, from.y, to.x, to.y]);
    }
  }
  const heads = rows.map(({ x, y, word }) => ({
    x: x * (width + 8) - width / 2,
    y: y * (height + 34) - height / 2 - 8,
    word,
  }));
  return {
    sort: "map",
    box: around(spots.values(), [rows.length ? 32 : 8, 8, 8, 8]),
    spots,
    rim: [],
    ways,
    rows: heads,
  };
}

/** Stretches positions until no two cells overlap. */
function spread(at: Map<string, [number, number]>, least: [number, number]): Map<string, [number, number]> {
  const all = [...at.values()];
  let scale = 1;
  const apart = (one: [number, number], other: [number, number]) =>
    Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]));
  for (let one = 0; one < all.length; one++) {
    for (let other = 0; other < one; other++) {
      const [a, b] = [all[one], all[other]];
      if (!a || !b) continue;
      const gap = apart(a, b);
      if (gap > 0.05 && gap < 1) scale = Math.max(scale, 1 / gap);
    }
  }
  scale = Math.min(scale, 4);
  const placed: [string, [number, number]][] = [...at].map(([id, [x, y]]) => [
    id,
    [x * scale * least[0], y * scale * least[1]],
  ]);
  // What still overlaps is pushed apart, always in the same order.
  for (let round = 0; round < 60; round++) {
    let moved = false;
    for (let one = 0; one < placed.length; one++) {
      for (let other = 0; other < one; other++) {
        const [a, b] = [placed[one]?.[1], placed[other]?.[1]];
        if (!a || !b) continue;
        const over = [least[0] - Math.abs(a[0] - b[0]), least[1] - Math.abs(a[1] - b[1])] as const;
        if (over[0] <= 0.5 || over[1] <= 0.5) continue;
        moved = true;
        const axis = over[0] <= over[1] ? 0 : 1;
        const push = over[axis] / 2 + 0.5;
        const sign = a[axis] >= b[axis] ? 1 : -1;
        a[axis] += sign * push;
        b[axis] -= sign * push;
      }
    }
    if (!moved) break;
  }
  return new Map(placed);
}

/** Positions at which cells lie about as far apart as the ways between them are long. The same for the same cells. */
function stress(cells: BoardCell[]): Map<string, [number, number]> {
  const ids = cells.map((cell) => cell.id);
  const index = new Map(ids.map((id, at) => [id, at]));
  const next: Set<number>[] = ids.map(() => new Set());
  cells.forEach((cell, from) => {
    for (const other of cell.leads) {
      const to = index.get(other);
      if (to === undefined || to === from) continue;
      next[from]?.add(to);
      next[to]?.add(from);
    }
  });
  const far = ids.map((_, from) => {
    const steps: number[] = ids.map(() => Infinity);
    steps[from] = 0;
    const queue = [from];
    for (let head = 0; head < queue.length; head++) {
      const here = queue[head] ?? 0;
      for (const there of next[here] ?? []) {
        if (steps[there] === Infinity) {
          steps[there] = (steps[here] ?? 0) + 1;
          queue.push(there);
        }
      }
    }
    return steps;
  });
  const finite = far.flat().filter((one) => one !== Infinity);
  const apart = Math.max(1, ...finite) * 0.5 + 1;
  for (const steps of far) steps.forEach((one, at) => one === Infinity && (steps[at] = apart));
  const count = ids.length;
  const where: [number, number][] = ids.map((_, at) => {
    const angle = (at / count) * 2 * Math.PI - Math.PI / 2;
    return [Math.cos(angle) * Math.sqrt(count), Math.sin(angle) * Math.sqrt(count)];
  });
  for (let round = 0; round < 240; round++) {
    for (let one = 0; one < count; one++) {
      let [x, y, weight] = [0, 0, 0];
      const a = where[one];
      if (!a) continue;
      for (let other = 0; other < count; other++) {
        const b = where[other];
        if (other === one || !b) continue;
        const want = far[one]?.[other] ?? 1;
        const share = 1 / (want * want);
        const [dx, dy] = [a[0] - b[0], a[1] - b[1]];
        const length = Math.hypot(dx, dy) || 0.01;
        x += share * (b[0] + (want * dx) / length);
        y += share * (b[1] + (want * dy) / length);
        weight += share;
      }
      if (weight > 0) where[one] = [x / weight, y / weight];
    }
  }
  // Screens and cells are wider than high, so the longest axis should lie across; the first cell on the left.
  const middle = [0, 1].map((axis) => where.reduce((sum, one) => sum + (one[axis] ?? 0), 0) / count);
  const [mx = 0, my = 0] = middle;
  let [xx, yy, xy] = [0, 0, 0];
  for (const [x, y] of where) {
    xx += (x - mx) ** 2;
    yy += (y - my) ** 2;
    xy += (x - mx) * (y - my);
  }
  const axis = 0.5 * Math.atan2(2 * xy, xx - yy);
  const [cos, sin] = [Math.cos(-axis), Math.sin(-axis)];
  const turned = where.map(([x, y]): [number, number] => [(x - mx) * cos - (y - my) * sin, (x - mx) * sin + (y - my) * cos]);
  const mirror = (turned[0]?.[0] ?? 0) > 0 ? -1 : 1;
  return new Map(ids.map((id, at) => [id, [(turned[at]?.[0] ?? 0) * mirror, turned[at]?.[1] ?? 0]]));
}
