/**
 * The service worker of a site: it keeps all files of it, so that the page opens without a connection. `rulewright site`
 * writes before it which version of the site it is; with another one, all files are fetched anew.
 */
interface Manifest {
  files: string[];
}

interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Scope {
  SITE_VERSION?: string;
  registration: { scope: string };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(kind: "install" | "activate", heard: (event: ExtendableEvent) => void): void;
  addEventListener(kind: "fetch", heard: (event: FetchEvent) => void): void;
}

const scope = self as unknown as Scope;
const PREFIX = `rulewright ${scope.registration.scope} `;
const NAME = PREFIX + (scope.SITE_VERSION ?? "");

scope.addEventListener("install", (event) => {
  const kept = async (): Promise<void> => {
    const manifest = await (await fetch("site.json", { cache: "no-cache" })).json() as Manifest;
    const cache = await caches.open(NAME);
    await cache.addAll(["./", "site.json", ...manifest.files].map((one) => new Request(one, { cache: "no-cache" })));
    await scope.skipWaiting();
  };
  event.waitUntil(kept());
});

scope.addEventListener("activate", (event) => {
  const tidied = async (): Promise<void> => {
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
    }
    await scope.clients.claim();
  };
  event.waitUntil(tidied());
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope.registration.scope)) return;
  const answered = async (): Promise<Response> => {
    const cache = await caches.open(NAME);
    return await cache.match(request, { ignoreSearch: true }) ?? fetch(request);
  };
  event.respondWith(answered());
});
