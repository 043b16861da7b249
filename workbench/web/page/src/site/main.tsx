/** A page that needs no server: Python runs in workers of it, and everything else is the page of the table. */
import { signal } from "@preact/signals";
import { render } from "preact";
import "../css/base.css";
import "../css/lobby.css";
import "../css/play.css";
import "../css/site.css";
import { App } from "../App";
import { words } from "../language";
import { more } from "../more";
import { go, place, placeBehind } from "../router";
import { reachBy } from "../transport";
import { Mark } from "../ui";
import { Desk } from "./desk";
import { EditorPage, Writing } from "./editor/load";
import { own } from "./kept";
import type { Stage } from "./messages";
import { PassOn, SaveRecord } from "./oneScreen";
import { base, Python } from "./python";

const stage = signal<Stage["name"] | null>(null);
const begun = signal(false);
const failure = signal<string | null>(null);
const full = signal<string | null>(null);

/** A table within the editor's page has that page's tables: its worker is this one's, too. */
interface Outer {
  rulewrightDesk?: Desk;
}

function outer(): Desk | null {
  try {
    return window.parent === window ? null : (window.parent as Outer).rulewrightDesk ?? null;
  } catch { // a page of somebody else has this one inside
    return null;
  }
}

placeBehind();
const there = outer();
if (there) {
  reachBy(there);
  begun.value = true;
} else {
  const tables = new Python("table", {
    stage: (name) => { stage.value = name; },
    full: (message) => { full.value = message; },
  });
  const desk = new Desk(tables);
  (window as Outer).rulewrightDesk = desk;
  reachBy(desk);
  more.oneScreen = true;
  more.tools = (match) => <SaveRecord desk={desk} match={match} />;
  more.over = (match) => <PassOn match={match} />;
  tables.begun.then(({ start, folders, editor }) => {
    own.begin(tables, desk, folders);
    if ("serviceWorker" in navigator) void navigator.serviceWorker.register(new URL("offline.js", base)).catch(() => undefined);
    if (editor) {
      more.home = () => <Writing />;
      more.at = (path, query, hash) => (path === "/edit" ? <EditorPage name={query.get("game") ?? ""} hash={hash} /> : null);
    }
    if (place.value.path === "/" && start !== "/") go(start);
    begun.value = true;
  }, (error: unknown) => {
    failure.value = error instanceof Error ? error.message : String(error);
  });
}

const STAGES: Stage["name"][] = ["runtime", "packages", "rules"];

function Loading() {
  const texts = words.value;
  const at = stage.value === null ? 0 : STAGES.indexOf(stage.value) + 1;
  return (
    <div class="lobby">
      <header class="lobby-head"><Mark /></header>
      <main class="narrow" data-loading>
        <h1>{texts.siteLoading}</h1>
        {failure.value === null
          ? (
            <>
              <progress max={STAGES.length + 1} value={at} aria-label={texts.siteLoading} />
              <p role="status">{stage.value ? texts.siteStages[stage.value] : texts.loading}</p>
            </>
          )
          : <p class="notice" role="alert">{texts.siteFailed(failure.value)}</p>}
      </main>
    </div>
  );
}

function Site() {
  return (
    <>
      {full.value !== null && <p class="notice site-full" role="alert">{words.value.siteFull(full.value)}</p>}
      {begun.value ? <App /> : <Loading />}
    </>
  );
}

const root = document.getElementById("page");
if (root) render(<Site />, root);
