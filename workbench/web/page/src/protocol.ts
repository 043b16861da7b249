// Written by docs/generate.py from workbench/web/messages.py: do not change it here.

/** A text in each language that has one. */
export type Labels = Record<string, string>;
/** The value of a state or of a printed property. */
export type Value = number | string | boolean | (number | string)[] | Record<string, number> | null;

/** One thing that an option, an event or an open text names. */
export interface Argument {
  /** what it is */
  kind: "piece" | "place" | "cell" | "edge" | "player" | "design" | "number" | "word" | "yes-no";
  /** the id of the object or design; null for a number, a word, and yes or no */
  id: string | null;
  /** the number, the word, or yes or no; null for all else */
  value: number | string | boolean | null;
  /** of a piece whose face is known: the id of its design */
  design: string | null;
  /** other pieces that stand for the same: it does not matter which is meant */
  also: string[];
  /** what the rules call it, where they give it a name; else empty */
  slot: string;
}

/** Why something is as it is. */
export interface BecauseData {
  /** what it is now */
  value: string;
  /** the last choices that changed it */
  changes: ChangeData[];
  /** the texts that can change it */
  texts: CauseData[];
  /** the abilities that change a number of this name */
  abilities: CauseData[];
  /** the parts of a computed number; empty for all else */
  terms: TermData[];
}

/** The geometry of a board. */
export interface Board {
  /** its id */
  id: string;
  /** what the rules call it */
  name: string;
  /** what players call it, by language */
  labels: Record<string, string>;
  /** what it is made of: grid, hexes, map, edges */
  sort: string;
  /** the id of the player whose it is; null if it is nobody's */
  owner: string | null;
  /** how many columns a grid has; of hexes the longest row; 0 for all else */
  columns: number;
  /** how many rows a grid has; of hexes the length of a side; 0 for all else */
  rows: number;
  /** of edges the id of the board on which they lie */
  between: string | null;
  /** its directions, clockwise from the north */
  directions: string[];
  /** its cells by id, in order */
  cells: Record<string, BoardCell>;
  /** how many pieces in a line win, where the rules say that they do; null if they do not */
  line: number | null;
}

/** A cell of a board, or an edge between two cells, and what is around it. */
export interface BoardCell {
  /** its id, the same as in `Objects` */
  id: string;
  /** what it is called on its board */
  name: string;
  /** how far east it lies; on hexes, whose flat sides lie north and south, the column; null without directions */
  x: number | null;
  /** how far north; on hexes (0, 1) leads north and (1, 0) north-east */
  y: number | null;
  /** the cells that each direction leads to: on a grid eight, on hexes six */
  neighbours: Record<string, string>;
  /** the edges between it and the neighbour in a direction */
  edges: Record<string, string[]>;
  /** of a map the cells that it leads to; of an edge its two cells */
  leads: string[];
  /** what is printed on it */
  printed: Record<string, Value>;
  /** how it is drawn */
  look: Sign;
  /** what players call it, by language, where the game gives it a name in it */
  labels: Record<string, string>;
  /** of a map, where it is drawn: how far right, and how far down; null if the game does not say */
  at: [number, number] | null;
}

/** A bot that a page offers. */
export interface BotData {
  /** its name */
  name: string;
  /** the content hash of the only rules that it plays by; null: it plays any game */
  hash: string | null;
}

/** All of a game that is the same in every match. */
export interface Catalogue {
  /** the game */
  game: string;
  /** its title, by language */
  title: Record<string, string>;
  /** the content hash of the rules */
  hash: string;
  /** the types of pieces by name */
  types: Record<string, PieceType>;
  /** the designs by id */
  designs: Record<string, Design>;
  /** the places by name */
  places: Record<string, PlaceKind>;
  /** the states of the game by name */
  states: Record<string, Property>;
  /** the states of players by name */
  players: Record<string, Property>;
  /** what players call the words that values can be, by language */
  words: Record<string, Record<string, string>>;
  /** the choice sites, in the order of their numbers */
  sites: Site[];
  /** the rules of the rulebook by id */
  rules: Record<string, string>;
  /** the same by language, as far as they are translated */
  statements: Record<string, Record<string, string>>;
  /** the titles of the rulebook's sections, by language: a section is what stands before the dot in ids of rules */
  sections: Record<string, Record<string, string>>;
  /** the rules that are cited by what happens before the first turn */
  set_up: string[];
  /** how the game is drawn; it may change while the hash stays the same */
  look: Look;
  /** what players call the numbers on the panel, by language */
  numbers: Record<string, Record<string, string>>;
  /** who wins, by language; empty if the game does not say it */
  wins: Record<string, string>;
  /** what players' scores are, or without a score what shows who leads; null without either, or if it is secret */
  score: Score | null;
}

