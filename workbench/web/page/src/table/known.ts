/** What the table knows of a game in one language: labels, colours, symbols, and how each type of piece is drawn. */
import type { Board, BoardCell, Catalogue, Design, Sign, Objects, Piece, PieceType, PlaceKind, Property, Value } from "../protocol";
import { say } from "../words";
import { sorting } from "./layout";
import { ownColour, playingOf } from "./seats";
import { ink, mix, shade } from "./shades";
import { type TableWords, tableWords } from "./words";

/** A card is read; a chip is only recognised; a tile has ways to the cells around it; a die shows a number. */
export type Form = "card" | "plain card" | "chip" | "tile" | "die";

export const SHAPES = ["circle", "square", "hexagon", "diamond", "octagon", "shield"] as const;
export type Shape = (typeof SHAPES)[number];

export interface Skin {
  colour: string;
  ink: string;
  rim: string;
  /** A symbol, or letters of the name. */
  glyph: string;
  /** Whether the glyph is a symbol and not letters. */
  drawn: boolean;
}

const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** A printed property of a design: `costs` are the parts of a table of numbers. */
export interface Printed {
  name: string;
  label: string;
  value: string;
  sign: Sign | null;
  number: boolean;
  costs: { key: string; label: string; number: number; sign: Sign | null }[] | null;
}

interface Kind {
  form: Form;
  shape: Shape;
  /** Of a tile: the property that prints its exits, and the state that turns them. */
  exits: string | null;
  turned: string | null;
  /** Of a die: the state whose number it shows. */
  number: string | null;
  /** Whether its designs differ by more than what they print in numbers: then tiles are told apart by name. */
  varied: boolean;
  /** The state that says whose it is. */
  owner: string | null;
}

export class Known {
  readonly words: TableWords;
  /** The position that is drawn; set before each drawing. */
  objects: Objects;
  /** The designs that options name which name nothing on the table; set before each drawing. */
  values: ReadonlySet<string> = new Set();
  private readonly kinds = new Map<string, Kind>();
  private readonly skins = new Map<string, Skin>();
  private readonly glyphs = new Map<string, string>();
  private sorted: Map<string, string> | null = null;
  private readonly placeKinds = new Map<string, [string, PlaceKind]>();

  constructor(
    readonly catalogue: Catalogue,
    readonly boards: Record<string, Board>,
    readonly language: string,
    objects: Objects,
  ) {
    this.words = tableWords(language);
    this.objects = objects;
    Object.entries(catalogue.types).forEach(([name, type], index) => this.kinds.set(name, kindOf(catalogue, type, index)));
    for (const [name, kind] of Object.entries(catalogue.places)) for (const id of kind.ids) this.placeKinds.set(id, [name, kind]);
    for (const type of Object.values(catalogue.types)) this.abbreviate(type);
  }

  say(labels: Record<string, string> | null | undefined): string {
    return say(labels, this.language);
  }

  kind(type: string | null): Kind {
    return this.kinds.get(type ?? "") ?? PLAIN;
  }

  type(name: string | null): PieceType | undefined {
    return name === null ? undefined : this.catalogue.types[name];
  }

  design(id: string | null): Design | undefined {
    return id === null ? undefined : this.catalogue.designs[id];
  }

  /** The name and kind of the place with this id. */
  place(id: string): [string, PlaceKind] | undefined {
    const found = this.placeKinds.get(id);
    if (found) return found;
    const name = this.objects.places[id]?.name;
    const kind = name === undefined ? undefined : this.catalogue.places[name];
    return name === undefined || !kind ? undefined : [name, kind];
  }

  placeLabel(id: string): string {
    const found = this.place(id);
    return found ? this.say(found[1].labels) || found[0] : (this.objects.places[id]?.name ?? id);
  }

  playerColour(id: string): string {
    return playingOf(this.catalogue, this.objects.players).colours.get(id) ?? "#6b6b72";
  }

  // ----------------------------------------------------------------------------- labels

