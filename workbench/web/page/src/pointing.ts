/** Pointing at what a button or a line of the log names: it is marked on the table as long as the pointer is there. */
import type { Argument } from "./protocol";

const MARK = "data-pointed";

function mark(ids: ReadonlySet<string>): void {
  for (const one of document.querySelectorAll(`[${MARK}]`)) one.removeAttribute(MARK);
  if (ids.size === 0) return;
  for (const one of document.querySelectorAll("[data-table] [data-id], [data-table] [data-value]")) {
    if (ids.has(one.getAttribute("data-id") ?? one.getAttribute("data-value") ?? "")) one.setAttribute(MARK, "");
  }
}

/** Handlers for a control that names something: with the pointer or the focus on it, that is marked. */
export function pointing(all: readonly Argument[]) {
  const on = (): void => mark(new Set(all.map((one) => one.id).filter((one): one is string => one !== null)));
  const off = (): void => mark(new Set());
  return { onPointerEnter: on, onPointerLeave: off, onFocus: on, onBlur: off };
}

/** Nothing is pointed at any more: the control has gone. */
export function unpoint(): void {
  mark(new Set());
}

/** The other way round: with the pointer on something on the table, the options that name it are marked, and its cell says
 * what it is called. */
export function pointedOnTable(target: Element, ids: readonly string[]): void {
  for (const one of document.querySelectorAll(`.prompt [${MARK}], [data-table] .t-here`)) {
    one.removeAttribute(MARK);
    one.classList.remove("t-here");
  }
  for (const one of document.querySelectorAll<HTMLElement>(".prompt [data-names]")) {
    const names = one.dataset["names"]?.split("\n") ?? [];
    if (ids.some((id) => names.includes(id))) one.setAttribute(MARK, "");
  }
  const svg = target.closest("svg");
  for (const id of ids) svg?.querySelector(`[data-of="${CSS.escape(id)}"]`)?.classList.add("t-here");
}
