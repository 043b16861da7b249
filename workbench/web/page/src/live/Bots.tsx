/** What bots have shown: what a save has changed beyond chance. */
import type { FigureData, SampleData } from "../protocol";
import { language } from "../language";
import { botText } from "../names";
import { CopyField } from "../ui";
import { measured } from "./state";
import { liveWords } from "./words";

export function Bots() {
  const texts = liveWords.value;
  const now = measured.value;
  if (!now) return null;
  return (
    <section class="bots" aria-labelledby="design-bots" data-measured={now.running ? undefined : now.save}>
      <h2 id="design-bots">{texts.bots}</h2>
      <p role="status" class="muted">{now.running ? texts.playing : texts.against(now.save, now.against)}</p>
      {now.samples.map((one) => <Sample key={one.bot} found={one} />)}
    </section>
  );
}

/** Fewer matches on either side say nothing about a difference. */
const FEW = 10;

function Sample({ found }: { found: SampleData }) {
  const texts = liveWords.value;
  const compares = found.before > 0;
  const few = compares && Math.min(found.before, found.matches) < FEW;
  return (
    <section class="sample" data-bot={found.bot}>
      <h3>{texts.ofBot(botText(found.bot, language.value), found.before, found.matches)}</h3>
      {found.faulty > 0 && <p class="bad-text">{texts.faulty(found.faulty, found.fault)}</p>}
      {few && <p class="muted" data-few>{texts.few}</p>}
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">{texts.figure}</th>
            {compares && <th scope="col">{texts.before}</th>}
            <th scope="col">{texts.now}</th>
            {compares && <th scope="col">{texts.interval}</th>}
          </tr>
        </thead>
        <tbody>
          {found.figures.map((one) => (
            <tr key={one.name} class={one.differs ? "differs" : undefined} title={one.differs ? texts.sure : undefined}>
              <th scope="row">{texts.names(one.name)}{one.differs && <span class="tag">{texts.sure}</span>}</th>
              {compares && <td>{shown(one, one.before)}</td>}
              <td>{shown(one, one.now)}</td>
              {compares && <td>{few ? "?" : `${signed(one.low)} … ${signed(one.high)}`}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <Names title={texts.gone} names={found.gone} />
      <Names title={texts.appears} names={found.new} />
      {found.never > 0 && <p class="muted">{texts.never(found.never)}</p>}
      <CopyField label={texts.exactly} value={found.command} attributes={{ "data-command": found.bot }} />
    </section>
  );
}

function Names({ title, names }: { title: string; names: string[] }) {
  if (names.length === 0) return null;
  return <p data-names><b>{title}:</b> {names.join(", ")}</p>;
}

const shown = (one: FigureData, value: number): string => (one.share ? `${value.toFixed(1)} %` : value.toFixed(1));

const signed = (value: number): string => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(1)}`;
