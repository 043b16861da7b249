/** What the page knows of the match at which it sits, and what it can do there. */
import { batch, computed, signal } from "@preact/signals";
import { problemOf, Refusal, rules as fetchRules } from "./api";
import { apply, extended, settled } from "./changes";
import { click, isWord, lights, remaining } from "./clicking";
import { Connection, type Line } from "./connection";
import { language, words } from "./language";
import * as designing from "./live/state";
import { recall, remember } from "./memory";
import { Following } from "./pace";
import type { BecauseData, Choice, Clock, DesignRequest, Ending, Event, Frame, FromServer, Joined, Labels, Objects, Problem, Reply, RulesData, Seat, SetData, SettingData, State, Times, ToServer, Undo } from "./protocol";
import { rename } from "./router";
import { say } from "./words";
import { imagesAt } from "./table/images";

// --------------------------------------------------------------------- what the server said

export const match = signal<string | null>(null);
export const token = signal<string | null>(null);
export const game = signal("");
export const title = signal<Labels>({});
export const seat = signal<number | null>(null);
export const host = signal(false);
export const seats = signal<Seat[]>([]);
export const state = signal<State | null>(null);
export const turn = signal<number | null>(null);
export const objects = signal<Objects | null>(null);
export const events = signal<Event[]>([]);
export const undo = signal<Undo | null>(null);
export const canUndo = signal(false);
/** The reader's question was refused: the moment of that, and how many seconds later it can be asked again. */
export const refusal = signal<{ heard: number; seconds: number } | null>(null);
export const rules = signal<RulesData | null>(null);
/** The seed, if somebody chose it. */
export const seed = signal<string | null>(null);
/** What was agreed about time, and after how long an absence a bot can take a seat. */
export const clock = signal<Clock | null>(null);
export const absence = signal<number | null>(null);
/** The clocks in the last message, and the moment at which it came. */
export const times = signal<Times | null>(null);
export const timesHeard = signal(0);
/** Who has taken over which seat while the page was open, and after how many lines of the log. */
export const handovers = signal<Handover[]>([]);
/** The moment of the last message about the seats. */
export const seatsHeard = signal(0);
/** Why the match was stopped. */
export const ending = signal<Ending | null>(null);
/** The languages of the game's texts. */
export const languages = signal<string[]>([]);
export const line = signal<Line>("connecting");
/** Why the page could not join, or could not get the rules. */
export const barred = signal<Problem | null>(null);
export const notices = signal<{ number: number; text: string }[]>([]);
/** The key of the rules that were asked for. */
let rulesKey = "";

export interface Handover {
  after: number;
  seat: number;
  /** "person", or the bot. */
  plays: string;
  reason: "late" | "resigned" | "";
}
/** How many events the server has told. */
let next: number | null = null;
/** So many known events are asked for again on coming back, to see whether the log was cut meanwhile. */
const OVERLAP = 5;
/** What has just happened: the events of the last change. */
export const recent = signal<Event[]>([]);

// ------------------------------------------------------------------------ what the reader does

export const picked = signal<string[]>([]);
/** The id of the option that is on its way to the server. */
export const sending = signal<string | null>(null);
/** Options among which the reader has to say which is meant. */
export const menu = signal<Choice[] | null>(null);
/** What cannot be chosen, and why. */
export const why = signal<string | null>(null);
export const problem = signal<Problem | null>(null);
/** The design whose card is open. */
export const card = signal<string | null>(null);
/** The line of the log that is open. */
export const openLine = signal<Event | null>(null);

// ----------------------------------------------------------------------------- looking back

export interface Looking {
  frames: { objects: Objects; next: number }[];
  at: number;
  loading: boolean;
  playing: boolean;
}
export const looking = signal<Looking | null>(null);

export const live = computed(() => looking.value === null);

/** The objects to draw: those of now, or of the moment at which the reader looks back. */
export const shown = computed<Objects | null>(() => {
  const back = looking.value;
  return back ? (back.frames[back.at]?.objects ?? objects.value) : objects.value;
});

/** The lines to show: until now, or until that moment. */
export const lines = computed<Event[]>(() => {
  const back = looking.value;
  const frame = back?.frames[back.at];
  return frame ? events.value.filter((one) => one.number < frame.next) : events.value;
});

