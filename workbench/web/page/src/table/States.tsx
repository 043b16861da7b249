/** The states of the game and of players, as labels with values. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Property, Value } from "../protocol";
import { worth, type Known } from "./known";
import { memo } from "./memo";
import { flash } from "./motion";

interface StatesProps {
  known: Known;
  states: Record<string, Value>;
  properties: Record<string, Property>;
  /** What the pieces that states name are called: so that a new name is drawn. */
  names: string;
}

export const States = memo(({ known, states, properties }: StatesProps) => {
  const shown = Object.entries(states).filter(([, value]) => worth(value));
  if (shown.length === 0) return null;
  return (
    <dl class="states">
      {shown.map(([name, value]) => (
        <State key={name} known={known} name={name} value={value} property={properties[name]} />
      ))}
    </dl>
  );
});

const State = memo(({ known, name, value, property }: { known: Known; name: string; value: Value; property: Property | undefined }) => {
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
    <div class={table || text.length > 28 ? "stat wide" : "stat"} ref={at} data-state={name}>
      <dt>{label}</dt>
      <dd class={typeof value === "number" ? "figure" : undefined}>
        {colour && <span class="dot" style={{ "--skin": colour }} aria-hidden="true" />}
        {value === true ? (
          <span>
            <span aria-hidden="true">✓</span>
            <span class="off-screen">{known.words.yes}</span>
          </span>
        ) : table ? (
          <span class="pairs">
            {Object.entries(value).map(([key, number]) => (
              <span class="pair" key={key}>
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
