/** Commands, carried out in a worker of their own, so that neither the table nor the editor waits for them. */
import type { Files } from "./kept";
import { Python } from "./python";

export interface Done {
  code: number;
  out: string;
  err: string;
  /** The files in the folder that was asked for. */
  files: Files;
}

type Told = { id: number; out?: string; err?: string; code?: number };

let worker: Python | null = null;
let next = 1;
const waits = new Map<number, (told: Told) => void>();

async function there(): Promise<Python> {
  if (!worker) {
    worker = new Python("commands");
    worker.heard = (text) => {
      const told = JSON.parse(text) as Told;
      waits.get(told.id)?.(told);
    };
  }
  await worker.begun;
  return worker;
}

/**
 * Carries out a command line. `files` are written before, by their paths; the result has the files in `folder`.
 * `told` gets what the command writes, as it is written.
 */
export async function command(
  argv: string[], files: Record<string, string | null> = {}, folder: string | null = null, told: (text: string) => void = () => undefined,
): Promise<Done> {
  const python = await there();
  const id = next++;
  python.write(files);
  const done: Done = { code: 0, out: "", err: "", files: {} };
  await new Promise<void>((resolve) => {
    waits.set(id, (one) => {
      done.out += one.out ?? "";
      done.err += one.err ?? "";
      if (one.out ?? one.err) told(one.out ?? one.err ?? "");
      if (one.code !== undefined) {
        done.code = one.code;
        resolve();
      }
    });
    python.tell(JSON.stringify({ id, argv }));
  });
  waits.delete(id);
  if (folder !== null) {
    const inside = await python.read(folder);
    done.files = Object.fromEntries(Object.entries(inside).map(([path, text]) => [path.slice(folder.length + 1), text]));
  }
  return done;
}

/** Ends what is being carried out, for good. */
export function stop(): void {
  worker?.end();
  worker = null;
  for (const [id, told] of [...waits]) told({ id, code: 130 });
}
