/** The first page: the games, and the matches that this browser remembers. */
import { useEffect, useState } from "preact/hooks";
import { games as fetchGames, problemOf } from "../api";
import { language, words } from "../language";
import { forget, matches } from "../memory";
import { more } from "../more";
import type { GameData, Problem } from "../protocol";
import { Go, LanguageSwitch, Mark, plain, Trouble } from "../ui";
import { say } from "../words";

/** The folder of the games that the server was started with; it comes first. */
const OWN = "*own";

/** Games lie in folders: those without one come first. */
function folderOf(game: GameData): string {
  if (game.own) return OWN;
  return game.name.includes("/") ? (game.name.split("/")[0] ?? "") : "";
}

/** So many of one's own matches are listed at first. */
const NEWEST = 4;

export function Home() {
  const texts = words.value;
  const tongue = language.value;
  const [games, setGames] = useState<GameData[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [wanted, setWanted] = useState("");
  const [all, setAll] = useState(false);
  const mine = all ? matches.value : matches.value.slice(0, NEWEST);
  const load = (): void => {
    setProblem(null);
    fetchGames().then(setGames, (error: unknown) => setProblem(problemOf(error)));
  };
  useEffect(load, []);
  useEffect(() => {
    document.title = "Rulewright";
  }, []);
  const needle = plain(wanted.trim());
  const found = (games ?? [])
    .filter((one) => plain(`${say(one.title, tongue)} ${Object.values(one.title).join(" ")} ${one.name}`).includes(needle))
    .sort((a, b) => say(a.title, tongue).localeCompare(say(b.title, tongue), tongue));
  const place = (folder: string): string => (folder === OWN ? "" : ` ${folder}`);
  const folders = [...new Set(found.map(folderOf))].sort((a, b) => (place(a) < place(b) ? -1 : 1));
  return (
    <div class="lobby">
      <header class="lobby-head">
        <Mark />
        <LanguageSwitch />
      </header>
      <main>
        <h1>{texts.tagline}</h1>
        {matches.value.length > 0 && (
          <section aria-labelledby="mine" class="mine">
            <h2 id="mine">{texts.yourMatches}</h2>
            <ul>
              {mine.map((one) => (
                <li key={one.match}>
                  <Go to={`/t/${encodeURIComponent(one.match)}${one.token ? `#${one.token}` : ""}`} class="mine-link">
                    <strong>{say(one.title, tongue)}</strong>
                    <span class="muted">
                      {one.name ? texts.sitAs(one.name) : texts.watching}
                      {" · "}
                      <time dateTime={new Date(one.when).toISOString()}>
                        {new Date(one.when).toLocaleString(tongue, { dateStyle: "medium", timeStyle: "short" })}
                      </time>
                    </span>
                  </Go>
                  {one.links && <Go to={`/new#links-${one.match}`} class="button quiet">{texts.linksOf}</Go>}
                  <button
                    type="button"
                    class="quiet"
                    aria-label={texts.forgetMatch(say(one.title, tongue))}
                    onClick={() => forget(one.match)}
                  >
                    {texts.forget}
                  </button>
                </li>
              ))}
            </ul>
            {mine.length < matches.value.length && (
              <button type="button" class="quiet" onClick={() => setAll(true)}>{texts.allMatches(matches.value.length)}</button>
            )}
          </section>
        )}
        {more.home()}
        <section aria-labelledby="games">
          <div class="games-head">
            <h2 id="games">{texts.games}</h2>
            <input
              type="search"
              aria-label={texts.findGame}
              placeholder={texts.findGame}
              value={wanted}
              onInput={(event) => setWanted(event.currentTarget.value)}
            />
          </div>
          {problem && <Trouble problem={problem} again={load} />}
          {!games && !problem && <p class="muted" role="status">{texts.loading}</p>}
          {games && found.length === 0 && <p class="muted" role="status">{texts.noGame}</p>}
          {folders.map((folder) => (
            <div key={folder} class={folder && folder !== OWN ? "folder" : "folder chief"}>
              {folder && <h3>{texts.folders[folder] ?? folder}</h3>}
              <ul class="games">
                {found.filter((one) => folderOf(one) === folder).map((one) => (
                  <li key={one.name}>
                    <Go to={`/new?game=${encodeURIComponent(one.name)}`} data-game={one.name}>
                      <span class="game-title">{say(one.title, tongue) || one.name}</span>
                      <span class="muted">
                        {one.players ? texts.players(one.players.replace("..", "–")) : one.name}
                        {one.minutes && ` · ${texts.minutes(one.minutes.replace("..", "–"))}`}
                      </span>
                      {say(one.about, tongue) && <span class="game-about">{say(one.about, tongue)}</span>}
                      {one.trouble && <span class="game-trouble" lang="en">{one.trouble}</span>}
                    </Go>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      </main>
    </div>
  );
}
