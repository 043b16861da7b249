// Why the server did not start, in words for people, with a way out.
import { installation } from "./command";
import type { Command, Machine } from "./command";

/** How a server ended that has never answered. */
export interface Ending {
  readonly error?: string; // the code of the system's error, such as ENOENT, if it could not even be started
  readonly exit?: number | null;
  readonly said: string; // the end of what it wrote to its error output
}

export type Kind = "absent" | "extra" | "old" | "failed";

/** What is wrong: a sort, a message, and the words that would install what is missing. */
export interface Trouble {
  readonly kind: Kind;
  readonly message: string;
  readonly install?: readonly string[];
}

/** Nothing was found that could be started, or everything that was tried is absent. */
export function nothingFound(): Trouble {
  return {
    kind: "absent",
    message:
      "Rulewright is not installed where this extension looks: in .venv of this workspace, on the PATH, " +
      'or in python3. Install it there, with the extra "lsp", or name its command in the setting rulewright.command.',
  };
}

/** What the way in which a server ended shows. */
export function trouble(command: Command, ending: Ending, machine: Machine): Trouble {
  const said = ending.said.trim();
  if (ending.error === "ENOENT" || ending.error === "EACCES" || /No module named '?rulewright\b/.test(said)) {
    return {
      kind: "absent",
      message: `${command.words.join(" ")} (${command.from}) cannot be started: it is not there.`,
    };
  }
  if (/rulewright\[lsp\]|No module named '?(pygls|lsprotocol)\b/.test(said)) {
    const install = installation(command, machine);
    return {
      kind: "extra",
      message: `Rulewright from ${command.from} lacks its language server. Install it with: pip install "rulewright[lsp]"`,
      ...(install === undefined ? {} : { install }),
    };
  }
  if (/(invalid choice|unknown command|no command).*\blsp\b/is.test(said)) {
    return {
      kind: "old",
      message: `Rulewright from ${command.from} is too old: it has no command "lsp". Install a newer one.`,
    };
  }
  const last = said.split("\n").at(-1)?.trim() || ending.error || `exit code ${ending.exit ?? "unknown"}`;
  return { kind: "failed", message: `The language server of Rulewright did not start: ${last}` };
}
