/** What happened; each line leads to its rules. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { language, words } from "../language";
import { botText, designsOf } from "../names";
import { pointing } from "../pointing";
import { behind, pace, PACES, setPace } from "../pace";
import * as store from "../store";
import { Dialog, useRoving } from "../ui";
import { say } from "../words";
import { inTurns } from "../turns";
import { Statements } from "./Rules";

/** So many lines are shown; earlier ones on demand. */
const PAGE = 150;

export function Log() {
  const texts = words.value;
  const tongue = language.value;
  const lines = store.told.value;
  const [count, setCount] = useState(PAGE);
  const roving = useRoving<HTMLDivElement>("last");
  const atEnd = useRef(true);
  const begin = Math.max(0, lines.length - count);
  const handovers = store.live.value ? store.handovers.value : [];
  const last = lines[lines.length - 1]?.number ?? -1;
  /** Who has got which seat before a line, and after the line before it. */
  const told = (number: number) => handovers.flatMap((one, at) => (
    (number === Infinity ? one.after > last : one.after === number)
      ? [<p key={`seat-${at}`} class="line" data-handover={one.seat}>{handoverText(one)}</p>] : []
  ));
  const fresh = store.recentShown.value[0]?.number ?? Infinity;
  /** How large the box and the lines in it were, when the reader scrolled: a box of another size scrolls by itself. */
  const size = useRef("");
  const sizeOf = (box: HTMLElement): string => `${box.clientWidth} ${box.clientHeight} ${box.scrollHeight}`;
  const stay = (box: HTMLElement): void => {
    size.current = sizeOf(box);
    if (atEnd.current) box.scrollTop = box.scrollHeight;
  };
  useLayoutEffect(() => {
    const box = roving.ref.current;
    if (box) stay(box);
  }, [lines.length, handovers.length, lines[lines.length - 1]?.number]);
  useEffect(() => {
    const box = roving.ref.current;
    if (!box) return undefined;
    const watch = new ResizeObserver(() => stay(box));
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  useEffect(() => setCount(PAGE), [store.match.value]);
  return (
    <section class="panel log" id="panel-log" aria-labelledby="log-title" data-panel="log">
      <h2 id="log-title">{texts.log}</h2>
      <Pace />
      {store.seed.value !== null && <p class="muted small" data-seed>{texts.seedChosen(store.seed.value)}</p>}
      {lines.length === 0 && <p class="muted">{texts.logEmpty}</p>}
      <div
        {...roving}
        class="log-lines"
        role="log"
        aria-labelledby="log-title"
        data-log
        onScroll={(event) => {
          const box = event.currentTarget;
          if (sizeOf(box) !== size.current) stay(box);
          else atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
        }}
      >
        {begin > 0 && (
          <button type="button" class="quiet" data-rove onClick={() => { atEnd.current = false; setCount(count + PAGE); }}>
            {texts.logEarlier(Math.min(PAGE, begin))}
          </button>
        )}
        {inTurns(lines.slice(begin)).map((group) => (
          <div key={group.first} class="turn-group" data-turn-of={group.turn ?? undefined}>
            {group.turn !== null && <p class="turn-head">{texts.logTurn(nameOfPlayer(group.turn))}</p>}
            {group.moves.flatMap((move) => [...told(move[0]?.number ?? 0), (
              <div key={move[0]?.number} class={`move${move[0]?.heading ? " is-heading" : ""}`}>
                {move.map((one, at) => (
                  <button
                    key={one.number}
                    type="button"
                    class={`line is-${one.kind}${one.number >= fresh ? " fresh" : ""}${at > 0 ? " adds" : ""}`}
                    data-event={one.number}
                    data-rove
                    aria-haspopup="dialog"
                    onClick={() => { store.openLine.value = one; }}
                    {...pointing(one.arguments)}
                  >
                    {at > 0 ? `– ${say(one.adds, tongue)}` : say(one.text, tongue)}
                  </button>
                ))}
              </div>
            )])}
          </div>
        ))}
        {told(Infinity)}
      </div>
    </section>
  );
}

/** How fast the reader follows what others do. */
function Pace() {
  const texts = words.value;
  const count = behind.value;
  return (
    <p class="pace">
      <label>
        <span>{texts.pace}</span>{" "}
        <select data-pace value={String(pace.value)} onChange={(event) => setPace(Number(event.currentTarget.value))}>
          {PACES.map((one) => <option key={one} value={String(one)}>{texts.paceOf(one)}</option>)}
        </select>
      </label>
      {count > 0 && <button type="button" class="quiet" data-skip onClick={store.catchUp}>{texts.skipPace(count)}</button>}
    </p>
  );
}

function nameOfPlayer(id: string): string {
  return store.seats.value[Number(id.slice("player:".length))]?.name ?? "";
}

/** Who plays a seat now, and why. */
function handoverText(one: store.Handover): string {
  const texts = words.value;
  const name = store.seats.value[one.seat]?.name ?? "";
  if (one.plays === "person") return texts.personPlays(name);
  const bot = botText(one.plays, language.value);
  return one.reason === "late" ? texts.botAfterTime(name, bot) : one.reason === "resigned" ? texts.botAfterResigning(name, bot) : texts.botPlays(name, bot);
}

/** A line of the log, the rules behind it, and the cards that it names. */
export function LineDialog() {
  const event = store.openLine.value;
  const catalogue = store.rules.value?.catalogue;
  if (!event || !catalogue) return null;
  const texts = words.value;
  const tongue = language.value;
  const site = event.site === null ? undefined : catalogue.sites.find((one) => one.number === event.site);
  const rules = event.rules?.length ? event.rules : (site?.rules ?? []);
  const designs = designsOf(event.arguments);
  const cited = designs.flatMap((id) => catalogue.designs[id]?.rules ?? []).filter((id) => !rules.includes(id));
  const close = (): void => { store.openLine.value = null; };
  return (
    <Dialog title={say(event.text, tongue)} onClose={close} attributes={{ "data-line": String(event.number) }}>
      {event.kind === "luck" && <p class="muted">{texts.logLuck}</p>}
      {designs.length > 0 && (
        <div class="named">
          {designs.map((id) => (
            <section key={id}>
              <h3>{say(catalogue.designs[id]?.labels, tongue)}</h3>
              {say(catalogue.designs[id]?.says, tongue) && <p class="says">{say(catalogue.designs[id]?.says, tongue)}</p>}
              <button type="button" class="quiet" onClick={() => { close(); store.card.value = id; }}>{texts.openCard}</button>
            </section>
          ))}
        </div>
      )}
      <h3>{texts.logRules}</h3>
      <Statements ids={[...rules, ...cited]} />
      {site && (site.asks || site.where) && (
        <details class="fold">
          <summary>{texts.partText}</summary>
          <div lang="en" class="canonical">
            {site.where && <p class="muted">{site.where}</p>}
            {site.asks && <p>{site.asks}</p>}
          </div>
        </details>
      )}
    </Dialog>
  );
}