/** A text of the rules that can change something. */
export interface CauseData {
  /** the part of the rules in which it stands */
  part: string;
  /** where: file:line:column */
  at: string;
  /** what it says */
  text: string;
  /** of an ability: the designs that have it, and where their pieces lie */
  lie: string[];
}

/** A cell of a board, or an edge between two cells, with what lies on it. */
export interface Cell {
  /** its id */
  id: string;
  /** the id of its board */
  board: string;
  /** what it is called on that board */
  name: string;
  /** the ids of the pieces on it */
  pieces: string[];
  /** its states, as far as the viewer sees them */
  states: Record<string, Value>;
}

/** A choice that changed something. */
export interface ChangeData {
  /** which choice it was, from 1 */
  step: number;
  /** what was there before */
  before: string;
  /** what was there then */
  now: string;
  /** the lines of the log at that choice */
  lines: string[];
  /** whether it was set by hand, after that choice */
  by_hand: boolean;
}

/** What has changed. */
export interface Changed {
  /** the state of the match */
  state: State;
  /** the number of the seat's decision, for `choose`; null for an onlooker */
  turn: number | null;
  /** how many events there are */
  next: number;
  /** the question whether a choice may be taken back; null if nobody asks */
  undo: Undo | null;
  /** whether the seat has made a choice */
  can_undo: boolean;
  /** the clocks; null in a match without them */
  times: Times | null;
  /** why the match was stopped before its end; null if it was not */
  ending: Ending | null;
  /** what has changed; without `decision` if that stays the same */
  changes: Changes;
  /** what has happened */
  events: Event[];
  /** the message */
  type: "changed";
}

/** What has changed from one position to another, for the same eyes. What is not named is as it was; null under an
 * id says that there is no such object any more. */
export interface Changes {
  /** whether the match is over */
  over: boolean;
  /** the ids of the players who have won */
  winners: string[];
  /** as in `Objects` */
  scores: number[] | null;
  /** the ids of the players who have to decide */
  deciding: string[];
  /** as in `Objects` */
  standing: number[] | null;
  /** as in `Objects` */
  numbers: Record<string, number | number[]>;
  /** as in `Objects` */
  next: string | null;
  /** the states of the game that have changed */
  states: Record<string, Value>;
  /** what abilities remember, of each design of which that has changed */
  abilities: Record<string, Record<string, Value>>;
  /** the players that have changed */
  players: Record<string, Player>;
  /** the places that have changed */
  places: Record<string, Place>;
  /** the cells and edges that have changed */
  cells: Record<string, Cell>;
  /** the pieces that have moved, changed, come or gone */
  pieces: Record<string, Piece | null>;
  /** what has led to each open decision */
  underway: Underway[];
  /** what the viewer has to decide now; null if nothing */
  decision?: Open | null;
}

/** One legal option of a decision. Unlike the numbers of options, its id says nothing of equal pieces. */
export interface Choice {
  /** its id, by which it is chosen: the number of the site, and what it names there */
  id: string;
  /** what it is called in the rules */
  name: string;
  /** what a player is shown, by language */
  labels: Record<string, string>;
  /** what it names; empty for an option that is only a word */
  arguments: Argument[];
}

/** A choice. */
export interface Choose {
  /** the number of the request, which its reply has, too */
  id: number;
  /** the id of an option */
  option: string;
  /** the `turn` of the last message that the page has */
  turn: number;
}

/** How long people may think, and what happens when a seat's time is up. */
export interface Clock {
  /** what the time is for: each choice, or the whole match */
  each: "choice" | "match";
  /** the time of each seat, in seconds */
  seconds: number;
  /** seconds that each choice adds to the time for the whole match */
  increment: number;
  /** 'stop': the match is stopped; or the name of the bot that takes the seat */
  then: string;
  /** whether the person may take the seat back from that bot */
  back: boolean;
}

/** An option of the rules that cannot be chosen now. */
export interface Closed {
  /** what it is called in the rules; `why_not` says by this name why it cannot be chosen */
  name: string;
  /** what a player is shown, by language */
  labels: Record<string, string>;
}

/** Whether others may take back a choice. */
export interface Consent {
  /** the number of the request, which its reply has, too */
  id: number;
  /** whether this seat agrees */
  agree: boolean;
}

/** A match that was started, with its links. */
export interface Created {
  /** the match */
  match: string;
  /** the token of each person's seat; null for bots */
  tokens: (string | null)[];
  /** the host's token */
  host: string;
}

