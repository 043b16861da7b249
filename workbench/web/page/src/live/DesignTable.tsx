/** The design table: how the last save went, what is wrong in it, and what can be done. */
import { useEffect, useState } from "preact/hooks";
import { Bots } from "./Bots";
import { setSetting, setting } from "../memory";
import type { DesignFinding } from "../protocol";
import * as store from "../store";
import { sentence } from "../ui";
import { SettingsDialog, SetUp, SetUpSwitch, WriteScenario } from "./SetUp";
import { design, isWrong, marked, mayDesign, open, settingUp } from "./state";
import { liveWords } from "./words";
import "./live.css";

/** The button that turns a table into a design table. */
export function DesignButton() {
  const texts = liveWords.value;
  if (!mayDesign.value || design.value?.on) return null;
  return (
    <button type="button" class="quiet" data-design="on" title={texts.turnOnHelp} onClick={() => void store.designs("on")}>
      {texts.turnOn}
    </button>
  );
}

/** Draws a mark at all that differs since the last save. */
function useMarks(): void {
  const ids = marked.value;
  const objects = store.shown.value;
  useEffect(() => {
    const wanted = new Set(ids);
    const of = (one: HTMLElement | SVGElement): string[] =>
      [one.dataset["id"], one.dataset["place"], one.dataset["option"]].filter((id) => id !== undefined);
    for (const one of document.querySelectorAll<HTMLElement | SVGElement>("[data-marked]")) {
      if (!of(one).some((id) => wanted.has(id))) one.removeAttribute("data-marked");
    }
    if (wanted.size === 0) return;
    for (const one of document.querySelectorAll<HTMLElement | SVGElement>("[data-table] [data-id], [data-table] [data-place], [data-option]")) {
      if (of(one).some((id) => wanted.has(id))) one.setAttribute("data-marked", "");
    }
  }, [ids, objects]);
}

export function DesignTable() {
  useMarks();
  const texts = liveWords.value;
  const now = design.value;
  if (!now?.on) return null;
  const errors = now.findings.filter((one) => one.severity === "error").length;
  const line = !now.clean
    ? (now.refused !== null && errors === 0 ? texts.refused : texts.broken(now.saves, errors))
    : now.stop ? texts.stopped(now.stop.step, now.stop.total)
    : now.behind ? texts.behind
    : now.saves === 0 ? texts.waiting : texts.clean(now.saves, now.milliseconds);
  return (
    <section class={isWrong(now) ? "design bad" : "design"} aria-label={texts.title} data-design-table data-saves={now.saves} data-clean={now.clean ? "" : undefined}>
      <div class="design-bar">
        <strong>{texts.title}</strong>
        <span role="status" class="design-line" title={line} data-design-line>{line}</span>
        {marked.value.length > 0 && <span class="tag plain" data-differs>{texts.differs(marked.value.length)}</span>}
        {settingUp.value && <SetUpSwitch />}
        <Ways />
        <button type="button" class="quiet" aria-expanded={open.value} aria-controls="design-sheet" onClick={() => { open.value = !open.value; }}>
          {open.value ? texts.hide : texts.show}
        </button>
      </div>
      {open.value && (
        <div class="design-sheet" id="design-sheet">
          {now.stop && <p data-design-stop>{sentence(now.stop.message)}</p>}
          {now.refused && <p data-design-refused>{sentence(now.refused)}</p>}
          {now.findings.length > 0 && <Findings found={now.findings} more={now.more} />}
          <SetUp />
          <WriteScenario />
          <Bots />
          <p><button type="button" class="quiet" data-design="off" onClick={() => void store.designs("off")}>{texts.turnOff}</button></p>
        </div>
      )}
      <SettingsDialog />
    </section>
  );
}

/** What can be done where the match could not be carried on as it was. */
function Ways() {
  const texts = liveWords.value;
  const now = design.value;
  if (!now) return null;
  return (
    <span class="design-ways">
      {now.stop && <button type="button" data-design="keep" onClick={() => void store.designs("keep")}>{texts.keep}</button>}
      {now.can_back && <button type="button" class={now.stop ? undefined : "quiet"} data-design="back" onClick={() => void store.designs("back")}>{texts.back}</button>}
      {now.behind && now.clean && <button type="button" data-design="newest" onClick={() => void store.designs("newest")}>{texts.newest}</button>}
      <button type="button" class={now.stop ? undefined : "quiet"} data-design="again" onClick={() => void store.designs("again")}>{texts.again}</button>
    </span>
  );
}

const EDITOR = "editor";

function Findings({ found, more }: { found: DesignFinding[]; more: number }) {
  const texts = liveWords.value;
  const [inEditor, setInEditor] = useState(setting(EDITOR) === "vscode");
  const [copied, setCopied] = useState("");
  const take = (one: DesignFinding): void => {
    if (one.at === null) return;
    const place = one.at;
    navigator.clipboard?.writeText(place).then(() => setCopied(place), () => setCopied(""));
    if (inEditor && one.path !== null) window.location.href = editorAddress(one);
  };
  return (
    <>
      <ol class="findings">
        {found.map((one, number) => (
          <li key={`${one.at} ${one.code} ${number}`} data-finding={one.code} class={one.severity}>
            <p>
              {one.at !== null && (
                <button type="button" class="place" title={texts.copyPlace(one.at)} data-at={one.at} onClick={() => take(one)}>{one.at}</button>
              )}{" "}
              <b title={texts.explain(one.code)}>{texts.severity[one.severity] ?? one.severity} {one.code}</b>: {one.message}
            </p>
            {one.excerpt && (
              <pre aria-hidden="true">{`${one.excerpt}\n${" ".repeat(one.start)}${"^".repeat(Math.max(one.width, 1))}`}</pre>
            )}
            {one.notes.map((note) => <p key={note.message} class="muted">{note.message}{note.at && ` (${note.at})`}</p>)}
            {one.help && <p class="way-out">{sentence(one.help)}</p>}
          </li>
        ))}
      </ol>
      {more > 0 && <p class="muted">{texts.more(more)}</p>}
      <p>
        <label class="check">
          <input
            type="checkbox"
            data-in-editor
            checked={inEditor}
            onChange={(event) => { setInEditor(event.currentTarget.checked); setSetting(EDITOR, event.currentTarget.checked ? "vscode" : ""); }}
          /> {texts.inEditor}
        </label>
        <span role="status" class="muted">{copied && ` ${texts.copied(copied)}`}</span>
      </p>
    </>
  );
}

/** The address that opens a place in VS Code. */
export function editorAddress(one: DesignFinding): string {
  const path = (one.path ?? "").replaceAll("\\", "/");
  return `vscode://file${path.startsWith("/") ? "" : "/"}${encodeURI(path)}:${one.line}:${one.column}`;
}