  /** What a piece is called. */
  pieceLabel(piece: Piece): string {
    const design = this.design(piece.design);
    if (design) return this.say(design.labels) || design.name;
    const type = this.type(piece.type);
    const shown = Object.entries(piece.back)
      .map(([name, value]) => this.fact(type?.properties[name], name, value))
      .join(", ");
    const label = type ? this.say(type.labels) : "?";
    return `${label}, ${this.words.faceDown}${shown ? ` (${shown})` : ""}`;
  }

  typeLabel(name: string | null): string {
    const type = this.type(name);
    return type ? this.say(type.labels) : "?";
  }

  /** Where something lies. */
  where(id: string): string {
    const cell = this.objects.cells[id];
    if (cell) {
      const board = this.boards[cell.board];
      const printed = board?.cells[id];
      const name = printed ? this.cellName(printed) : cell.name;
      return `${board ? this.boardLabel(board) : ""}${board?.sort === "map" ? ":" : ""} ${name}`.trim();
    }
    const place = this.objects.places[id];
    if (!place) return "";
    const label = this.placeLabel(id);
    const owner = place.owner && place.owner !== this.objects.viewer ? this.objects.players[place.owner] : undefined;
    return owner ? `${label} (${owner.name})` : label;
  }

  /** What a cell is called: of a map whose cells are sorted by a word, that word and a number, in the reader's language. */
  cellName(cell: BoardCell): string {
    if (!this.sorted) {
      this.sorted = new Map();
      for (const board of Object.values(this.boards)) {
        const key = board.sort === "map" ? sorting(Object.values(board.cells)) : null;
        if (key !== null) for (const id in board.cells) this.sorted.set(id, key);
      }
    }
    const key = this.sorted.get(cell.id);
    const number = Object.values(cell.printed).find((value) => typeof value === "number");
    const word = key === undefined ? undefined : cell.printed[key];
    return typeof word === "string" && number !== undefined && this.language !== "en" ? `${this.word(word)} ${String(number)}` : (cell.labels[this.language] ?? cell.name);
  }

  boardLabel(board: Board): string {
    const label = this.say(board.labels) || board.name;
    const owner = board.owner ? this.objects.players[board.owner] : undefined;
    return owner ? this.words.boardOf(label, owner.name) : label;
  }

  /** The name of any object or design. */
  called(id: string): string {
    const { objects } = this;
    const piece = objects.pieces[id];
    if (piece) return this.pieceLabel(piece);
    const design = this.catalogue.designs[id];
    if (design) return this.say(design.labels) || design.name;
    const player = objects.players[id];
    if (player) return player.name;
    const cell = objects.cells[id];
    if (cell) {
      const printed = this.boards[cell.board]?.cells[id];
      return printed ? this.cellName(printed) : cell.name;
    }
    if (objects.places[id]) return this.placeLabel(id);
    const board = this.boards[id];
    if (board) return this.boardLabel(board);
    return id.slice(id.indexOf(":") + 1);
  }

  word(name: string): string {
    return this.say(this.catalogue.words[name]) || name;
  }

  /** A value in the reader's language. */
  value(property: Property | undefined, value: Value | undefined): string {
    const { words } = this;
    if (value === null || value === undefined) return words.none;
    if (value === true) return words.yes;
    if (value === false) return words.no;
    if (typeof value === "number") return String(value).replace("-", "−");
    if (typeof value === "string") return this.one(property, value);
    if (Array.isArray(value)) {
      if (value.length === 0) return words.none;
      // A long list is only counted: nobody reads it.
      if (value.length > LONG) return `${value.length} ×`;
      return value.map((one) => (typeof one === "number" ? String(one) : this.one(property, one))).join(", ");
    }
    const entries = Object.entries(value).map(([key, number]) => `${this.key(property, key)} ${String(number).replace("-", "−")}`);
    return entries.length ? entries.join(", ") : words.none;
  }

  private one(_property: Property | undefined, value: string): string {
    if (this.catalogue.words[value]) return this.word(value);
    return /^(piece|place|cell|edge|player|design|board):/.test(value) ? this.called(value) : value;
  }

