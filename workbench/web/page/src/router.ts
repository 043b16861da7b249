/**
 * The address of the page, as a signal, and going elsewhere without loading the page again.
 *
 * A server gives the page under every address. A web space of plain files gives it under one, so that there the
 * addresses stand behind a "#" (`placeBehind`).
 */
import { signal } from "@preact/signals";

interface Place {
  path: string;
  query: string;
  hash: string;
}

let isBehind = false;

const here = (): Place => {
  const { pathname, search, hash } = isBehind
    ? new URL(window.location.hash.slice(1) || "/", "http://place")
    : window.location;
  return { path: pathname, query: search, hash: hash.slice(1) };
};

export const place = signal<Place>(here());

/** From now on addresses stand behind a "#". Call it before the page is shown. */
export function placeBehind(): void {
  isBehind = true;
  update();
}

/** An address within the page, such as `/t/abc#token`, as links have it. */
export const linkTo = (address: string): string => (isBehind ? `#${address}` : address);

/** The same as others can open it. */
export const sharedLink = (address: string): string => new URL(linkTo(address), window.location.href).href;

const update = (): void => {
  place.value = here();
};
window.addEventListener("popstate", update);
window.addEventListener("hashchange", update);

export function go(address: string): void {
  window.history.pushState(null, "", linkTo(address));
  update();
  window.scrollTo(0, 0);
}

/** The address gets another part after its last "#"; nothing else changes. */
export function rename(hash: string): void {
  const { path, query } = place.value;
  window.history.replaceState(null, "", linkTo(`${path}${query}#${hash}`));
}

/** For links: a plain click goes there within the page; with Ctrl and the like the browser does what it always does. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget;
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.origin !== window.location.origin) return;
  event.preventDefault();
  go(isBehind ? link.hash.slice(1) : link.pathname + link.search + link.hash);
}
