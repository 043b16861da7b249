/** One window without scrolling: how much of it each part of the table gets, and how large what lies there is drawn. */
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** From large cards to names only: the first that fits is taken. The style sheet says what each means. */
export const DENSITIES = ["huge", "large", "usual", "brief", "close", "names"] as const;
const USUAL = DENSITIES.indexOf("usual");
const BRIEF = DENSITIES.indexOf("brief");

export interface Room {
  width: number;
  height: number;
}

/** How the common boards, the reader's own area and the rest stand to each other, and how large the boards are. */
export interface Plan {
  /** Boards beside all else; boards and the rest over the own area; all one over the other; and without boards, the rest
   * over the own area, or beside it. */
  mode: "beside" | "over" | "stacked" | "plain" | "aside";
  /** What the boards have, in pixels. */
  boards: Room;
  /** The most that the reader's own area has. */
  own: number;
}

/** Below this, the table is a page to be scrolled. */
export const LEAST: Room = { width: 700, height: 330 };
const GAP = 12;
/** The title of a board, and what surrounds the boards in a player's area. */
const TITLE = 30;
const HEAD = 26;
/** A column of cards needs this width. */
const COLUMN = 300;

/** How wide boards that stand beside each other are, for their height; null for none. */
export function proportion(boxes: readonly (readonly [number, number, number, number])[]): number | null {
  return boxes.length === 0 ? null : boxes.reduce((sum, [, , width, height]) => sum + width / height, 0);
}

/** How the room could be shared between boards, the own area and the rest: the best first.
 *
 * @param field the room.
 * @param boards the proportion of the common boards.
 * @param own whether there is an area of the reader's own, and whether it has boards.
 * @param rest whether anything else lies on the table.
 */
export function plans(field: Room, boards: number | null, own: "none" | "places" | "boards", rest: boolean): Plan[] {
  const { width, height } = field;
  const alone = own === "none" && !rest;
  if (boards === null) {
    const most = Math.floor(height * (rest ? (own === "boards" ? 0.62 : 0.5) : 1));
    const none = { width: 0, height: 0 };
    const below: Plan = { mode: "plain", boards: none, own: most };
    return own === "places" && rest ? [below, { mode: "aside", boards: none, own: height }] : [below];
  }
  if (boards > 4.6) {
    const high = Math.floor(Math.min(height * 0.17, (width - 2 * GAP) / boards + TITLE));
    const most = Math.floor((height - high - GAP) * (rest ? (own === "boards" ? 0.66 : 0.5) : 1));
    const stacked: Plan = { mode: "stacked", boards: { width, height: high }, own: most };
    if (!rest || width < 2.4 * COLUMN) return [stacked];
    // A strip of cells, with the rest beside it: that is as high as what lies there.
    const wide = width * 0.48;
    const least = Math.max(wide / boards + TITLE, height * 0.25);
    return [stacked, { mode: "over", boards: { width: Math.floor(wide), height: Math.ceil(wide / boards + TITLE) }, own: Math.floor(height - least - GAP) }];
  }
  // Beside the boards there is a column at least; the higher they can be, the better.
  const beside = Math.min(height, (alone ? width : width - COLUMN - GAP) / boards + TITLE);
  const lower = height * (own === "boards" ? 0.44 : 0.6);
  const over = Math.min(lower, (rest ? width * 0.62 : width) / boards + TITLE);
  if (beside * 1.05 >= over && boards < 1.75) {
    const most = Math.floor(rest ? height * (own === "boards" ? 0.62 : 0.75) : height);
    const plan = (high: number): Plan => {
      const wide = Math.ceil((high - TITLE) * boards);
      return { mode: "beside", boards: { width: alone ? width : Math.min(wide, width - COLUMN - GAP), height: Math.floor(high) }, own: most };
    };
    return alone ? [plan(beside)] : [plan(beside), plan(beside * 0.88), plan(beside * 0.76)];
  }
  const plan = (high: number): Plan => ({
    mode: "over", boards: { width: Math.ceil((high - TITLE) * boards), height: Math.floor(high) }, own: Math.floor(height - high - GAP),
  });
  const narrow = Math.min(over, (width * 0.44) / boards + TITLE);
  return rest && narrow < over ? [plan(over), plan(narrow)] : [plan(over)];
}

/** Arranges the table in its window each time that the position or the room changes. Others are drawn in full as long as
 * everything is still as large as usual; `setBrief` is called with true when they have to be drawn in a line. */
