/** The drawing of the table: boards, places and players from the game's data alone. */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Board, Catalogue, Cell, Event as Happening, Objects, Place, PlaceKind, Player } from "../protocol";
import type { Words } from "../words";
import { BoardView, isShelf } from "./Board";
import { Elsewhere } from "./Elsewhere";
import { Known } from "./known";
import { croppedTo, drawingOf, usedCells } from "./layout";
import { altered, blink, glide, leftCells, markLast, point, ways, type Way } from "./motion";
import { control, type Mark } from "./Pieces";
import { proportion, useArrangement } from "./arrangement";
import { Drawer, EmptyPlaces, heaps, HeapView, PlaceView } from "./Places";
import { Preview } from "./Preview";
import { pointedOnTable } from "../pointing";
import { type Computed, States } from "./States";
import { lastNamed } from "./won";
import "./table.css";

export interface View {
  objects: Objects;
  catalogue: Catalogue;
  boards: Record<string, Board>;
  language: string;
  /** The ids of what a click can mean. */
  lit: Set<string>;
  /** The ids of what has been clicked on the way to a choice. */
  picked: Set<string>;
  /** The ids of designs that options name which name nothing on the table: lit where their numbers stand. */
  values: ReadonlySet<string>;
  /** What has just happened. */
  recent: Happening[];
  /** All that has happened. */
  events: Happening[];
  /** False while the reader looks back. */
  live: boolean;
  words: Words;
}

export interface TableProps {
  view: View;
  onPick: (id: string) => void;
  onCard: (designId: string) => void;
  /** A value was clicked on: an option names it. */
  onValue: (designId: string) => void;
}

/** Whose something is: the reader's, nobody's, or another player's. */
type Whose = "mine" | "common" | "theirs";

/** What is drawn of some boards and places, and how. */
interface Sifted {
  boards: Board[];
  /** Places in which something lies. */
  laid: Part[];
  /** Places in which only backs lie, at which nothing can be done. */
  heaps: { place: Place; label: string }[];
  /** What the look folds. */
  away: Part[];
  /** The ids of empty places. */
  empty: string[];
}

/** Which states stand first, and which are put away. */
interface Told {
  first: readonly string[];
  last: ReadonlySet<string>;
}

/** The numbers on the panel, of a player with the score as it stands; with null, those of the game. */
function computedFor(known: Known, objects: Objects, player: Player | null): Computed[] {
  const { catalogue } = known;
  const found: Computed[] = [];
  const standing = objects.standing;
  const own = player === null ? undefined : standing?.[player.seat];
  if (player && standing && own !== undefined && catalogue.score) {
    const best = Math.max(...standing);
    const leads = own === best && standing.length > 1 && standing.some((one) => one < best) && !objects.over;
    found.push({ name: "", label: known.say(catalogue.score.labels) || known.words.score, value: own, score: leads ? "leads" : "score" });
  }
  for (const name of catalogue.look?.panel ?? []) {
    const value = objects.numbers[name];
    const one = player === null ? value : Array.isArray(value) ? value[player.seat] : undefined;
    const label = known.say(catalogue.numbers[name]);
    if (typeof one !== "number" || found.some((other) => other.label === label)) continue;
    found.push({ name, label, value: one });
  }
  return found;
}

function hasRest(sifted: Sifted): boolean {
  return sifted.laid.length + sifted.heaps.length + sifted.away.length + sifted.empty.length > 0;
}

/** Something that a table shows: a board, or a place. */
type Part = { name: string; kind: PlaceKind } & ({ board: Board; place?: undefined } | { board?: undefined; place: Place });

