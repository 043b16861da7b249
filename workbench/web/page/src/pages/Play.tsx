/** The table's frame: what surrounds the drawing. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { keepFocus, listen } from "../keyboard";
import { more } from "../more";
import { language, words } from "../language";
import { Help, helpOpen } from "../parts/Help";
import { DesignButton, DesignTable } from "../live/DesignTable";
import { LineDialog, Log } from "../parts/Log";
import { endingText, TimeAloud } from "../parts/Clocks";
import { Claims, Consent, Menu, Prompt, turnText } from "../parts/Prompt";
import { LearnButton } from "../parts/Learn";
import { Replay } from "../parts/Replay";
import { CardDialog, RulesDialog, rulesAt } from "../parts/Rules";
import { Seats } from "../parts/Seats";
import * as store from "../store";
import { Table, type View } from "../table/Table";
import { remind } from "../time";
import { Go, Icon, LanguageSwitch, Mark, Trouble } from "../ui";
import { say } from "../words";

export function Play({ match, token }: { match: string; token: string | null }) {
  useEffect(() => {
    store.join(match, token);
    return () => store.leave();
  }, [match, token]);
  useEffect(listen, []);
  const texts = words.value;
  const title = say(store.title.value, language.value);
  const mine = store.seat.value !== null && store.state.value?.deciding.includes(store.seat.value) === true && !store.state.value.over && store.ending.value === null && store.standIn.value === null;
  useEffect(() => {
    document.title = [mine ? `● ${texts.turnYours}` : "", title, "Rulewright"].filter(Boolean).join(" – ");
  }, [mine, title, texts]);
  useEffect(() => { if (mine) remind(texts.turnYours, title); }, [mine]);
  const ready = store.objects.value !== null && store.rules.value !== null && store.match.value === match;
  return (
    <div class="play">
      {ready && <a class="skip" href="#table" onClick={(event) => { event.preventDefault(); document.getElementById("table")?.focus(); }}>{texts.skip}</a>}
      <Head title={title} match={match} ready={ready} />
      <Line />
      <DesignTable />
      {ready ? <Board /> : <Waiting />}
      <LineDialog />
      <CardDialog />
      <RulesDialog />
      <Help />
      {ready && more.over(match)}
    </div>
  );
}

function Head({ title, match, ready }: { title: string; match: string; ready: boolean }) {
  const texts = words.value;
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return undefined;
    const shut = (event: Event): void => {
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      if (event instanceof MouseEvent && event.target instanceof Element && event.target.closest(".head-menu-button")) return;
      setOpen(false);
    };
    document.addEventListener("click", shut);
    document.addEventListener("keydown", shut);
    return () => {
      document.removeEventListener("click", shut);
      document.removeEventListener("keydown", shut);
    };
  }, [open]);
  const looking = store.looking.value !== null;
  return (
    <header class="head">
      <Mark />
      <h1>{title || texts.table}</h1>
      <button
        type="button"
        class="quiet round head-menu-button"
        aria-label={texts.menu}
        aria-expanded={open}
        aria-controls="head-menu"
        onClick={() => setOpen(!open)}
      >
        <Icon name="menu" />
      </button>
      <nav id="head-menu" class={open ? "head-menu open" : "head-menu"} aria-label={texts.menu}>
        <button type="button" class="quiet" data-open="rules" disabled={!store.rules.value} onClick={() => { rulesAt.value = ""; }}>
          <Icon name="book" /> {texts.rules}
        </button>
        <LearnButton />
        <button type="button" class="quiet" data-open="replay" disabled={looking || !store.objects.value} onClick={() => void store.lookBack()}>
          <Icon name="clock" /> {texts.replay}
        </button>
        <button type="button" class="quiet" data-open="help" onClick={() => { helpOpen.value = true; }}>
          <Icon name="help" /> {texts.help}
        </button>
        <DesignButton />
        {ready && more.tools(match)}
        <LanguageSwitch onChange={store.tell} />
      </nav>
    </header>
  );
}

/** How the line to the server is, and what the server has to say to all. */
function Line() {
  const texts = words.value;
  const line = store.line.value;
  const lost = line === "lost" && store.objects.value !== null;
  return (
    <div class="notices">
      <div role="status">
        {lost && <p class="notice bad" data-lost>{texts.lost}</p>}
        {store.seed.value !== null && store.state.value?.actions === 0 && (
          <p class="notice" data-seed-notice>{texts.seedChosen(store.seed.value)}</p>
        )}
        {store.notices.value.map((one) => <p key={one.number} class="notice">{one.text}</p>)}
      </div>
      {line === "refused" && store.objects.value !== null && store.barred.value && <Trouble problem={store.barred.value} />}
      {line === "moved" && (
        <p class="notice bad" role="alert" data-moved>{texts.moved} {texts.movedHelp}</p>
      )}
    </div>
  );
}