/** A design: what is printed on each of its pieces. */
export interface Design {
  /** its id */
  id: string;
  /** what the rules call it */
  name: string;
  /** what players call it, by language */
  labels: Record<string, string>;
  /** its type */
  type: string;
  /** how many pieces of it there are */
  copies: number;
  /** its printed properties */
  values: Record<string, Value>;
  /** its effects and conditions by name, in canonical English */
  texts: Record<string, string>;
  /** its abilities, in canonical English */
  abilities: string[];
  /** the rules of the rulebook that it cites, by their ids */
  rules: string[];
  /** what its card says, by language; empty if it says nothing */
  says: Record<string, string>;
  /** the numbers and words on its card, by language: each a label and a value */
  facts: Record<string, [string, string][]>;
  /** how its pieces are drawn, where that differs from their type */
  look: Sign;
  /** how a table draws them: as the game says, else as what they print or are called suggests (colours, gems, suits and ranks), else as their type */
  drawn: Sign;
  /** the image on its card: its path in the folder of the game */
  image: string | null;
}

/** Asks what can be set by hand at an object. */
export interface DesignAt {
  /** the number of the request, which its reply has, too */
  id: number;
  /** the id of the object, or 'game' */
  object: string;
}

/** Something that is wrong in the files of the game. */
export interface DesignFinding {
  /** its code, which `rulewright explain` explains */
  code: string;
  /** error, warning or note */
  severity: string;
  /** what is wrong */
  message: string;
  /** a way out */
  help: string | null;
  /** where: file:line:column; null if nowhere */
  at: string | null;
  /** the whole path of the file */
  path: string | null;
  /** the line, from 1; 0 if there is none */
  line: number;
  /** the column, from 1; 0 if there is none */
  column: number;
  /** the text of the line, or a part of it */
  excerpt: string;
  /** where in the excerpt the underline begins, from 0 */
  start: number;
  /** how wide it is */
  width: number;
  /** what else is said */
  notes: FindingNote[];
}

/** What a designer wants of the design table. */
export interface DesignRequest {
  /** the number of the request, which its reply has, too */
  id: number;
  /** 'on' follows the files of the game, 'off' does not any more; 'keep' plays on from here, where a choice could not be repeated; 'again' begins the match again; 'back' goes back to the rules before the last save, and 'newest' to those of the last clean one */
  do: "on" | "off" | "keep" | "again" | "back" | "newest";
}

/** Sets something by hand: the match goes on from there. */
export interface DesignSet {
  /** the number of the request, which its reply has, too */
  id: number;
  /** what is set */
  given: SetData[];
}

/** How the design table stands, for designers. */
export interface DesignState {
  /** whether the files are followed */
  on: boolean;
  /** how many saves were seen */
  saves: number;
  /** whether the last save was clean */
  clean: boolean;
  /** why a match cannot even begin under the last save; null if it can */
  refused: string | null;
  /** what was found in the files, the errors first */
  findings: DesignFinding[];
  /** how many findings are left out */
  more: number;
  /** where the repetition has stopped; null if all choices could be repeated */
  stop: Stop | null;
  /** whether the table plays other rules than those of the last save */
  behind: boolean;
  /** whether there are rules to go back to */
  can_back: boolean;
  /** how often something was set by hand: the log and the replay begin at the last time */
  by_hand: number;
  /** how long it took from seeing the save to the table */
  milliseconds: number;
  /** the message */
  type: "design";
}

/** Asks why a state or a place is as it is. */
export interface DesignWhy {
  /** the number of the request, which its reply has, too */
  id: number;
  /** the seat whose it is; null: the game's */
  of: number | null;
  /** its key under `given:` */
  name: string;
  /** the language of the log */
  language: string;
}

/** Writes how the match came to where it stands as a scenario, if it passes. */
export interface DesignWrite {
  /** the number of the request, which its reply has, too */
  id: number;
  /** the name of the scenario */
  name: string;
  /** the rules that it shows, by their ids */
  rules: string[];
}

/** Why a match was stopped before its rules ended it. It has no winners: the rules have named none. */
export interface Ending {
  /** 'time': somebody's time was up; or 'resigned' */
  reason: "time" | "resigned";
  /** the seats whose time was up, or that resigned; the others remain */
  seats: number[];
}

