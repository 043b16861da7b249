/** The table's frame. */
import { useEffect } from "preact/hooks";
import { language, words } from "../language";
import * as store from "../store";
import { Table } from "../table/Table";
import { say } from "../words";

export function Play({ match, token }: { match: string; token: string | null }) {
  useEffect(() => {
    store.join(match, token);
    return () => store.leave();
  }, [match, token]);
  const objects = store.shown.value;
  const rules = store.rules.value;
  if (!objects || !rules) return <main>{words.value.connecting}</main>;
  return (
    <main>
      <h1>{say(store.title.value, language.value)}</h1>
      <p>{say(store.decision.value?.prompts, language.value)}</p>
      {store.wordOptions.value.map((one) => (
        <button key={one.id} type="button" data-option={one.id} onClick={() => void store.choose(one)}>
          {say(one.labels, language.value)}
        </button>
      ))}
      <p data-why role="status">{store.why.value}</p>
      <div
        data-table
        data-turn={store.turn.value ?? undefined}
        data-busy={store.sending.value !== null ? "" : undefined}
        data-over={store.state.value?.over ? "" : undefined}
      >
        <Table
          view={{
            objects,
            catalogue: rules.catalogue,
            boards: rules.boards,
            language: language.value,
            lit: store.lit.value,
            picked: store.pickedSet.value,
            recent: store.recent.value,
            live: store.live.value,
            words: words.value,
          }}
          onPick={store.pick}
          onCard={(id) => { store.card.value = id; }}
        />
      </div>
    </main>
  );
}
