/** Whose turn it is, what is asked, and the options as buttons. */
import { useEffect, useState } from "preact/hooks";
import { language, words } from "../language";
import { botText, nameOf, namesOf, optionName } from "../names";
import { pointing, unpoint } from "../pointing";
import { pauseLeft } from "../lengths";
import type { Choice, Closed, Design, Seat } from "../protocol";
import * as store from "../store";
import { picksSoFar } from "../picks";
import { moment } from "../time";
import { Dialog, Go, Icon, plain, sentence, Trouble, useRoving } from "../ui";
import { list, say } from "../words";
import { Lessons } from "./Learn";
import { claimWaits, endingText, mayClaim, remainingText, SeatTime } from "./Clocks";

/** Up to FEW options on the table are shown as buttons, more as a list to open; a list of MANY or more can be searched. */
const FEW = 6;
const MANY = 12;

/** Whether there is more to read of a design than its name. */
function isReadable(design: Design | undefined): design is Design {
  return design !== undefined && (Object.keys(design.texts).length > 0 || design.abilities.length > 0 || Object.keys(design.values).length > 0);
}

export function OptionButton({ option, rove = false, class: kind }: { option: Choice; rove?: boolean; class?: string }) {
  const name = optionName(option, language.value);
  // A design that lies nowhere in sight can be read only from here.
  const design = option.arguments.map((one) => (one.kind === "design" && one.id ? store.rules.value?.catalogue.designs[one.id] : undefined)).find(isReadable);
  const button = (
    <button
      type="button"
      class={kind ?? "option"}
      data-option={option.id}
      data-names={option.arguments.flatMap((one) => [one.id ?? [], one.also].flat()).join("\n") || undefined}
      data-rove={rove ? "" : undefined}
      aria-disabled={store.sending.value !== null}
      onClick={() => { unpoint(); void store.choose(option); }}
      {...pointing(option.arguments)}
    >
      {name}
    </button>
  );
  if (!design) return button;
  return (
    <span class="option-pair">
      {button}
      <button
        type="button"
        class="round"
        aria-label={`${words.value.openCard}: ${name}`}
        aria-haspopup="dialog"
        onClick={() => { store.card.value = design.id; }}
      >
        <Icon name="about" />
      </button>
    </span>
  );
}

/** An option that is not open now: it says why. */
function ClosedButton({ option }: { option: Closed }) {
  const name = say(option.labels, language.value) || option.name;
  return (
    <button type="button" class="option closed" data-closed={option.name} aria-label={words.value.closedOption(name)} onClick={() => store.askWhyOption(option.name)}>
      {name}
    </button>
  );
}

/** Whose turn it is, in a few words. */
export function turnText(): string {
  const texts = words.value;
  const state = store.state.value;
  if (!state) return "";
  if (state.over) return texts.over;
  if (store.ending.value) return texts.stopped;
  const mine = store.seat.value;
  if (mine !== null && state.deciding.includes(mine) && store.standIn.value === null) return texts.turnYours;
  const names = namesOf(state.deciding, store.seats.value);
  const thinking = state.deciding.every((one) => state.thinking.includes(one));
  if (!names.length) return texts.waiting;
  return thinking ? texts.thinking(list(names, texts)) : texts.turnOf(list(names, texts));
}

