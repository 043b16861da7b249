/** The address of the page, as a signal, and going elsewhere without loading the page again. */
import { signal } from "@preact/signals";

interface Place {
  path: string;
  query: string;
  hash: string;
}

const here = (): Place => ({
  path: window.location.pathname,
  query: window.location.search,
  hash: window.location.hash.slice(1),
});

export const place = signal<Place>(here());

const update = (): void => {
  place.value = here();
};
window.addEventListener("popstate", update);
window.addEventListener("hashchange", update);

export function go(address: string): void {
  window.history.pushState(null, "", address);
  update();
  window.scrollTo(0, 0);
}

/** For links: a plain click goes there within the page; with Ctrl and the like the browser does what it always does. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget;
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.origin !== window.location.origin) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