/** One thing that happened, as its reader may know it. */
export interface Event {
  /** its number, from 0 */
  number: number;
  /** a player's choice, what luck decided, what the rules told, or the end of the match */
  kind: "choice" | "luck" | "event" | "over";
  /** the id of the player who chose; null for all else */
  player: string | null;
  /** the option that was chosen; null if the reader may not know, or nothing was chosen */
  name: string | null;
  /** the number of the site at which it was chosen; null as for `name` */
  site: number | null;
  /** what it names, as far as the reader may know */
  arguments: Argument[];
  /** the line of the log, by language */
  text: Record<string, string>;
  /** the rules that are cited where it was chosen or told, by their ids; empty if the reader may not know that */
  rules: string[];
  /** what a choice adds to the move of the choice before it, by language; empty if its line stands for itself */
  adds: Record<string, string>;
  /** whether people need not read its line, since the next ones say the same */
  said: boolean;
  /** the id of the player whose turn it is; null between turns */
  turn: string | null;
  /** whether a turn or a phase has begun since the event before */
  begins: boolean;
  /** whether its line says that a phase of the match begins */
  heading: boolean;
}

/** One figure of matches between bots, before a save and now. */
export interface FigureData {
  /** what it is */
  name: string;
  /** whether it is a share, in percent; else a mean */
  share: boolean;
  /** before */
  before: number;
  /** now */
  now: number;
  /** the lower end of the 95 % interval of the difference */
  low: number;
  /** its upper end */
  high: number;
  /** whether it differs beyond chance */
  differs: boolean;
}

/** What else is said of a finding. */
export interface FindingNote {
  /** what it says */
  message: string;
  /** where: file:line:column; null if nowhere */
  at: string | null;
}

/** A step of a replay. */
export interface Frame {
  /** everything, in the first step */
  objects?: Objects;
  /** what has changed, in every other step */
  changes?: Changes;
  /** how many events there were by then */
  next: number;
}

/** A game that can be played here. */
export interface GameData {
  /** its name, for `new` */
  name: string;
  /** its title, by language */
  title: Record<string, string>;
  /** the number of players, or a range such as 2..4 */
  players: string;
  /** the variants that you can name */
  variants: string[];
  /** what it is about, by language; empty if it does not say it */
  about: Record<string, string>;
  /** how many minutes a match takes: a number, or a range; empty if it does not say it */
  minutes: string;
  /** where its first file cannot be read, and why; empty if it can */
  trouble: string;
  /** whether the server was started with it: it is the game of whoever runs the server */
  own: boolean;
}

/** The possible set-ups of a game. */
export interface GameResult {
  /** its name */
  name: string;
  /** its requested variants */
  variants: string[];
  /** the content hash of the rules, for which saves and option numbers are valid */
  hash: string;
  /** the fewest players */
  least: number;
  /** the most players */
  most: number;
  /** the key of the rules, for their catalogue and boards */
  rules: string;
  /** its title, by language */
  title: Record<string, string>;
  /** the languages of its texts */
  languages: string[];
  /** the options of the set-up */
  options: SetUpOption[];
}

/** Lets a person or a bot play a seat. */
export interface HandOver {
  /** the number of the request, which its reply has, too */
  id: number;
  /** the seat */
  seat: number;
  /** 'person', or the name of a bot */
  plays: string;
}

/** All of a match, for a page that has joined it. */
export interface Joined {
  /** the state of the match */
  state: State;
  /** the number of the seat's decision, for `choose`; null for an onlooker */
  turn: number | null;
  /** how many events there are */
  next: number;
  /** the question whether a choice may be taken back; null if nobody asks */
  undo: Undo | null;
  /** whether the seat has made a choice */
  can_undo: boolean;
  /** the clocks; null in a match without them */
  times: Times | null;
  /** why the match was stopped before its end; null if it was not */
  ending: Ending | null;
  /** everything that the reader sees */
  objects: Objects;
  /** the events from `first` on */
  events: Event[];
  /** the number of the first of these events */
  first: number;
  /** the match */
  match: string;
  /** the name of its game */
  game: string;
  /** the key of its rules */
  rules: string;
  /** the game's title, by language */
  title: Record<string, string>;
  /** the languages of its texts */
  languages: string[];
  /** the seat of the page; null for an onlooker */
  seat: number | null;
  /** whether the page is the host's */
  host: boolean;
  /** the seats */
  seats: Seat[];
  /** the seed in digits, if it was chosen: whoever knows it can foretell the luck; null if luck chose it, or if the game has no luck */
  seed: string | null;
  /** how long people may think; null: as long as they like */
  clock: Clock | null;
  /** seconds of absence after which the others may let a bot play a seat; null: never */
  absence: number | null;
  /** whether the page may turn this table into a design table */
  design: boolean;
  /** the message */
  type: "joined";
}