  /** The label of a key of a table of numbers: a design, a word or a cell. */
  key(property: Property | undefined, key: string): string {
    const design = this.catalogue.designs[`design:${key}`];
    if (design && (property?.of ?? [design.type]).includes(design.type)) return this.say(design.labels) || key;
    return this.catalogue.words[key] ? this.word(key) : key.replace(/^[a-z]+:(.*\/)?/, "");
  }

  label(property: Property | undefined, name: string): string {
    return (property && this.say(property.labels)) || name;
  }

  /** A property with its value: "life 14", and only "lame" for what is so. */
  fact(property: Property | undefined, name: string, value: Value): string {
    const label = this.label(property, name);
    return value === true ? label : `${label} ${this.value(property, value)}`;
  }

  /** What is worth saying of states: no "no", nothing empty, no way of turning that is drawn. */
  facts(states: Record<string, Value>, properties: Record<string, Property> | undefined, without: (string | null)[] = []): string[] {
    const found: string[] = [];
    for (const [name, value] of Object.entries(states)) {
      if (without.includes(name) || !worth(value) || value === 0) continue;
      found.push(this.fact(properties?.[name], name, value));
    }
    return found;
  }

  pieceFacts(piece: Piece): string[] {
    return this.facts(piece.states, this.type(piece.type)?.properties, [this.kind(piece.type).turned]);
  }

  /** All of a piece for those who cannot see it: what it is, its states, and where it lies. */
  spoken(piece: Piece, count = 1): string {
    const label = this.pieceLabel(piece);
    const type = piece.design ? this.typeLabel(piece.type) : "";
    const head = type && type.toLowerCase() !== label.toLowerCase() ? `${label}, ${type}` : label;
    const parts = [count > 1 ? `${count} × ${head}` : head, ...this.pieceFacts(piece)];
    return `${parts.join(", ")} – ${this.where(piece.place)}`;
  }

  /** The numbers and words that are printed on a design: each with its label and value. */
  printed(design: Design): Printed[] {
    const properties = this.type(design.type)?.properties ?? {};
    const found: Printed[] = [];
    for (const [name, value] of Object.entries(design.values)) {
      if (!worth(value)) continue;
      const property = properties[name];
      const table = value !== null && typeof value === "object" && !Array.isArray(value);
      const parts = table ? Object.entries(value).filter(([, number]) => number !== 0) : null;
      found.push({
        name,
        label: this.label(property, name),
        value: value === true ? "✓" : Array.isArray(value) ? value.map((one) => this.value(property, one)).join(", ") : this.value(property, value),
        sign: typeof value === "string" ? this.signOf(value) : null,
        number: typeof value === "number",
        costs: parts?.map(([key, number]) => ({ key, label: this.key(property, key), number, sign: this.signOfKey(property, key) })) ?? null,
      });
    }
    return found;
  }

  /** How a word or a design is drawn that a property names; null if nothing says it. */
  private signOf(value: string): Sign | null {
    const found = this.catalogue.designs[value]?.drawn ?? this.catalogue.look?.drawn?.[value] ?? null;
    return found?.colour && (found.symbol || !this.catalogue.designs[value]) ? found : null;
  }

  /** How a key of a table of numbers is drawn; null if nothing says it. */
  signOfKey(property: Property | undefined, key: string): Sign | null {
    const design = this.catalogue.designs[`design:${key}`];
    return this.signOf(design && (property?.of ?? [design.type]).includes(design.type) ? design.id : key);
  }

  /** What a card says. The canonical texts are English, so readers of another language are not shown those. */
  text(design: Design): string {
    const given = design.says?.[this.language];
    if (given !== undefined) return given;
    return this.language === "en" ? [...design.abilities, ...Object.values(design.texts)].join("\n") : "";
  }

  // ------------------------------------------------------------------------------- looks

  /** How a piece looks: by the game's own look, by the colour that is printed on it, or by its type. */
  skin(piece: Piece): Skin {
    if (!piece.design) return this.backSkin(piece);
    const skin = this.designSkin(piece.design);
    // A piece that has no colour of its own has that of its owner.
    const owner = ownColour(this.catalogue, piece.design) === null ? this.pieceOwner(piece) : null;
    return owner === null ? skin : surface(this.playerColour(owner), skin.glyph, skin.drawn);
  }

