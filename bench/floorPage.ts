import { createServer, type Server } from 'node:http';

const worker = `
const page = '/';
self.addEventListener('install', (event) => event.waitUntil(caches.open('floor').then((cache) => cache.add(page))));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(caches.match(page).then((hit) => hit ?? fetch(event.request)));
});`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function html(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => `<p>${line.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign)}</p>`);
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>floor</title><body style="font-family:sans-serif">${lines.join('\n')}
<script>navigator.serviceWorker.register('/sw.js')</script></body></html>`;
}

/**
 * The floor of any start (performance.md): the same visible text as one bare page, kept by an eight-line worker.
 * Returns the server and its port.
 */
export async function serveFloor(text: string): Promise<{ server: Server; port: number }> {
  const body = html(text);
  const server = createServer((request, response) => {
    const isWorker = request.url === '/sw.js';
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html; charset=utf-8');
    response.setHeader('cache-control', 'no-cache');
    response.end(isWorker ? worker : body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : 0 };
}
