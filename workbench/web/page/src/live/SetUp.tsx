/** Setting up positions by clicking, and writing what happened as a scenario. */
import { useEffect, useState } from "preact/hooks";
import { language } from "../language";
import { nameOf } from "../names";
import type { BecauseData, CauseData, Problem, SettingData } from "../protocol";
import * as store from "../store";
import { problemOf } from "../api";
import { Dialog, Trouble } from "../ui";
import { chosen, design, open, settingUp } from "./state";
import { liveWords } from "./words";

/** The switch for setting up, and the ways to what cannot be clicked on. */
export function SetUp() {
  const texts = liveWords.value;
  return (
    <section class="set-up" aria-labelledby="design-set-up">
      <h2 id="design-set-up">{texts.position}</h2>
      <p>
        {!settingUp.value && <SetUpSwitch />}{" "}
        <button type="button" class="quiet" data-settings="game" onClick={() => { chosen.value = "game"; }}>{texts.ofGame}</button>
        {store.seats.value.map((one) => (
          <button key={one.seat} type="button" class="quiet" data-settings={`player:${one.seat}`} onClick={() => { chosen.value = `player:${one.seat}`; }}>
            {one.name}
          </button>
        ))}
      </p>
      <p class="muted">{texts.setUpHelp}</p>
      {(design.value?.by_hand ?? 0) > 0 && <p class="muted" data-by-hand>{texts.byHand}</p>}
    </section>
  );
}

/** While it is pressed, clicks set something by hand; the sheet does not lie over the table then. */
export function SetUpSwitch() {
  const turn = (): void => {
    settingUp.value = !settingUp.value;
    if (settingUp.value) open.value = false;
  };
  return <button type="button" aria-pressed={settingUp.value} data-design="set-up" onClick={turn}>{liveWords.value.setUp}</button>;
}

/** What can be set at the object that was clicked on. */
export function SettingsDialog() {
  const id = chosen.value;
  return id === null ? null : <Settings key={id} id={id} />;
}

function Settings({ id }: { id: string }) {
  const texts = liveWords.value;
  const [found, setFound] = useState<SettingData[] | null>(null);
  const [values, setValues] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    store.settingsAt(id).then(setFound, (error: unknown) => setProblem(problemOf(error)));
  }, [id]);
  const close = (): void => { chosen.value = null; };
  const objects = store.objects.value;
  const catalogue = store.rules.value?.catalogue;
  const title = id === "game" || !objects || !catalogue ? texts.ofGame : nameOf(id, objects, catalogue, language.value);
  const set = (): void => {
    const given = (found ?? []).filter((one) => (values[one.name] ?? one.value) !== one.value)
      .map((one) => ({ of: one.of, name: one.name, value: values[one.name] ?? one.value }));
    if (given.length === 0) { close(); return; }
    store.setByHand(given).then(close, (error: unknown) => setProblem(problemOf(error)));
  };
  return (
    <Dialog title={texts.setAt(title)} onClose={close} attributes={{ "data-settings-dialog": id }}>
      {found?.length === 0 && <p class="muted">{texts.nothingToSet}</p>}
      <form class="settings" onSubmit={(event) => { event.preventDefault(); set(); }}>
        {(found ?? []).map((one) => (
          <div key={one.name} class="setting">
            <label>
              <span>{one.kind === "computed" ? one.name.replace(/\{[^}]*\}/g, title) : one.name}</span>
              <Field setting={one} value={values[one.name] ?? one.value} onValue={(value) => setValues({ ...values, [one.name]: value })} />
            </label>
            <Why setting={one} />
          </div>
        ))}
        {problem && <Trouble problem={problem} onClose={() => setProblem(null)} />}
        <div class="actions"><button type="submit" class="chief-button" data-set>{texts.set}</button></div>
      </form>
    </Dialog>
  );
}

