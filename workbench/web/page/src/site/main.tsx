/** A page that needs no server: Python runs in a worker of it, and everything else is the page of the table. */
import { signal } from "@preact/signals";
import { render } from "preact";
import "../css/base.css";
import "../css/lobby.css";
import "../css/play.css";
import "../css/site.css";
import { App } from "../App";
import { words } from "../language";
import { go, place, placeBehind } from "../router";
import { reachBy } from "../transport";
import { Mark } from "../ui";
import { Desk } from "./desk";
import type { FromWorker, Stage } from "./messages";

const stage = signal<Stage["name"] | null>(null);
const begun = signal(false);
const failure = signal<string | null>(null);
const full = signal<string | null>(null);

const base = new URL(".", window.location.href).href;
const worker = new Worker(new URL("worker.js", base), { type: "module" });
worker.addEventListener("message", (event: MessageEvent<FromWorker>) => {
  const message = event.data;
  if (message.kind === "stage") stage.value = message.name;
  else if (message.kind === "failed") failure.value = message.message;
  else if (message.kind === "full") full.value = message.message;
  else if (message.kind === "begun") {
    if (place.value.path === "/" && message.start !== "/") go(message.start);
    begun.value = true;
  }
});
worker.addEventListener("error", (event) => {
  failure.value = event.message;
});
placeBehind();
reachBy(new Desk(worker));
worker.postMessage({ kind: "start", base });

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