/** How the game is drawn, as far as it says; what belongs to a type, a design or a place stands there. */
export interface Look {
  /** places, in the order in which a table shows them; all others follow */
  order: string[];
  /** states and numbers that always stand first, in this order */
  panel: string[];
  /** places and states that a table puts away */
  fold: string[];
  /** places and states that a table need not show */
  hidden: string[];
  /** the colours of the seats, as #rrggbb; there may be fewer than seats */
  players: string[];
  /** how words are drawn */
  words: Record<string, Sign>;
  /** the same as a table draws them: with those that name a colour, a gem or a suit */
  drawn: Record<string, Sign>;
}

/** What bots have shown of the rules that were saved last, for designers. */
export interface Measured {
  /** whether bots are playing */
  running: boolean;
  /** the save that is measured */
  save: number;
  /** the save with which it is compared; null: with none */
  against: number | null;
  /** one for each kind of bots; empty while they play */
  samples: SampleData[];
  /** the message */
  type: "measured";
}

/** The link of this seat was replaced by another one. */
export interface Moved {
  /** the seat */
  seat: number;
  /** the message */
  type: "moved";
}

/** A match to start. */
export interface NewMatch {
  /** a game that `games` lists */
  game: string;
  /** its variants to play with */
  variants: string[];
  /** the players by seat */
  players: (string | NewPlayer)[];
  /** for each seat 'person', or the name of a bot */
  plays: string[];
  /** options of the set-up by name */
  options: Record<string, number | string | boolean | null>;
  /** the number that fixes the luck; by default one that nobody can predict */
  seed?: number | null;
  /** how long people may think; null: as long as they like */
  clock?: Clock | null;
  /** seconds of absence after which the others may let a bot play a seat; null: never */
  absence?: number | null;
}

/** A player of a new match. */
export interface NewPlayer {
  /** the name */
  name: string;
  /** the grammatical gender in which the log speaks of the player; empty: it fits all */
  gender: string;
}

/** A notice for everybody. */
export interface Notice {
  /** a code: of a fault of the rules (RW…), or 'link' */
  code: string;
  /** the text, by language */
  text: Record<string, string>;
  /** the message */
  type: "notice";
}

/** All that a player, or an onlooker, may know of a position. */
export interface Objects {
  /** the game */
  game: string;
  /** the id of the player whose eyes these are; null for an onlooker */
  viewer: string | null;
  /** whether the match is over */
  over: boolean;
  /** the ids of the players who have won */
  winners: string[];
  /** what each player has at the end; null before, or without a score */
  scores: number[] | null;
  /** the ids of the players who have to decide */
  deciding: string[];
  /** each player's score as it stands, or without a score what shows who leads; null without either, and where not everybody may know it */
  standing: number[] | null;
  /** the numbers on the panel by name: those of players by seat */
  numbers: Record<string, number | number[]>;
  /** the id of the player whose turn comes next; null where the rules do not tell */
  next: string | null;
  /** the states of the game */
  states: Record<string, Value>;
  /** what abilities remember, by the id of their design */
  abilities: Record<string, Record<string, Value>>;
  /** the players by id */
  players: Record<string, Player>;
  /** the places by id */
  places: Record<string, Place>;
  /** the cells and edges of all boards by id */
  cells: Record<string, Cell>;
  /** the pieces that lie somewhere by id */
  pieces: Record<string, Piece>;
  /** what has led to each open decision */
  underway: Underway[];
  /** what the viewer has to decide; null if nothing */
  decision: Open | null;
}

/** A request about a seat. */
export interface OfSeat {
  /** the number of the request, which its reply has, too */
  id: number;
  /** the seat */
  seat: number;
}

/** What the viewer has to decide. */
export interface Open {
  /** the id of the player who decides */
  player: string;
  /** where in the rules */
  site: Site;
  /** what is asked, by language */
  prompts: Record<string, string>;
  /** all that is legal, and nothing else */
  options: Choice[];
  /** the other options of this turn, or branches of this choice, none of which can be chosen now */
  closed: Closed[];
}

/** A value of an option of a game's set-up. */
export interface OptionValue {
  /** the value */
  value: number | string;
  /** what players call it, by language; empty for a number */
  labels: Record<string, string>;
}

/** A piece that lies somewhere, as the viewer sees it. */
export interface Piece {
  /** its id */
  id: string;
  /** its type; null while pieces of several types could lie there face down */
  type: string | null;
  /** the id of its design; null if the viewer does not know it */
  design: string | null;
  /** the id of the place or cell that it lies in */
  place: string;
  /** its position there, from 0 at the bottom; null where there is no order */
  position: number | null;
  /** its states, as far as the viewer sees them */
  states: Record<string, Value>;
  /** the printed properties that its back shows */
  back: Record<string, Value>;
}

