/** The reader's language: chosen once, remembered; else what the browser asks for. */
import { computed, effect, signal } from "@preact/signals";
import { setSetting, setting } from "./memory";
import { languages, wordsOf } from "./words";

function first(): string {
  const kept = setting("language");
  if (kept && languages.includes(kept)) return kept;
  for (const wanted of navigator.languages ?? []) {
    const short = wanted.slice(0, 2).toLowerCase();
    if (languages.includes(short)) return short;
  }
  return "en";
}

export const language = signal(first());
export const words = computed(() => wordsOf(language.value));

export function speak(chosen: string): void {
  language.value = chosen;
  setSetting("language", chosen);
}

/** Another tab, or the page that this one is in, has chosen: then this one follows. */
window.addEventListener("storage", () => {
  const kept = setting("language");
  if (kept && languages.includes(kept)) language.value = kept;
});

effect(() => {
  document.documentElement.lang = language.value;
});
