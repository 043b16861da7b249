/** A first match that explains itself: by the rules that are cited where somebody chooses, as far as they are new. */
import { signal } from "@preact/signals";
import { language, words } from "../language";
import { setSetting, setting } from "../memory";
import { lessonsOf, type Lesson } from "../lessons";
import * as store from "../store";
import { Icon } from "../ui";
import { say } from "../words";
import { Statements } from "./Rules";

const learning = signal(setting("learn") === "on");
/** What has been read at this decision and the ones before it. */
const read = new Map<string, number>();
let match: string | null = null;

/** The rules that this decision is the first to need. */
function lessons(): Lesson[] {
  const catalogue = store.rules.value?.catalogue;
  const decision = store.decision.value;
  const turn = store.turn.value ?? 0;
  if (!catalogue || !decision) return [];
  if (match !== store.match.value) read.clear();
  match = store.match.value;
  const found = lessonsOf(catalogue, decision, store.told.value, (id) => (read.get(id) ?? turn) < turn);
  for (const id of found.flatMap((one) => one.rules)) if (!read.has(id)) read.set(id, turn);
  return found;
}

function isThere(): boolean {
  const catalogue = store.rules.value?.catalogue;
  return catalogue !== undefined && Object.keys(catalogue.rules).length > 0 && store.seat.value !== null;
}

/** Begins to explain, or stops. */
export function LearnButton() {
  if (!isThere()) return null;
  const on = learning.value;
  return (
    <button
      type="button"
      class="quiet learn"
      aria-expanded={on}
      data-learn={on ? "on" : "off"}
      onClick={() => {
        learning.value = !on;
        setSetting("learn", on ? "off" : "on");
      }}
    >
      <Icon name="about" /> {on ? words.value.learnNoMore : words.value.learn}
    </button>
  );
}

export function Lessons() {
  const texts = words.value;
  const catalogue = store.rules.value?.catalogue;
  if (!catalogue || !isThere() || !learning.value) return null;
  const found = lessons();
  const title = (one: Lesson): string => {
    const place = one.about === "place" ? say(catalogue.places[one.name]?.labels, language.value) || one.name : "";
    return place ? `${texts.lessons.place}: ${place}` : texts.lessons[one.about];
  };
  return (
    <div class="lessons" tabIndex={0} role="region" aria-label={texts.learn} data-lessons>
      {found.length === 0 && <p class="muted">{texts.nothingNew}</p>}
      {found.map((one) => (
        <section key={`${one.about} ${one.name}`} data-lesson={one.about}>
          <h3>{title(one)}</h3>
          <Statements ids={one.rules} />
        </section>
      ))}
    </div>
  );
}