export function Table({ view, onPick, onCard, onValue }: TableProps) {
  const { objects, catalogue, boards, language, lit, picked } = view;
  const root = useRef<HTMLDivElement>(null);
  const known = useMemo(() => new Known(catalogue, boards, language, objects), [catalogue, boards, language]);
  known.objects = objects;
  known.values = view.values;

  const parts = useMemo(() => partsOf(catalogue, boards, objects), [catalogue, boards, objects.places]);
  const look = catalogue.look;
  const folded = useMemo(() => new Set(look?.fold), [catalogue]);
  const hidden = useMemo(() => new Set(look?.hidden), [catalogue]);
  /** The drawing of a board: of all of it, or of what is used. */
  const drawn = (board: Board, kind: PlaceKind | undefined) => (kind?.crop ? croppedTo(board, usedCells(board, objects.cells, (id) => lit.has(id) || picked.has(id))) : drawingOf(board));
  const isDrawn = (part: Part) => !!part.board && !isShelf(known, part.board);
  const mainBoards = parts.flatMap((part) => (part.board && part.board.owner === null && isDrawn(part) && !folded.has(part.name) ? [drawn(part.board, part.kind).box] : []));
  // Before anything glides: it glides to where it lies then.
  const [brief, setBrief] = useState(false);
  useArrangement(root, objects, proportion(mainBoards), brief, setBrief);

  // What moves: measured before the new position is drawn, set going after.
  const before = useRef<Objects | null>(null);
  const moves = useRef<Way[]>([]);
  const flown = useRef(new Set<string>());
  const changed = useRef<string[]>([]);
  if (before.current !== objects) {
    moves.current = ways(root.current, before.current, objects, view.recent);
    changed.current = altered(before.current, objects);
  }
  useLayoutEffect(() => {
    before.current = objects;
    glide(root.current, moves.current);
    blink(root.current, changed.current);
    flown.current = new Set(moves.current.map((one) => one.id));
    moves.current = [];
    changed.current = [];
  }, [objects]);
  const left = useRef<string[]>([]);
  if (before.current && before.current !== objects) left.current = leftCells(before.current, objects);
  const last = useMemo(() => lastNamed(view.events), [view.events]);
  useLayoutEffect(() => markLast(root.current, new Set([...last, ...left.current])));
  const shown = useRef(-1);
  useLayoutEffect(() => {
    const last = view.recent[view.recent.length - 1];
    if (!last) return;
    const fresh = shown.current < 0 ? [] : view.recent.filter((event) => event.number > shown.current);
    shown.current = last.number;
    point(root.current, fresh.flatMap((event) => event.arguments.flatMap((one) => (one.id && !flown.current.has(one.id) ? [one.id] : []))));
  }, [view.recent]);

  const named = new Set(objects.underway.flatMap((one) => one.names.flatMap((name) => (name.id ? [name.id] : []))));
  // A text may have named a whole set on the way: to mark so many would say nothing.
  const underway = named.size <= 6 ? named : new Set<string>();
  const mark = (id: string): Mark => (picked.has(id) ? 2 : lit.has(id) ? 1 : underway.has(id) ? 3 : 0);
  /** Whether anything there can be clicked on. */
  const lively = (id: string, pieces: readonly string[]): boolean => lit.has(id) || picked.has(id) || pieces.some((one) => lit.has(one) || picked.has(one));

  const click = (event: MouseEvent) => {
    const target = event.target as Element;
    const card = target.closest("[data-card]");
    if (card) {
      const id = card.getAttribute("data-card");
      if (id) onCard(id);
      return;
    }
    if (target.closest("button, summary, a")) return;
    const value = target.closest("[data-value][data-lit]")?.getAttribute("data-value");
    if (value) return onValue(value);
    const id = meant(target, root.current, mark);
    if (id) onPick(id);
  };
  const over = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return;
    const target = event.target as Element;
    const ids: string[] = [];
    for (let at: Element | null = target; at && at !== root.current; at = at.parentElement) {
      for (const name of ["data-id", "data-on", "data-value"]) {
        const id = at.getAttribute(name);
        if (id) ids.push(id);
      }
    }
    pointedOnTable(target, ids);
  };
  /** The details of a piece on a board, which has no room for a button of its own: by the other button, or a long press. */
  const details = (event: Event): boolean => {
    const id = (event.target as Element).closest("[data-id]")?.getAttribute("data-id");
    const design = id ? objects.pieces[id]?.design : null;
    if (!design) return false;
    event.preventDefault();
    onCard(design);
    return true;
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "i" && !event.ctrlKey && !event.metaKey && !event.altKey && details(event)) return event.stopPropagation();
    if (event.key !== "Enter" && event.key !== " ") return;
    const at = (event.target as Element).closest("[data-lit]");
    const value = at === event.target ? at?.getAttribute("data-value") : null;
    if (value) {
      event.preventDefault();
      onValue(value);
      return;
    }
    const id = at === event.target ? at?.getAttribute("data-id") : null;
    if (!id) return;
    event.preventDefault();
    onPick(id);
  };

  const edges = useMemo(() => {
    const found = new Map<string, Board[]>();
    for (const board of Object.values(boards)) if (board.between) found.set(board.between, [...(found.get(board.between) ?? []), board]);
    return found;
  }, [boards]);

  const drawBoard = (board: Board, most: number) => (
    <BoardView
      key={board.id}
      known={known}
      board={board}
      drawing={drawn(board, catalogue.places[board.name])}
      edges={edges.get(board.id) ?? []}
      objects={objects}
      mark={mark}
      title={known.say(board.labels) || board.name}
      most={board.sort === "map" ? most * 0.8 : most}
    />
  );
  const drawPlace = (part: Part & { place: Place }, whose: Whose) => {
    const pieces = part.place.pieces.flatMap((id) => objects.pieces[id] ?? []);
    const marks = `${mark(part.place.id)}${part.place.pieces.map(mark).join("")}`;
    return <PlaceView key={part.place.id} known={known} place={part.place} kind={part.kind} label={known.placeLabel(part.place.id)} pieces={pieces} marks={marks} whose={whose} />;
  };
  /** The cells of a board that is only a set of places. */
  const drawShelf = (board: Board, kind: PlaceKind, whose: Whose) =>
    Object.values(board.cells).map((printed) => {
      const cell = objects.cells[printed.id];
      if (!cell) return null;
      const pieces = cell.pieces.flatMap((id) => objects.pieces[id] ?? []);
      const facts = known.facts({ ...printed.printed, ...cell.states }, kind.properties).join(" · ");
      const place = shelf(cell, board.owner);
      return <PlaceView key={cell.id} known={known} place={place} kind={shelfKind(kind)} label={known.cellName(printed)} facts={facts} pieces={pieces} marks={`${mark(cell.id)}${cell.pieces.map(mark).join("")}`} whose={whose} />;
    });
  const isLively = (part: Part) => (part.board ? Object.keys(part.board.cells).some((id) => lively(id, objects.cells[id]?.pieces ?? [])) : lively(part.place.id, part.place.pieces));
  /** Whether a place is only a heap of backs at which nothing can be done: that needs no more than a line. */
  const isHeap = (part: Part) => {
    if (isDrawn(part) || isLively(part)) return false;
    const all = part.board ? Object.keys(part.board.cells).flatMap((id) => objects.cells[id] ?? []) : part.kind.sort === "pile" || part.kind.sort === "slot" ? [part.place] : [];
    return all.length > 0 && all.every((one) => one.pieces.every((id) => objects.pieces[id]?.design === null && Object.keys(objects.pieces[id]?.back ?? {}).length === 0)) && all.some((one) => one.pieces.length > 0);
  };
  const heapsOf = (part: Part) => (part.board
    ? Object.values(part.board.cells).flatMap((printed) => {
        const cell = objects.cells[printed.id];
        return cell && cell.pieces.length > 0 ? [{ place: shelf(cell, part.board.owner), label: known.cellName(printed) }] : [];
      })
    : [{ place: part.place, label: known.placeLabel(part.place.id) }]);
  /** Boards, places with something in them, heaps in a line, and what is put away: empty places, and those that the look folds. */
  const sift = (some: readonly Part[]): Sifted => {
    const kept = some.filter((part) => isLively(part) || (!hidden.has(part.name) && (part.board || part.kind.shown)));
    const full = kept.filter((part) => part.board || part.place.pieces.length > 0 || isLively(part));
    const away = full.filter((part) => folded.has(part.name) && !isLively(part));
    const near = full.filter((part) => !away.includes(part));
    return {
      boards: near.flatMap((part) => (part.board && isDrawn(part) ? [part.board] : [])),
      laid: near.filter((part) => !isDrawn(part) && !isHeap(part)),
      heaps: near.filter(isHeap).flatMap(heapsOf),
      away,
      empty: kept.flatMap((part) => (part.place && !full.includes(part) ? [part.place.id] : [])),
    };
  };
  const drawLaid = (laid: readonly Part[], whose: Whose) => laid.map((part) =>
    part.place ? (
      drawPlace(part, whose)
    ) : (
      <section role="group" class="t-shelf" key={part.board.id} data-board={part.board.id} aria-label={known.boardLabel(part.board)}>
        <h3 class="t-place-head">
          <span class="t-place-name">{known.say(part.board.labels) || part.name}</span>
        </h3>
        <div class="t-places">{drawShelf(part.board, part.kind, whose)}</div>
      </section>
    ));
  const drawAway = ({ away, empty }: Sifted, whose: Whose) => (
    <Drawer known={known} count={away.length + empty.length}>
      {() => (
        <>
          {away.some(isDrawn) && <div class="t-boards">{away.flatMap((part) => (part.board && isDrawn(part) ? [drawBoard(part.board, THEIRS)] : []))}</div>}
          {away.some((part) => !isDrawn(part)) && <div class="t-places">{drawLaid(away.filter((part) => !isDrawn(part)), whose)}</div>}
          {empty.length > 0 && <EmptyPlaces known={known} ids={empty} marks={empty.map(mark).join("")} />}
        </>
      )}
    </Drawer>
  );
  /** Everything beside the boards. */
  const drawRest = (sifted: Sifted, whose: Whose) => (
    <>
      {sifted.laid.length > 0 && <div class="t-places">{drawLaid(sifted.laid, whose)}</div>}
      {(sifted.heaps.length > 0 || sifted.away.length + sifted.empty.length > 0) && (
        <div class="t-margin">
          {sifted.heaps.map(({ place, label }) => <HeapView key={place.id} known={known} place={place} label={label} pieces={place.pieces.flatMap((id) => objects.pieces[id] ?? [])} />)}
          {sifted.away.length + sifted.empty.length > 0 && drawAway(sifted, whose)}
        </div>
      )}
    </>
  );

  const told: Told = useMemo(() => ({ first: look?.panel ?? [], last: new Set([...(objects.standing && catalogue.score?.state ? [catalogue.score.state] : []), ...(look?.fold ?? []), ...(look?.hidden ?? [])]) }), [catalogue]);
  const players = order(Object.values(objects.players), objects.viewer);
  const names = `${stateNames(known, objects)}\n${[...view.values].join()}`;
  const partsOwned = (player: Player) => parts.filter((part) => ownerOf(part) === player.id);
  const panel = (player: Player) => (
    <Panel key={player.id} known={known} player={player} objects={objects} names={names} told={told} mark={mark(player.id)} sifted={sift(partsOwned(player))} drawBoard={drawBoard} drawRest={drawRest} />
  );
  const strip = (player: Player) => (
    <Strip key={player.id} known={known} player={player} objects={objects} names={names} told={told} mark={mark(player.id)} parts={partsOwned(player)} isLively={isLively} sift={sift} drawBoard={drawBoard} drawRest={drawRest} />
  );
  const common = sift(parts.filter((part) => ownerOf(part) === null));
  const own = players.find((one) => one.id === objects.viewer || players.length === 1);
  const others = players.filter((one) => one !== own);
  const ofGame = computedFor(known, objects, null);
  const wins = known.say(catalogue.wins);
  const said = Object.keys(objects.states).length + ofGame.length > 0;
  return (
    <div class="table-top" ref={root} onClick={click} onKeyDown={key} onContextMenu={details} onPointerOver={over}>
      {(said || (own && brief && others.length > 0)) && (
        <div class="t-bar">
          {said && (
            <section role="group" class="t-game-states" aria-label={known.words.game}>
              <States known={known} states={objects.states} properties={catalogue.states} names={names} {...told} computed={ofGame} />
            </section>
          )}
          {own && brief && others.length > 0 && <div class="t-strips">{others.map(strip)}</div>}
        </div>
      )}
      {wins && !objects.over && <p class="t-wins">★ {wins}</p>}
      <div class="t-field">
        <h2 class="t-off-screen">{known.words.common}</h2>
        {common.boards.length > 0 && <div class="t-boards t-main" data-area="boards">{common.boards.map((board) => drawBoard(board, COMMON))}</div>}
        {own && <div class="t-own" data-area="own">{panel(own)}</div>}
        {(hasRest(common) || others.length > 0 && !(own && brief)) && (
          <div class="t-around" data-area="rest">
            {own && <h2 class="t-off-screen">{known.words.common}</h2>}
            {drawRest(common, "common")}
            {!(own && brief) && others.length > 0 && <div class="t-players">{others.map(panel)}</div>}
          </div>
        )}
      </div>
      <Preview known={known} onCard={onCard} />
      {lit.size > 0 && <Elsewhere root={root} known={known} lit={lit} objects={objects} />}
    </div>
  );
}