/** The lines that people read: without those of which the next ones say the same. */
export const told = computed<Event[]>(() => lines.value.filter((one) => !one.said));

/** What has just happened: at the table, or with the last step while the reader looks back. */
export const recentShown = computed<Event[]>(() => {
  const back = looking.value;
  if (!back) return recent.value;
  const from = back.frames[back.at - 1]?.next ?? Infinity;
  const to = back.frames[back.at]?.next ?? 0;
  return events.value.filter((one) => one.number >= from && one.number < to);
});

/** The bot that plays the reader's own seat. */
export const standIn = computed<string | null>(() => {
  const plays = seat.value === null ? undefined : seats.value[seat.value]?.plays;
  return plays === undefined || plays === "person" ? null : plays;
});

/** Whether a person may have a seat back from its bot. For others, only the host sees the seat's menu. */
export function mayReturn(one: Seat): boolean {
  return one.seat !== seat.value || (!one.resigned && (!one.late || clock.value?.back !== false));
}

/** What the reader has to decide now. */
export const decision = computed(() =>
  live.value && ending.value === null && line.value !== "moved" && line.value !== "refused" && standIn.value === null ? (objects.value?.decision ?? null) : null);

/** The options that name all that is picked. */
export const left = computed<Choice[]>(() => (decision.value ? remaining(decision.value, picked.value) : []));

/** The options that need a button: they name nothing on the table. */
export const wordOptions = computed<Choice[]>(() => decision.value?.options.filter(isWord) ?? []);
export const otherOptions = computed<Choice[]>(() => decision.value?.options.filter((one) => !isWord(one)) ?? []);

/** The designs that options name which name nothing on the table. */
export const values = computed<ReadonlySet<string>>(() => new Set(
  picked.value.length > 0 ? [] : wordOptions.value.flatMap((one) => one.arguments.flatMap((part) => (part.kind === "design" && part.id ? [part.id] : [])))));

export const lit = computed<Set<string>>(() => lights(left.value));
export const pickedSet = computed<Set<string>>(() => new Set(picked.value));

let connection: Connection | null = null;

/** Sits down at a match, or watches it. */
export function join(name: string, secret: string | null): void {
  leave();
  batch(() => {
    match.value = name;
    token.value = secret;
  });
  connection = new Connection(name, secret, {
    next: () => (next === null ? null : Math.max(0, next - OVERLAP)),
    language: () => language.value,
    heard,
    line: (now, why) => {
      batch(() => {
        line.value = now;
        if (why) barred.value = why;
        if (now !== "open") sending.value = null;
      });
    },
  });
}

export function leave(): void {
  connection?.stop();
  connection = null;
  following.clear();
  next = null;
  rulesKey = "";
  batch(() => {
    match.value = null;
    token.value = null;
    objects.value = null;
    rules.value = null;
    events.value = [];
    recent.value = [];
    seats.value = [];
    seed.value = null;
    clock.value = null;
    absence.value = null;
    times.value = null;
    ending.value = null;
    seat.value = null;
    host.value = false;
    state.value = null;
    undo.value = null;
    canUndo.value = false;
    handovers.value = [];
    forgive();
    barred.value = null;
    notices.value = [];
    looking.value = null;
    card.value = null;
    openLine.value = null;
    why.value = null;
    problem.value = null;
    line.value = "connecting";
    letGo();
  });
}

/** The number of the last question why: an answer to an earlier one comes too late. */
let asked = 0;

/** What was picked for one decision means nothing for the next. */
function clear(): void {
  picked.value = [];
  menu.value = null;
  why.value = null;
  problem.value = null;
  asked += 1;
}

let pause = 0;

/** The reader's question was refused; that is forgotten when it can be asked again. */
function refused(seconds: number): void {
  window.clearTimeout(pause);
  refusal.value = { heard: performance.now(), seconds };
  pause = window.setTimeout(forgive, 1000 * seconds);
}

function forgive(): void {
  window.clearTimeout(pause);
  refusal.value = null;
}

