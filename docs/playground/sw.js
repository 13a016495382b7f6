// Caches the playground, so the second visit works offline. The build prepends BUILT: the version and all files.
const NAME = `rulewright-playground-${BUILT.version}`;
const { files: FILES } = BUILT;
const FIRST = FILES.filter((name) => !name.startsWith("pyodide/") && !name.endsWith(".gz"));

// A worker gets its Content-Security-Policy from its own response.
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const guarded = (answer) => new Response(answer.body,
  { headers: { ...Object.fromEntries(answer.headers), "Content-Security-Policy": POLICY } });

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FIRST)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith("rulewright-playground-") && name !== NAME)
      .map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});
// Large files are cached on first use, at the first key.
self.addEventListener("fetch", (event) => {
  const name = event.request.url.startsWith(registration.scope)
    ? new URL(event.request.url).pathname.slice(new URL(registration.scope).pathname.length) || "./" : null;
  if (event.request.method !== "GET" || !FILES.includes(name)) return;
  event.respondWith(caches.open(NAME).then(async (cache) => {
    const kept = await cache.match(event.request, { ignoreSearch: true });
    if (kept) return name === "worker.js" ? guarded(kept) : kept;
    const answer = await fetch(event.request);
    if (answer.ok) await cache.put(event.request, answer.clone());
    return answer;
  }));
});