/** How many pixels a unit of a board may have at most: of the common ones, the reader's own, and those of others. */
const COMMON = 1.9;
const MINE = 1.6;
const THEIRS = 0.6;

interface PanelProps {
  known: Known;
  player: Player;
  objects: Objects;
  names: string;
  told: Told;
  mark: Mark;
  drawBoard: (board: Board, most: number) => preact.ComponentChildren;
  drawRest: (sifted: Sifted, whose: Whose) => preact.ComponentChildren;
}

/** The name of a player, and what is to be said at once with it. */
function Name({ known, player, objects, mark }: Pick<PanelProps, "known" | "player" | "objects" | "mark">) {
  const { words } = known;
  const many = Object.keys(objects.players).length > 1;
  return (
    <>
      <h2 class="t-panel-name">
        <span class="t-dot" aria-hidden="true" />
        <span class="t-place-name" {...control(player.id, mark, player.name)}>
          {player.name}
        </span>
      </h2>
      {player.id === objects.viewer && many && <span class="t-tag">{words.you}</span>}
      {objects.deciding.includes(player.id) && !objects.over && <span class="t-tag t-deciding">{words.deciding}</span>}
      {objects.next === player.id && !objects.deciding.includes(player.id) && !objects.over && <span class="t-tag">{words.next}</span>}
      {objects.winners.includes(player.id) && <span class="t-tag t-winner">★ {words.winner}</span>}
    </>
  );
}

