/** A new match: the form, and then the links of all seats. */
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { bots as fetchBots, create, game as fetchGame, games as fetchGames, problemOf } from "../api";
import { language, words } from "../language";
import { recall, remember, setSetting, setting } from "../memory";
import type { BotData, GameData, GameResult, Labels, NewMatch, Problem, SetUpOption } from "../protocol";
import { botText } from "../names";
import { lengthText } from "../lengths";
import { more } from "../more";
import { go, sharedLink } from "../router";
import { CopyField, Go, LanguageSwitch, Mark, Trouble } from "../ui";
import { say } from "../words";

interface Sitting {
  name: string;
  plays: string;
  gender: string;
}

/** Times to choose from, in seconds. */
const EACH_CHOICE = [15, 30, 60, 120, 300, 600, 3600, 86400, 259200];
const WHOLE_MATCH = [180, 300, 600, 900, 1800, 3600, 5400, 86400, 604800];
const INCREMENTS = [0, 2, 5, 10, 30, 60, 300];
const ABSENCES = [60, 300, 600, 1800, 3600, 86400];

interface Timing {
  each: "" | "choice" | "match";
  choice: number;
  match: number;
  increment: number;
  then: string;
  back: boolean;
  absence: number;
}

const FIRST_TIMING: Timing = { each: "", choice: 60, match: 600, increment: 5, then: "stop", back: true, absence: 600 };

/** Up to so many values are a list to choose from; more numbers are a field. */
const LISTED = 20;

/** The values of an option with what players call them; null if they are too many, or not known. */
function valuesOf(option: SetUpOption, tongue: string): { value: number | string; label: string }[] | null {
  const texts = words.value;
  const values = option.values;
  if (!values.length || values.length > LISTED) return null;
  const named: Record<string, string> = { yes: texts.yes, no: texts.no, none: texts.none };
  const found = values.map((one) => ({
    value: one.value,
    label: say(one.labels, tongue) || (named[String(one.value)] ?? String(one.value)),
  }));
  return / or none$/.test(option.type) ? [...found, { value: "none", label: texts.none }] : found;
}

function isNumber(option: SetUpOption): boolean {
  return /^a number /.test(option.type);
}

export function New({ name, links }: { name: string | null; links: string | null }) {
  return (
    <div class="lobby">
      <header class="lobby-head">
        <Mark />
        <LanguageSwitch />
      </header>
      <main class="narrow">
        {links ? <Links match={links} /> : name ? <Form key={name} name={name} /> : <Choose />}
      </main>
    </div>
  );
}

/** Without a game: the list of games is on the first page. */
function Choose() {
  useEffect(() => go("/"), []);
  return null;
}

