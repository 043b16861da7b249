/** What a site with an editor adds to the first page, and its editor, which is fetched when it is first needed. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { games } from "../../api";
import { language, words } from "../../language";
import type { GameData } from "../../protocol";
import { go } from "../../router";
import { Go, sentence } from "../../ui";
import { say } from "../../words";
import { siteWords } from "../words";
import { own } from "../kept";
import { fromFiles, newGame } from "./games";

/** The editor of one game. */
export function EditorPage({ name, hash }: { name: string; hash: string }) {
  const [Loaded, setLoaded] = useState<ComponentType<{ name: string; hash: string }> | null>(null);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    import("./Editor").then(
      ({ Editor }) => setLoaded(() => Editor),
      (error: unknown) => setFailed(String(error)),
    );
  }, []);
  if (Loaded) return <Loaded key={name} name={name} hash={hash} />;
  return <p class="notice" role="status">{failed || words.value.loading}</p>;
}

/** Games that somebody writes here, and ways to begin one. */
export function Writing() {
  const texts = siteWords.value;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [shipped, setShipped] = useState<GameData[]>([]);
  useEffect(() => {
    games().then((all) => setShipped(all.filter((one) => !one.name.startsWith("/"))), () => undefined);
  }, []);
  const begin = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      go(`/edit?game=${encodeURIComponent(await work())}`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby="writing" class="mine" data-writing>
      <h2 id="writing">{texts.yourGames}</h2>
      {own.names.value.length > 0 && (
        <ul>
          {own.names.value.map((name) => (
            <li key={name}>
              <Go to={`/edit?game=${encodeURIComponent(name)}`} class="mine-link"><strong>{name}</strong></Go>
              <button
                type="button"
                class="quiet"
                onClick={() => { if (window.confirm(texts.sureToRemove(name))) void own.remove(name); }}
              >
                {texts.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="actions">
        <button type="button" class="button" data-new-game disabled={busy} onClick={() => void begin(() => newGame(own.free("my-game"), null))}>
          {texts.newGame}
        </button>
        <select
          aria-label={texts.copyGame}
          data-copy-game
          disabled={busy}
          value=""
          onChange={(event) => {
            const wanted = event.currentTarget.value;
            if (wanted) void begin(() => newGame(own.free(wanted.replace(/^.*\//, "")), wanted));
          }}
        >
          <option value="">{texts.copyGame}</option>
          {shipped.map((one) => <option key={one.name} value={one.name}>{say(one.title, language.value) || one.name}</option>)}
        </select>
        <label class="button quiet">
          {texts.fromFile}
          <input
            type="file"
            accept=".yaml,.yml,.zip"
            multiple
            hidden
            onChange={(event) => {
              const chosen = [...event.currentTarget.files ?? []];
              if (chosen.length > 0) void begin(() => fromFiles(chosen));
            }}
          />
        </label>
        {busy && <span role="status">{words.value.loading}</span>}
      </div>
      {problem && <p class="notice" role="alert" lang={language.value}>{sentence(problem)}</p>}
    </section>
  );
}