/** Seats that others play now than before. */
function handedOver(now: Seat[]): Handover[] {
  return now.filter((one) => one.plays !== (seats.value[one.seat]?.plays ?? one.plays)).map((one) => ({
    after: next ?? 0,
    seat: one.seat,
    plays: one.plays,
    reason: one.plays === "person" ? "" : one.resigned ? "resigned" : one.late ? "late" : "",
  }));
}

/** What is shown from now on, with the images that belong to it. */
function setRules(found: RulesData): void {
  imagesAt(found.images);
  rules.value = found;
}

function loadRules(key: string): void {
  if (rulesKey === key) return;
  rulesKey = key;
  fetchRules(key).then(
    (found) => { if (rulesKey === key) setRules(found); },
    (error: unknown) => { barred.value = problemOf(error); },
  );
}

let notice = 0;
/** There is no such match any more. */
const REMOVED = "RW723";

const following = new Following<FromServer>(take);

/** Shows all that has happened, without pauses. */
export function catchUp(): void {
  following.skip();
}

function heard(message: FromServer): void {
  if (message.type === "changed") {
    const mine = seat.value === null ? null : `player:${seat.value}`;
    following.add(message, message.events.some((one) => one.kind === "choice" && one.player === mine));
    return;
  }
  if (message.type === "joined" || message.type === "renewed" || message.type === "rewritten") following.skip();
  take(message);
}

function take(message: FromServer): void {
  batch(() => {
    switch (message.type) {
      case "measured":
        designing.measured.value = message;
        break;
      case "design":
        designing.stands(message);
        break;
      case "joined":
      case "rewritten":
      case "renewed": {
        if (message.type === "joined" && objects.value !== null && wasCut(message)) {
          // Something was taken back while the page was away: the whole log again.
          next = null;
          events.value = [];
          objects.value = null;
          connection?.again();
          return;
        }
        if (message.type === "joined") {
          languages.value = message.languages;
          game.value = message.game;
          seat.value = message.seat;
          title.value = message.title;
          host.value = message.host;
          seats.value = message.seats;
          seatsHeard.value = performance.now();
          seed.value = message.seed;
          clock.value = message.clock;
          absence.value = message.absence;
          loadRules(message.rules);
          designing.joined(message.design);
          problem.value = null; // it was about the lost line, or about what was there before
        }
        const again = message.type === "joined" && objects.value !== null;
        const same = again && message.turn === turn.value;
        if (!same) clear();
        if (message.type === "rewritten") {
          if (message.data) {
            rulesKey = message.rules;
            setRules(message.data);
          }
          loadRules(message.rules);
          title.value = message.title;
          languages.value = message.languages;
          designing.marked.value = message.marked;
        }
        if (message.type !== "joined") {
          looking.value = null;
          forgive();
          handovers.value = handovers.value.map((one) => ({ ...one, after: Math.min(one.after, message.next) }));
        }
        state.value = message.state;
        turn.value = message.turn;
        objects.value = settled(objects.value, message.objects);
        recent.value = again ? message.events.filter((one) => one.number >= (next ?? 0)) : [];
        events.value = extended(events.value, message.events, message.first);
        next = message.next;
        undo.value = message.undo;
        canUndo.value = message.can_undo;
        stands(message);
        if (message.type === "joined") keepInMind();
        break;
      }
      case "changed":
        // While others choose, one's own decision stays (or there is none), and so does what is picked, and the reason.
        if (message.changes.decision !== undefined && (message.changes.decision || objects.value?.decision)) clear();
        designing.marked.value = [];
        if (message.state.over) problem.value = null;
        state.value = message.state;
        turn.value = message.turn;
        if (objects.value) objects.value = apply(objects.value, message.changes);
        events.value = extended(events.value, message.events);
        recent.value = message.events;
        next = message.next;
        undo.value = message.undo;
        canUndo.value = message.can_undo;
        stands(message);
        break;
      case "standing":
        stands(message);
        break;
      case "seats":
        handovers.value = [...handovers.value, ...handedOver(message.seats)];
        seats.value = message.seats;
        seatsHeard.value = performance.now();
        if (seat.value !== null) host.value = message.seats[seat.value]?.host ?? host.value;
        break;
      case "undo":
        undo.value = message.undo;
        if (message.again !== null) refused(message.again);
        else if (message.undo?.by === seat.value) forgive();
        break;
      case "notice":
        if (message.code === REMOVED) {
          // Coming back would not help.
          connection?.stop();
          line.value = "refused";
          barred.value = { code: message.code, message: say(message.text, language.value), help: "", path: "" };
          break;
        }
        notice += 1;
        notices.value = [...notices.value.slice(-3), { number: notice, text: say(message.text, language.value) }];
        break;
    }
  });
}

