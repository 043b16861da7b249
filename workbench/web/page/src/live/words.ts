/** The words of the design table, in the languages of the page. */
import { computed } from "@preact/signals";
import { language } from "../language";

const en = {
  turnOn: "Design table",
  turnOnHelp: "Follow the files of this game: what you save is played on from here",
  turnOff: "Stop following the files",
  title: "Design table",
  waiting: "Save a file of the game, and it is played on from here.",
  clean: (saves: number, milliseconds: number): string => `Save ${saves}: clean, on the table after ${milliseconds} ms`,
  broken: (saves: number, errors: number): string =>
    `Save ${saves}: ${errors === 1 ? "1 thing is" : `${errors} things are`} wrong. The table keeps the last good rules.`,
  refused: "No match can be played under these rules. The table keeps the last good ones.",
  stopped: (step: number, total: number): string => `Choice ${step} of ${total} cannot be repeated under the new rules. The table stands before it.`,
  behind: "The table plays the rules before your last save.",
  keep: "Play on from here",
  back: "Go back to the rules before",
  again: "Begin the match again",
  newest: "Play the newest rules",
  copyPlace: (place: string): string => `Copy ${place}`,
  copied: (place: string): string => `${place} is copied.`,
  inEditor: "Open places in VS Code",
  more: (count: number): string => `and ${count} more: rulewright check shows all`,
  explain: (code: string): string => `rulewright explain ${code}`,
  show: "Show",
  hide: "Hide",
  differs: (count: number): string => `${count} marked`,
  severity: { error: "error", warning: "warning", note: "note" } as Record<string, string>,
};

type LiveWords = typeof en;

const cs: LiveWords = {
  turnOn: "Návrhářský stůl",
  turnOnHelp: "Sledovat soubory této hry: co uložíte, hraje se odtud dál",
  turnOff: "Přestat sledovat soubory",
  title: "Návrhářský stůl",
  waiting: "Uložte některý soubor hry a bude se odtud hrát dál.",
  clean: (saves, milliseconds) => `Uložení ${saves}: v pořádku, na stole za ${milliseconds} ms`,
  broken: (saves, errors) => `Uložení ${saves}: chyb: ${errors}. Na stole zůstávají poslední dobrá pravidla.`,
  refused: "Podle těchto pravidel nelze hrát žádnou partii. Na stole zůstávají poslední dobrá.",
  stopped: (step, total) => `Volbu ${step} z ${total} nelze podle nových pravidel zopakovat. Stůl stojí před ní.`,
  behind: "Na stole jsou pravidla z doby před posledním uložením.",
  keep: "Hrát odtud dál",
  back: "Zpět k předchozím pravidlům",
  again: "Začít partii znovu",
  newest: "Hrát podle nejnovějších pravidel",
  copyPlace: (place) => `Kopírovat ${place}`,
  copied: (place) => `${place} je zkopírováno.`,
  inEditor: "Otevírat místa ve VS Code",
  more: (count) => `a další (${count}): všechno ukáže rulewright check`,
  explain: (code) => `rulewright explain ${code}`,
  show: "Ukázat",
  hide: "Skrýt",
  differs: (count) => `vyznačeno: ${count}`,
  severity: { error: "chyba", warning: "varování", note: "poznámka" },
};

const all: Record<string, LiveWords> = { en, cs };

export const liveWords = computed(() => all[language.value] ?? en);