/** What is a player's, in full: states, boards and places. */
function Panel({ known, player, objects, names, told, mark, sifted, drawBoard, drawRest }: PanelProps & { sifted: Sifted }) {
  const mine = player.id === objects.viewer || Object.keys(objects.players).length === 1;
  return (
    <section role="group" class={`t-panel${mine ? " t-mine" : ""}`} style={{ "--player": known.playerColour(player.id) }} aria-label={player.name} data-place={player.id}>
      <header class="t-panel-head">
        <Name known={known} player={player} objects={objects} mark={mark} />
        <States known={known} states={player.states} properties={known.catalogue.players} names={names} {...told} computed={computedFor(known, objects, player)} {...(sifted.boards.length > 0 && { tables: "apart" as const })} />
      </header>
      {(sifted.boards.length > 0 || hasRest(sifted)) && (
        <div class="t-panel-body">
          {sifted.boards.length > 0 && <div class="t-boards">{sifted.boards.map((board) => drawBoard(board, mine ? MINE : THEIRS))}</div>}
          <div class="t-panel-rest">
            {sifted.boards.length > 0 && <States known={known} states={player.states} properties={known.catalogue.players} names={names} {...told} tables="only" />}
            {hasRest(sifted) && drawRest(sifted, mine ? "mine" : "theirs")}
          </div>
        </div>
      )}
    </section>
  );
}

