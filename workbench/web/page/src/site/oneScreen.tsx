/** Several people at one screen: whoever has to decide takes it over, and what the others hold is covered until then. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { words } from "../language";
import { recall } from "../memory";
import { go } from "../router";
import * as store from "../store";
import { Icon } from "../ui";
import type { Desk } from "./desk";

/** The person who has to decide now, if it is not the one who sits here: its name and token. */
function next(match: string): { name: string; token: string } | null {
  const links = recall(match)?.links;
  const state = store.state.value;
  const mine = store.seat.value;
  if (!links || !state || mine === null || state.over || state.deciding.includes(mine)) return null;
  for (const seat of state.deciding) {
    const link = links[seat];
    const now = store.seats.value[seat];
    if (link?.token && now?.plays === "person") return { name: now.name, token: link.token };
  }
  return null;
}

export function PassOn({ match }: { match: string }) {
  const texts = words.value;
  const who = next(match);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => { button.current?.focus(); }, [who?.token]);
  if (!who || store.looking.value !== null) return null;
  return (
    <div class="pass-on" role="dialog" aria-modal="true" aria-label={texts.passOn(who.name)} data-pass-on>
      <h2>{texts.passOn(who.name)}</h2>
      <p class="muted">{texts.passOnHelp}</p>
      <button ref={button} type="button" class="button chief-button" data-i-am onClick={() => go(`/t/${encodeURIComponent(match)}#${who.token}`)}>
        {texts.iAm(who.name)}
      </button>
    </div>
  );
}

export function SaveRecord({ desk, match }: { desk: Desk; match: string }) {
  const texts = words.value;
  const save = async (): Promise<void> => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([await desk.record(match)], { type: "application/json" }));
    link.download = `${store.game.value.replace(/^.*\//, "")}-${match}.json`;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  return (
    <button type="button" class="quiet" title={texts.saveRecordHelp} data-save-record onClick={() => void save()}>
      <Icon name="next" /> {texts.saveRecord}
    </button>
  );
}