  designSkin(id: string): Skin {
    let skin = this.skins.get(id);
    if (!skin) {
      const design = this.catalogue.designs[id];
      skin = design ? this.makeSkin(design) : surface("#777777", "?", false);
      this.skins.set(id, skin);
    }
    return skin;
  }

  private makeSkin(design: Design): Skin {
    const type = this.type(design.type);
    const kind = this.kind(design.type);
    const index = type ? type.designs.indexOf(design.id) : 0;
    const drawn = design.drawn;
    const plain = type?.drawn?.colour ?? "#777777";
    let colour = drawn?.colour ?? plain;
    // Designs of which nothing says how they look have shades of one colour.
    if (colour === plain && !design.look?.colour && !type?.look?.colour) {
      if (kind.form === "tile") colour = mix(shade(plain, kind.varied ? index : 0), "#857a68", 0.55);
      else if (kind.form === "chip" || kind.form === "die") colour = shade(plain, index);
    }
    return surface(colour, drawn?.symbol ?? this.glyphs.get(design.id) ?? "?", !!drawn?.symbol);
  }

  wordLook(word: string): Sign {
    return this.catalogue.look?.drawn?.[word] ?? UNSAID;
  }

  wordColour(word: string): string | null {
    return this.wordLook(word).colour;
  }

  /** The back of a piece: its type's colour, but darker, and a pattern that the drawing adds. */
  private backSkin(piece: Piece): Skin {
    const type = this.type(piece.type);
    const base = type?.drawn?.colour ?? "#777777";
    const shown = Object.values(piece.back).map((value) => this.value(undefined, value));
    return surface(mix(base, "#20242c", 0.42), shown[0] ?? type?.look?.symbol ?? "", false);
  }

  /** The colour of a type, as for a heap of its pieces. */
  typeSkin(name: string): Skin {
    const type = this.type(name);
    const colour = type?.drawn?.colour ?? "#777777";
    const label = this.typeLabel(name);
    return surface(colour, type?.look?.symbol ?? label.slice(0, 2), !!type?.look?.symbol);
  }

  /** Whose a piece is, as far as one of its states says so, or a state of players says with what each plays. */
  pieceOwner(piece: Piece): string | null {
    const state = this.kind(piece.type).owner;
    const value = state === null ? null : piece.states[state];
    if (typeof value === "string") return value;
    return piece.design === null ? null : (playingOf(this.catalogue, this.objects.players).designs.get(piece.design) ?? null);
  }

  /** Whether dice of this type show pips: they have no more than six. */
  pips(type: string | null): boolean {
    const { number } = this.kind(type);
    return number !== null && (this.type(type)?.properties[number]?.most ?? 99) <= 6;
  }

  /** The directions that lead from a tile, turned as it lies, in degrees clockwise from the north. */
  exits(piece: Piece, board: Board): number[] {
    const kind = this.kind(piece.type);
    const design = this.design(piece.design);
    const printed = kind.exits && design ? design.values[kind.exits] : null;
    if (!Array.isArray(printed)) return [];
    const turned = kind.turned === null ? 0 : piece.states[kind.turned];
    const step = board.sort === "hexes" ? 60 : 90;
    return printed.map((name) => COMPASS.indexOf(String(name)) * 45).map((angle) => {
      // On hexes, east is no direction: north-east and its like lie at sixths.
      const bearing = board.sort === "hexes" ? (HEX_BEARINGS[angle] ?? angle) : angle;
      return (bearing + (typeof turned === "number" ? turned : 0) * step) % 360;
    });
  }

