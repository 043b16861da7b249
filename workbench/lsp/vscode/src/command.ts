// Which command starts Rulewright. Nothing here knows VS Code, so that tests can call it.
import { posix, win32 } from "node:path";

/** What is known about this computer. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  isFile(path: string): boolean;
}

/** The words of a command, and where it was found, for messages. */
export interface Command {
  readonly words: readonly string[];
  readonly from: string;
}

/** The folders in which a virtual environment of a project usually is. */
const ENVIRONMENTS = [".venv", "venv"];

/**
 * The commands that may start Rulewright, the best first.
 *
 * @param setting the words of the setting `rulewright.command`; undefined or empty: nobody has set it
 * @param folders the folders of the workspace
 */
export function commands(
  setting: readonly string[] | undefined,
  folders: readonly string[],
  machine: Machine,
): Command[] {
  if (setting !== undefined && setting.length > 0) {
    return [{ words: setWords(setting, folders, machine), from: "the setting rulewright.command" }];
  }
  const { join } = paths(machine);
  const windows = machine.platform === "win32";
  const found: Command[] = [];
  const environments = folders.flatMap((folder) => ENVIRONMENTS.map((name) => join(folder, name)));
  const active = machine.env["VIRTUAL_ENV"];
  for (const environment of [...environments, ...(active ? [active] : [])]) {
    const script = windows
      ? join(environment, "Scripts", "rulewright.exe")
      : join(environment, "bin", "rulewright");
    if (machine.isFile(script)) found.push({ words: [script], from: environment });
  }
  const script = onPath("rulewright", machine);
  if (script !== undefined) found.push({ words: [script], from: "the PATH" });
  for (const python of windows ? [["py", "-3"], ["python"]] : [["python3"]]) {
    const program = onPath(python[0]!, machine);
    if (program !== undefined) {
      found.push({ words: [program, ...python.slice(1), "-m", "rulewright"], from: python.join(" ") });
    }
  }
  return found;
}

/** What to type at a terminal to install the extra `lsp` for a command; undefined: that cannot be seen from it. */
export function installation(command: Command, machine: Machine): string[] | undefined {
  const install = ["-m", "pip", "install", "rulewright[lsp]"];
  const module = command.words.indexOf("-m");
  if (module > 0 && command.words[module + 1] === "rulewright") {
    return [...command.words.slice(0, module), ...install];
  }
  const { dirname, join, basename } = paths(machine);
  const script = command.words.length === 1 ? command.words[0]! : "";
  if (!/^rulewright(\.exe)?$/i.test(basename(script))) return undefined;
  const python = join(dirname(script), machine.platform === "win32" ? "python.exe" : "python3");
  return machine.isFile(python) ? [python, ...install] : undefined;
}

/** The words of the setting: `~` and `${workspaceFolder}` are filled in, and a relative path is from the workspace. */
function setWords(setting: readonly string[], folders: readonly string[], machine: Machine): string[] {
  const { isAbsolute, join } = paths(machine);
  const folder = folders[0] ?? machine.home;
  const filled = setting.map((word) =>
    word.replaceAll("${workspaceFolder}", folder).replace(/^~(?=$|[\\/])/, machine.home),
  );
  const program = filled[0]!;
  const relative = /[\\/]/.test(program) && !isAbsolute(program);
  return [relative ? join(folder, program) : program, ...filled.slice(1)];
}

/** Where a program is on the PATH. */
function onPath(name: string, machine: Machine): string | undefined {
  const { join, delimiter, isAbsolute } = paths(machine);
  const endings = machine.platform === "win32" ? [".exe"] : [""];
  const folders = (machine.env["PATH"] ?? machine.env["Path"] ?? "").split(delimiter);
  for (const folder of folders.filter((one) => isAbsolute(one))) {
    for (const ending of endings) {
      const file = join(folder, name + ending);
      if (machine.isFile(file)) return file;
    }
  }
  return undefined;
}

function paths(machine: Machine): typeof posix {
  return machine.platform === "win32" ? win32 : posix;
}
