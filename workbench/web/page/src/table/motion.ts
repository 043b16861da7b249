/** What moves and flashes when the position changes: pieces glide from where they lay to where they lie. */
import type { Event, Objects, Piece } from "../protocol";

const GLIDE = 420;
/** The pause between the beginnings of two movements, and how long all of them take at most, in milliseconds. */
const STEP = 240;
const LONGEST = 2400;
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

export interface Way {
  id: string;
  from: DOMRect;
}

/** Nobody could follow more simultaneous movements than this. */
const MOST = 40;

function drawn(root: Element, id: string): Element | null {
  return root.querySelector(`[data-id="${CSS.escape(id)}"]`);
}

function spot(root: Element, place: string): Element | null {
  return drawn(root, place) ?? root.querySelector(`[data-place="${CSS.escape(place)}"]`);
}

/** Where the pieces that are about to move are drawn now: to be called before the new position is drawn. */
export function ways(root: Element | null, before: Objects | null, after: Objects, events: readonly Event[] = []): Way[] {
  if (!root || !before || before === after || still.matches) return [];
  const moved: [string, string, string][] = [];
  const gone = new Map<string, string[]>();
  for (const id in before.pieces) {
    if (after.pieces[id]) continue;
    const piece = before.pieces[id];
    if (piece) gone.set(piece.type ?? "", [...(gone.get(piece.type ?? "") ?? []), id]);
  }
  for (const id in after.pieces) {
    const now: Piece | undefined = after.pieces[id];
    const was: Piece | undefined = before.pieces[id];
    if (!now || now === was) continue;
    if (was) {
      if (was.place !== now.place) moved.push([id, id, was.place]);
      continue;
    }
    // A piece that has another name now, as it was turned or moved out of sight: it came from where one has gone.
    const sources: string[] = gone.get(now.type ?? "") ?? [];
    const source: string | undefined = sources.find((one) => before.pieces[one]?.place !== now.place);
    const place = source && before.pieces[source]?.place;
    if (source && place) {
      moved.push([id, source, place]);
      sources.splice(sources.indexOf(source), 1);
    }
  }
  if (moved.length > MOST) return [];
  // In the order in which the log names them; what it does not name comes last.
  const named = events.flatMap((event) => event.arguments.map((one) => one.id));
  const place = (id: string): number => (named.includes(id) ? named.indexOf(id) : named.length);
  moved.sort((one, other) => place(one[0]) - place(other[0]));
  const found: Way[] = [];
  for (const [id, as, place] of moved) {
    const from = (drawn(root, as) ?? spot(root, place))?.getBoundingClientRect();
    if (from && from.width > 0) found.push({ id, from });
  }
  return found;
}

/** Lets pieces glide to where they are drawn now, one after the other. */
export function glide(root: Element | null, moves: readonly Way[]): void {
  if (!root) return;
  // First all that is measured, then all that is changed: else the browser would lay the page out again each time.
  const going: [Element, number, number][] = [];
  for (const { id, from } of moves) {
    const face = drawn(root, id);
    if (!face) continue;
    const to = face.getBoundingClientRect();
    if (to.width === 0) continue;
    let [dx, dy] = [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];
    if (Math.abs(dx) + Math.abs(dy) < 2) continue;
    const inside = face.closest<SVGGElement>("g[data-glide]");
    if (inside?.ownerSVGElement) {
      const scale = inside.ownerSVGElement.getScreenCTM()?.a || 1;
      [dx, dy] = [dx / scale, dy / scale];
    }
    going.push([inside ?? face.closest(".t-piece") ?? face, dx, dy]);
  }
  const step = Math.min(STEP, LONGEST / Math.max(going.length, 1));
  for (const [at, [moving, dx, dy]] of going.entries()) {
    moving.animate(
      [
        { transform: `translate(${dx}px, ${dy}px)`, zIndex: 5 },
        { transform: "none", zIndex: 5 },
      ],
      { duration: GLIDE, delay: at * step, fill: "backwards", easing: "cubic-bezier(.3, .7, .2, 1)" },
    );
  }
}

/** Flashes something that has changed. */
export function flash(at: Element | null): void {
  if (!at || still.matches) return;
  const colour = "var(--lit-soft)";
  at.animate([{ backgroundColor: colour }, { backgroundColor: colour, offset: 0.4 }, {}], { duration: 1400, easing: "ease-out" });
}

/** The pieces that lie where they lay, but whose states have changed. */
export function altered(before: Objects | null, after: Objects): string[] {
  if (!before || before === after || before.viewer !== after.viewer) return [];
  const found: string[] = [];
  for (const id in after.pieces) {
    const now: Piece | undefined = after.pieces[id];
    const was: Piece | undefined = before.pieces[id];
    if (was && now && was !== now && was.place === now.place) found.push(id);
  }
  return found.length > MOST ? [] : found;
}

/** Lights up pieces whose states have changed. */
export function blink(root: Element | null, ids: readonly string[]): void {
  if (!root || still.matches) return;
  for (const id of ids) {
    const at = drawn(root, id);
    (at?.closest("g[data-glide]") ?? at)?.animate([{ filter: "brightness(1.5)" }, { filter: "brightness(1)" }], { duration: 800, easing: "ease-out" });
  }
}

/** Shows what an event has named. */
export function point(root: Element | null, ids: Iterable<string>): void {
  if (!root || still.matches) return;
  for (const id of ids) {
    const at = drawn(root, id);
    const target = at instanceof SVGElement ? at : (at?.closest(".t-piece") ?? at);
    target?.animate([{ opacity: 1 }, { opacity: 0.45, offset: 0.25 }, { opacity: 1, offset: 0.5 }, { opacity: 0.45, offset: 0.75 }, { opacity: 1 }], {
      duration: 900,
    });
  }
}

/** The cells that pieces have left for others: where a move began. */
export function leftCells(before: Objects, after: Objects): string[] {
  const found: string[] = [];
  for (const id in after.pieces) {
    const [was, now] = [before.pieces[id]?.place, after.pieces[id]?.place];
    if (was !== undefined && was !== now && after.cells[was] && now && after.cells[now]) found.push(was);
  }
  return found.length > FEW ? [] : found;
}

/** More pieces than these do not move in one move that somebody would follow. */
const FEW = 3;

/** Marks what the last move was about, as long as nothing else happens. */
export function markLast(root: Element | null, ids: ReadonlySet<string>): void {
  if (!root) return;
  for (const one of root.querySelectorAll("[data-last]")) if (!ids.has(one.getAttribute("data-id") ?? "")) one.removeAttribute("data-last");
  for (const id of ids) for (const one of root.querySelectorAll(`[data-id="${CSS.escape(id)}"]`)) one.setAttribute("data-last", "");
}
