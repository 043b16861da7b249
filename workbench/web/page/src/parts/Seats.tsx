/** Who sits at the table, who plays, and who is here. */
import { useEffect, useState } from "preact/hooks";
import { bots as fetchBots, close as closeMatch, problemOf } from "../api";
import { language, words } from "../language";
import { forget, recall, remember } from "../memory";
import type { BotData, Catalogue, Objects, Problem, Seat } from "../protocol";
import { go, sharedLink } from "../router";
import * as store from "../store";
import { playingOf } from "../table/seats";
import { botText } from "../names";
import { Absent, Agreed, SeatTime } from "./Clocks";
import { say } from "../words";
import { CopyField, Dialog, Icon, Trouble } from "../ui";

export function Seats() {
  const texts = words.value;
  const [open, setOpen] = useState<number | null>(null);
  const seats = store.seats.value;
  const state = store.state.value;
  const stopped = store.ending.value !== null;
  const chosen = open === null ? undefined : seats[open];
  const objects = store.shown.value;
  const catalogue = store.rules.value?.catalogue;
  const colours = objects && catalogue ? playingOf(catalogue, objects.players).colours : null;
  return (
    <>
      <section class="panel seats" id="panel-seats" aria-labelledby="seats-title" data-panel="seats">
        <h2 id="seats-title">{texts.seats}</h2>
        <ul>
          {seats.map((one) => {
            const bot = one.plays !== "person";
            const mine = one.seat === store.seat.value;
            const deciding = state?.deciding.includes(one.seat) && !state.over && !stopped;
            const may = mine || store.host.value;
            return (
              <li key={one.seat} data-seat={one.seat} class={deciding ? "deciding" : undefined}>
                <span class={bot ? "dot bot" : one.here ? "dot here" : "dot"} aria-hidden="true" />
                <span class="seat-name">
                  {colours && <span class="seat-colour" aria-hidden="true" style={{ "--player": colours.get(`player:${one.seat}`) ?? "transparent" }} />}
                  {one.name}
                  {mine && <span class="tag">{texts.you}</span>}
                  {one.host && seats.length > 1 && !mine && <span class="tag plain">{texts.host}</span>}
                  {one.resigned && <span class="tag plain" data-resigned>{texts.resigned}</span>}
                  {objects?.next === `player:${one.seat}` && !deciding && !stopped && <span class="tag plain" data-next>{texts.next}</span>}
                  {one.late && <span class="tag plain" data-late>{texts.late}</span>}
                  <SeatTime seat={one} />
                </span>
                <span class="muted small seat-who">
                  {bot ? texts.playedBy(botText(one.plays, language.value)) : !one.here ? texts.away : deciding ? "" : texts.here}
                  {deciding && `${bot || !one.here ? " · " : ""}${texts.deciding}`}
                  <Absent seat={one} />
                </span>
                {may && (
                  <button type="button" class="quiet round" aria-label={texts.seatMenu(one.name)} aria-haspopup="dialog" onClick={() => setOpen(one.seat)}>
                    <Icon name="more" />
                  </button>
                )}
              </li>
            );
          })}
        </ul>
        {objects && catalogue && <Winning objects={objects} catalogue={catalogue} />}
        <Agreed />
      </section>
      {chosen && <SeatDialog key={chosen.seat} seat={chosen} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Who leads, if a score that all may know says so, and who wins in the end. */
function Winning({ objects, catalogue }: { objects: Objects; catalogue: Catalogue }) {
  const texts = words.value;
  const tongue = language.value;
  const wins = say(catalogue.wins, tongue);
  if (objects.over || (!wins && !objects.standing)) return null;
  const leaders = leadersOf(objects);
  const label = say(catalogue.score?.labels, tongue) || texts.score;
  const most = Math.max(...(objects.standing ?? [0]));
  const lead = !objects.standing
    ? texts.noLead
    : leaders.length === 0
      ? texts.level(label, most)
      : texts.lead(leaders.join(", "), leaders.length, label, most);
  return (
    <div class="winning" data-winning>
      {Object.keys(objects.players).length > 1 && <p data-lead><b>{lead}</b></p>}
      {wins && <p class="muted small">{wins}</p>}
    </div>
  );
}

/** The names of the players with the best score; nobody if all have the same. */
function leadersOf(objects: Objects): string[] {
  const standing = objects.standing ?? [];
  const most = Math.max(...standing);
  if (standing.every((one) => one === most)) return [];
  return Object.values(objects.players).flatMap((one) => (standing[one.seat] === most ? [one.name] : []));
}

function SeatDialog({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const texts = words.value;
  const [bots, setBots] = useState<BotData[]>([]);
  const [bot, setBot] = useState("");
  const [link, setLink] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [sure, setSure] = useState(false);
  const [gives, setGives] = useState(false);
  const may = store.mayReturn(seat);
  const goesOn = store.ending.value === null && !store.state.value?.over;
  const person = seat.plays === "person";
  const mine = seat.seat === store.seat.value;
  useEffect(() => {
    fetchBots().then((all) => {
      setBots(all);
      setBot(all[0]?.name ?? "");
    }, (error: unknown) => setProblem(problemOf(error)));
  }, []);
  const hand = async (plays: string): Promise<void> => {
    if (await store.hand(seat.seat, plays)) onClose();
    else setProblem(store.problem.value);
  };
  const resign = async (): Promise<void> => {
    if (await store.resign()) onClose();
    else setProblem(store.problem.value);
  };
  const makeLink = async (): Promise<void> => {
    const token = await store.newLink(seat.seat);
    const match = store.match.value;
    if (!token || !match) {
      setProblem(store.problem.value);
      return;
    }
    setLink(sharedLink(`/t/${encodeURIComponent(match)}#${token}`));
    const known = recall(match);
    if (known) {
      const { when: _, ...rest } = known;
      remember({
        ...rest,
        token: mine ? token : known.token,
        ...(known.links && { links: known.links.map((one, at) => (at === seat.seat ? { ...one, token } : one)) }),
      });
    }
  };
  const end = async (): Promise<void> => {
    const match = store.match.value;
    const token = store.token.value;
    if (!match || !token) return;
    try {
      await closeMatch(match, token);
      forget(match);
      go("/");
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  return (
    <Dialog title={texts.seatMenu(seat.name)} onClose={onClose} attributes={{ "data-seat-dialog": String(seat.seat) }}>
      {problem && <Trouble problem={problem} />}
      {person ? (
        <section class="choice">
          <h3>{texts.handOver}</h3>
          <p class="muted">{texts.handOverHelp}</p>
          <div class="actions">
            <select aria-label={texts.whichBot} value={bot} onChange={(event) => setBot(event.currentTarget.value)}>
              {bots.map((one) => (
                <option key={one.name} value={one.name}>{botText(one.name, language.value)}</option>
              ))}
            </select>
            <button type="button" data-hand="bot" disabled={!bot} onClick={() => void hand(bot)}>{texts.handOver}</button>
          </div>
        </section>
      ) : (
        <section class="choice">
          <p>{texts.playedBy(botText(seat.plays, language.value))}</p>
          {may ? (
            <button type="button" class="chief-button" data-hand="person" onClick={() => void hand("person")}>
              {mine ? texts.playAgain : texts.takeBack}
            </button>
          ) : <p class="muted">{!mine ? texts.noReturn : store.host.value ? texts.noReturnHost : texts.noReturnOwn}</p>}
        </section>
      )}
      <section class="choice">
        <h3>{texts.newLink}</h3>
        <p class="muted">{texts.newLinkHelp}</p>
        {link
          ? <CopyField label={texts.newLinkReady} value={link} attributes={{ "data-link": String(seat.seat) }} />
          : <button type="button" data-new-link onClick={() => void makeLink()}>{texts.newLink}</button>}
      </section>
      {mine && person && goesOn && (
        <section class="choice">
          <h3>{texts.resign}</h3>
          {gives ? (
            <>
              <p>{store.seats.value.length <= 2 ? texts.resignSure : store.host.value ? texts.resignSureHost : texts.resignSureMore}</p>
              <div class="actions">
                <button type="button" class="bad" data-resign="sure" onClick={() => void resign()}>{texts.resign}</button>
                <button type="button" class="quiet" onClick={() => setGives(false)}>{texts.cancel}</button>
              </div>
            </>
          ) : <button type="button" class="bad" data-resign onClick={() => setGives(true)}>{texts.resign}</button>}
        </section>
      )}
      {mine && store.host.value && (
        <section class="choice">
          <h3>{texts.closeMatch}</h3>
          <p>{texts.closeMatchHelp}</p>
          {sure ? (
            <>
              <p>{texts.closeMatchSure}</p>
              <div class="actions">
                <button type="button" class="bad" onClick={() => void end()}>{texts.closeMatch}</button>
                <button type="button" class="quiet" onClick={() => setSure(false)}>{texts.cancel}</button>
              </div>
            </>
          ) : <button type="button" class="bad" onClick={() => setSure(true)}>{texts.closeMatch}</button>}
        </section>
      )}
    </Dialog>
  );
}
