// A small stand-in for VS Code: as much of its interface as the extension and the library of the language client use
// when documents are opened, changed and closed. Documents, settings, commands, findings, messages and tasks are real
// enough to be looked at; whatever else is asked for is a class that can be extended, or a registration that can be
// disposed of.
"use strict";
const { spawn } = require("node:child_process");
const { EventEmitter: NodeEvents } = require("node:events");
const { pathToFileURL, fileURLToPath } = require("node:url");
const Module = require("node:module");

class Disposable {
  constructor(work) {
    this.work = work;
  }
  dispose() {
    this.work?.();
    this.work = undefined;
  }
  static from(...all) {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
}

class EventEmitter {
  constructor() {
    this.events = new NodeEvents();
    this.event = (listener, self, disposables) => {
      const bound = self ? listener.bind(self) : listener;
      this.events.on("fire", bound);
      const made = new Disposable(() => this.events.off("fire", bound));
      disposables?.push(made);
      return made;
    };
  }
  fire(value) {
    this.events.emit("fire", value);
  }
  dispose() {
    this.events.removeAllListeners();
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
  isBefore(other) {
    return this.line < other.line || (this.line === other.line && this.character < other.character);
  }
}

class Range {
  constructor(...all) {
    const [start, end] = all.length === 4 ? [new Position(all[0], all[1]), new Position(all[2], all[3])] : all;
    Object.assign(this, { start, end });
  }
}

class Uri {
  constructor(text) {
    const url = new URL(text);
    this.text = text;
    this.scheme = url.protocol.slice(0, -1);
    this.authority = url.host;
    this.path = decodeURIComponent(url.pathname);
    this.query = "";
    this.fragment = "";
  }
  get fsPath() {
    return this.scheme === "file" ? fileURLToPath(this.text) : this.path;
  }
  toString() {
    return this.text;
  }
  with() {
    return this;
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(path) {
    return new Uri(pathToFileURL(path).href);
  }
}

class Plain {
  constructor(...given) {
    this.given = given;
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class Location {
  constructor(uri, range) {
    Object.assign(this, { uri, range });
  }
}

class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind([this.value, part].filter(Boolean).join("."));
  }
  static Empty = new CodeActionKind("");
  static QuickFix = new CodeActionKind("quickfix");
  static Source = new CodeActionKind("source");
}

class CancellationTokenSource {
  constructor() {
    this.token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
  }
  cancel() {}
  dispose() {}
}

class ProcessExecution {
  constructor(program, args, options) {
    Object.assign(this, { program, args, options });
  }
}

class Task {
  constructor(definition, scope, name, source, execution) {
    Object.assign(this, { definition, scope, name, source, execution });
  }
}

/** What is not known: a function, class, event or number, whichever it is used as. */
function anything(name) {
  if (/^on(Did|Will)/.test(name)) return () => new Disposable();
  if (/^(register|create|set)/.test(name)) return () => new Disposable();
  return undefined;
}

function space(name, known) {
  return new Proxy(known, {
    get: (all, key) => (key in all || typeof key !== "string" ? all[key] : anything(key)),
  });
}

/** Makes an editor, and lets `require("vscode")` find it. */
function makeEditor({ folder, settings = {}, trusted = true, answers = {} }) {
  const emitters = {};
  const event = (name) => (emitters[name] ??= new EventEmitter()).event;
  const fire = (name, value) => (emitters[name] ??= new EventEmitter()).fire(value);
  const documents = [];
  const registered = new Map();
  const editor = {
    fire,
    documents,
    commands: registered,
    executed: [], // commands of the editor itself, with their arguments
    findings: new Map(), // by address
    status: [],
    messages: [], // what was shown
    written: [], // to the output
    tasks: [],
    settings,
    open(path, text, languageId = "yaml") {
      const uri = path.includes(":") ? Uri.parse(path) : Uri.file(path);
      const document = {
        uri,
        languageId,
        text,
        fileName: uri.fsPath,
        version: 1,
        isUntitled: uri.scheme === "untitled",
        isClosed: false,
        isDirty: false,
        eol: 1,
        getText: () => document.text,
        get lineCount() {
          return document.text.split("\n").length;
        },
      };
      documents.push(document);
      fire("onDidOpenTextDocument", document);
      return document;
    },
    change(document, text) {
      const lines = document.text.split("\n");
      const range = new Range(0, 0, lines.length - 1, lines.at(-1).length);
      const contentChanges = [{ range, rangeOffset: 0, rangeLength: document.text.length, text }];
      document.text = text;
      document.version += 1;
      fire("onDidChangeTextDocument", { document, contentChanges, reason: undefined });
    },
    close(document) {
      documents.splice(documents.indexOf(document), 1);
      document.isClosed = true;
      fire("onDidCloseTextDocument", document);
    },
    async command(name, ...given) {
      if (!registered.has(name)) {
        editor.executed.push([name, ...given]);
        return undefined;
      }
      return registered.get(name)(...given);
    },
    /** Waits until something holds, at most ten seconds. */
    async until(what, holds) {
      const end = Date.now() + 10_000;
      for (;;) {
        const found = await holds();
        if (found) return found;
        if (Date.now() > end) throw new Error(`waited in vain until ${what}: ${JSON.stringify(editor.messages)}\n${editor.written.join("\n")}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
  const show = async (text, ...ways) => {
    editor.messages.push([text, ...ways]);
    return answers[text] ?? answers[ways.find((way) => way in answers)] ?? undefined;
  };
  const matches = (selector, document) =>
    (Array.isArray(selector) ? selector : [selector]).some(
      (one) =>
        (one.language === undefined || one.language === document.languageId) &&
        (one.scheme === undefined || one.scheme === document.uri.scheme) &&
        (one.pattern === undefined || document.uri.path.endsWith(".yaml"))
    )
      ? 10
      : 0;
  const write = (text) => editor.written.push(String(text));
  const known = {
    version: "1.91.0",
    Disposable,
    EventEmitter,
    Position,
    Range,
    Uri,
    Diagnostic,
    Location,
    CancellationTokenSource,
    CodeActionKind,
    ProcessExecution,
    Task,
    TaskScope: { Workspace: 2 },
    TaskRevealKind: { Always: 1 },
    TaskPanelKind: { Dedicated: 2 },
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
    LanguageStatusSeverity: { Information: 0, Warning: 1, Error: 2 },
    CancellationError: class extends Error {},
    env: space("env", { language: "en", appName: "stand-in", machineId: "none" }),
    l10n: { t: (text) => text },
    extensions: space("extensions", { all: [], getExtension: () => undefined }),
    commands: space("commands", {
      registerCommand(name, work) {
        if (registered.has(name)) throw new Error(`command '${name}' already exists`);
        registered.set(name, work);
        return new Disposable(() => registered.delete(name));
      },
      executeCommand: (name, ...given) => editor.command(name, ...given),
    }),
    languages: space("languages", {
      match: matches,
      createDiagnosticCollection: () => ({
        set: (uri, found) => editor.findings.set(uri.toString(), found ?? []),
        delete: (uri) => editor.findings.delete(uri.toString()),
        clear: () => editor.findings.clear(),
        dispose: () => editor.findings.clear(),
      }),
      createLanguageStatusItem() {
        const item = { dispose() {} };
        editor.status.push(item);
        return item;
      },
    }),
    tasks: space("tasks", {
      onDidEndTaskProcess: event("onDidEndTaskProcess"),
      onDidEndTask: event("onDidEndTask"),
      async executeTask(task) {
        const execution = { task };
        editor.tasks.push(task);
        const child = spawn(task.execution.program, task.execution.args, { ...task.execution.options, stdio: "ignore" });
        child.on("error", () => fire("onDidEndTask", { execution }));
        child.on("exit", (exitCode) => fire("onDidEndTaskProcess", { execution, exitCode }));
        return execution;
      },
    }),
    window: space("window", {
      visibleTextEditors: [],
      activeTextEditor: undefined,
      tabGroups: space("tabGroups", { all: [] }),
      state: { focused: true },
      createOutputChannel: () => ({
        name: "Rulewright",
        logLevel: 2,
        onDidChangeLogLevel: () => new Disposable(),
        append: write,
        appendLine: write,
        trace: write,
        debug: write,
        info: write,
        warn: write,
        error: write,
        replace() {},
        clear() {},
        show: () => editor.executed.push(["show output"]),
        hide() {},
        dispose() {},
      }),
      showErrorMessage: show,
      showWarningMessage: show,
      showInformationMessage: show,
      showInputBox: async (options) => answers[options.title],
      showTextDocument: async (document) => editor.executed.push(["show document", document.uri.fsPath]),
      withProgress: (_options, work) => work({ report() {} }, new CancellationTokenSource().token),
    }),
    workspace: space("workspace", {
      isTrusted: trusted,
      name: "test",
      workspaceFolders: folder === undefined ? undefined : [{ uri: Uri.file(folder), name: "test", index: 0 }],
      textDocuments: documents,
      notebookDocuments: [],
      fs: {},
      getWorkspaceFolder: () => undefined,
      openTextDocument: async (uri) => ({ uri }),
      getConfiguration: (section) => ({
        get(key, otherwise) {
          const name = [section, key].filter(Boolean).join(".");
          const below = Object.entries(settings).filter(([one]) => one.startsWith(`${name}.`));
          if (name in settings || below.length === 0) return settings[name] ?? otherwise;
          return Object.fromEntries(below.map(([one, value]) => [one.slice(name.length + 1), value]));
        },
        inspect: (key) => ({ globalValue: settings[[section, key].filter(Boolean).join(".")] }),
        has: () => false,
      }),
      createFileSystemWatcher: () =>
        space("watcher", { dispose() {} }),
      onDidOpenTextDocument: event("onDidOpenTextDocument"),
      onDidChangeTextDocument: event("onDidChangeTextDocument"),
      onDidCloseTextDocument: event("onDidCloseTextDocument"),
      onDidSaveTextDocument: event("onDidSaveTextDocument"),
      onDidChangeConfiguration: event("onDidChangeConfiguration"),
      onDidGrantWorkspaceTrust: event("onDidGrantWorkspaceTrust"),
    }),
  };
  editor.api = new Proxy(known, {
    get(all, key) {
      if (key in all || typeof key !== "string" || key === "then") return all[key];
      // Enumerations are asked for their members, classes are extended or made.
      return (all[key] = new Proxy(class extends Plain {}, {
        get: (own, name) => (name in own || typeof name !== "string" ? own[name] : `${key}.${name}`),
      }));
    },
  });
  const load = Module._load;
  Module._load = function (request, ...more) {
    return request === "vscode" ? editor.api : load.call(this, request, ...more);
  };
  editor.forget = () => {
    Module._load = load;
  };
  return editor;
}

module.exports = { makeEditor };