export function Prompt() {
  const texts = words.value;
  const tongue = language.value;
  const state = store.state.value;
  const decision = store.decision.value;
  const objects = store.objects.value;
  const catalogue = store.rules.value?.catalogue;
  if (!state || !objects || !catalogue) return null;
  if (state.over) return <End />;
  if (store.ending.value) return <Stopped />;
  const standIn = store.standIn.value;
  const own = store.seat.value === null ? undefined : store.seats.value[store.seat.value];
  const returns = own !== undefined && store.mayReturn(own);
  const mine = store.seat.value !== null && state.deciding.includes(store.seat.value) && standIn === null;
  const prompt = say(decision?.prompts, tongue);
  const picked = store.picked.value;
  const thinking = !mine && state.deciding.length > 0 && state.deciding.every((one) => state.thinking.includes(one));
  // What is named only by what is picked already cannot be reached by another click.
  const here = picked.length
    ? store.left.value.filter((one) => one.arguments.every((part) => part.id === null || [part.id, ...part.also].some((id) => picked.includes(id))))
    : [];
  const soFar = mine && store.seat.value !== null
    ? picksSoFar(objects.underway, `player:${store.seat.value}`).map((one) => (one.id === null ? String(one.value) : nameOf(one.id, objects, catalogue, tongue)))
    : [];
  const onTable = store.otherOptions.value.length;
  const buttons = picked.length === 0 ? store.wordOptions.value : [];
  const closed = picked.length === 0 ? (decision?.closed ?? []) : [];
  const few = onTable <= FEW ? store.left.value.filter((one) => store.otherOptions.value.includes(one) && !here.includes(one)) : [];
  return (
    <section class={mine ? "prompt yours" : "prompt"} aria-labelledby="turn">
      <div class="prompt-head">
        <div class="prompt-text">
          <h2 id="turn" class={thinking ? "turn thinking" : "turn"} tabIndex={-1}>{turnText()}</h2>
          {prompt && <p class="question">{prompt}</p>}
          {soFar.length > 0 && <p class="so-far" data-so-far>{texts.soFar(list(soFar, texts))}</p>}
        </div>
        {own && store.times.value?.running.includes(own.seat) && <SeatTime seat={own} />}
        <UndoButton />
      </div>
      {picked.length > 0 && decision && (
        <div class="picked">
          <p>{texts.pickedNow(list(picked.map((id) => nameOf(id, objects, catalogue, tongue)), texts))}</p>
          {here.map((one) => <OptionButton key={one.id} option={one} />)}
          <button type="button" class="quiet" onClick={store.letGo}>{texts.letGo}</button>
        </div>
      )}
      {(buttons.length > 0 || few.length > 0 || closed.length > 0) && (
        <div class="word-options" role="group" aria-label={texts.options}>
          {buttons.map((one) => <OptionButton key={one.id} option={one} />)}
          {few.map((one) => <OptionButton key={one.id} option={one} class="option on-table" />)}
          {closed.map((one) => <ClosedButton key={one.name} option={one} />)}
        </div>
      )}
      {decision && onTable > FEW && <AllOptions key={decision.site.number} />}
      {standIn !== null && store.seat.value !== null && (
        <div class="picked">
          <p>{texts.playsForYou(botText(standIn, tongue))}</p>
          {returns
            ? <button type="button" data-hand="person" onClick={() => void store.hand(store.seat.value ?? 0, "person")}>{texts.playAgain}</button>
            : <p data-no-return>{store.host.value ? texts.noReturnHost : texts.noReturnOwn}</p>}
        </div>
      )}
      {store.seat.value === null && !store.host.value && <p class="muted small">{texts.onlooker}</p>}
      <Answers />
      {mine && <Lessons />}
    </section>
  );
}

/** What the server answered: why not, and what went wrong. */
function Answers() {
  const problem = store.problem.value;
  const why = store.why.value;
  return (
    <>
      <div role="status" class="why-box">
        {why && <p class="why" data-why>{sentence(why)}</p>}
      </div>
      {problem && <Trouble problem={problem} onClose={() => { store.problem.value = null; }} />}
    </>
  );
}

/** Every option that names something on the table, for those who do not point at it. */
function AllOptions() {
  const texts = words.value;
  const tongue = language.value;
  const options = store.left.value.filter((one) => store.otherOptions.value.includes(one));
  const count = store.otherOptions.value.length;
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState("");
  const roving = useRoving<HTMLUListElement>();
  const needle = plain(wanted.trim());
  const found = needle ? options.filter((one) => plain(optionName(one, tongue)).includes(needle)) : options;
  return (
    <details class="all-options" open={open} onToggle={(event) => setOpen(event.currentTarget.open)} data-options>
      <summary>{texts.allOptions(count)}</summary>
      {open && (
        <>
          {count > MANY && (
            <input
              type="search"
              class="find"
              aria-label={texts.findOption}
              placeholder={texts.findOption}
              value={wanted}
              onInput={(event) => setWanted(event.currentTarget.value)}
            />
          )}
          <ul {...roving}>
            {found.map((one) => <li key={one.id}><OptionButton option={one} rove /></li>)}
          </ul>
        </>
      )}
    </details>
  );
}

