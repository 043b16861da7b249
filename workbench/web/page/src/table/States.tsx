/** The states of the game and of players, as labels with values. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Property, Value } from "../protocol";
import { Sort } from "./Face";
import { worth, type Known } from "./known";
import { memo } from "./memo";
import { flash } from "./motion";

export interface Computed {
  name: string;
  label: string;
  value: number;
  /** Whether it is the score, and whether nobody has more. */
  score?: "score" | "leads";
}

interface StatesProps {
  known: Known;
  states: Record<string, Value>;
  properties: Record<string, Property>;
  /** Those on the panel, in their order, and those that are hidden or put away unless asked for. */
  first?: readonly string[];
  last?: ReadonlySet<string>;
  /** What is computed: the score and numbers of the panel, each with what it is called. */
  computed?: readonly Computed[];
  /** What the pieces that states name are called: so that a new name is drawn. */
  names: string;
  /** Only what needs little room: no tables, and nothing that only says yes. */
  brief?: boolean;
  /** Whether tables of numbers stand elsewhere, or only they are meant. */
  tables?: "apart" | "only";
}

/** Whether a table of numbers holds only zeros. */
function empty(value: Value): boolean {
  return value !== null && typeof value === "object" && !Array.isArray(value) && Object.values(value).every((one) => one === 0);
}

/** A table, or what is only so or not so. */
function isBulky(value: Value): boolean {
  return value === true || (value !== null && typeof value === "object" && !Array.isArray(value));
}

/** From how many states on those that say nothing now are put away. */
const MANY = 8;

/** What the number of a design has, so that it is lit if an option names that design. */
function valued(known: Known, property: Property | undefined, key: string, label: string) {
  const id = `design:${key}`;
  const open = known.values.has(id);
  return {
    "data-value": id,
    "data-lit": open ? "" : undefined,
    role: open ? ("button" as const) : undefined,
    tabindex: open ? 0 : undefined,
    "aria-label": open ? `${known.key(property, key)}, ${label}` : undefined,
  };
}

export const States = memo((props: StatesProps) => <StatesBody {...props} />);

const NONE: ReadonlySet<string> = new Set();

/** Those with these names first, in that order. */
function inOrder(all: [string, Value][], first: readonly string[]): [string, Value][] {
  const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  return all.map((one, at): [[string, Value], number] => [one, at]).sort(([one, a], [other, b]) => rank(one[0]) - rank(other[0]) || a - b).map(([one]) => one);
}

