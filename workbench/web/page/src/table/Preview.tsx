/** The large card beside what the pointer or the keyboard stands on: all that is on it, and the rules that it cites. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Face } from "./Face";
import type { Known } from "./known";

/** How long the pointer rests before the large card comes, and a finger before the page of the card, in milliseconds. */
const REST = 400;
const HOLD = 550;
/** The most rules that are quoted. */
const RULES = 4;

interface Shown {
  design: string;
  piece: string | null;
  at: Element;
}

/** The design that an element shows, and the piece that it stands for. */
function shownBy(target: EventTarget | null, known: Known): Shown | null {
  if (!(target instanceof Element)) return null;
  const at = target.closest("[data-design], [data-table] [data-id], [data-table] [data-card]");
  if (!at) return null;
  const id = at.getAttribute("data-id") ?? at.querySelector("[data-id]")?.getAttribute("data-id") ?? null;
  const piece = id === null ? undefined : known.objects.pieces[id];
  const design = at.getAttribute("data-design") ?? at.getAttribute("data-card") ?? piece?.design ?? null;
  return design === null ? null : { design, piece: piece?.id ?? null, at };
}

/** Whether a large card would say more than its name. */
function telling(known: Known, id: string): boolean {
  const design = known.design(id);
  return !!design && (known.text(design) !== "" || known.printed(design).length > 0);
}

export function Preview({ known, onCard }: { known: Known; onCard: (design: string) => void }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const now = useRef({ known, onCard });
  now.current = { known, onCard };
  useEffect(() => {
    let timer = 0;
    const hide = (): void => {
      window.clearTimeout(timer);
      setShown(null);
    };
    const show = (event: Event): void => {
      window.clearTimeout(timer);
      const found = shownBy(event.target, now.current.known);
      if (!found || !telling(now.current.known, found.design)) return setShown(null);
      timer = window.setTimeout(() => setShown(found), REST);
    };
    const over = (event: PointerEvent): void => {
      if (event.pointerType === "mouse") show(event);
    };
    const focus = (event: FocusEvent): void => {
      if (event.target instanceof Element && event.target.matches(":focus-visible")) show(event);
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key === "Escape") hide();
    };
    // A finger that rests on a piece opens the page of its card, and then chooses nothing.
    let held = false;
    const press = (event: PointerEvent): void => {
      hide();
      held = false;
      if (event.pointerType === "mouse") return;
      const found = shownBy(event.target, now.current.known);
      if (!found) return;
      timer = window.setTimeout(() => {
        held = true;
        now.current.onCard(found.design);
      }, HOLD);
    };
    const click = (event: MouseEvent): void => {
      if (held) event.stopPropagation();
      held = false;
    };
    document.addEventListener("click", click, { capture: true });
    document.addEventListener("pointerover", over);
    document.addEventListener("pointerdown", press);
    document.addEventListener("focusin", focus);
    document.addEventListener("keydown", key);
    // The page scrolls to what gets the focus: that ends nothing that has not begun.
    const scroll = (): void => setShown(null);
    const ends = ["pointerup", "pointercancel", "focusout", "wheel"] as const;
    document.addEventListener("scroll", scroll, { capture: true, passive: true });
    for (const one of ends) document.addEventListener(one, hide, { capture: true, passive: true });
    return () => {
      hide();
      document.removeEventListener("scroll", scroll, { capture: true });
      document.removeEventListener("click", click, { capture: true });
      document.removeEventListener("pointerover", over);
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("keydown", key);
      for (const one of ends) document.removeEventListener(one, hide, { capture: true });
    };
  }, []);
  const design = shown ? known.design(shown.design) : undefined;
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (card.current && shown) beside(card.current, shown.at.getBoundingClientRect());
  }, [shown]);
  if (!shown || !design) return null;
  const skin = known.designSkin(design.id);
  const piece = shown.piece === null ? undefined : known.objects.pieces[shown.piece];
  const { statements, rules } = known.catalogue;
  return (
    <div class="t-preview" ref={card} aria-hidden="true" style={{ "--skin": skin.colour, "--skin-ink": skin.ink }}>
      <Face known={known} design={design} states={piece ? known.pieceFacts(piece) : []} />
      {design.rules.length > 0 && (
        <div class="t-preview-rules">
          {design.rules.slice(0, RULES).map((id) => (
            <span key={id}>
              <b>{id}</b> {known.say(statements?.[id]) || rules[id]}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

/** Puts a card beside what it belongs to: right of it, left of it, or where there is room; always in the window. */
function beside(card: HTMLElement, at: DOMRect): void {
  const [wide, high] = [card.offsetWidth, card.offsetHeight];
  const [width, height] = [document.documentElement.clientWidth, window.innerHeight];
  const fits = (left: number) => left >= 8 && left + wide <= width - 8;
  const sides = [at.right + 12, at.left - wide - 12];
  const left = sides.find(fits);
  const keep = (wanted: number, most: number) => Math.max(8, Math.min(wanted, most - 8));
  if (left !== undefined) {
    card.style.left = `${left}px`;
    card.style.top = `${keep(at.top + at.height / 2 - high / 2, height - high)}px`;
  } else {
    card.style.left = `${keep(at.left + at.width / 2 - wide / 2, width - wide)}px`;
    card.style.top = `${keep(at.bottom + 12 + high <= height - 8 ? at.bottom + 12 : at.top - high - 12, height - high)}px`;
  }
}