/** Several options that name the same: which is meant. */
export function Menu() {
  const options = store.menu.value;
  if (!options) return null;
  return (
    <Dialog title={words.value.which} onClose={store.letGo} attributes={{ "data-menu": "" }}>
      <ul class="menu-options">
        {options.map((one) => <li key={one.id}><OptionButton option={one} /></li>)}
      </ul>
    </Dialog>
  );
}

export function UndoButton() {
  const texts = words.value;
  if (store.seat.value === null) return null;
  const can = store.canUndo.value && !store.undo.value;
  return (
    <button
      type="button"
      class="undo"
      data-undo
      title={texts.undoHelp}
      disabled={!can}
      onClick={() => void store.takeBack()}
    >
      <Icon name="undo" />
      <span>{texts.undo}</span>
    </button>
  );
}

/** A choice that somebody would like to take back: the others are asked. */
export function Consent() {
  const texts = words.value;
  const undo = store.undo.value;
  const [later, setLater] = useState(false);
  const mine = store.seat.value;
  useEffect(() => setLater(false), [undo?.by, undo === null]);
  if (!undo) return <NotAgreed />;
  const name = store.seats.value[undo.by]?.name ?? "";
  const text = say(undo.text, language.value);
  const waiting = list(namesOf(undo.waiting, store.seats.value), texts);
  if (mine !== null && undo.waiting.includes(mine)) {
    const answer = (agree: boolean) => () => { void store.consent(agree); };
    const buttons = (
      <>
        <button type="button" class="chief-button" data-consent="agree" onClick={answer(true)}>{texts.undoAgree}</button>
        <button type="button" data-consent="refuse" onClick={answer(false)}>{texts.undoRefuse}</button>
      </>
    );
    if (later) {
      return (
        <div class="banner" role="status">
          <p>{texts.undoBanner(name)} <q>{text}</q></p>
          <div class="actions">{buttons}</div>
        </div>
      );
    }
    return (
      <Dialog title={texts.undoQuestion(name)} onClose={() => setLater(true)} attributes={{ "data-consent-dialog": "" }}>
        <blockquote>{text}</blockquote>
        <div class="actions">
          {buttons}
          <button type="button" class="quiet" onClick={() => setLater(true)}>{texts.undoLater}</button>
        </div>
      </Dialog>
    );
  }
  return (
    <div class="banner" role="status">
      <p>
        {undo.by === mine ? sentence(texts.undoAsked(text)) : `${texts.undoBanner(name)} ${sentence(text)}`}
        {waiting && ` ${texts.undoWaits(waiting)}`}
      </p>
      {undo.by === mine && <button type="button" data-withdraw onClick={() => void store.withdraw()}>{texts.undoWithdraw}</button>}
    </div>
  );
}

/** The reader's own question was refused, and can be asked again after a while. The seconds are not read aloud. */
function NotAgreed() {
  const texts = words.value;
  const refusal = store.refusal.value;
  if (!refusal) return null;
  const left = pauseLeft(refusal, moment.value);
  return (
    <div class="banner" data-not-agreed>
      <p>
        <span role="status">{texts.undoRefused}</span> <span role="timer" aria-live="off" data-again={left}>{texts.undoAgain(left)}</span>
      </p>
    </div>
  );
}

/** The absent seats for which others would let a bot play. */
export function Claims() {
  return <>{store.seats.value.filter((one) => one.wishes.length > 0).map((one) => <ClaimQuestion key={one.seat} seat={one} />)}</>;
}

