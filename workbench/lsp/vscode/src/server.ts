// The language server: which command starts it, its life, and what people see of it.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { CloseAction, ErrorAction, LanguageClient } from "vscode-languageclient/node";
import type { LanguageClientOptions } from "vscode-languageclient/node";
import { commands } from "./command";
import type { Command, Machine } from "./command";
import { nothingFound, trouble } from "./trouble";
import type { Ending, Trouble } from "./trouble";

export const SELECTOR = [
  { language: "yaml", scheme: "file", pattern: "**/*.{yaml,yml}" },
  { language: "yaml", scheme: "untitled" },
];
/** The commands of this extension that code lenses of the server may name. */
export const CLIENT_COMMANDS = ["rulewright.playFromHere", "rulewright.showReferences"];

/** How often the server is started again by itself within three minutes after it has ended. */
const STARTS = 4;
const MINUTES = 3 * 60 * 1000;
/** How many characters of the server's errors are kept, to say why it did not start. */
const KEPT = 8000;

export const machine: Machine = {
  platform: process.platform,
  env: process.env,
  home: homedir(),
  isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
};

/** A client that shows no messages of its own until the server has answered: before, `Server.fail` says more. */
class Client extends LanguageClient {
  isQuiet = true;

  override error(message: string, data?: unknown, show?: boolean | "force"): void {
    super.error(message, data, this.isQuiet ? false : show);
  }
}

/** One language server for all folders of the workspace. */
export class Server implements vscode.Disposable {
  /** The command by which the server was started, or would be. */
  command: Command | undefined;
  client: LanguageClient | undefined;
  trouble: Trouble | undefined;
  private readonly output = vscode.window.createOutputChannel("Rulewright", { log: true });
  private readonly status = vscode.languages.createLanguageStatusItem("rulewright", { language: "yaml" });
  private process: ChildProcess | undefined;
  private work: Promise<void> = Promise.resolve();
  private ends: number[] = [];

  constructor(private readonly extension: vscode.Uri) {
    this.status.name = "Rulewright";
    this.show("Rulewright: no game open", undefined);
  }

  /** Starts the server, unless it runs, or could not be started before. */
  start(): Promise<void> {
    return this.after(async () => {
      if (this.client === undefined && this.trouble === undefined) await this.begin();
    });
  }

  /** Ends the server if it runs, and starts it. */
  restart(): Promise<void> {
    return this.after(async () => {
      await this.end();
      this.ends = [];
      await this.begin();
    });
  }

  stop(): Promise<void> {
    return this.after(() => this.end());
  }

  showOutput(): void {
    this.output.show(true);
  }

  dispose(): void {
    this.process?.kill();
    this.status.dispose();
    this.output.dispose();
  }