function Field({ setting, value, onValue }: { setting: SettingData; value: string; onValue: (value: string) => void }) {
  const texts = liveWords.value;
  if (setting.kind === "computed") return <output data-setting={setting.name}>{value}</output>;
  if (setting.kind === "number") {
    return <input type="number" data-setting={setting.name} min={setting.least} max={setting.most} value={value} onInput={(event) => onValue(event.currentTarget.value)} />;
  }
  if (setting.kind === "choice") {
    return (
      <select data-setting={setting.name} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {[...new Set([value, ...setting.choices])].map((one) => <option key={one} value={one}>{one}</option>)}
      </select>
    );
  }
  return (
    <>
      <input type="text" data-setting={setting.name} value={value} onInput={(event) => onValue(event.currentTarget.value)} />
      {setting.kind === "pieces" && (
        <span class="piece-choices">
          {setting.choices.map((one) => (
            <button key={one} type="button" class="quiet" aria-label={texts.lay(one)} data-lay={one} onClick={() => onValue(laid(value, one))}>+ {one}</button>
          ))}
          <button type="button" class="quiet" data-lay="" onClick={() => onValue("empty")}>{texts.empty}</button>
        </span>
      )}
    </>
  );
}

/** Why something is as it is: what changed it last, and what can. */
function Why({ setting }: { setting: SettingData }) {
  const texts = liveWords.value;
  const [found, setFound] = useState<BecauseData | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const ask = (): void => {
    if (found) setFound(null);
    else store.because(setting.of, setting.name).then(setFound, (error: unknown) => setProblem(problemOf(error)));
  };
  const causes = (title: string, given: CauseData[]) => given.length > 0 && (
    <>
      <h3>{title}</h3>
      <ul>
        {given.map((one) => (
          <li key={one.at}><code>{one.at}</code> {one.text}{one.lie.length > 0 && <span class="muted"> ({one.lie.join("; ")})</span>}</li>
        ))}
      </ul>
    </>
  );
  return (
    <>
      <button type="button" class="quiet why-button" aria-expanded={found !== null} data-because={setting.name} onClick={ask}>{texts.why}</button>
      {problem && <Trouble problem={problem} onClose={() => setProblem(null)} />}
      {found && (
        <div class="because" data-because-shown>
          {found.terms.length > 0 && (
            <>
              <h3>{texts.terms}</h3>
              <ul data-terms>{found.terms.map((one) => <li key={one.text}>{one.text || texts.byAbility}: <b>{one.value}</b></li>)}</ul>
            </>
          )}
          <h3>{texts.changes}</h3>
          {found.changes.length === 0 && <p class="muted">{texts.neverChanged}</p>}
          <ol>
            {found.changes.map((one) => (
              <li key={`${one.step} ${one.by_hand}`}>{(one.by_hand ? texts.handChange : texts.change)(one.step, one.before, one.now)}<br /><span class="muted">{one.lines.join(" ")}</span></li>
            ))}
          </ol>
          {causes(texts.byTexts, found.texts)}
          {causes(texts.byAbilities, found.abilities)}
        </div>
      )}
    </>
  );
}

/** What lies in a place, and one piece more on top. */
function laid(value: string, design: string): string {
  const inside = /^\[(.*)\]$/.exec(value.trim())?.[1]?.trim();
  return inside ? `[${inside}, ${design}]` : `[${design}]`;
}

/** Writes how the match came to where it stands as a scenario. */
export function WriteScenario() {
  const texts = liveWords.value;
  const [name, setName] = useState("");
  const [cited, setCited] = useState("");
  const [written, setWritten] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const write = (): void => {
    setProblem(null);
    setWritten("");
    store.writeScenario(name, cited.split(/[\s,]+/).filter(Boolean)).then(setWritten, (error: unknown) => setProblem(problemOf(error)));
  };
  return (
    <section class="write-scenario" aria-labelledby="design-scenario">
      <h2 id="design-scenario">{texts.scenario}</h2>
      <form onSubmit={(event) => { event.preventDefault(); write(); }}>
        <label>{texts.scenarioName} <input type="text" data-scenario-name value={name} onInput={(event) => setName(event.currentTarget.value)} /></label>
        <label>{texts.scenarioRules} <input type="text" data-scenario-rules value={cited} onInput={(event) => setCited(event.currentTarget.value)} /></label>
        <button type="submit" data-design="scenario" disabled={!name.trim()}>{texts.writeScenario}</button>
      </form>
      <p role="status" data-written>{written && texts.written(written)}</p>
      {problem && <Trouble problem={problem} onClose={() => setProblem(null)} />}
    </section>
  );
}
