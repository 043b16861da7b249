/** Requests to the server. */
import type { BotData, Created, GameData, GameResult, NewMatch, Problem, RulesData } from "./protocol";
import { type Answer, transport } from "./transport";

/** A refusal of the server, or its silence (code "offline"). */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

const OFFLINE: Problem = { code: "offline", message: "", help: "", path: "" };

async function ask<T>(path: string, body?: unknown): Promise<T> {
  let answer: Answer;
  try {
    answer = await transport.request(path, body);
  } catch {
    throw new Refusal(OFFLINE);
  }
  if (!answer.ok) {
    const error = (answer.data as { error?: Problem } | null)?.error;
    throw new Refusal(error ?? { ...OFFLINE, code: String(answer.status), message: answer.statusText });
  }
  return answer.data as T;
}

/** The problem in whatever was thrown. */
export function problemOf(error: unknown): Problem {
  return error instanceof Refusal ? error.problem : { ...OFFLINE, code: "page", message: String(error) };
}

export const games = async (): Promise<GameData[]> => (await ask<{ games: GameData[] }>("/api/games")).games;

export const game = (name: string, variants: string[]): Promise<GameResult> => {
  const query = variants.map((one) => `variant=${encodeURIComponent(one)}`).join("&");
  return ask(`/api/games/${encodeURIComponent(name)}${query && `?${query}`}`);
};

export const bots = async (): Promise<BotData[]> => (await ask<{ bots: BotData[] }>("/api/bots")).bots;

const known = new Map<string, Promise<RulesData>>();

/** The catalogue and the boards of rules; the same hash always means the same. */
export function rules(hash: string): Promise<RulesData> {
  let found = known.get(hash);
  if (!found) {
    found = ask<RulesData>(`/api/rules/${encodeURIComponent(hash)}`);
    found.catch(() => known.delete(hash));
    known.set(hash, found);
  }
  return found;
}

export const create = (match: NewMatch): Promise<Created> => ask("/api/matches", match);

export const close = (match: string, token: string): Promise<unknown> => ask("/api/close", { match, token });
