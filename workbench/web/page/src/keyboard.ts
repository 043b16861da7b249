/** The table by keyboard: shortcuts, and the arrows from one marked thing to the next. */
import { helpOpen, lettersOn } from "./parts/Help";
import { rulesAt } from "./parts/Rules";
import * as store from "./store";

const LIT = "[data-table] [data-lit]";

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("textarea, select, [contenteditable], input:not([type=range]):not([type=checkbox]):not([type=radio])");
}

function middle(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** What lies nearest in the direction of an arrow: ahead counts once, aside twice. */
function nearest(from: Element, key: string): Element | null {
  const start = middle(from);
  let best: Element | null = null;
  let least = Infinity;
  for (const one of document.querySelectorAll(LIT)) {
    if (one === from) continue;
    const end = middle(one);
    const dx = end.x - start.x;
    const dy = end.y - start.y;
    const ahead = { ArrowRight: dx, ArrowLeft: -dx, ArrowDown: dy, ArrowUp: -dy }[key] ?? 0;
    const aside = key === "ArrowRight" || key === "ArrowLeft" ? Math.abs(dy) : Math.abs(dx);
    if (ahead <= 1) continue;
    const far = ahead + 2 * aside;
    if (far < least) {
      least = far;
      best = one;
    }
  }
  return best;
}

function focus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return false;
  element.focus();
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}

function letter(key: string): boolean {
  switch (key.toLowerCase()) {
    case "?":
      helpOpen.value = true;
      return true;
    case "t":
      return focus(document.querySelector(LIT)) || focus(document.getElementById("turn"));
    case "o": {
      const all = document.querySelector<HTMLDetailsElement>("[data-options]");
      if (!all) return focus(document.querySelector(".prompt [data-option]"));
      all.open = true;
      // The list is drawn once it is open.
      window.setTimeout(() => {
        focus(document.querySelector("[data-options] [data-option][tabindex='0']") ?? all.querySelector("summary"));
      }, 60);
      return true;
    }
    case "u":
      if (store.canUndo.value && !store.undo.value && store.seat.value !== null) void store.takeBack();
      return true;
    case "l":
      document.dispatchEvent(new CustomEvent("panel", { detail: "log" }));
      return focus(document.querySelector("[data-log] [data-rove][tabindex='0']"));
    case "r":
      rulesAt.value = "";
      return true;
    case "b":
      if (store.looking.value) store.backToMatch();
      else void store.lookBack();
      return true;
    case "p":
      if (!store.looking.value) return false;
      store.playing(!store.looking.value.playing);
      return true;
    default:
      return false;
  }
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") {
    if (store.picked.value.length || store.why.value || store.problem.value) {
      store.letGo();
      event.preventDefault();
    } else if (store.looking.value) {
      store.backToMatch();
    }
    return;
  }
  if (typing(event.target)) return;
  const target = event.target instanceof Element ? event.target : null;
  if (event.key.startsWith("Arrow")) {
    if (store.looking.value) {
      if (target?.matches("[data-replay]")) return;
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by === undefined) return;
      store.playing(false);
      store.step(store.looking.value.at + by);
      event.preventDefault();
    } else if (target?.closest("[data-table]") && target.closest("[data-lit]")) {
      if (focus(nearest(target.closest("[data-lit]") ?? target, event.key))) event.preventDefault();
    }
    return;
  }
  if (lettersOn.value && event.key.length === 1 && letter(event.key)) event.preventDefault();
}

/** Whether the last thing that the reader did was on the keyboard. */
let byKeys = false;

/** After a choice its button is gone, and the focus with it: who plays by keyboard goes on at the question. */
export function keepFocus(): void {
  if (!byKeys || (document.activeElement !== document.body && document.activeElement !== null)) return;
  document.getElementById("turn")?.focus({ preventScroll: true });
}

function used(event: Event): void {
  byKeys = event.type === "keydown";
}

/** Listens while the table is open. */
export function listen(): () => void {
  document.addEventListener("keydown", used, true);
  document.addEventListener("pointerdown", used, true);
  document.addEventListener("keydown", pressed);
  return () => {
    document.removeEventListener("keydown", used, true);
    document.removeEventListener("pointerdown", used, true);
    document.removeEventListener("keydown", pressed);
  };
}