function StatesBody({ known, states, properties, brief = false, tables: wanted, first = [], last = NONE, computed = [] }: StatesProps) {
  const [open, setOpen] = useState(false);
  const put = (name: string) => last.has(name) || properties[name]?.shown === false;
  // The score is often a state of the player: one of them is enough.
  const twice = (name: string, value: Value) => computed.some((one) => one.value === value && one.label === known.label(properties[name], name));
  const all = inOrder(Object.entries(states), first).filter(([, value]) => worth(value) && !(brief && isBulky(value)));
  // What only helps the rules is shown to whoever asks for it; a state that nothing hides is there in any case.
  const said = (open ? all : all.filter(([name]) => !put(name) || first.includes(name))).filter(([name, value]) => !twice(name, value));
  const hidden = all.length - all.filter(([name]) => !put(name) || first.includes(name)).length;
  const tables = said.filter((one): one is [string, Record<string, number>] => one[1] !== null && typeof one[1] === "object" && !Array.isArray(one[1]));
  // Tables with the same keys are one table.
  const keys = Object.keys(tables[0]?.[1] ?? {});
  const joined = tables.length > 1 && tables.every(([, value]) => Object.keys(value).join() === keys.join());
  const single = wanted === "only" ? [] : joined ? said.filter(([, value]) => !tables.some(([, table]) => table === value)) : said;
  const drawn = joined && wanted !== "apart";
  const still = single.filter(([name, value]) => !first.includes(name) && (empty(value) || ((single.length > MANY || first.length > 0) && value === 0)));
  const away = still.length >= (first.length > 0 ? 1 : 3) || still.some(([, value]) => empty(value));
  const shown = open || !away ? single : single.filter((one) => !still.includes(one));
  if (single.length + computed.length + hidden === 0 && !drawn) return null;
  if (wanted === "only" && !drawn) return null;
  return (
    <div class="t-states-box">
      {wanted !== "only" && single.length + computed.length + hidden > 0 && <div class="t-states">
        {shown.length + computed.length > 0 && (
          <dl class="t-states">
            {computed.map((one) => <Figure key={one.name} known={known} one={one} />)}
            {shown.map(([name, value]) => (
              <State key={name} known={known} name={name} value={value} property={properties[name]} values={isBulky(value) ? [...known.values].join() : ""} />
            ))}
          </dl>
        )}
        {(away || hidden > 0) && !brief && (
          <button type="button" class="t-rest" title={known.words.moreHelp} aria-expanded={open ? "true" : "false"} onClick={() => setOpen(!open)}>
            {open ? known.words.showLess : known.words.moreStates((away ? still.length : 0) + hidden)}
          </button>
        )}
      </div>}
      {drawn && (
        <Wide label={tables.map(([name]) => known.label(properties[name], name)).join(", ")}>
          <table class="t-tables">
            <thead>
              <tr>
                <td />
                {keys.map((key) => (
                  <th key={key} scope="col">
                    <Sort sign={known.signOfKey(properties[tables[0]?.[0] ?? ""], key)} />
                    <span class="t-key">{known.key(properties[tables[0]?.[0] ?? ""], key)}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {tables.map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{known.label(properties[name], name)}</th>
                  {keys.map((key) => (
                    <td key={key} data-value={`design:${key}`}>{String(value[key] ?? 0).replace("-", "−")}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      )}
    </div>
  );
}

/** What is scrolled where it is too wide: by the keyboard, too. */
function Wide({ label, children }: { label: string; children: ComponentChildren }) {
  const at = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(false);
  useLayoutEffect(() => {
    const box = at.current;
    if (box === null) return undefined;
    const measured = new ResizeObserver(() => setScrolled(box.scrollWidth > box.clientWidth));
    measured.observe(box);
    return () => measured.disconnect();
  }, []);
  return (
    <div
      class="t-tables-box"
      ref={at}
      tabIndex={scrolled ? 0 : undefined}
      role={scrolled ? "region" : undefined}
      aria-label={scrolled ? label : undefined}
    >
      {children}
    </div>
  );
}

/** A number that the rules compute; the score with a star, and whether it leads. */
function Figure({ known, one }: { known: Known; one: Computed }) {
  const at = useRef<HTMLDivElement>(null);
  const before = useRef(one.value);
  useLayoutEffect(() => {
    if (before.current !== one.value) flash(at.current);
    before.current = one.value;
  }, [one.value]);
  return (
    <div class={one.score ? "t-stat t-score" : "t-stat"} ref={at} data-number={one.name}>
      <dt>{one.score && <span aria-hidden="true">★ </span>}{one.label}</dt>
      <dd class="t-figure">
        {String(one.value).replace("-", "−")}
        {one.score === "leads" && <span class="t-leads"> {known.words.leads}</span>}
      </dd>
    </div>
  );
}

const State = memo(({ known, name, value, property }: { known: Known; name: string; value: Value; property: Property | undefined; values: string }) => {
  const at = useRef<HTMLDivElement>(null);
  const text = value === true ? "✓" : known.value(property, value);
  const before = useRef(text);
  useLayoutEffect(() => {
    if (before.current !== text) flash(at.current);
    before.current = text;
  }, [text]);
  const label = known.label(property, name);
  const table = value !== null && typeof value === "object" && !Array.isArray(value);
  const colour = typeof value === "string" && value.startsWith("player:") ? known.playerColour(value) : undefined;
  return (
    <div class={table || text.length > 28 ? "t-stat t-wide" : "t-stat"} ref={at} data-state={name}>
      <dt>{label}</dt>
      <dd class={typeof value === "number" ? "t-figure" : undefined}>
        {colour && <span class="t-dot" style={{ "--skin": colour }} aria-hidden="true" />}
        {value === true ? (
          <span>
            <span aria-hidden="true">✓</span>
            <span class="t-off-screen">{known.words.yes}</span>
          </span>
        ) : table ? (
          <span class="t-pairs">
            {Object.entries(value).map(([key, number]) => (
              <span class="t-pair" key={key} {...valued(known, property, key, label)}>
                <Sort sign={known.signOfKey(property, key)} />
                {known.key(property, key)} <b>{String(number).replace("-", "−")}</b>
              </span>
            ))}
          </span>
        ) : (
          text
        )}
      </dd>
    </div>
  );
});