function Waiting() {
  const texts = words.value;
  const barred = store.barred.value;
  return (
    <main class="narrow waiting">
      {barred ? (
        <>
          <h2>{texts.refusedJoin}</h2>
          <Trouble problem={barred} />
          <p><Go to="/">{texts.home}</Go></p>
        </>
      ) : (
        <p role="status" class="muted">{store.line.value === "lost" ? texts.lost : texts.connecting}</p>
      )}
    </main>
  );
}

const PANELS = ["log", "seats"] as const;

/** What happened last, in one line: on a narrow page the panels open from it. */
function LastLine({ open, setOpen }: { open: boolean; setOpen: (open: boolean) => void }) {
  const texts = words.value;
  const lines = store.told.value;
  const last = lines[lines.length - 1];
  return (
    <button type="button" class="last-line" aria-expanded={open} aria-controls="side" data-last-line onClick={() => setOpen(!open)}>
      <span class="muted">{texts.lastLine}</span>
      <span class="last-text">{last ? say(last.text, language.value) : texts.logEmpty}</span>
      <span aria-hidden="true">{open ? "▾" : "▴"}</span>
    </button>
  );
}

function Board() {
  const texts = words.value;
  const [panel, setPanel] = useState<(typeof PANELS)[number]>("log");
  useEffect(() => {
    const show = (event: Event): void => {
      const wanted = PANELS.find((one) => one === (event as CustomEvent<unknown>).detail);
      if (!wanted) return;
      setPanel(wanted);
      setOpen(true);
    };
    document.addEventListener("panel", show);
    return () => document.removeEventListener("panel", show);
  }, []);
  const [open, setOpen] = useState(false);
  useEffect(keepFocus, [store.turn.value, store.live.value, store.state.value, store.decision.value]);
  const objects = store.shown.value;
  const rules = store.rules.value;
  const live = store.live.value;
  const lit = store.lit.value;
  const values = store.values.value;
  const picked = store.pickedSet.value;
  const recent = store.recentShown.value;
  const events = store.lines.value;
  const tongue = language.value;
  const stopped = live && store.ending.value !== null;
  const view: View | null = useMemo(
    () => (objects && rules
      ? { objects: stopped ? { ...objects, deciding: [] } : objects, catalogue: rules.catalogue, boards: rules.boards, language: tongue, lit, values, picked, recent, events, live, words: texts }
      : null),
    [objects, stopped, rules, tongue, lit, values, picked, recent, events, live, texts],
  );
  if (!view) return null;
  const labels = { log: texts.log, seats: texts.seats };
  return (
    <div class="board">
      <main class="stage">
        <Announcer />
        <TimeAloud />
        <Consent />
        <Claims />
        {live ? <Prompt /> : <Replay />}
        <div
          id="table"
          class="table"
          role="region"
          aria-label={texts.table}
          tabIndex={-1}
          data-table
          data-turn={store.turn.value ?? undefined}
          data-busy={store.sending.value !== null ? "" : undefined}
          data-over={store.state.value?.over ? "" : undefined}
        >
          <Table view={view} onPick={store.pick} onCard={openCard} onValue={store.pickValue} />
        </div>
      </main>
      <LastLine open={open} setOpen={setOpen} />
      <aside id="side" class={`side show-${panel}${open ? " open" : ""}`} aria-label={texts.aside}>
        <div class="side-inner">
          <div class="tabs">
            {PANELS.map((one) => (
              <button key={one} type="button" aria-pressed={one === panel} aria-controls={`panel-${one}`} onClick={() => setPanel(one)}>
                {labels[one]}
              </button>
            ))}
          </div>
          <Seats />
          <Log />
        </div>
      </aside>
      <Menu />
    </div>
  );
}

function openCard(id: string): void {
  store.card.value = id;
}

/** Says aloud whose turn it is and what is asked, each time that changes. */
function Announcer() {
  const prompt = say(store.decision.value?.prompts, language.value);
  const text = [store.ending.value ? endingText() : turnText(), prompt].filter(Boolean).join(". ");
  return <p class="unseen" role="status">{text}</p>;
}
