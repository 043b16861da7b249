/** Says where the choice is, if nothing of what can be clicked on is in sight. */
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Known } from "./known";

interface Away {
  /** What lies out of sight, and whether it lies above. */
  id: string;
  above: boolean;
}

/** From where to where something can be seen: in the window below the prompt, or in the area that scrolls it. */
function sight(at: Element): [number, number] {
  const area = at.closest("[data-fitted] .t-own, [data-fitted] .t-around");
  if (!area) return [60, innerHeight];
  const { top, bottom } = area.getBoundingClientRect();
  return [top + 12, bottom];
}

export function Elsewhere({ root, known, lit, objects }: { root: RefObject<HTMLElement | null>; known: Known; lit: Set<string>; objects: unknown }) {
  const [away, setAway] = useState<Away | null>(null);
  useLayoutEffect(() => {
    let waiting = 0;
    const look = () => {
      waiting = 0;
      const all = [...(root.current?.querySelectorAll<HTMLElement>("[data-lit]") ?? [])].slice(0, 80);
      let nearest: Away | null = null;
      let least = Infinity;
      for (const at of all) {
        const { top, bottom, height } = at.getBoundingClientRect();
        if (height === 0) continue;
        const [from, to] = sight(at);
        const far = top > to - 30 ? top - to + 30 : bottom < from ? from - bottom : 0;
        if (far === 0) return setAway(null);
        if (far < least) {
          least = far;
          nearest = { id: at.dataset["id"] ?? "", above: bottom < from };
        }
      }
      setAway((before) => (before?.id === nearest?.id && before?.above === nearest?.above ? before : nearest));
    };
    const soon = () => {
      if (!waiting) waiting = requestAnimationFrame(look);
    };
    soon();
    const watch = new ResizeObserver(soon);  // the table is arranged anew then, and only after that all lies where it stays
    if (root.current) watch.observe(root.current);
    addEventListener("scroll", soon, { passive: true, capture: true });
    addEventListener("resize", soon);
    return () => {
      cancelAnimationFrame(waiting);
      watch.disconnect();
      removeEventListener("scroll", soon, { capture: true });
      removeEventListener("resize", soon);
    };
  }, [root, lit, objects]);
  if (!away) return null;
  const piece = known.objects.pieces[away.id];
  const where = piece ? known.where(piece.place) : known.where(away.id) || known.called(away.id);
  const go = () => {
    const at = root.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(away.id)}"]`);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    at?.scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" });
    at?.focus({ preventScroll: true });
  };
  return (
    <div class="t-elsewhere">
      <button type="button" onClick={go}>
        <span aria-hidden="true">{away.above ? "↑" : "↓"}</span> {known.words.choosable(where)}
      </button>
    </div>
  );
}
