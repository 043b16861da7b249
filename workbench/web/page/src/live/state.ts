/** What the page knows of its design table: how the last save went, and what differs since. */
import { signal } from "@preact/signals";
import type { DesignState, Measured } from "../protocol";

/** Whether this page may turn the table into a design table. */
export const mayDesign = signal(false);
/** How the design table stands; null: this page knows of none. */
export const design = signal<DesignState | null>(null);
/** What bots have shown of the rules that were saved last. */
export const measured = signal<Measured | null>(null);
/** The ids of what differs since the last save. */
export const marked = signal<readonly string[]>([]);
/** Whether the sheet below the bar is open. */
export const open = signal(false);

/** Whether a click sets something by hand, instead of choosing it. */
export const settingUp = signal(false);
/** The id of what is being set by hand, or "game". */
export const chosen = signal<string | null>(null);

/** The page has joined a table: if that is a design table, it is told next. */
export function joined(may: boolean): void {
  mayDesign.value = may;
  design.value = null;
  measured.value = null;
  marked.value = [];
  settingUp.value = false;
  chosen.value = null;
}

/** Whether the last save is not on the table as it was meant. */
export const isWrong = (now: DesignState): boolean => !now.clean || now.stop !== null;

/** How the design table stands now. What is wrong opens the sheet. */
export function stands(now: DesignState): void {
  const before = design.value;
  design.value = now;
  const wasWrong = before !== null && isWrong(before);
  if (isWrong(now) && (!wasWrong || before.saves !== now.saves)) open.value = true;
  if (!isWrong(now) && wasWrong) open.value = false;
}