/** Somebody would let a bot play for an absent player: the others are asked, and whoever asked sees whom that waits for. */
function ClaimQuestion({ seat }: { seat: Seat }) {
  const texts = words.value;
  const [later, setLater] = useState(false);
  const mine = store.seat.value;
  if (mine === null || !mayClaim(seat)) return null;
  const names = (all: number[]): string => list(namesOf(all, store.seats.value), texts);
  if (seat.wishes.includes(mine)) {
    return (
      <div class="banner" role="status" data-claim-waits={seat.seat}>
        <p>{texts.claimAsked(seat.name)} {texts.undoWaits(names(claimWaits(seat)))}</p>
      </div>
    );
  }
  const agree = <button type="button" class="chief-button" data-claim-agree={seat.seat} onClick={() => void store.claim(seat.seat)}>{texts.undoAgree}</button>;
  const question = texts.claimQuestion(names(seat.wishes), seat.name);
  if (later || store.undo.value?.waiting.includes(mine)) {
    return (
      <div class="banner" role="status">
        <p>{question}</p>
        <div class="actions">{agree}</div>
      </div>
    );
  }
  return (
    <Dialog title={question} onClose={() => setLater(true)} attributes={{ "data-claim-dialog": String(seat.seat) }}>
      <p>{texts.claimHelp}</p>
      <div class="actions">
        {agree}
        <button type="button" data-claim-later onClick={() => setLater(true)}>{texts.notNow}</button>
      </div>
    </Dialog>
  );
}

/** How the match was stopped before its end. */
function Stopped() {
  const texts = words.value;
  return (
    <section class="prompt end" aria-labelledby="turn" data-stopped>
      <div class="prompt-head">
        <div class="prompt-text">
          <p class="eyebrow">{texts.stopped}</p>
          <h2 id="turn" class="result" tabIndex={-1}>{endingText()}</h2>
          <p class="question">{remainingText()}</p>
        </div>
      </div>
      <div class="actions">
        <button type="button" onClick={() => void store.lookBack()}>{texts.replay}</button>
        <Go class="button quiet" to={`/new?game=${encodeURIComponent(store.game.value)}`}>{texts.newMatch}</Go>
      </div>
      <Answers />
    </section>
  );
}

/** How the match ended. */
function End() {
  const texts = words.value;
  const state = store.state.value;
  const seats = store.seats.value;
  if (!state) return null;
  const names = namesOf(state.winners, seats);
  const mine = store.seat.value;
  const result = names.length === 0 ? texts.nobodyWins
    : names.length === 1 && mine !== null && state.winners.includes(mine) ? texts.youWin
    : names.length === 1 ? texts.winner(list(names, texts)) : texts.winners(list(names, texts));
  const order = seats.map((one) => one.seat)
    .sort((a, b) => Number(state.winners.includes(b)) - Number(state.winners.includes(a)) || (state.scores?.[b] ?? 0) - (state.scores?.[a] ?? 0));
  return (
    <section class="prompt end" aria-labelledby="turn" data-end>
      <div class="prompt-head">
        <div class="prompt-text">
          <p class="eyebrow">{texts.over}</p>
          <h2 id="turn" class="result" tabIndex={-1}>{result}</h2>
        </div>
        <UndoButton />
      </div>
      {state.scores && (
        <table class="scores">
          <thead><tr><th scope="col">{texts.player}</th><th scope="col">{texts.score}</th></tr></thead>
          <tbody>
            {order.map((one) => (
              <tr key={one} class={state.winners.includes(one) ? "winner" : undefined}>
                <th scope="row">{seats[one]?.name}{state.winners.includes(one) && <span class="tag">{texts.winnerTag}</span>}</th>
                <td>{state.scores?.[one]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div class="actions">
        <button type="button" onClick={() => void store.lookBack()}>{texts.replay}</button>
        <Go class="button quiet" to={`/new?game=${encodeURIComponent(store.game.value)}`}>{texts.newMatch}</Go>
      </div>
      <Answers />
    </section>
  );
}