interface StripProps extends PanelProps {
  parts: Part[];
  isLively: (part: Part) => boolean;
  sift: (parts: readonly Part[]) => Sifted;
}

/** Another player in a line, which opens: who it is, the states, and what lies where, in signs. */
function Strip({ known, player, objects, names, told: panel, mark, parts, isLively, sift, drawBoard, drawRest }: StripProps) {
  const [open, setOpen] = useState(false);
  const { words } = known;
  const near = open ? parts : parts.filter(isLively);
  const sifted = sift(near);
  const told = parts.filter((part) => !near.includes(part) && part.kind.shown && !panel.last.has(part.name));
  return (
    <section role="group" class={`t-panel t-strip${open ? " t-open" : ""}`} style={{ "--player": known.playerColour(player.id) }} aria-label={player.name} data-place={player.id}>
      <header class="t-panel-head">
        <Name known={known} player={player} objects={objects} mark={mark} />
        <States known={known} states={player.states} properties={known.catalogue.players} names={names} {...panel} computed={computedFor(known, objects, player)} brief={!open} />
        {told.map((part) => <Gist key={part.board?.id ?? part.place?.id} known={known} objects={objects} part={part} />)}
        {parts.length > 0 && (
          <button type="button" class="t-fold" aria-expanded={open ? "true" : "false"} aria-label={open ? words.fold(player.name) : words.unfold(player.name)} onClick={() => setOpen(!open)}>
            <span aria-hidden="true">{open ? "−" : "+"}</span>
          </button>
        )}
      </header>
      {(sifted.boards.length > 0 || hasRest(sifted)) && (
        <div class="t-panel-body">
          {sifted.boards.length > 0 && <div class="t-boards">{sifted.boards.map((board) => drawBoard(board, THEIRS))}</div>}
          {hasRest(sifted) && <div class="t-panel-rest">{drawRest(sifted, "theirs")}</div>}
        </div>
      )}
    </section>
  );
}