export function useArrangement(root: RefObject<HTMLElement | null>, objects: unknown, boards: number | null, brief: boolean, setBrief: (brief: boolean) => void): void {
  useLayoutEffect(() => {
    if (root.current && arrange(root.current, boards) && !brief) setBrief(true);
  }, [objects, boards, brief]);
  useLayoutEffect(() => {
    const at = root.current;
    if (!at) return;
    let before = size(at);
    const watch = new ResizeObserver(() => {
      const now = size(at);
      if (now === before) return;
      before = now;
      setBrief(false);
      if (arrange(at, boards)) setBrief(true);
    });
    watch.observe(at);
    if (at.parentElement) watch.observe(at.parentElement);
    return () => watch.disconnect();
  }, [boards]);
}

function size(at: HTMLElement): string {
  return `${at.clientWidth} ${at.parentElement?.clientHeight}`;
}

function area(root: HTMLElement, name: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-area="${name}"]`);
}

/** Arranges a table, and says whether it is crowded: then not everything is as large as usual. */
function arrange(root: HTMLElement, boards: number | null): boolean {
  const [own, rest] = [area(root, "own"), area(root, "rest")];
  const frame = root.parentElement;
  const field = root.querySelector<HTMLElement>(".t-field");
  if (!frame || !field) return false;
  const fixed = getComputedStyle(frame).overflowY !== "visible";
  root.toggleAttribute("data-fitted", fixed);
  const room = { width: field.clientWidth, height: field.clientHeight };
  const small = fixed && (room.width < LEAST.width || room.height < LEAST.height);
  frame.toggleAttribute("data-scrolls", small);
  if (!fixed || small) {
    root.removeAttribute("data-fitted");
    root.removeAttribute("data-mode");
    for (const one of [own, rest]) one?.removeAttribute("data-density");
    return true;
  }
  const kind = !own ? "none" : own.querySelector(".t-board") ? "boards" : "places";
  const areas = [own, rest].filter((one) => one !== null && !keeps(one)) as HTMLElement[];
  // Each look at what overflows lays the page out anew, so no more is tried than what may have changed.
  const known = arranged.get(root);
  const now = [room.width, room.height, boards, kind, ...[own, rest].map(amount)].join(" ");
  if (known && known.now === now && root.dataset["mode"] && !areas.some(overflows)) return known.crowded;
  const found = plans(room, boards, kind, rest !== null);
  const levels = found.map((plan, at) => {
    set(root, own, plan);
    return common(areas, known?.levels[at]);
  });
  // The first plan in which cards say what they do; boards become smaller only for that.
  const enough = levels.findIndex((level) => level <= BRIEF);
  const best = enough >= 0 ? enough : levels.indexOf(Math.min(...levels));
  const plan = found[best];
  if (plan?.mode === "beside" && kind === "places" && (levels[best] ?? 0) >= DENSITIES.length) {
    // Nothing fits: then neither the own area nor the rest is to have all of the column.
    plan.own = Math.floor(room.height * CROWDED);
  }
  if (plan) {
    set(root, own, plan);
    draw(areas, levels[best] ?? 0);
  }
  if (plan && own && overflows(own)) {
    // What is the reader's own is always in sight; the rest is scrolled.
    set(root, own, { ...plan, own: Math.min(room.height * 0.85, own.scrollHeight + GAP) });
  }
  if (plan && own && rest && (plan.mode === "plain" || plan.mode === "stacked" || plan.mode === "over") && kind === "boards") {
    // Boards of the reader's own are as large as what the others leave.
    const spare = rest.clientHeight - contents(rest) - GAP;
    for (const share of spare > GAP ? [1, 0.5, 0] : []) {
      set(root, own, { ...plan, own: plan.own + share * spare });
      if (!areas.some(overflows)) break;
    }
  }
  if (plan && own && rest && kind === "boards" && overflows(rest) && !keeps(rest)) {
    // What has no room even in the smallest size gets some of the reader's own, whose boards become smaller.
    for (let share = 0.95; share > 0.5; share -= 0.05) {
      set(root, own, { ...plan, own: plan.own * share });
      if (!overflows(rest)) break;
      if (!overflows(own)) continue;
      set(root, own, { ...plan, own: plan.own * (share + 0.05) });
      break;
    }
  }
  if (plan && own && rest && plan.mode === "beside") {
    // What is the reader's own may be as high as the rest leaves room for, so that its cards show their texts.
    const spare = rest.clientHeight - contents(rest) - GAP;
    if (spare > GAP) set(root, own, { ...plan, own: plan.own + spare });
  }
  enlarge(areas);
  const crowded = (levels[best] ?? 0) > USUAL;
  arranged.set(root, { now, levels, crowded });
  return crowded;
}

/** The share of the height that the reader's own area has at most, where not all fits. */
const CROWDED = 0.55;

/** What a table was arranged for, the size of cards in each plan, and whether it was crowded. */
const arranged = new WeakMap<HTMLElement, { now: string; levels: number[]; crowded: boolean }>();

/** How much lies in an area: as long as that stays the same, it is drawn as before if it still fits. */
function amount(at: HTMLElement | null): string {
  return at ? `${at.querySelectorAll("[data-id]").length}/${at.querySelectorAll(".t-place, .t-stat").length}` : "";
}

function set(root: HTMLElement, own: HTMLElement | null, plan: Plan): void {
  root.dataset["mode"] = plan.mode;
  const pixels = (name: string, value: number) => root.style.setProperty(name, `${Math.round(value)}px`);
  pixels("--boards-width", plan.boards.width);
  pixels("--boards-height", plan.boards.height);
  pixels("--board-height", plan.boards.height - TITLE);
  pixels("--own-most", plan.own);
  const head = own?.querySelector<HTMLElement>(".t-panel-head")?.offsetHeight ?? 0;
  const wide = plan.mode === "beside" ? Infinity : besideRest(own);
  pixels("--own-board", Math.max(120, Math.min(plan.own - head - TITLE - HEAD, wide)));
}

/** How high the boards of the reader's own may be if they are to leave more than half of the width to what lies beside them. */
function besideRest(own: HTMLElement | null): number {
  const body = own?.querySelector<HTMLElement>(".t-panel-body");
  if (!body?.querySelector(":scope > .t-panel-rest .t-card")) return Infinity;
  const boards = [...body.querySelectorAll<HTMLElement>(":scope > .t-boards > .t-board")];
  const wide = boards.reduce((sum, one) => sum + Number(one.style.getPropertyValue("--aspect")), 0);
  return wide > 0 ? (SHARE * body.clientWidth) / wide : Infinity;
}

/** The share of the width that boards of the reader's own have at most, where cards lie beside them. */
const SHARE = 0.4;

/** Draws all in the largest size at which it fits, and says which that is; one more if it does not fit at all. What is
 * larger never fits where something smaller does not, so the search begins at the size of the last time. */
function common(areas: readonly HTMLElement[], guess = 0): number {
  let level = Math.min(guess, DENSITIES.length - 1);
  draw(areas, level);
  if (areas.some(overflows)) {
    do level++; while (level < DENSITIES.length && (draw(areas, level), areas.some(overflows)));
    return level;
  }
  while (level > 0) {
    draw(areas, level - 1);
    if (areas.some(overflows)) {
      draw(areas, level);
      break;
    }
    level--;
  }
  return level;
}

function draw(areas: readonly HTMLElement[], level: number): void {
  for (const one of areas) one.dataset["density"] = DENSITIES[Math.min(level, DENSITIES.length - 1)];
}

/** Draws what lies in each area as much larger as there is room for. */
function enlarge(areas: readonly HTMLElement[]): void {
  for (const one of areas) {
    for (let level = levelOf(one) - 1; level >= 0; level--) {
      const before = one.dataset["density"];
      one.dataset["density"] = DENSITIES[level];
      if (!areas.some(overflows)) continue;
      one.dataset["density"] = before;
      break;
    }
  }
}

function levelOf(at: HTMLElement): number {
  return DENSITIES.findIndex((one) => one === at.dataset["density"]);
}

/** Whether something was opened in an area: then it may be scrolled, and stays as it is. */
function keeps(at: HTMLElement): boolean {
  return levelOf(at) >= 0 && at.querySelector("[data-opened]") !== null;
}

/** How high what lies in an area is. */
function contents(at: HTMLElement): number {
  const last = at.lastElementChild;
  return last ? last.getBoundingClientRect().bottom - at.getBoundingClientRect().top : 0;
}

function overflows(at: HTMLElement): boolean {
  return at.scrollHeight > at.clientHeight + 1 || at.scrollWidth > at.clientWidth + 1;
}
