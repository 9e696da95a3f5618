// A worker that removes itself. It stands where an earlier app on this origin had its worker, which would otherwise
// answer with that app for ever (offline.md 3.20). As the last resort against a broken worker of our own, copy
// it over /sw.js. Everything that can be fetched again goes; what the learner has downloaded stays.
const downloads = /^dl-/;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave() {
  for (const name of await caches.keys()) if (!downloads.test(name)) await caches.delete(name);
  const pages = await self.clients.matchAll({ type: 'window' });
  await self.registration.unregister();
  for (const page of pages) page.navigate(page.url).catch(() => undefined);
}