function stands(message: { times: Times | null; ending: Ending | null }): void {
  times.value = message.times;
  timesHeard.value = performance.now();
  if (message.ending !== null && ending.value === null) {
    clear();
    forgive();
  }
  ending.value = message.ending;
}

/** Whether the log that the page has is not the beginning of the server's. */
function wasCut(message: Joined): boolean {
  if (next === null) return false;
  if (message.next < next) return true;
  const known = new Map(events.value.map((one) => [one.number, JSON.stringify(one)]));
  return message.events.some((one) => known.has(one.number) && known.get(one.number) !== JSON.stringify(one));
}

function keepInMind(): void {
  const name = match.value;
  if (!name) return;
  const mine = seat.value === null ? null : (seats.value[seat.value]?.name ?? null);
  const known = recall(name);
  // Who only watches a match in which this browser has a seat keeps that seat.
  if (known?.token && !token.value) return;
  remember({ match: name, game: game.value, title: title.value, token: token.value, name: mine });
}

// ------------------------------------------------------------------------------- doing things

/** The page was not up to date. */
const STALE = "RW730";

export async function choose(option: Choice): Promise<void> {
  if (!connection || sending.value !== null || !decision.value || turn.value === null) return;
  const before = picked.value;
  batch(() => {
    sending.value = option.id;
    why.value = null;
    problem.value = null;
    menu.value = null;
  });
  try {
    await connection.ask({ type: "choose", option: option.id, turn: turn.value });
    // The next decision may be the same again.
    if (picked.value === before) picked.value = [];
  } catch (error) {
    const found = problemOf(error);
    batch(() => {
      picked.value = [];
      if (found.code === STALE) why.value = words.value.stale;
      else problem.value = found;
    });
  } finally {
    sending.value = null;
  }
}

/** Why an option of the rules is not open now. */
export function askWhyOption(name: string): void {
  void askWhy(name, "option");
}

async function askWhy(id: string, what: "object" | "option" = "object"): Promise<void> {
  if (!connection) return;
  if (seat.value === null) {
    why.value = words.value.notYours;
    return;
  }
  const mine = ++asked;
  try {
    const reply = await connection.ask({ type: "why", [what]: id, language: languages.value.includes(language.value) ? language.value : (languages.value[0] ?? "en") });
    if (mine === asked) why.value = reply.reason || words.value.noReason;
  } catch (error) {
    const found = problemOf(error);
    if (mine === asked) why.value = [found.message, found.help].filter(Boolean).join(" ") || words.value.offline;
  }
}

/** A click on an object of the table. */
/** A click where the number of a design stands: the option that names it. */
export function pickValue(id: string): void {
  const options = wordOptions.value.filter((one) => one.arguments.some((part) => part.kind === "design" && part.id === id));
  const [first] = options;
  if (first && options.length === 1) void choose(first);
  else if (first) menu.value = options;
}

export function pick(id: string): void {
  if (!live.value || sending.value !== null) return;
  if (designing.settingUp.value) {
    designing.chosen.value = id;
    return;
  }
  const open = decision.value;
  const meaning = open ? click(open, picked.value, id) : { kind: "nothing" as const };
  batch(() => {
    problem.value = null;
    asked += 1;
    switch (meaning.kind) {
      case "choose":
        why.value = null;
        picked.value = [...picked.value, id];
        void choose(meaning.option);
        break;
      case "menu":
        why.value = null;
        menu.value = meaning.options;
        break;
      case "pick":
        why.value = null;
        menu.value = null;
        picked.value = meaning.picked;
        break;
      case "nothing":
        void askWhy(id);
        break;
    }
  });
}

export function letGo(): void {
  batch(() => {
    clear();
    problem.value = null;
  });
}

