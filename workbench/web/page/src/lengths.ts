/** Lengths of time: what clocks show between two messages of the server, and how it is written. */
import type { Times } from "./protocol";

/** How many seconds a clock of a message shows at a moment: it counts down to 0. */
export function secondsLeft(times: Times, seat: number, heard: number, now: number): number {
  const passed = times.running.includes(seat) ? Math.max(now - heard, 0) : 0;
  return Math.max(Math.ceil(((times.left[seat] ?? 0) - passed) / 1000), 0);
}

/** "1:05:09", "4:05"; from a day on "2 d 3 h". */
export function clockText(seconds: number): string {
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days > 0) return `${days} d ${hours} h`;
  const two = (one: number): string => String(one).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const UNITS: [number, string][] = [[86400, "d"], [3600, "h"], [60, "min"]];

/** "3 d", "90 min", "45 s": in the largest unit that leaves no rest. */
export function lengthText(seconds: number): string {
  for (const [size, name] of UNITS) if (seconds >= size && seconds % size === 0) return `${seconds / size} ${name}`;
  return `${seconds} s`;
}

/** "3 min": about how long somebody is away. */
export function aboutText(seconds: number): string {
  for (const [size, name] of UNITS) if (seconds >= size) return `${Math.floor(seconds / size)} ${name}`;
  return `${seconds} s`;
}

/** For how many seconds nobody has been at a seat. */
export function secondsAway(away: number, heard: number, now: number): number {
  return away + Math.floor(Math.max(now - heard, 0) / 1000);
}

/** How many seconds remain of a pause that was heard of at a moment. */
export function pauseLeft(pause: { heard: number; seconds: number }, now: number): number {
  return Math.max(pause.seconds - Math.floor(Math.max(now - pause.heard, 0) / 1000), 1);
}
