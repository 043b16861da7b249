/** The words of the table itself. */
export interface TableWords {
  common: string;
  game: string;
  empty: string;
  emptyPlaces: string;
  faceDown: string;
  back: string;
  yes: string;
  no: string;
  none: string;
  you: string;
  deciding: string;
  winner: string;
  about: (name: string) => string;
  showAll: (count: number) => string;
  showLess: string;
  more: (count: number) => string;
  unfold: (name: string) => string;
  fold: (name: string) => string;
  places: string;
  zoomIn: string;
  zoomOut: string;
  boardOf: (board: string, owner: string) => string;
  pieces: (count: number) => string;
  leadsTo: string;
  lying: (count: number) => string;
  moreStates: (count: number) => string;
  score: string;
  leads: string;
  next: string;
  drawer: (count: number) => string;
  drawerHelp: string;
  moreHelp: string;
  choosable: (where: string) => string;
  between: (one: string, other: string) => string;
}

const en: TableWords = {
  common: "Common area",
  game: "The game",
  empty: "empty",
  emptyPlaces: "Empty",
  faceDown: "face down",
  back: "back",
  yes: "yes",
  no: "no",
  none: "none",
  you: "you",
  deciding: "decides",
  winner: "has won",
  about: (name) => `About ${name}`,
  showAll: (count) => `Show all ${count}`,
  showLess: "Show less",
  more: (count) => `${count} more`,
  unfold: (name) => `Unfold: ${name}`,
  fold: (name) => `Fold: ${name}`,
  places: "places",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  boardOf: (board, owner) => `${board} (${owner})`,
  pieces: (count) => (count === 1 ? "1 piece" : `${count} pieces`),
  leadsTo: "leads to",
  lying: (count) => `What lies here (${count})`,
  moreStates: (count) => `${count} more`,
  score: "score",
  leads: "leads",
  next: "next",
  drawer: (count) => `Put away: ${count}`,
  drawerHelp: "Places that are empty, used up, or not needed now. Click to see them.",
  moreHelp: "Numbers and words that are as at the beginning, or only help the rules. Click to see them.",
  choosable: (where) => `To choose from: ${where}`,
  between: (one, other) => `between ${one} and ${other}`,
};

const cs: TableWords = {
  common: "Společná část stolu",
  game: "Hra",
  empty: "prázdné",
  emptyPlaces: "Prázdné",
  faceDown: "lícem dolů",
  back: "rub",
  yes: "ano",
  no: "ne",
  none: "nic",
  you: "vy",
  deciding: "rozhoduje",
  winner: "vítězství",
  about: (name) => `Co to je: ${name}`,
  showAll: (count) => `Ukázat vše (${count})`,
  showLess: "Ukázat méně",
  more: (count) => `a další: ${count}`,
  unfold: (name) => `Rozbalit: ${name}`,
  fold: (name) => `Sbalit: ${name}`,
  places: "místa",
  zoomIn: "Přiblížit",
  zoomOut: "Oddálit",
  boardOf: (board, owner) => `${board} (${owner})`,
  pieces: (count) => (count === 1 ? "1 kus" : count >= 2 && count <= 4 ? `${count} kusy` : `${count} kusů`),
  leadsTo: "vede do",
  lying: (count) => `Co tu leží (${count})`,
  moreStates: (count) => `další (${count})`,
  score: "skóre",
  leads: "vede",
  next: "další na tahu",
  drawer: (count) => `Uklizeno: ${count}`,
  drawerHelp: "Místa, která jsou prázdná, vyčerpaná nebo teď nejsou potřeba. Kliknutím se ukážou.",
  moreHelp: "Údaje, které jsou jako na začátku nebo jen pomáhají pravidlům. Kliknutím se ukážou.",
  choosable: (where) => `Na výběr: ${where}`,
  between: (one, other) => `mezi ${one} a ${other}`,
};

const all: Record<string, TableWords> = { en, cs };

export function tableWords(language: string): TableWords {
  return all[language] ?? en;
}