/** A type of pieces. */
export interface PieceType {
  /** what players call it, by language */
  labels: Record<string, string>;
  /** the ids of its designs */
  designs: string[];
  /** what its pieces have */
  properties: Record<string, Property>;
  /** the printed properties that its backs show */
  back: string[];
  /** how its pieces are drawn */
  look: Sign;
  /** the same as a table draws it: never without a colour */
  drawn: Sign;
  /** the printed properties whose numbers stand in the corners of its cards: by default the only one that it has */
  corners: string[];
  /** the image of their backs: its path in the folder of the game */
  back_image: string | null;
}

/** A place, with what lies in it. */
export interface Place {
  /** its id */
  id: string;
  /** what the rules call it */
  name: string;
  /** the id of the player whose it is; null if it is nobody's */
  owner: string | null;
  /** the ids of the pieces in it: from the bottom, where there is an order */
  pieces: string[];
}

/** A place of the game, of one owner or of each player. */
export interface PlaceKind {
  /** what players call it, by language */
  labels: Record<string, string>;
  /** what it is: pile, row, hand, area, slot, grid, hexes, map, edges */
  sort: string;
  /** the types of the pieces that can lie there */
  types: string[];
  /** who sees what lies there: open, hidden, owner, others, or side: it depends on the piece */
  sight: string;
  /** whether each player has one */
  per_player: boolean;
  /** whether the pieces in it have an order */
  ordered: boolean;
  /** whether a table need show it */
  shown: boolean;
  /** its ids in `Objects`: of a board those of its boards */
  ids: string[];
  /** of a board what its cells have */
  properties: Record<string, Property>;
  /** the rules of the rulebook that it cites, by their ids */
  rules: string[];
  /** how it is drawn */
  look: Sign;
  /** whether a grid is drawn only as far as anything lies on it */
  crop: boolean;
  /** the image under the cells of a board: its path in the folder of the game */
  ground: string | null;
}

/** A player. */
export interface Player {
  /** its id */
  id: string;
  /** the seat, from 0 */
  seat: number;
  /** the player's name */
  name: string;
  /** the player's states, as far as the viewer sees them */
  states: Record<string, Value>;
}

/** Why a request was refused. A refused request changes nothing. */
export interface Problem {
  /** a code whose meaning never changes; `rulewright explain CODE` explains it */
  code: string;
  /** what is wrong, for people */
  message: string;
  /** a way out; may be empty */
  help: string;
  /** the part of the request that is wrong; may be empty */
  path: string;
}

/** A state or a printed property: what it can be. */
export interface Property {
  /** what players call it, by language */
  labels: Record<string, string>;
  /** the kind of its values: number, yes-no, word, player, kind, piece, cell, table, … */
  kind: string;
  /** what it can be, in the words of the rules */
  says: string;
  /** the least number; null unless it is a number or a table */
  least: number | null;
  /** the greatest number */
  most: number | null;
  /** its words, the types of its pieces, or the boards of its cells */
  of: string[];
  /** whether it can be none */
  optional: boolean;
  /** whether it is printed and never changes */
  printed: boolean;
  /** whether only its owner sees it, or nobody */
  secret: boolean;
  /** whether a table need show it */
  shown: boolean;
}

/** What is new about the question whether a choice may be taken back. */
export interface Question {
  /** the question; null if nobody asks any more */
  undo: Undo | null;
  /** if the reader's own question was refused, the seconds after which it can ask again; else null */
  again: number | null;
  /** the message */
  type: "undo";
}

/** A message that was refused; nothing has changed. */
export interface Refused {
  /** the number of the request; null if it had none */
  id: number | null;
  /** why */
  error: Problem;
  /** the message */
  type: "refused";
}

/** All of a match again: something was taken back. */
export interface Renewed {
  /** the state of the match */
  state: State;
  /** the number of the seat's decision, for `choose`; null for an onlooker */
  turn: number | null;
  /** how many events there are */
  next: number;
  /** the question whether a choice may be taken back; null if nobody asks */
  undo: Undo | null;
  /** whether the seat has made a choice */
  can_undo: boolean;
  /** the clocks; null in a match without them */
  times: Times | null;
  /** why the match was stopped before its end; null if it was not */
  ending: Ending | null;
  /** everything that the reader sees */
  objects: Objects;
  /** the events from `first` on */
  events: Event[];
  /** the number of the first of these events */
  first: number;
  /** the message */
  type: "renewed";
}

