/** The drawing of the table: a plain stand-in that lists all objects as buttons. */
import type { Board, Catalogue, Event, Objects } from "../protocol";
import { say, type Words } from "../words";
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
  /** What has just happened. */
  recent: Event[];
  /** False while the reader looks back. */
  live: boolean;
  words: Words;
}

export interface TableProps {
  view: View;
  onPick: (id: string) => void;
  onCard: (designId: string) => void;
}

export function Table({ view, onPick, onCard }: TableProps) {
  const { objects, catalogue, language } = view;
  const thing = (id: string, label: string) => (
    <button
      key={id}
      type="button"
      data-id={id}
      data-lit={view.lit.has(id) ? "" : undefined}
      aria-pressed={view.picked.has(id)}
      onClick={() => onPick(id)}
    >
      {label}
    </button>
  );
  const piece = (id: string) => {
    const design = objects.pieces[id]?.design;
    const label = design ? say(catalogue.designs[design]?.labels, language) : "?";
    return (
      <span key={id}>
        {thing(id, label)}
        {design && (
          <button type="button" aria-label={`i: ${label}`} onClick={() => onCard(design)}>
            i
          </button>
        )}
      </span>
    );
  };
  return (
    <div class="stand-in">
      <p>{Object.values(objects.players).map((one) => thing(one.id, one.name))}</p>
      {[...Object.values(objects.places), ...Object.values(objects.cells)].map((one) => (
        <p key={one.id}>
          {thing(one.id, one.name)} {one.pieces.map(piece)}
        </p>
      ))}
    </div>
  );
}
