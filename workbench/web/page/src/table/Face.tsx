/** The face of a card: what is printed on a design, small on the table or large to be read. */
import type { Design } from "../protocol";
import { imageAt } from "./images";
import type { Known, Printed } from "./known";
import { ink, mix } from "./shades";

interface FaceProps {
  known: Known;
  design: Design;
  /** What its pieces are in now, in words. */
  states: readonly string[];
}

/** From this length on a printed value is a line of its own. */
const LONG = 14;

/** All that is on a card; the numbers in its corners stand beside its name. */
export function Face({ known, design, states }: FaceProps) {
  const skin = known.designSkin(design.id);
  const label = known.say(design.labels) || design.name;
  const type = known.typeLabel(design.type);
  const all = known.printed(design);
  // A number that its name or symbol has anyway need not stand beside it; nor one beside the rank of a playing card.
  const said = (one: Printed | undefined) => !one || new RegExp(`\\b${one.value}\\b`, "u").test(label) || (skin.drawn && skin.glyph.length > 1);
  const corners = (known.type(design.type)?.corners ?? []).filter((name, _, some) => some.length > 1 || !said(all.find((one) => one.name === name)));
  const inCorners = corners.flatMap((name) => all.find((one) => one.name === name) ?? []);
  const facts = all.filter((one) => !corners.includes(one.name) && !one.costs && one.value.length <= LONG);
  const costs = all.filter((one) => one.costs);
  const long = all.filter((one) => !corners.includes(one.name) && !one.costs && one.value.length > LONG);
  const text = known.text(design);
  return (
    <>
      <div class="t-card-head">
        {inCorners[0] && <Corner one={inCorners[0]} />}
        {skin.drawn && (
          <span class="t-card-symbol" aria-hidden="true">
            {skin.glyph}
          </span>
        )}
        <span class="t-card-name">{label}</span>
        {inCorners[1] && <Corner one={inCorners[1]} />}
      </div>
      {design.image && <img key={imageAt(design.image)} class="t-card-image" src={imageAt(design.image)} alt="" loading="lazy" draggable={false} onError={gone} />}
      {type.toLowerCase() !== label.toLowerCase() && <div class="t-card-type">{type}</div>}
      {facts.length > 0 && (
        <div class="t-card-facts">
          {facts.map((one) => (
            <span class="t-fact" key={one.name} data-number={one.number ? "" : undefined}>
              {one.value === "✓" ? <b>{one.label}</b> : (
                <>
                  <span class="t-fact-name">{one.label}</span>{" "}
                  <span class="t-fact-value">
                    <Sort sign={one.sign} />
                    <b>{one.value}</b>
                  </span>
                </>
              )}
            </span>
          ))}
        </div>
      )}
      {text && <div class="t-card-text">{text}</div>}
      {long.map((one) => (
        <div class="t-card-text t-card-long" key={one.name}>
          <span class="t-fact-name">{one.label}</span> {one.value}
        </div>
      ))}
      {costs.map((one) => (
        <div class="t-card-costs" key={one.name}>
          <span class="t-fact-name">{one.label}</span>
          {one.costs?.map((part) => (
            <Cost key={part.key} part={part} />
          ))}
        </div>
      ))}
      {states.length > 0 && (
        <div class="t-card-states">
          {states.map((one) => (
            <span class="t-state" key={one}>
              {one}
            </span>
          ))}
        </div>
      )}
    </>
  );
}

/** An image that cannot be had leaves no hole; under other rules, it is another element, which may be seen again. */
function gone(event: Event): void {
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.hidden = true;
}

/** A number that stands in a corner; those who hear it are told what it counts. */
function Corner({ one }: { one: Printed }) {
  return (
    <span class="t-corner" title={`${one.label} ${one.value}`}>
      <span class="t-off-screen">{one.label} </span>
      {one.value}
    </span>
  );
}

/** The dot or the symbol of a word or a design before its name. */
export function Sort({ sign }: { sign: Printed["sign"] }) {
  if (!sign?.colour) return null;
  return (
    <span class="t-sort" aria-hidden="true" style={{ "--skin": sign.colour, "--skin-ink": ink(sign.colour), "--rim": mix(sign.colour, "#000000", 0.4) }}>
      {sign.symbol}
    </span>
  );
}

/** How many of something: in its colour and with its symbol, or else with its name. */
function Cost({ part }: { part: NonNullable<Printed["costs"]>[number] }) {
  const number = String(part.number).replace("-", "−");
  const { sign } = part;
  if (!sign?.colour) {
    return (
      <span class="t-cost t-cost-named">
        <b>{number}</b> {part.label}
      </span>
    );
  }
  return (
    <span class="t-cost" title={`${number} ${part.label}`} style={{ "--skin": sign.colour, "--skin-ink": ink(sign.colour), "--rim": mix(sign.colour, "#000000", 0.4) }}>
      <b>{number}</b>
      <span aria-hidden="true">{sign.symbol ?? ""}</span>
      <span class="t-off-screen"> {part.label}, </span>
    </span>
  );
}
