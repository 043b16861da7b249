/**
 * The types of what the server and the page say to each other. The shapes of a game and of a match are those of
 * docs/protocol.schema.json; the messages are those of the page's own server. Keys with a question mark may be missing
 * in a game's data.
 */

/** A text in each language that has one. */
export type Labels = Record<string, string>;
export type Value = number | string | boolean | (number | string)[] | Record<string, number> | null;

export interface Argument {
  kind: "piece" | "place" | "cell" | "edge" | "player" | "design" | "number" | "word" | "yes-no";
  id: string | null;
  value: number | string | boolean | null;
  design: string | null;
  also: string[];
  slot: string;
}

export interface Site {
  number: number;
  kind: string;
  where: string;
  asks: string;
  rules?: string[];
}

export interface Choice {
  id: string;
  name: string;
  labels: Labels;
  arguments: Argument[];
}

export interface Open {
  player: string;
  site: Site;
  prompts: Labels;
  options: Choice[];
}

export interface Underway {
  player: string;
  names: Argument[];
}

export interface Piece {
  id: string;
  type: string | null;
  design: string | null;
  place: string;
  position: number | null;
  states: Record<string, Value>;
  back: Record<string, Value>;
}

export interface Place {
  id: string;
  name: string;
  owner: string | null;
  pieces: string[];
}

export interface Cell {
  id: string;
  board: string;
  name: string;
  pieces: string[];
  states: Record<string, Value>;
}

export interface Player {
  id: string;
  seat: number;
  name: string;
  states: Record<string, Value>;
}

export interface Objects {
  game: string;
  viewer: string | null;
  over: boolean;
  winners: string[];
  scores: number[] | null;
  deciding: string[];
  states: Record<string, Value>;
  abilities: Record<string, Record<string, Value>>;
  players: Record<string, Player>;
  places: Record<string, Place>;
  cells: Record<string, Cell>;
  pieces: Record<string, Piece>;
  underway: Underway[];
  decision: Open | null;
}

export interface Changes {
  over: boolean;
  winners: string[];
  scores: number[] | null;
  deciding: string[];
  states?: Record<string, Value>;
  abilities?: Record<string, Record<string, Value>>;
  players?: Record<string, Player>;
  places?: Record<string, Place>;
  cells?: Record<string, Cell>;
  pieces?: Record<string, Piece | null>;
  underway: Underway[];
  /** Missing if it stays the same. */
  decision?: Open | null;
}

export interface Event {
  number: number;
  kind: "choice" | "luck" | "event" | "over";
  player: string | null;
  name: string | null;
  site: number | null;
  arguments: Argument[];
  text: Labels;
  rules?: string[];
}

// ------------------------------------------------------------------------------- the boards

/** Colours and symbols that a game gives to its parts. */
export interface Look {
  colour: string | null;
  symbol: string | null;
}

export interface BoardCell {
  id: string;
  name: string;
  x: number | null;
  y: number | null;
  neighbours: Record<string, string>;
  edges: Record<string, string[]>;
  leads: string[];
  printed: Record<string, Value>;
  look?: Look | null;
  /** Of a map: where the cell lies, in units, y downwards. */
  at?: [number, number] | null;
}

export interface Board {
  id: string;
  name: string;
  labels: Labels;
  sort: "grid" | "hexes" | "map" | "edges";
  owner: string | null;
  columns: number;
  rows: number;
  between: string | null;
  directions: string[];
  cells: Record<string, BoardCell>;
}

// ---------------------------------------------------------------------------- the catalogue

export interface Property {
  labels: Labels;
  kind: string;
  says: string;
  least: number | null;
  most: number | null;
  of: string[];
  optional: boolean;
  printed: boolean;
  secret: boolean;
}

export interface PieceType {
  labels: Labels;
  designs: string[];
  properties: Record<string, Property>;
  back: string[];
  look?: Look | null;
}

export interface Design {
  id: string;
  name: string;
  labels: Labels;
  type: string;
  copies: number;
  values: Record<string, Value>;
  texts: Record<string, string>;
  abilities: string[];
  rules: string[];
  /** What its card says, by language. */
  says?: Labels;
  /** Its numbers and words, by language: pairs of a label and a value. */
  facts?: Record<string, [string, string][]>;
  look?: Look | null;
}