  /** The folders of the workspace that are on this computer. */
  folders(): string[] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return folders.filter((one) => one.uri.scheme === "file").map((one) => one.uri.fsPath);
  }

  /** The commands that may start Rulewright, the best first; none in a workspace that is not trusted. */
  candidates(): Command[] {
    if (!vscode.workspace.isTrusted) return [];
    const setting = vscode.workspace.getConfiguration("rulewright").inspect<string[]>("command");
    const set = setting?.workspaceFolderValue ?? setting?.workspaceValue ?? setting?.globalValue;
    return commands(set, this.folders(), machine);
  }

  /** Does one thing after the other. */
  private after(work: () => Promise<void>): Promise<void> {
    this.work = this.work.then(work, work);
    return this.work;
  }

  private async begin(): Promise<void> {
    this.trouble = undefined;
    if (!vscode.workspace.isTrusted) {
      this.show("Rulewright: this workspace is not trusted", {
        title: "Manage trust",
        command: "workbench.trust.manage",
      });
      return;
    }
    this.show("Rulewright: starting …", undefined);
    this.status.busy = true;
    try {
      let found = nothingFound();
      for (const command of this.candidates()) {
        const ending = await this.tryCommand(command);
        if (ending === undefined) {
          this.command = command;
          this.show("Rulewright", { title: "Restart", command: "rulewright.restart" }, command.words.join(" "));
          return;
        }
        const why = trouble(command, ending, machine);
        this.output.warn(why.message);
        if (why.kind !== "absent" || command.from.startsWith("the setting")) {
          found = why;
          break;
        }
      }
      this.fail(found);
    } finally {
      this.status.busy = false;
    }
  }

  /** Starts one command. Returns undefined if it runs and has answered, and otherwise how it ended. */
  private async tryCommand(command: Command): Promise<Ending | undefined> {
    const words = [...command.words, "lsp"];
    const folder = this.folders()[0];
    this.output.info(`starting ${words.join(" ")}`);
    let said = "";
    let error: string | undefined;
    let exit: number | null | undefined;
    let begun = false;
    const start = async (): Promise<ChildProcess> => {
      const child = spawn(words[0]!, words.slice(1), folder === undefined ? {} : { cwd: folder });
      this.process = child;
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        said = (said + text).slice(-KEPT);
      });
      child.stdin.on("error", () => undefined); // it has ended; that is reported below
      await new Promise<void>((resolve, reject) => {
        child.once("spawn", resolve);
        child.once("error", (problem: NodeJS.ErrnoException) => {
          error = problem.code ?? problem.message;
          reject(problem);
        });
      });
      return child;
    };
    const options: LanguageClientOptions = {
      documentSelector: SELECTOR,
      outputChannel: this.output,
      diagnosticCollectionName: "rulewright",
      initializationOptions: { clientCommands: CLIENT_COMMANDS },
      synchronize: { configurationSection: "rulewright" },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => (begun ? this.closed() : { action: CloseAction.DoNotRestart, handled: true }),
      },
    };
    const client = new Client("rulewright", "Rulewright", start, options);
    try {
      await client.start();
    } catch (problem) {
      exit = await ended(this.process);
      await client.dispose(0).catch(() => undefined);
      this.process?.kill();
      this.output.warn(String(problem));
      return { ...(error === undefined ? {} : { error }), exit, said: said || String(problem) };
    }
    begun = true;
    client.isQuiet = false;
    this.client = client;
    return undefined;
  }

  /** What to do after a server has ended that had run. */
  private closed(): { action: CloseAction; message?: string; handled?: boolean } {
    const now = Date.now();
    this.ends = [...this.ends.filter((time) => now - time < MINUTES), now];
    if (this.ends.length <= STARTS) return { action: CloseAction.Restart };
    const message = `The language server of Rulewright has ended ${this.ends.length} times within three minutes.`;
    this.client = undefined;
    this.fail({ kind: "failed", message });
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  private async end(): Promise<void> {
    const { client, process: child } = this;
    this.client = undefined;
    this.process = undefined;
    try {
      await client?.dispose(2000);
    } catch (problem) {
      this.output.warn(`the server did not end as asked: ${String(problem)}`);
    }
    if (child !== undefined && child.exitCode === null) child.kill();
  }

  /** Shows what is wrong, with the ways out. Waits for no answer. */
  private fail(found: Trouble): void {
    this.trouble = found;
    this.output.error(found.message);
    this.show("Rulewright does not run", { title: "Try again", command: "rulewright.restart" }, found.message);
    this.status.severity = vscode.LanguageStatusSeverity.Error;
    const install = found.install;
    const ways: Record<string, () => unknown> = {
      ...(install === undefined ? {} : { Install: () => this.install(install) }),
      ...(found.kind === "failed" ? {} : { "How to install": () => this.explain() }),
      ...(found.kind === "failed" ? { "Show output": () => this.showOutput() } : {}),
      "Choose the command": () =>
        vscode.commands.executeCommand("workbench.action.openSettings", "rulewright.command"),
      "Try again": () => this.restart(),
    };
    void vscode.window.showErrorMessage(found.message, ...Object.keys(ways)).then((way) => {
      if (way !== undefined) void ways[way]?.();
    });
  }

  /** Installs what is missing, in a terminal where people see it, and starts the server. */
  private async install(words: readonly string[]): Promise<void> {
    if ((await run("install the language server", words, this.folders()[0])) === 0) await this.restart();
  }

  private explain(): Thenable<unknown> {
    const page = vscode.Uri.file(join(this.extension.fsPath, "README.md"));
    return vscode.commands.executeCommand("markdown.showPreview", page);
  }

  private show(text: string, way: vscode.Command | undefined, detail?: string): void {
    this.status.text = text;
    this.status.detail = detail ?? "";
    this.status.command = way;
    this.status.severity = vscode.LanguageStatusSeverity.Information;
  }
}

/**
 * Runs a command in a terminal of its own, which stays open after it has ended. The words reach the program as they
 * are: no shell reads them. Returns the exit code, or undefined if the terminal was closed before.
 */
export async function run(
  title: string,
  words: readonly string[],
  folder: string | undefined,
): Promise<number | undefined> {
  const options = folder === undefined ? {} : { cwd: folder };
  const execution = new vscode.ProcessExecution(words[0]!, words.slice(1), options);
  const task = new vscode.Task({ type: "rulewright" }, vscode.TaskScope.Workspace, title, "Rulewright", execution, []);
  task.presentationOptions = {
    reveal: vscode.TaskRevealKind.Always,
    panel: vscode.TaskPanelKind.Dedicated,
    focus: true,
    clear: true,
  };
  const started = await vscode.tasks.executeTask(task);
  return new Promise((resolve) => {
    const listeners = [
      vscode.tasks.onDidEndTaskProcess((event) => event.execution === started && finish(event.exitCode)),
      vscode.tasks.onDidEndTask((event) => event.execution === started && finish(undefined)),
    ];
    const finish = (exit: number | undefined): void => {
      listeners.forEach((one) => one.dispose());
      resolve(exit);
    };
  });
}

/** The exit code of a process that is about to end; null if it does not end within two seconds. */
function ended(child: ChildProcess | undefined): Promise<number | null> {
  if (child === undefined || child.exitCode !== null) return Promise.resolve(child?.exitCode ?? null);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), 2000);
    child.once("exit", (code) => {
      clearTimeout(timer);
      setTimeout(() => resolve(code), 20); // what it wrote last may still be on its way
    });
  });
}
