/** Time at the table: the moment that clocks show, what was agreed, and reminders. */
import { computed, effect, signal } from "@preact/signals";
import { lengthText } from "./lengths";
import { setSetting, setting } from "./memory";
import type { Clock } from "./protocol";
import * as store from "./store";
import { language, words } from "./language";
import { botText } from "./names";

/** The moment, in milliseconds; it moves on each second while something at the table counts. */
export const moment = signal(performance.now());

const counts = computed(() => {
  const times = store.times.value;
  return (times !== null && times.running.length > 0) || store.refusal.value !== null || (store.absence.value !== null && store.seats.value.some((one) => one.away !== null && one.plays === "person"));
});

effect(() => {
  if (!counts.value) return undefined;
  const timer = window.setInterval(() => { moment.value = performance.now(); }, 1000);
  return () => window.clearInterval(timer);
});

/** What was agreed about time. */
export function agreedText(clock: Clock): string {
  const texts = words.value;
  const time = clock.each === "choice" ? texts.clockEachChoice(lengthText(clock.seconds))
    : texts.clockWholeMatch(lengthText(clock.seconds), clock.increment ? lengthText(clock.increment) : "");
  return `${time} ${clock.then === "stop" ? texts.clockThenStop : texts.clockThenBot(botText(clock.then, language.value), clock.back)}`;
}

// ------------------------------------------------------------------------------- reminders

const NOTIFY = "notify";
/** Whether the browser can notify at all; it can only on a page that came safely. */
export const canNotify = typeof Notification !== "undefined" && window.isSecureContext;
export const notifies = signal(canNotify && setting(NOTIFY) === "yes" && Notification.permission === "granted");
export const forbidden = signal(canNotify && Notification.permission === "denied");

/** Turns reminders on or off; the browser asks, so it must be in answer to a click. */
export async function toggleNotify(): Promise<void> {
  if (notifies.value) {
    notifies.value = false;
    setSetting(NOTIFY, "no");
    return;
  }
  const allowed = await Notification.requestPermission();
  forbidden.value = allowed === "denied";
  notifies.value = allowed === "granted";
  setSetting(NOTIFY, notifies.value ? "yes" : "no");
}

/** Notifies the reader who does not look at the page. */
export function remind(title: string, body: string): void {
  if (!notifies.value || document.visibilityState !== "hidden") return;
  try {
    const note = new Notification(title, { body, tag: `rulewright-${store.match.value ?? ""}` });
    note.onclick = () => { window.focus(); note.close(); };
  } catch {
    // Some browsers allow this only to a service worker: the title of the page remains.
  }
}
