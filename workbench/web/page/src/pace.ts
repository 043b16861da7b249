/** The pace at which a reader follows what others do: changes come one after the other, with a pause between them. */
import { signal } from "@preact/signals";
import { setSetting, setting } from "./memory";

/** Seconds between two changes; 0: as they happen. */
export const PACES = [0, 1, 2, 4] as const;

export const pace = signal<number>(PACES.find((one) => String(one) === setting("pace")) ?? 0);
/** How many changes wait to be shown. */
export const behind = signal(0);

export function setPace(seconds: number): void {
  pace.value = seconds;
  setSetting("pace", String(seconds));
}

/** Changes that wait until the one before them has been looked at. */
export class Following<T> {
  private waiting: T[] = [];
  private last = -Infinity;
  private timer = 0;

  constructor(private readonly show: (one: T) => void) {}

  /** Shows a change in its turn; what the reader has done is shown immediately, after all before it. */
  add(one: T, own: boolean): void {
    if (own || (pace.value === 0 && this.waiting.length === 0)) {
      this.skip();
      this.now(one);
      return;
    }
    this.waiting.push(one);
    behind.value = this.waiting.length;
    this.go();
  }

  /** Shows all that waits. */
  skip(): void {
    for (const one of this.taken()) this.now(one);
  }

  /** Forgets what waits. */
  clear(): void {
    this.taken();
  }

  private taken(): T[] {
    window.clearTimeout(this.timer);
    this.timer = 0;
    const all = this.waiting;
    this.waiting = [];
    behind.value = 0;
    return all;
  }

  private now(one: T): void {
    this.last = performance.now();
    this.show(one);
  }

  private go(): void {
    if (this.timer !== 0) return;
    const wait = Math.max(0, this.last + 1000 * pace.value - performance.now());
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      const one = this.waiting.shift();
      behind.value = this.waiting.length;
      if (one !== undefined) this.now(one);
      if (this.waiting.length > 0) this.go();
    }, wait);
  }
}
