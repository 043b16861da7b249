/** The connection to the server: joins, asks, and comes back by itself when the line is cut. */
import type { FromServer, Problem, Reply, ToServer } from "./protocol";
import { Refusal } from "./api";
import { type Line as Socket, transport } from "./transport";

export type Line = "connecting" | "open" | "lost" | "refused" | "moved";

export interface Hearing {
  /** How many events the page has; null: none. */
  next: () => number | null;
  language: () => string;
  heard: (message: FromServer) => void;
  line: (line: Line, problem?: Problem) => void;
}

interface Waiting {
  resolve: (reply: Reply) => void;
  reject: (error: Refusal) => void;
}

/** In milliseconds: the first wait before a new attempt, the longest, and how long a request may take. */
const FIRST = 400;
const LONGEST = 4_000;
const PATIENCE = 60_000;

export class Connection {
  private socket: Socket | null = null;
  private waits = new Map<number, Waiting>();
  private nextId = 1;
  private attempt = 0;
  private timer = 0;
  private joined = false;
  private stopped = false;
  private readonly wake = (): void => {
    if (!this.joined && !this.stopped && document.visibilityState !== "hidden") {
      this.attempt = 0;
      this.open();
    }
  };

  /** A browser may keep a page that was left, with its line: then others would see its reader at the table. */
  private readonly hide = (): void => {
    window.clearTimeout(this.timer);
    this.cut();
  };
  private readonly show = (event: PageTransitionEvent): void => {
    if (event.persisted && !this.stopped) this.open();
  };

  constructor(
    private readonly match: string,
    private token: string | null,
    private readonly hearing: Hearing,
  ) {
    window.addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("pagehide", this.hide);
    window.addEventListener("pageshow", this.show);
    this.hearing.line("connecting");
    this.open();
  }

  private open(): void {
    window.clearTimeout(this.timer);
    const old = this.socket;
    this.socket = null;
    old?.close();
    const socket = transport.line();
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({
        type: "join", match: this.match, token: this.token, language: this.hearing.language(), next: this.hearing.next(),
      }));
    };
    socket.onmessage = (text) => {
      if (socket === this.socket) this.hear(JSON.parse(text) as FromServer);
    };
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.socket = null;
      this.joined = false;
      this.drop();
      if (this.stopped) return;
      this.hearing.line("lost");
      // Not all pages at the same moment, once a server is back.
      const wait = Math.min(FIRST * 2 ** this.attempt, LONGEST) * (0.7 + 0.6 * Math.random());
      this.attempt += 1;
      this.timer = window.setTimeout(() => this.open(), wait);
    };
  }

  private hear(message: FromServer): void {
    if (message.type === "reply" || message.type === "refused") {
      const waiting = message.id === null ? undefined : this.waits.get(message.id);
      if (waiting && message.id !== null) {
        this.waits.delete(message.id);
        if (message.type === "reply") waiting.resolve(message);
        else waiting.reject(new Refusal(message.error));
      } else if (message.type === "refused" && !this.joined) {
        // The join itself was refused: coming back would not help.
        this.stop();
        this.hearing.line("refused", message.error);
      }
      return;
    }
    if (message.type === "joined") {
      this.joined = true;
      this.attempt = 0;
      this.hearing.heard(message);
      this.hearing.line("open");
      return;
    }
    if (message.type === "moved") {
      this.stop();
      this.hearing.heard(message);
      this.hearing.line("moved");
      return;
    }
    this.hearing.heard(message);
  }

  private drop(): void {
    const all = [...this.waits.values()];
    this.waits.clear();
    for (const one of all) one.reject(new Refusal({ code: "offline", message: "", help: "", path: "" }));
  }

  ask(message: ToServer): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const socket = this.socket;
      if (!socket || !this.joined || !socket.isOpen) {
        reject(new Refusal({ code: "offline", message: "", help: "", path: "" }));
        return;
      }
      const id = this.nextId++;
      const timer = window.setTimeout(() => {
        if (this.waits.delete(id)) reject(new Refusal({ code: "offline", message: "", help: "", path: "" }));
      }, PATIENCE);
      this.waits.set(id, {
        resolve: (reply) => { window.clearTimeout(timer); resolve(reply); },
        reject: (error) => { window.clearTimeout(timer); reject(error); },
      });
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  /** The seat has a new link: from now on the page comes back with it. */
  renew(token: string): void {
    this.token = token;
  }

  /** Joins again immediately. */
  again(): void {
    this.joined = false;
    this.drop();
    this.open();
  }

  /** For good: no coming back. */
  stop(): void {
    this.stopped = true;
    window.clearTimeout(this.timer);
    window.removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("pagehide", this.hide);
    window.removeEventListener("pageshow", this.show);
    this.cut();
  }

  private cut(): void {
    const socket = this.socket;
    this.socket = null;
    this.joined = false;
    socket?.close();
    this.drop();
  }
}
