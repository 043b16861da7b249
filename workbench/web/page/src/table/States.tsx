/** The states of the game and of players, as labels with values. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Property, Value } from "../protocol";
import { Sort } from "./Face";
import { worth, type Known } from "./known";
import { memo } from "./memo";
import { flash } from "./motion";

interface StatesProps {
  known: Known;
  states: Record<string, Value>;
  properties: Record<string, Property>;
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

function StatesBody({ known, states, properties, brief = false, tables: wanted }: StatesProps) {
  const [open, setOpen] = useState(false);
  const said = Object.entries(states).filter(([, value]) => worth(value) && !(brief && isBulky(value)));
  const tables = said.filter((one): one is [string, Record<string, number>] => one[1] !== null && typeof one[1] === "object" && !Array.isArray(one[1]));
  // Tables with the same keys are one table.
  const keys = Object.keys(tables[0]?.[1] ?? {});
  const joined = tables.length > 1 && tables.every(([, value]) => Object.keys(value).join() === keys.join());
  const single = wanted === "only" ? [] : joined ? said.filter(([, value]) => !tables.some(([, table]) => table === value)) : said;
  const drawn = joined && wanted !== "apart";
  const still = single.filter(([, value]) => empty(value) || (single.length > MANY && value === 0));
  const away = still.length >= 3 || still.some(([, value]) => empty(value));
  const shown = open || !away ? single : single.filter((one) => !still.includes(one));
  if (single.length === 0 && !drawn) return null;
  return (
    <div class="t-states-box">
      {single.length > 0 && <div class="t-states">
        {shown.length > 0 && (
          <dl class="t-states">
            {shown.map(([name, value]) => (
              <State key={name} known={known} name={name} value={value} property={properties[name]} values={isBulky(value) ? [...known.values].join() : ""} />
            ))}
          </dl>
        )}
        {away && !brief && (
          <button type="button" class="t-rest" aria-expanded={open ? "true" : "false"} onClick={() => setOpen(!open)}>
            {open ? known.words.showLess : known.words.zeros(still.length)}
          </button>
        )}
      </div>}
      {drawn && (
        <div class="t-tables-box">
          <table class="t-tables">
            <thead>
              <tr>
                <td />
                {keys.map((key) => (
                  <th key={key} scope="col">
                    <Sort sign={known.signOfKey(properties[tables[0]?.[0] ?? ""], key)} />
                    {known.key(properties[tables[0]?.[0] ?? ""], key)}
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
        </div>
      )}
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