  /** Letters for each design of a type, no two alike as long as that goes. */
  private abbreviate(type: PieceType): void {
    const taken = new Set<string>();
    const firsts = type.designs.map((id) => (this.say(this.catalogue.designs[id]?.labels) || (this.catalogue.designs[id]?.name ?? "?")).slice(0, 1).toUpperCase());
    // One letter is enough for few designs that begin differently.
    const alone = firsts.length > 1 && firsts.length <= 6 && new Set(firsts).size === firsts.length;
    for (const id of type.designs) {
      const label = this.say(this.catalogue.designs[id]?.labels) || (this.catalogue.designs[id]?.name ?? "?");
      const letters = label.replace(/[^\p{L}\p{N} ]/gu, "");
      const parts = letters.split(/\s+/).filter(Boolean);
      const [one = "?", two] = parts;
      const tries = [];
      if (alone) tries.push(one.slice(0, 1));
      if (/^\p{L}\p{N}{1,2}$/u.test(letters)) tries.push(letters);
      if (/^\p{N}+$/u.test(letters)) tries.push(letters.slice(0, 3));
      const last = parts[parts.length - 1] ?? "";
      if (parts.length > 1 && /^\p{N}+$/u.test(last)) tries.push(one[0] + last.slice(0, 2));
      if (two) tries.push((one[0] ?? "") + (two[0] ?? ""));
      for (let at = 1; at < one.length; at++) tries.push((one[0] ?? "") + (one[at] ?? ""));
      const free = tries.find((text) => !taken.has(text.toUpperCase())) ?? tries[0] ?? one.slice(0, 2);
      taken.add(free.toUpperCase());
      this.glyphs.set(id, free.slice(0, 1).toUpperCase() + free.slice(1));
    }
  }
}

/** From how many members on a list is only counted. */
const LONG = 8;

const HEX_BEARINGS: Record<number, number> = { 45: 60, 135: 120, 225: 240, 315: 300 };

const UNSAID: Sign = { colour: null, symbol: null };

const PLAIN: Kind = { form: "chip", shape: "circle", exits: null, turned: null, number: null, varied: false, owner: null };

function surface(colour: string, glyph: string, drawn: boolean): Skin {
  const on = ink(colour);
  return { colour, ink: on, rim: mix(colour, on === "#ffffff" ? "#000000" : "#3a3020", 0.35), glyph, drawn };
}

/** Whether a value says anything. */
export function worth(value: Value | undefined): boolean {
  if (value === null || value === undefined || value === false || value === "") return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

function kindOf(catalogue: Catalogue, type: PieceType, index: number): Kind {
  const designs = type.designs.flatMap((id) => catalogue.designs[id] ?? []);
  const properties = Object.entries(type.properties);
  const find = (test: (property: Property) => boolean) => properties.find(([, one]) => test(one))?.[0] ?? null;
  const exits = find((one) => one.printed && one.kind === "words" && one.of.length >= 4 && one.of.every((word) => COMPASS.includes(word)));
  const turned = exits && find((one) => !one.printed && one.kind === "number" && one.least === 0 && (one.most === 5 || one.most === 3));
  const coloured = (word: string) => !!catalogue.look?.drawn?.[word]?.colour;
  // What only says the colour is no more to read than the colour itself.
  const tinted = find((one) => one.printed && (one.kind === "word" || one.kind === "words" || one.kind === "list") && one.of.length > 0 && one.of.every(coloured));
  const wordy = designs.some((one) => Object.keys(one.texts).length > 0 || one.abilities.length > 0);
  const numbers = properties.filter(([, one]) => !one.printed && one.kind === "number");
  const printed = designs.some((one) => Object.entries(one.values).some(([name, value]) => name !== tinted && value !== true && worth(value)));
  const rolled = !wordy && numbers.length === 1 && (numbers[0]?.[1].most ?? 99) <= 20 && properties.length <= 6;
  const form: Form = exits ? "tile" : wordy ? "card" : rolled && properties.filter(([, one]) => !one.printed).length <= 2 ? "die" : printed ? "plain card" : "chip";
  return {
    form,
    shape: form === "die" ? "square" : (SHAPES[index % SHAPES.length] ?? "circle"),
    exits,
    turned,
    number: form === "die" ? (numbers[0]?.[0] ?? null) : null,
    varied: wordy,
    owner: find((one) => !one.printed && one.kind === "player"),
  };
}