/** Asks for steps of the match from its beginning. */
export interface Replay {
  /** the number of the request, which its reply has, too */
  id: number;
  /** the number of the first step */
  from: number;
}

/** The answer to a request; each kind of request has some of the other keys. */
export interface Reply {
  /** the number of the request */
  id: number;
  /** why something cannot be chosen; null if it can */
  reason?: string | null;
  /** the token of a new link */
  token?: string;
  /** some steps of a replay */
  frames?: Frame[];
  /** whether there are more steps */
  more?: boolean;
  /** the number of the first of these steps */
  from?: number;
  /** what can be set by hand */
  settings?: SettingData[];
  /** the file that was written */
  written?: string;
  /** why something is as it is */
  because?: BecauseData;
  /** the message */
  type: "reply";
}

/** A request without anything else. */
export interface Request {
  /** the number of the request, which its reply has, too */
  id: number;
}

/** All of a match again, under new rules. */
export interface Rewritten {
  /** the state of the match */
  state: State;
  /** the number of the seat's decision, for `choose`; null for an onlooker */
  turn: number | null;
  /** how many events there are */
  next: number;
  /** the question whether a choice may be taken back; null if nobody asks */
  undo: Undo | null;
  /** whether the seat has made a choice */
  can_undo: boolean;
  /** the clocks; null in a match without them */
  times: Times | null;
  /** why the match was stopped before its end; null if it was not */
  ending: Ending | null;
  /** everything that the reader sees */
  objects: Objects;
  /** the events from `first` on */
  events: Event[];
  /** the number of the first of these events */
  first: number;
  /** the key of its rules */
  rules: string;
  /** the game's title, by language */
  title: Record<string, string>;
  /** the languages of its texts */
  languages: string[];
  /** the ids of the objects and designs that differ from before, and of new options */
  marked: string[];
  /** the rules themselves */
  data?: RulesData;
  /** the message */
  type: "rewritten";
}

/** The rules of a match, which never change. */
export interface RulesData {
  /** designs, places, properties, words and rules */
  catalogue: Catalogue;
  /** the boards by id */
  boards: Record<string, Board>;
  /** where the images are, before the path of each */
  images: string;
}

/** What one kind of bots has shown. */
export interface SampleData {
  /** the bot */
  bot: string;
  /** how many matches were played by the rules before; 0: there is nothing to compare with */
  before: number;
  /** how many were played by the rules now */
  matches: number;
  /** the figures */
  figures: FigureData[];
  /** what does not happen any more, by its name in the rules */
  gone: string[];
  /** what happens only now */
  new: string[];
  /** how many texts, options and designs were never used now */
  never: number;
  /** in how many matches the rules went wrong */
  faulty: number;
  /** how they went wrong first */
  fault: string;
  /** the command that measures the same more exactly */
  command: string;
}

/** What a player's score is. */
export interface Score {
  /** what players call it, by language; empty if it has no name */
  labels: Record<string, string>;
  /** the state of players that it is; null if it is computed */
  state: string | null;
}

/** A seat, as everybody sees it. */
export interface Seat {
  /** the seat */
  seat: number;
  /** the player's name */
  name: string;
  /** 'person', or the name of a bot */
  plays: string;
  /** how many pages are open at this seat */
  here: number;
  /** whether the host sits there */
  host: boolean;
  /** the seconds since which nobody is there; null if somebody is */
  away: number | null;
  /** the seats that would let a bot play for this absent one */
  wishes: number[];
  /** whether the person has given up the seat for good */
  resigned: boolean;
  /** whether a bot plays because the seat's time was up */
  late: boolean;
}

/** The seats have changed. */
export interface Seats {
  /** the seats */
  seats: Seat[];
  /** the message */
  type: "seats";
}

/** Something that is set by hand, in the notation of scenarios. */
export interface SetData {
  /** the seat whose it is; null: the game's */
  of: number | null;
  /** its key under `given:` */
  name: string;
  /** its value, as text */
  value: string;
}

/** An option of a game's set-up. */
export interface SetUpOption {
  /** its name, for `new` */
  name: string;
  /** its possible values, in the words of the rules */
  type: string;
  /** what players call it, by language */
  labels: Record<string, string>;
  /** its possible values */
  values: OptionValue[];
}

/** Something that can be set by hand. */
export interface SettingData {
  /** the seat whose it is; null: the game's */
  of: number | null;
  /** its key under `given:` */
  name: string;
  /** what it is now, as text */
  value: string;
  /** how it is written; computed: it cannot be set */
  kind: "number" | "choice" | "pieces" | "text" | "computed";
  /** what it can be, or the designs that can lie there; empty: see `kind` */
  choices: string[];
  /** of a number: the least */
  least: number;
  /** of a number: the most */
  most: number;
}

