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
  bots: "What bots show",
  playing: "Bots are playing …",
  against: (save: number, before: number | null): string =>
    before === null ? `Save ${save}, with nothing to compare it with yet` : `Save ${save} against ${before === 0 ? "the rules at the beginning" : `save ${before}`}`,
  ofBot: (bot: string, before: number, now: number): string =>
    before === 0 ? `${bot}: ${now} matches` : `${bot}: ${before} matches before, ${now} now`,
  figure: "Figure",
  before: "before",
  now: "now",
  interval: "difference (95 %)",
  sure: "differs beyond chance",
  gone: "Does not happen any more",
  appears: "Happens only now",
  never: (count: number): string => `${count} texts, options and designs were never used in these matches`,
  faulty: (count: number, fault: string): string => `In ${count} matches the rules went wrong: ${fault}`,
  exactly: "Measure it more exactly, with all figures:",
  names: (name: string): string => name,
  severity: { error: "error", warning: "warning", note: "note" } as Record<string, string>,
};

type LiveWords = typeof en;

const FIGURES: [RegExp, string][] = [
  [/^wins of seat (\d+)$/, "výhry místa $1"],
  [/^wins of the first to decide$/, "výhry začínajícího"],
  [/^wins of the (\w+) to decide$/, "výhry dalšího v pořadí ($1)"],
  [/^several winners$/, "víc vítězů"],
  [/^no winner$/, "žádný vítěz"],
  [/^decisions$/, "rozhodnutí"],
  [/^turns$/, "tahy"],
  [/^score of seat (\d+)$/, "skóre místa $1"],
  [/^chosen when offered: /, "zvoleno, když to šlo: "],
  [/^won when chosen: /, "výhra toho, kdo to zvolil: "],
  [/^matches that reach: /, "partie, kde nastane: "],
];

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
  bots: "Co ukazují boti",
  playing: "Boti hrají …",
  against: (save, before) =>
    before === null ? `Uložení ${save}, zatím není s čím je srovnat` : `Uložení ${save} proti ${before === 0 ? "pravidlům ze začátku" : `uložení ${before}`}`,
  ofBot: (bot, before, now) => (before === 0 ? `${bot}: partií: ${now}` : `${bot}: partií předtím ${before}, teď ${now}`),
  figure: "Údaj",
  before: "předtím",
  now: "teď",
  interval: "rozdíl (95 %)",
  sure: "liší se víc než náhodou",
  gone: "Už se nestává",
  appears: "Stává se nově",
  never: (count) => `Textů, možností a druhů, které nikdo v těchto partiích nepoužil: ${count}`,
  faulty: (count, fault) => `V partiích (${count}) se pravidla pokazila: ${fault}`,
  exactly: "Přesněji a se všemi údaji:",
  names: (name) => FIGURES.reduce((text, [pattern, czech]) => text.replace(pattern, czech), name),
  severity: { error: "chyba", warning: "varování", note: "poznámka" },
};

const all: Record<string, LiveWords> = { en, cs };

export const liveWords = computed(() => all[language.value] ?? en);
