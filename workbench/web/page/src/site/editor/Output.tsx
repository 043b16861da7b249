/** Commands about the game that is being written, and what they print. */
import { useRef, useState } from "preact/hooks";
import { command, stop } from "../commands";
import { type Files, folderOf } from "../kept";
import { siteWords } from "../words";

/** What each command is called with, besides the game. */
const LINES: Record<string, string[]> = {
  test: [],
  check: [],
  simulate: ["--matches", "200", "--bot", "greedy:4"],
  paraphrase: [],
  coverage: [],
};

export function Output({ name, files }: { name: string; files: Files }) {
  const texts = siteWords.value;
  const [text, setText] = useState("");
  const [running, setRunning] = useState("");
  const [code, setCode] = useState<number | null>(null);
  const written = useRef<Files>({});
  const run = async (which: string): Promise<void> => {
    setRunning(which);
    setText("");
    setCode(null);
    const folder = folderOf(name);
    const gone = Object.keys(written.current).filter((path) => files[path] === undefined);
    const changed = Object.fromEntries([
      ...Object.entries(files).map(([path, one]): [string, string | null] => [`${folder}/${path}`, one]),
      ...gone.map((path): [string, string | null] => [`${folder}/${path}`, null]),
    ]);
    written.current = files;
    const done = await command([which, folder, ...(LINES[which] ?? [])], changed, null, (one) => setText((before) => before + one));
    setCode(done.code);
    setRunning("");
  };
  return (
    <div class="site-output" data-output={code ?? undefined}>
      <div class="actions">
        {Object.keys(LINES).map((one) => (
          <button key={one} type="button" class="quiet" disabled={running !== ""} data-run={one} onClick={() => void run(one)}>
            {texts.run[one]}
          </button>
        ))}
        {running && <button type="button" class="quiet" onClick={stop}>{texts.stop}</button>}
        <span role="status" class="muted small">{running ? texts.running : code === null ? "" : texts.done(code)}</span>
      </div>
      {text && <pre class="site-source" tabIndex={0} aria-label={texts.output}>{text}</pre>}
    </div>
  );
}
