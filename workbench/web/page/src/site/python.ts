/** The page's end of a worker in which Python runs. */
import type { Begun, FromWorker, Role, Stage, ToWorker } from "./messages";

export interface Watching {
  stage?: (name: Stage["name"]) => void;
  full?: (message: string) => void;
}

/** The address of the folder in which the site lies. */
export const base = new URL(".", window.location.href).href;

export class Python {
  /** Resolves once Python runs; rejects with the reason if it cannot. */
  readonly begun: Promise<Begun>;
  /** Gets what Python says. */
  heard: (text: string) => void = () => undefined;
  private readonly worker = new Worker(new URL("worker.js", base), { type: "module" });
  private readonly reading = new Map<number, (files: Record<string, string>) => void>();
  private next = 1;

  constructor(role: Role, watching: Watching = {}) {
    this.begun = new Promise((resolve, reject) => {
      this.worker.onmessage = (event: MessageEvent<FromWorker>) => {
        const message = event.data;
        if (message.kind === "python") this.heard(message.text);
        else if (message.kind === "stage") watching.stage?.(message.name);
        else if (message.kind === "full") watching.full?.(message.message);
        else if (message.kind === "begun") resolve(message);
        else if (message.kind === "failed") reject(new Error(message.message));
        else {
          this.reading.get(message.id)?.(message.files);
          this.reading.delete(message.id);
        }
      };
      this.worker.onerror = (event) => reject(new Error(event.message));
    });
    this.post({ kind: "start", base, role });
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  /** Says something to Python. */
  tell(text: string): void {
    this.post({ kind: "python", text });
  }

  /** Writes files, by their paths; null removes one. The browser keeps them if this worker keeps anything. */
  write(files: Record<string, string | null>, keep = false): void {
    this.post({ kind: "write", files, keep });
  }

  /** The texts of all files in a folder and below, by their paths. */
  read(folder: string): Promise<Record<string, string>> {
    return new Promise((resolve) => {
      const id = this.next++;
      this.reading.set(id, resolve);
      this.post({ kind: "read", id, folder });
    });
  }

  end(): void {
    this.worker.terminate();
  }
}
