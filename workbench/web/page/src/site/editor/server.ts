/** The language server, in a worker of its own, and what it says of the files of the game. */
import { LSPClient, type Transport } from "@codemirror/lsp-client";
import { signal } from "@preact/signals";
import { folderOf } from "../kept";
import { Python } from "../python";

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export interface Problem {
  range: Range;
  severity?: number;
  code?: string;
  message: string;
}

export interface TextEdit {
  range: Range;
  newText: string;
}

interface WorkspaceEdit {
  changes?: Record<string, TextEdit[]>;
  documentChanges?: { textDocument: { uri: string }; edits: TextEdit[] }[];
}

export interface Action {
  title: string;
  kind?: string;
  edit?: WorkspaceEdit;
}

export const uriOf = (name: string, path: string): string => `file://${folderOf(name)}/${path}`;

/** The path of a file within a game; null if it is none of the game's. */
export function pathOf(name: string, uri: string): string | null {
  const folder = `file://${folderOf(name)}/`;
  return uri.startsWith(folder) ? uri.slice(folder.length) : null;
}

/** The edits of each file, by its address. */
export function editsOf(edit: WorkspaceEdit): [string, TextEdit[]][] {
  return [
    ...Object.entries(edit.changes ?? {}),
    ...(edit.documentChanges ?? []).map((one): [string, TextEdit[]] => [one.textDocument.uri, one.edits]),
  ];
}

export const offset = (text: string, at: Position): number => {
  let from = 0;
  for (let line = 0; line < at.line; line += 1) {
    const end = text.indexOf("\n", from);
    if (end < 0) return text.length;
    from = end + 1;
  }
  return Math.min(from + at.character, text.length);
};

/** A text after edits. Its places are counted as JavaScript counts, in units of UTF-16. */
export function edited(text: string, edits: TextEdit[]): string {
  const parts = edits
    .map((one) => ({ from: offset(text, one.range.start), to: offset(text, one.range.end), insert: one.newText }))
    .sort((a, b) => b.from - a.from);
  return parts.reduce((found, { from, to, insert }) => found.slice(0, from) + insert + found.slice(to), text);
}

/** One server for all games that are written while the page is open. */
export class Language {
  readonly ready = signal(false);
  /** What is wrong, by the addresses of files. */
  readonly problems = signal<Record<string, Problem[]>>({});
  readonly client: LSPClient;
  private readonly python = new Python("language");

  constructor(extensions: ConstructorParameters<typeof LSPClient>[0] = {}) {
    const listeners = new Set<(text: string) => void>();
    this.python.heard = (text) => {
      const message = JSON.parse(text) as { id?: unknown; method?: string; params?: { uri: string; diagnostics: Problem[] } };
      if (message.method === "textDocument/publishDiagnostics" && message.params) {
        const { uri, diagnostics } = message.params;
        this.problems.value = { ...this.problems.value, [uri]: diagnostics };
      }
      for (const one of listeners) one(text);
    };
    const transport: Transport = {
      send: (text) => this.python.tell(text),
      subscribe: (listener) => listeners.add(listener),
      unsubscribe: (listener) => listeners.delete(listener),
    };
    this.client = new LSPClient({ rootUri: `file://${folderOf("")}`, timeout: 60_000, ...extensions });
    void this.python.begun.then(() => {
      this.client.connect(transport);
      return this.client.initializing;
    }).then(() => { this.ready.value = true; });
  }

  /** Tells the server that files are different now, though no editor has them open. */
  write(name: string, files: Record<string, string | null>): void {
    this.python.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folderOf(name)}/${path}`, text])));
    if (!this.ready.value) return;
    const changes = Object.entries(files).map(([path, text]) => ({ uri: uriOf(name, path), type: text === null ? 3 : 2 }));
    this.client.notification("workspace/didChangeWatchedFiles", { changes });
  }

  /** What can be done about a problem. */
  async actions(uri: string, problem: Problem): Promise<Action[]> {
    this.client.sync();
    const found = await this.client.request<object, Action[] | null>("textDocument/codeAction", {
      textDocument: { uri }, range: problem.range, context: { diagnostics: [problem], only: ["quickfix"] },
    });
    return (found ?? []).filter((one) => one.edit);
  }

  /** Another name for what stands at a place: the edits of all files. */
  async rename(uri: string, position: Position, newName: string): Promise<[string, TextEdit[]][]> {
    this.client.sync();
    const found = await this.client.request<object, WorkspaceEdit | null>("textDocument/rename", {
      textDocument: { uri }, position, newName,
    });
    return found ? editsOf(found) : [];
  }
}