/** What lies in a place of another player, as signs in a line. */
function Gist({ known, objects, part }: { known: Known; objects: Objects; part: Part }) {
  const ids = part.board ? Object.keys(part.board.cells).flatMap((id) => objects.cells[id]?.pieces ?? []) : part.place.pieces;
  const pieces = ids.flatMap((id) => objects.pieces[id] ?? []);
  if (pieces.length === 0) return null;
  const label = part.board ? known.say(part.board.labels) || part.name : known.placeLabel(part.place.id);
  const open = part.board ? [] : heaps(known, pieces.filter((piece) => piece.design !== null), () => 0, false);
  const shown = open.slice(0, SIGNS);
  return (
    <span class="t-gist" data-place={part.board?.id ?? part.place?.id}>
      <span class="t-gist-label">{label}</span>
      {(shown.length === 0 || shown.length < open.length || pieces.length > 3) && <b class="t-number">{pieces.length}</b>}
      {shown.map(({ piece, count }) => {
        const skin = known.skin(piece);
        const spoken = known.spoken(piece, count);
        return (
          <span key={piece.id} class="t-sign" data-id={piece.id} role="img" aria-label={spoken} title={spoken} style={{ "--skin": skin.colour, "--skin-ink": skin.ink }}>
            <span aria-hidden="true">{skin.glyph}</span>
            {count > 1 && <small aria-hidden="true">{count}</small>}
          </span>
        );
      })}
    </span>
  );
}