/** How something is drawn, as far as the game says it. */
export interface Sign {
  /** its colour, as #rrggbb; null if the game does not say */
  colour: string | null;
  /** one to three characters that stand for it; null if the game does not say */
  symbol: string | null;
}

/** The place in the rules at which something is chosen. */
export interface Site {
  /** its number, stable as long as the rules do not change */
  number: number;
  /** the kind of the decision: turn, choose, choose one, may, offer, instead, chance */
  kind: string;
  /** the part of the rules in whose text it stands; empty if it stands in none */
  where: string;
  /** what is chosen, in canonical English */
  asks: string;
  /** the rules of the rulebook that this part, or the phase of a turn, cites, by their ids */
  rules: string[];
}

/** Another language of reasons. */
export interface Speak {
  /** the number of the request, which its reply has, too */
  id: number;
  /** the language */
  language: string;
}

/** How the match stands beside its rules has changed. */
export interface Standing {
  /** the clocks; null in a match without them */
  times: Times | null;
  /** why the match was stopped before its end; null if it was not */
  ending: Ending | null;
  /** the message */
  type: "standing";
}

/** The state of a match, as everybody may know it. */
export interface State {
  /** whether the match is over */
  over: boolean;
  /** the seats that have won; none until the match is over */
  winners: number[];
  /** the score of each seat at the end; null before, or if the game keeps no score */
  scores: number[] | null;
  /** the seats that have to decide now; several if players act simultaneously */
  deciding: number[];
  /** those of them whose bots are still thinking; `decision`, `view`, `objects` and `log` let them continue */
  thinking: number[];
  /** the number of choices so far that these seats may know of */
  actions: number;
}

/** The first choice that could not be repeated under the new rules. */
export interface Stop {
  /** which it was, from 1 */
  step: number;
  /** how many choices there were */
  total: number;
  /** which choice it was, and why it cannot be repeated */
  message: string;
}

/** A part of a computed number. */
export interface TermData {
  /** what the rules say; empty: what abilities add */
  text: string;
  /** what it is now */
  value: number;
}

/** The clocks, in the moment of the message. */
export interface Times {
  /** the milliseconds left by seat; 0 for bots */
  left: number[];
  /** the seats whose clocks run, as far as the reader may know */
  running: number[];
}

/** What has led to an open decision and has not been used yet, as far as the viewer may know it. */
export interface Underway {
  /** the id of the player who decides */
  player: string;
  /** what texts have named so far, from the outermost text to the innermost */
  names: Argument[];
}

/** The question whether a choice may be taken back. */
export interface Undo {
  /** the seat that asks */
  by: number;
  /** the line of the log about the choice, by language */
  text: Record<string, string>;
  /** the seats that have not answered */
  waiting: number[];
}

/** Why something cannot be chosen. */
export interface Why {
  /** the number of the request, which its reply has, too */
  id: number;
  /** the id or name of an option */
  option?: string | null;
  /** the id of an object */
  object?: string | null;
  /** the language of the reason */
  language?: string | null;
}

export type FromServer =
  | Joined
  | Renewed
  | Rewritten
  | DesignState
  | Measured
  | Changed
  | Seats
  | Question
  | Standing
  | Notice
  | Moved
  | Reply
  | Refused;
export type ToServer =
  | ({ type: "choose" } & Omit<Choose, "id">)
  | ({ type: "undo" } & Omit<Request, "id">)
  | ({ type: "withdraw" } & Omit<Request, "id">)
  | ({ type: "consent" } & Omit<Consent, "id">)
  | ({ type: "why" } & Omit<Why, "id">)
  | ({ type: "seat" } & Omit<HandOver, "id">)
  | ({ type: "link" } & Omit<OfSeat, "id">)
  | ({ type: "resign" } & Omit<Request, "id">)
  | ({ type: "claim" } & Omit<OfSeat, "id">)
  | ({ type: "replay" } & Omit<Replay, "id">)
  | ({ type: "language" } & Omit<Speak, "id">)
  | ({ type: "design" } & Omit<DesignRequest, "id">)
  | ({ type: "set" } & Omit<DesignSet, "id">)
  | ({ type: "settings" } & Omit<DesignAt, "id">)
  | ({ type: "because" } & Omit<DesignWhy, "id">)
  | ({ type: "scenario" } & Omit<DesignWrite, "id">);
