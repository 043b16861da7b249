/** The rules of the game: cited ones, all of them, and what a card says. */
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { language, words } from "../language";
import type { Catalogue, Value } from "../protocol";
import * as store from "../store";
import { imageAt } from "../table/images";
import { Dialog, plain } from "../ui";
import { say } from "../words";

/** The rules are open: at a rule, or (empty) at the beginning. */
export const rulesAt = signal<string | null>(null);

export function statement(catalogue: Catalogue, id: string, tongue: string): string {
  return say(catalogue.statements?.[id], tongue) || (catalogue.rules[id] ?? "");
}

/** Whether a rule can be had in the reader's language; else it is in English. */
function languageOf(catalogue: Catalogue, id: string, tongue: string): string | undefined {
  return catalogue.statements?.[id]?.[tongue] !== undefined || tongue === "en" ? undefined : "en";
}

/** Rules with what they say; each leads to its place among the rules. */
export function Statements({ ids }: { ids: readonly string[] }) {
  const catalogue = store.rules.value?.catalogue;
  const known = [...new Set(ids)].filter((id) => catalogue && id in catalogue.rules);
  if (!catalogue || known.length === 0) return <p class="muted">{words.value.noRules}</p>;
  return (
    <ul class="statements">
      {known.map((id) => (
        <li key={id} data-rule={id}>
          <button
            type="button"
            class="rule-id"
            aria-label={`${words.value.rules}: ${id}`}
            onClick={() => {
              store.openLine.value = null;
              store.card.value = null;
              rulesAt.value = id;
            }}
          >
            {id}
          </button>
          <span lang={languageOf(catalogue, id, language.value)}>{statement(catalogue, id, language.value)}</span>
        </li>
      ))}
    </ul>
  );
}

function sectionOf(id: string): string {
  return id.includes(".") ? id.slice(0, id.lastIndexOf(".")) : "";
}

/** A text with what was searched for marked. */
function Marked({ text, needle }: { text: string; needle: string }) {
  if (!needle) return <>{text}</>;
  // Letter by letter, since a letter without its accent may be shorter or longer.
  const letters = [...text];
  const plainLetters = letters.map(plain);
  const whole = plainLetters.join("");
  const from = whole.indexOf(needle);
  if (from < 0) return <>{text}</>;
  let seen = 0;
  let first = -1;
  let last = letters.length;
  for (let at = 0; at < letters.length; at += 1) {
    if (first < 0 && seen >= from) first = at;
    if (seen >= from + needle.length) { last = at; break; }
    seen += plainLetters[at]?.length ?? 0;
  }
  return (
    <>
      {letters.slice(0, first).join("")}
      <mark>{letters.slice(first, last).join("")}</mark>
      {letters.slice(last).join("")}
    </>
  );
}

export function RulesDialog() {
  const texts = words.value;
  const tongue = language.value;
  const at = rulesAt.value;
  const catalogue = store.rules.value?.catalogue;
  const [wanted, setWanted] = useState("");
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!at) return;
    body.current?.querySelector(`[data-rule="${CSS.escape(at)}"]`)?.scrollIntoView({ block: "center" });
  }, [at]);
  if (at === null || !catalogue) return null;
  const needle = plain(wanted.trim());
  const all = Object.keys(catalogue.rules);
  const found = needle
    ? all.filter((id) => plain(statement(catalogue, id, tongue)).includes(needle) || id.includes(needle))
    : all;
  const sections = [...new Set(found.map(sectionOf))];
  const label = (name: string): string => say(catalogue.sections?.[name], tongue) || name || texts.rules;
  return (
    <Dialog wide title={texts.rulesOf(say(catalogue.title, tongue))} onClose={() => { rulesAt.value = null; setWanted(""); }} attributes={{ "data-rules": "" }}>
      <div class="rules-find">
        <input
          type="search"
          aria-label={texts.findRule}
          placeholder={texts.findRule}
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        <span class="muted" role="status">{found.length ? texts.ruleCount(found.length) : all.length ? texts.noRuleFound : texts.noRulebook}</span>
      </div>
      <div class="rules" ref={body}>
        {sections.length > 1 && !needle && (
          <nav aria-label={texts.sectionList}>
            <ul>
              {sections.map((one) => (
                <li key={one}>
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => {
                      const heading = body.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(one)}"]`);
                      heading?.scrollIntoView({ block: "start" });
                      heading?.focus({ preventScroll: true });
                    }}
                  >
                    {label(one)}
                  </button>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div class="rules-text">
          {sections.map((one) => (
            <section key={one}>
              <h3 data-section={one} tabIndex={-1}>{label(one)}</h3>
              <ul class="statements">
                {found.filter((id) => sectionOf(id) === one).map((id) => (
                  <li key={id} data-rule={id} class={id === at ? "sought" : undefined}>
                    <span class="rule-id">{id}</span>
                    <span lang={languageOf(catalogue, id, tongue)}>
                      <Marked text={statement(catalogue, id, tongue)} needle={needle} />
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

function valueText(value: Value, catalogue: Catalogue, tongue: string): string {
  const texts = words.value;
  if (value === null) return texts.none;
  if (typeof value === "boolean") return value ? texts.yes : texts.no;
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return say(catalogue.words[value] ?? catalogue.designs[value]?.labels, tongue) || value;
  if (Array.isArray(value)) return value.map((one) => valueText(one, catalogue, tongue)).join(", ") || texts.none;
  return Object.entries(value).map(([key, count]) => `${valueText(key, catalogue, tongue)} ${count}`).join(", ");
}

/** All that a card is and says. */
export function CardDialog() {
  const id = store.card.value;
  const catalogue = store.rules.value?.catalogue;
  const design = id === null ? undefined : catalogue?.designs[id];
  if (!design || !catalogue) return null;
  const texts = words.value;
  const tongue = language.value;
  const type = catalogue.types[design.type];
  const facts: [string, string][] = design.facts?.[tongue] ?? design.facts?.["en"] ??
    Object.entries(design.values).map(([key, value]) => [say(type?.properties[key]?.labels, tongue) || key, valueText(value, catalogue, tongue)]);
  const says = say(design.says, tongue);
  const canonical = [...Object.entries(design.texts).map(([name, text]) => `${name}: ${text}`), ...design.abilities];
  return (
    <Dialog title={say(design.labels, tongue)} onClose={() => { store.card.value = null; }} attributes={{ "data-card": design.id }}>
      {design.image && <img class="card-image" src={imageAt(design.image)} alt="" />}
      <p class="eyebrow">{say(type?.labels, tongue) || design.type}</p>
      {says && <p class="says">{says}</p>}
      {!says && canonical.length > 0 && (
        <div class="says" lang="en">{canonical.map((one) => <p key={one}>{one}</p>)}</div>
      )}
      {facts.length > 0 && (
        <dl class="facts">
          {facts.map(([label, value]) => <div key={label}><dt>{label}</dt><dd>{value}</dd></div>)}
        </dl>
      )}
      <p class="muted small">{texts.cardCopies(design.copies)}</p>
      {design.rules.length > 0 && (
        <>
          <h3>{texts.cardRules}</h3>
          <Statements ids={design.rules} />
        </>
      )}
      {says && canonical.length > 0 && (
        <details class="fold">
          <summary>{texts.partText}</summary>
          <div lang="en" class="canonical">{canonical.map((one) => <p key={one}>{one}</p>)}</div>
        </details>
      )}
    </Dialog>
  );
}