/** So many different pieces of another player's place are shown as signs. */
const SIGNS = 7;

// --------------------------------------------------------------------------------------------

/** What a click on this means: what can be chosen there, else the object itself. */
function meant(target: Element, root: Element | null, mark: (id: string) => Mark): string | null {
  const lit = (id: string | null | undefined) => (id && (mark(id) === 1 || mark(id) === 2) ? id : null);
  let nearest: string | null = null;
  for (let at: Element | null = target; at && at !== root; at = at.parentElement) {
    const id = at.getAttribute("data-id");
    const found = lit(id) ?? lit(at.getAttribute("data-on")) ?? lit(at.getAttribute("data-place"));
    if (found) return found;
    nearest ??= id;
  }
  return nearest;
}

function ownerOf(part: Part): string | null {
  return part.board ? part.board.owner : part.place.owner;
}

/** How the cells of a set of places are drawn. */
const SHELF: PlaceKind = { labels: {}, sort: "area", types: [], sight: "open", per_player: false, ordered: false, shown: true, ids: [], properties: {}, rules: [], look: { colour: null, symbol: null }, ground: null, crop: false };

const shelfKinds = new WeakMap<PlaceKind, PlaceKind>();

function shelfKind(kind: PlaceKind): PlaceKind {
  let found = shelfKinds.get(kind);
  if (!found) {
    found = { ...SHELF, types: kind.types };
    shelfKinds.set(kind, found);
  }
  return found;
}

const shelves = new WeakMap<Cell, Place>();

/** A cell as a place, the same as long as the cell is the same. */
function shelf(cell: Cell, owner: string | null): Place {
  let place = shelves.get(cell);
  if (!place) {
    place = { id: cell.id, name: cell.name, owner, pieces: cell.pieces };
    shelves.set(cell, place);
  }
  return place;
}

/** The viewer first, then the others in the order of their seats, from the one after the viewer. */
function order(players: Player[], viewer: string | null): Player[] {
  const seats = players.slice().sort((one, other) => one.seat - other.seat);
  const first = seats.findIndex((one) => one.id === viewer);
  return first <= 0 ? seats : [...seats.slice(first), ...seats.slice(0, first)];
}

/** All boards and places: first as the game orders them, then boards, then the rest. */
function partsOf(catalogue: Catalogue, boards: Record<string, Board>, objects: Objects): Part[] {
  const given = catalogue.look?.order ?? [];
  const names = Object.keys(catalogue.places);
  const rank = (name: string): number => {
    const at = given.indexOf(name);
    if (at >= 0) return at;
    const isBoard = ["grid", "hexes", "map"].includes(catalogue.places[name]?.sort ?? "");
    return given.length + names.indexOf(name) + (isBoard ? 0 : names.length);
  };
  const parts: Part[] = [];
  for (const board of Object.values(boards)) {
    const kind = catalogue.places[board.name];
    if (kind && board.sort !== "edges") parts.push({ name: board.name, kind, board });
  }
  for (const place of Object.values(objects.places)) {
    const kind = catalogue.places[place.name];
    if (kind) parts.push({ name: place.name, kind, place });
  }
  return parts
    .map((part, at): [Part, number, number] => [part, rank(part.name), at])
    .sort((one, other) => one[1] - other[1] || one[2] - other[2])
    .map(([part]) => part);
}

/** What states call things now, in one text: states that name pieces are drawn again when a piece is known. */
function stateNames(known: Known, objects: Objects): string {
  const found: string[] = [];
  const look = (states: Record<string, unknown>) => {
    for (const value of Object.values(states)) if (typeof value === "string" && value.startsWith("piece:")) found.push(known.called(value));
  };
  look(objects.states);
  for (const player of Object.values(objects.players)) look(player.states);
  return found.join("\n");
}