async function send(work: (there: Connection) => Promise<unknown>): Promise<boolean> {
  if (!connection) return false;
  problem.value = null;
  try {
    await work(connection);
    return true;
  } catch (error) {
    problem.value = problemOf(error);
    return false;
  }
}

/** The seat has to wait before it asks again. */
const TOO_SOON = "RW736";

export async function takeBack(): Promise<boolean> {
  const done = await send((there) => there.ask({ type: "undo" }));
  // That is told, and counted down, in any case.
  if (problem.value?.code === TOO_SOON && refusal.value !== null) problem.value = null;
  return done;
}
export const withdraw = (): Promise<boolean> => send((there) => there.ask({ type: "withdraw" }));
export const consent = (agree: boolean): Promise<boolean> => send((there) => there.ask({ type: "consent", agree }));
export const hand = (to: number, plays: string): Promise<boolean> => send((there) => there.ask({ type: "seat", seat: to, plays }));
export const resign = (): Promise<boolean> => send((there) => there.ask({ type: "resign" }));
export const claim = (of: number): Promise<boolean> => send((there) => there.ask({ type: "claim", seat: of }));
export const designs = (what: DesignRequest["do"]): Promise<boolean> => send((there) => there.ask({ type: "design", do: what }));
/** What can be set by hand at an object. Throws what the server refuses, as the next two. */
export const settingsAt = async (id: string): Promise<SettingData[]> => (await asking({ type: "settings", object: id })).settings ?? [];
export const because = async (of: number | null, name: string): Promise<BecauseData | null> =>
  (await asking({ type: "because", of, name, language: languages.value.includes(language.value) ? language.value : (languages.value[0] ?? "en") })).because ?? null;
export const setByHand = (given: SetData[]): Promise<unknown> => asking({ type: "set", given });
export const writeScenario = async (name: string, cited: string[]): Promise<string> =>
  (await asking({ type: "scenario", name, rules: cited })).written ?? "";
const asking = (message: ToServer): Promise<Reply> =>
  connection?.ask(message) ?? Promise.reject(new Refusal({ code: "offline", message: "", help: "", path: "" }));
export const tell = (chosen: string): void => {
  void connection?.ask({ type: "language", language: chosen }).catch(() => undefined);
};

export async function newLink(of: number): Promise<string | null> {
  let found: string | null = null;
  await send(async (there) => {
    found = (await there.ask({ type: "link", seat: of })).token ?? null;
    if (found && of === seat.value) {
      there.renew(found);
      token.value = found;
      rename(found);
    }
  });
  return found;
}

// ----------------------------------------------------------------------------- looking back

export async function lookBack(): Promise<void> {
  if (!connection || looking.value) return;
  letGo();
  const frames: Looking["frames"] = [];
  looking.value = { frames, at: 0, loading: true, playing: false };
  const asking = looking.value;
  let from = 0;
  let more = true;
  let last: Objects | null = null;
  try {
    while (more) {
      const reply = await connection.ask({ type: "replay", from });
      // The reader may have gone back to the match meanwhile.
      if (!looking.value || looking.value.frames !== asking.frames) return;
      const got: Frame[] = reply.frames ?? [];
      for (const frame of got) {
        if (frame.objects) last = settled(last, frame.objects);
        else if (frame.changes && last) last = apply(last, frame.changes);
        if (last) frames.push({ objects: last, next: frame.next });
      }
      more = reply.more === true && got.length > 0;
      from = (reply.from ?? from) + got.length;
      const now: Looking = looking.value;
      looking.value = { ...now, loading: more };
    }
  } catch (error) {
    batch(() => {
      looking.value = null;
      problem.value = problemOf(error);
    });
  }
}

export function step(to: number): void {
  const back = looking.value;
  if (!back) return;
  const at = Math.max(0, Math.min(back.frames.length - 1, to));
  looking.value = { ...back, at };
}

export function playing(on: boolean): void {
  const back = looking.value;
  if (!back) return;
  const end = back.at >= back.frames.length - 1;
  looking.value = { ...back, playing: on, at: on && end ? 0 : back.at };
}

export function backToMatch(): void {
  looking.value = null;
}
