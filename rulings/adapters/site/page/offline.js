// Keeps the page for when there is no network: all its files of one version together.

const VERSION = "@VERSION@";
const FILES = "@FILES@";
const KEPT = `rulings-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOthers().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

async function keep() {
  const cache = await caches.open(KEPT);
  await cache.addAll(FILES.map((name) => new Request(`./${name}`, { cache: "no-cache" })));
}

async function dropOthers() {
  const scope = new URL("./", self.location).pathname;
  for (const name of await caches.keys()) {
    if (!name.startsWith("rulings-") || name === KEPT) continue;
    const kept = await (await caches.open(name)).keys();
    // Other pages of this host keep theirs.
    if (kept.every((one) => new URL(one.url).pathname.startsWith(scope))) await caches.delete(name);
  }
}

async function answer(request) {
  const cache = await caches.open(KEPT);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const response = await fetch(request);
  // What comes from elsewhere is Pyodide, whose address names its version.
  if (response.ok && new URL(request.url).origin !== self.location.origin) {
    await cache.put(request, response.clone());
  }
  return response;
}
