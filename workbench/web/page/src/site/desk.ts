/** The tables in a worker: requests and connections are messages to it. */
import type { Answer, Line, Transport } from "../transport";
import type { Python } from "./python";

type FromPython =
  | { kind: "answer"; id: number; status: number; text: string }
  | { kind: "text"; line: number; text: string }
  | { kind: "closed"; line: number; code: number };

class WorkerLine implements Line {
  onopen: (() => void) | null = null;
  onmessage: ((text: string) => void) | null = null;
  onclose: (() => void) | null = null;
  isOpen = false;

  constructor(private readonly desk: Desk, readonly number: number) {
    desk.tell({ kind: "open", line: number });
    // Whoever asked for the line says what to do with it first.
    queueMicrotask(() => {
      this.isOpen = true;
      this.onopen?.();
    });
  }

  send(text: string): void {
    this.desk.tell({ kind: "send", line: this.number, text });
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.desk.tell({ kind: "close", line: this.number });
    this.desk.lines.delete(this.number);
  }
}

export class Desk implements Transport {
  readonly lines = new Map<number, WorkerLine>();
  private readonly waits = new Map<number, (answer: Answer) => void>();
  private next = 1;

  constructor(private readonly python: Python) {
    python.heard = (text) => this.hear(JSON.parse(text) as FromPython);
  }

  tell(message: object): void {
    this.python.tell(JSON.stringify(message));
  }

  /** The record of a match, as a file for `rulewright play --resume` and `rulewright simulate --records`. */
  async record(match: string): Promise<string> {
    const id = this.next++;
    const answer = await new Promise<Answer>((resolve) => {
      this.waits.set(id, resolve);
      this.tell({ kind: "record", id, match });
    });
    if (!answer.ok) throw new Error(String(answer.data));
    return String(answer.data);
  }

  /** Offers a game in the worker's files from now on. */
  offer(game: string): void {
    this.tell({ kind: "offer", game });
  }

  private hear(message: FromPython): void {
    if (message.kind === "answer") {
      const done = this.waits.get(message.id);
      this.waits.delete(message.id);
      const { status, text } = message;
      done?.({ ok: status < 400, status, statusText: "", data: JSON.parse(text) });
      return;
    }
    const line = this.lines.get(message.line);
    if (!line) return;
    if (message.kind === "text") line.onmessage?.(message.text);
    else {
      line.isOpen = false;
      this.lines.delete(message.line);
      line.onclose?.();
    }
  }

  request(target: string, body?: unknown): Promise<Answer> {
    return new Promise((resolve) => {
      const id = this.next++;
      this.waits.set(id, resolve);
      this.tell({ kind: "request", id, target, body: body === undefined ? null : JSON.stringify(body) });
    });
  }

  line(): Line {
    const line = new WorkerLine(this, this.next++);
    this.lines.set(line.number, line);
    return line;
  }
}