export interface PlaceKind {
  labels: Labels;
  sort: "pile" | "row" | "hand" | "area" | "slot" | "grid" | "hexes" | "map" | "edges";
  types: string[];
  sight: string;
  per_player: boolean;
  ordered: boolean;
  shown: boolean;
  ids: string[];
  properties: Record<string, Property>;
  look?: Look | null;
}

export interface Catalogue {
  game: string;
  title: Labels;
  hash: string;
  types: Record<string, PieceType>;
  designs: Record<string, Design>;
  places: Record<string, PlaceKind>;
  states: Record<string, Property>;
  players: Record<string, Property>;
  words: Record<string, Labels>;
  sites: Site[];
  rules: Record<string, string>;
  statements?: Record<string, Labels>;
  sections?: Record<string, Labels>;
  look?: { order: string[]; players: (string | null)[]; words: Record<string, Look> };
}

export interface RulesData {
  catalogue: Catalogue;
  boards: Record<string, Board>;
}

// ------------------------------------------------------------------------------------ HTTP

export interface GameData {
  name: string;
  title: Labels;
  players: string;
  variants: string[];
  /** Whether the server was started with it, so that it is the game of whoever runs the server. */
  own?: boolean;
}

export interface SetUpOption {
  name: string;
  type: string;
  labels?: Labels;
  values?: { value: number | string; labels: Labels }[];
}

export interface GameResult {
  name: string;
  variants: string[];
  title?: Labels;
  hash: string;
  least: number;
  most: number;
  options: SetUpOption[];
  languages: string[];
}

export interface BotData {
  name: string;
  says?: Labels;
}

export interface Problem {
  code: string;
  message: string;
  help: string;
  path: string;
}

export interface NewMatch {
  game: string;
  variants: string[];
  players: (string | { name: string; gender: string })[];
  plays: string[];
  options: Record<string, number | string | boolean>;
  seed?: number;
}

export interface Created {
  match: string;
  tokens: (string | null)[];
  host: string;
}

// -------------------------------------------------------------------------------- WebSocket

export interface State {
  over: boolean;
  winners: number[];
  scores: number[] | null;
  deciding: number[];
  thinking: number[];
  actions: number;
}

export interface Seat {
  seat: number;
  name: string;
  /** "person", or the name of a bot. */
  plays: string;
  /** How many pages are open at this seat. */
  here: number;
  host: boolean;
}

export interface Undo {
  by: number;
  text: Labels;
  waiting: number[];
}

interface Whole {
  rules: string;
  title: Labels;
  languages: string[];
  host: boolean;
  seats: Seat[];
  state: State;
  turn: number | null;
  objects: Objects;
  events: Event[];
  first: number;
  next: number;
  undo: Undo | null;
  can_undo: boolean;
}

export interface Joined extends Whole {
  type: "joined";
  match: string;
  game: string;
  seat: number | null;
}

export interface Renewed extends Partial<Whole> {
  type: "renewed";
  state: State;
  turn: number | null;
  objects: Objects;
  events: Event[];
  first: number;
  next: number;
  undo: Undo | null;
  can_undo: boolean;
}

export interface Changed {
  type: "changed";
  state: State;
  turn: number | null;
  changes: Changes;
  events: Event[];
  next: number;
  undo: Undo | null;
  can_undo: boolean;
}

export interface Frame {
  objects?: Objects;
  changes?: Changes;
  next: number;
}

export interface Reply {
  type: "reply";
  id: number;
  reason?: string | null;
  token?: string;
  frames?: Frame[];
  more?: boolean;
  from?: number;
}

export type FromServer =
  | Joined
  | Renewed
  | Changed
  | { type: "seats"; seats: Seat[] }
  | { type: "state"; state: State }
  | { type: "undo"; undo: Undo | null; can_undo?: boolean }
  | { type: "notice"; code: string; text: Labels }
  | { type: "moved"; code?: string; text?: Labels }
  | Reply
  | { type: "refused"; id: number | null; error: Problem };

export type ToServer =
  | { type: "choose"; option: string; turn: number | null }
  | { type: "undo" }
  | { type: "withdraw" }
  | { type: "consent"; agree: boolean }
  | { type: "why"; option?: string; object?: string; language: string }
  | { type: "seat"; seat: number; plays: string }
  | { type: "link"; seat: number }
  | { type: "replay"; from: number }
  | { type: "language"; language: string };
