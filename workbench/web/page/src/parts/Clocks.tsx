/** Clocks at the table, and what one can do when somebody is absent or when one wants to stop. */
import { words } from "../language";
import { aboutText, clockText, lengthText, secondsAway, secondsLeft } from "../lengths";
import { namesOf } from "../names";
import type { Seat } from "../protocol";
import * as store from "../store";
import { agreedText, canNotify, forbidden, moment, notifies, toggleNotify } from "../time";
import { list } from "../words";

/** So many seconds before the end, a clock looks different. */
const SHORT = 30;
/** When so many seconds are left, one's own clock is read aloud: it would be noise if it were each second. */
const ALOUD = [300, 60, 30, 10];

/** The clock of a seat. It is read only to those who go to it. */
export function SeatTime({ seat }: { seat: Seat }) {
  const times = store.times.value;
  if (!times || seat.plays !== "person" || store.state.value?.over || !store.live.value) return null;
  const runs = times.running.includes(seat.seat);
  const left = secondsLeft(times, seat.seat, store.timesHeard.value, runs ? moment.value : store.timesHeard.value);
  const kind = ["time", runs && "runs", runs && left <= SHORT && "short"].filter(Boolean).join(" ");
  return (
    <span class={kind} role="timer" aria-live="off" aria-label={`${words.value.timeLeft}: ${clockText(left)}`} data-time={seat.seat} data-runs={runs ? "" : undefined}>
      {clockText(left)}
    </span>
  );
}

/** Reads one's own clock aloud, now and then. */
export function TimeAloud() {
  const times = store.times.value;
  const mine = store.seat.value;
  let said = "";
  if (times && mine !== null && times.running.includes(mine) && store.live.value) {
    const left = secondsLeft(times, mine, store.timesHeard.value, Math.max(moment.value, store.timesHeard.value));
    const reached = ALOUD.filter((one) => left <= one && one < (store.clock.value?.seconds ?? 0));
    const least = reached[reached.length - 1];
    if (least !== undefined) said = words.value.timeShort(lengthText(least));
  }
  return <p class="unseen" role="status" data-time-aloud>{said}</p>;
}

/** What was agreed about time, and reminders. */
export function Agreed() {
  const texts = words.value;
  const clock = store.clock.value;
  const waits = clock !== null && store.times.value?.running.length === 0 && store.state.value?.actions === 0 && store.ending.value === null;
  return (
    <div class="agreed small">
      {clock && <p class="muted" data-agreed>{agreedText(clock)}{waits && ` ${texts.clockWaits}`}</p>}
      {canNotify && store.seat.value !== null && !forbidden.value && (
        <button type="button" class="quiet" aria-pressed={notifies.value} title={texts.notifyHelp} data-notify onClick={() => void toggleNotify()}>
          {notifies.value ? texts.notifyOn : texts.notifyOff}
        </button>
      )}
    </div>
  );
}

/** For how many seconds nobody has been at a seat. */
function awayFor(seat: Seat): number {
  return secondsAway(seat.away ?? 0, store.seatsHeard.value, Math.max(moment.value, store.seatsHeard.value));
}

/** Whether the reader may want a bot for an absent player. */
export function mayClaim(seat: Seat): boolean {
  const allowed = store.absence.value;
  return allowed !== null && seat.plays === "person" && seat.away !== null && awayFor(seat) >= allowed
    && store.seat.value !== null && store.standIn.value === null && store.ending.value === null && !store.state.value?.over;
}

/** The players who are here, and have not said yet that they want a bot for this absent one. */
export function claimWaits(seat: Seat): number[] {
  return store.seats.value.filter((one) => one.plays === "person" && one.away === null && one.seat !== seat.seat && !seat.wishes.includes(one.seat)).map((one) => one.seat);
}

/** For how long somebody is away, and, after the time that was agreed, the wish for a bot. */
export function Absent({ seat }: { seat: Seat }) {
  const texts = words.value;
  const allowed = store.absence.value;
  if (seat.plays !== "person" || seat.away === null || allowed === null) return null;
  const away = awayFor(seat);
  const mine = store.seat.value;
  const may = mayClaim(seat);
  const waiting = claimWaits(seat);
  return (
    <span class="absent small">
      {may && mine !== null && (seat.wishes.includes(mine)
        ? <span class="muted" data-wished>{texts.claimWaits(list(namesOf(waiting, store.seats.value), texts))}</span>
        : <button type="button" data-claim={seat.seat} aria-label={texts.claimFor(seat.name)} onClick={() => void store.claim(seat.seat)}>{texts.claim}</button>)}
      {!may && away < allowed && <span class="muted" data-away={seat.seat}>{texts.claimLater(aboutText(away), lengthText(allowed))}</span>}
    </span>
  );
}

/** How a match was stopped, in words. */
export function endingText(): string {
  const texts = words.value;
  const ending = store.ending.value;
  if (!ending) return "";
  const mine = ending.seats.length === 1 && ending.seats[0] === store.seat.value;
  if (mine) return ending.reason === "time" ? texts.endedByOwnTime : texts.endedByOwnResigning;
  const names = list(namesOf(ending.seats, store.seats.value), texts);
  return ending.reason === "time" ? texts.endedByTime(names) : texts.endedByResigning(names);
}

/** Who is left after a match was stopped. */
export function remainingText(): string {
  const ending = store.ending.value;
  if (!ending) return "";
  const left = store.seats.value.map((one) => one.seat).filter((one) => !ending.seats.includes(one));
  return left.length ? words.value.remaining(list(namesOf(left, store.seats.value), words.value)) : "";
}