function Form({ name }: { name: string }) {
  const texts = words.value;
  const tongue = language.value;
  const id = useId();
  const [about, setAbout] = useState<GameData | null>(null);
  const [rules, setRules] = useState<GameResult | null>(null);
  const [offered, setOffered] = useState<BotData[]>([]);
  const [variants, setVariants] = useState<string[]>([]);
  const [count, setCount] = useState(0);
  const [sitting, setSitting] = useState<Sitting[]>([]);
  const [options, setOptions] = useState<Record<string, string>>({});
  const [seed, setSeed] = useState("");
  const [timing, setTiming] = useState<Timing>(FIRST_TIMING);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [starting, setStarting] = useState(false);
  const trouble = useRef<HTMLDivElement>(null);
  const fail = (error: unknown): void => setProblem(problemOf(error));

  useEffect(() => {
    fetchGames().then((all) => setAbout(all.find((one) => one.name === name) ?? null), fail);
    fetchBots().then(setOffered, fail);
  }, [name]);

  useEffect(() => {
    let stale = false;
    fetchGame(name, variants).then((found) => {
      if (stale) return;
      setProblem(null);
      setRules(found);
      setCount((now) => (now ? Math.max(found.least, Math.min(found.most, now)) : Math.max(found.least, Math.min(found.most, 2))));
      setOptions((now) => Object.fromEntries(Object.entries(now).filter(([key]) => found.options.some((one) => one.name === key))));
    }, (error: unknown) => { if (!stale) fail(error); });
    return () => { stale = true; };
  }, [name, variants.join("\n")]);

  const title = say(about?.title ?? rules?.title, tongue) || name;
  useEffect(() => {
    document.title = `${texts.newMatchOf(title)} – Rulewright`;
  }, [title, tongue]);

  const bots = offered.filter((one) => !one.hash || one.hash === rules?.hash);
  const first = bots[0]?.name ?? "person";
  const seatAt = (number: number): Sitting =>
    sitting[number] ?? {
      name: number === 0 ? (setting("name") ?? texts.defaultName(1)) : texts.defaultName(number + 1),
      plays: number === 0 ? "person" : first,
      gender: number === 0 ? (setting("gender") ?? "") : "",
    };
  const change = (number: number, news: Partial<Sitting>): void => {
    const all = Array.from({ length: Math.max(sitting.length, number + 1) }, (_, at) => seatAt(at));
    all[number] = { ...seatAt(number), ...news };
    setProblem(null);
    setSitting(all);
  };

  const people = Array.from({ length: count }, (_, at) => seatAt(at)).filter((one) => one.plays === "person").length;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (starting || !rules) return;
    const all = Array.from({ length: count }, (_, at) => seatAt(at));
    if (new Set(all.map((one) => one.name.trim())).size < count) {
      setProblem({ code: "page", message: texts.sameNames, help: "", path: "" });
      trouble.current?.scrollIntoView({ block: "nearest" });
      return;
    }
    setProblem(null);
    setStarting(true);
    const chosen: NewMatch["options"] = {};
    for (const [key, value] of Object.entries(options)) {
      const option = rules.options.find((one) => one.name === key);
      if (!option || value === "") continue;
      chosen[key] = isNumber(option) ? Number(value) : value;
    }
    const wanted: NewMatch = {
      game: name,
      variants,
      players: all.map((one) => (one.gender ? { name: one.name.trim(), gender: one.gender } : one.name.trim())),
      plays: all.map((one) => one.plays),
      options: chosen,
    };
    if (seed.trim() !== "") wanted.seed = Number(seed);
    if (people > 0 && timing.each !== "") {
      const whole = timing.each === "match";
      wanted.clock = {
        each: timing.each,
        seconds: whole ? timing.match : timing.choice,
        increment: whole ? timing.increment : 0,
        then: timing.then,
        back: timing.back,
      };
    }
    if (people > 1 && timing.absence > 0) wanted.absence = timing.absence;
    try {
      const made = await create(wanted);
      if (all[0]?.plays === "person") {
        setSetting("name", all[0].name.trim());
        setSetting("gender", all[0].gender);
      }
      const mine = all.findIndex((one) => one.plays === "person");
      const heading: Labels = about?.title ?? { en: name };
      remember({
        match: made.match,
        game: name,
        title: heading,
        token: made.tokens[mine] ?? made.host,
        name: all[mine]?.name.trim() ?? null,
        links: all.map((one, at) => ({ name: one.name.trim(), plays: one.plays, token: made.tokens[at] ?? null })),
        host: made.host,
      });
      const sits = made.tokens[mine] ?? made.host;
      go(more.oneScreen ? `/t/${encodeURIComponent(made.match)}#${sits}` : `/new#links-${made.match}`);
    } catch (error) {
      fail(error);
      trouble.current?.scrollIntoView({ block: "nearest" });
    } finally {
      setStarting(false);
    }
  };

  if (!rules) {
    return (
      <>
        <h1>{title}</h1>
        {problem ? <Trouble problem={problem} /> : <p role="status" class="muted">{texts.loading}</p>}
        <p><Go to="/">{texts.home}</Go></p>
      </>
    );
  }
  const genders = rules.languages.includes(tongue) ? Object.entries(texts.genders) : [];
  const numbers = Array.from({ length: rules.most - rules.least + 1 }, (_, at) => rules.least + at);
  return (
    <form data-new onSubmit={(event) => { void submit(event); }}>
      <p class="crumb"><Go to="/">← {texts.home}</Go></p>
      <h1>{title}</h1>
      {about && say(about.about, tongue) && (
        <p class="game-about" data-about>
          {say(about.about, tongue)}
          {about.minutes && <span class="muted">{` · ${texts.minutes(about.minutes.replace("..", "–"))}`}</span>}
        </p>
      )}
      {about && about.variants.length > 0 && (
        <fieldset>
          <legend>{texts.variants}</legend>
          <div class="chips">
            {about.variants.map((one) => (
              <label key={one} class="chip">
                <input
                  type="checkbox"
                  name="variant"
                  value={one}
                  checked={variants.includes(one)}
                  onChange={(event) => setVariants(event.currentTarget.checked
                    ? about.variants.filter((other) => other === one || variants.includes(other))
                    : variants.filter((other) => other !== one))}
                />
                <span>{one}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {numbers.length > 1 && (
        <fieldset>
          <legend>{texts.howMany}</legend>
          <div class="chips">
            {numbers.map((one) => (
              <label key={one} class="chip">
                <input type="radio" name="count" value={one} checked={one === count} onChange={() => setCount(one)} />
                <span>{one}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <fieldset>
        <legend>{texts.whoPlays}</legend>
        <ol class="sitting">
          {Array.from({ length: count }, (_, at) => (
            <li key={at}>
              <input
                name={`name-${at}`}
                aria-label={texts.seatName(at + 1)}
                required
                maxLength={40}
                autocomplete="off"
                value={seatAt(at).name}
                onInput={(event) => change(at, { name: event.currentTarget.value })}
              />
              <select
                name={`plays-${at}`}
                aria-label={texts.seatPlays(at + 1)}
                value={seatAt(at).plays}
                onChange={(event) => change(at, { plays: event.currentTarget.value })}
              >
                <option value="person">{texts.person}</option>
                {bots.map((one) => (
                  <option key={one.name} value={one.name}>{texts.bot(botText(one.name, tongue))}</option>
                ))}
              </select>
              {genders.length > 0 && (
                <select
                  name={`gender-${at}`}
                  aria-label={texts.seatGender(at + 1)}
                  value={seatAt(at).gender}
                  onChange={(event) => change(at, { gender: event.currentTarget.value })}
                >
                  <option value="">{texts.anyGender}</option>
                  {genders.map(([tag, text]) => <option key={tag} value={tag}>{text}</option>)}
                </select>
              )}
            </li>
          ))}
        </ol>
      </fieldset>
      {rules.options.length > 0 && (
        <fieldset>
          <legend>{texts.setUp}</legend>
          {rules.options.map((one, at) => (
            <OptionField
              key={one.name}
              id={`${id}-${at}`}
              option={one}
              value={options[one.name] ?? ""}
              onChange={(value) => setOptions({ ...options, [one.name]: value })}
            />
          ))}
        </fieldset>
      )}
      {people > 0 && <TimeFields id={`${id}-time`} timing={timing} people={people} bots={bots} onChange={(news) => setTiming({ ...timing, ...news })} />}
      <details class="fold">
        <summary>{texts.luck}</summary>
        <div class="field">
          <label for={`${id}-seed`}>{texts.seed}</label>
          <input
            id={`${id}-seed`}
            name="seed"
            inputMode="numeric"
            pattern="[0-9]{1,15}"
            value={seed}
            aria-describedby={`${id}-seed-help`}
            onInput={(event) => setSeed(event.currentTarget.value)}
          />
          <p id={`${id}-seed-help`} class="muted small">{texts.seedHelp}</p>
        </div>
      </details>
      <div ref={trouble}>{problem && <Trouble problem={problem} />}</div>
      <button type="submit" class="chief-button" disabled={starting}>{starting ? texts.starting : texts.start}</button>
    </form>
  );
}

/** How long people may think, and what happens when somebody's time is up, or when somebody is absent. */
function TimeFields({ id, timing, people, bots, onChange }: {
  id: string;
  timing: Timing;
  people: number;
  bots: BotData[];
  onChange: (news: Partial<Timing>) => void;
}) {
  const texts = words.value;
  const numbers = (name: "choice" | "match" | "increment" | "absence", label: string, values: number[], none = "") => (
    <div class="field">
      <label for={`${id}-${name}`}>{label}</label>
      <select id={`${id}-${name}`} name={name} value={String(timing[name])} onChange={(event) => onChange({ [name]: Number(event.currentTarget.value) })}>
        {none && <option value="0">{none}</option>}
        {values.map((one) => <option key={one} value={String(one)}>{lengthText(one)}</option>)}
      </select>
    </div>
  );
  return (
    <fieldset>
      <legend>{texts.time}</legend>
      <div class="field">
        <label for={`${id}-each`}>{texts.clock}</label>
        <select
          id={`${id}-each`} name="clock" value={timing.each}
          onChange={(event) => onChange({ each: event.currentTarget.value as Timing["each"] })}
        >
          <option value="">{texts.clockNone}</option>
          <option value="choice">{texts.clockChoice}</option>
          <option value="match">{texts.clockMatch}</option>
        </select>
      </div>
      {timing.each === "choice" && numbers("choice", texts.clockTimeChoice, EACH_CHOICE)}
      {timing.each === "match" && numbers("match", texts.clockTimeMatch, WHOLE_MATCH)}
      {timing.each === "match" && numbers("increment", texts.clockIncrement, INCREMENTS.slice(1), texts.none)}
      {timing.each !== "" && (
        <div class="field">
          <label for={`${id}-then`}>{texts.clockThen}</label>
          <select id={`${id}-then`} name="then" value={timing.then} onChange={(event) => onChange({ then: event.currentTarget.value })}>
            <option value="stop">{texts.clockStops}</option>
            {bots.map((one) => <option key={one.name} value={one.name}>{texts.bot(botText(one.name, language.value))}</option>)}
          </select>
        </div>
      )}
      {timing.each !== "" && timing.then !== "stop" && (
        <label class="check">
          <input type="checkbox" name="back" checked={timing.back} onChange={(event) => onChange({ back: event.currentTarget.checked })} />
          <span>{texts.clockBack}</span>
        </label>
      )}
      {people > 1 && numbers("absence", texts.absenceAfter, ABSENCES, texts.never)}
    </fieldset>
  );
}

function OptionField({ id, option, value, onChange }: {
  id: string;
  option: SetUpOption;
  value: string;
  onChange: (value: string) => void;
}) {
  const texts = words.value;
  const values = valuesOf(option, language.value);
  const range = /^a number from (-?\d+) to (-?\d+)/.exec(option.type);
  const name = `option-${option.name}`;
  const change = (event: { currentTarget: HTMLInputElement | HTMLSelectElement }): void => onChange(event.currentTarget.value);
  return (
    <div class="field">
      <label for={id}>{say(option.labels, language.value) || option.name}</label>
      {values ? (
        <select id={id} name={name} value={value} onChange={change}>
          <option value="">{texts.asTheRules}</option>
          {values.map((one) => <option key={one.value} value={String(one.value)}>{one.label}</option>)}
        </select>
      ) : range ? (
        <input
          id={id} name={name} type="number" min={range[1]} max={range[2]} step={1}
          placeholder={`${range[1]}–${range[2]} · ${texts.asTheRules}`} value={value} onInput={change}
        />
      ) : (
        <input id={id} name={name} placeholder={texts.asTheRules} value={value} onInput={change} />
      )}
    </div>
  );
}

/** Names by which a machine reaches only itself. */
const LOCAL = /^(localhost|127\.|\[::1\])/;

function Links({ match }: { match: string }) {
  const texts = words.value;
  const known = recall(match);
  const heading = known ? say(known.title, language.value) : "";
  useEffect(() => {
    document.title = `${texts.linksTitle} – Rulewright`;
  }, [texts]);
  if (!known?.links) {
    return (
      <>
        <h1>{texts.linksGone}</h1>
        <p><Go to="/">{texts.home}</Go></p>
      </>
    );
  }
  const base = sharedLink(`/t/${encodeURIComponent(match)}`);
  const path = (token: string | null): string => `/t/${encodeURIComponent(match)}${token ? `#${token}` : ""}`;
  const people = known.links.filter((one) => one.token);
  const mine = people[0];
  return (
    <>
      <p class="crumb"><Go to="/">← {texts.home}</Go></p>
      <p class="eyebrow">{heading}</p>
      <h1>{texts.linksTitle}</h1>
      <p>{texts.linksHelp}</p>
      {people.length > 1 && LOCAL.test(window.location.hostname) && <p class="notice" data-local>{texts.linksLocal}</p>}
      <div class="links">
        {known.links.map((one, at) => (one.token
          ? <CopyField key={at} label={texts.linkOf(one.name)} value={`${base}#${one.token}`} attributes={{ "data-link": String(at) }} />
          : <p key={at} class="muted">{one.name} · {texts.bot(botText(one.plays, language.value))}</p>))}
        <CopyField label={texts.watchLink} value={base} attributes={{ "data-link": "watch" }} />
        <p class="muted small">{texts.watchHelp}</p>
      </div>
      <div class="actions">
        {mine && <Go to={path(mine.token)} class="button chief-button" data-sit>{texts.sitDownAs(mine.name)}</Go>}
        {!mine && known.host && <Go to={path(known.host)} class="button chief-button" data-sit>{texts.watch}</Go>}
      </div>
      {!mine && <p class="muted small">{texts.hostHelp}</p>}
    </>
  );
}
