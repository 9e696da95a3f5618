import { createServer, type Server } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

const worker = `
const page = '/';
self.addEventListener('install', (event) => event.waitUntil(caches.open('floor').then((cache) => cache.add(page))));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(caches.match(page).then((hit) => hit ?? fetch(event.request)));
});`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A picture of the first screen, and its displayed size in CSS pixels. */
export type Picture = { body: Buffer; type: string; width: number; height: number };

function html(text: string, pictures: Picture[]): string {
  const images = pictures.map(
    ({ width, height }, index) => `<img src="/picture/${index}" width="${width}" height="${height}" alt="">`,
  );
  const lines = text
    .split('\n')
    .map((line) => `<p>${line.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign)}</p>`);
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>floor</title><body style="font-family:sans-serif">${images.join('')}${lines.join('\n')}
<script>navigator.serviceWorker.register('/sw.js')</script></body></html>`;
}

/**
 * The lower bound of any start (performance.md): the same visible text as one minimal page, cached by an eight-line
 * worker. `pictures`, if given, are at its beginning. Returns the server and its port.
 */
export async function serveFloor(
  text: string,
  pictures: Picture[] = [],
): Promise<{ server: Server; port: number }> {
  // Compressed in the same way as the app.
  const body = brotliCompressSync(html(text, pictures));
  const server = createServer((request, response) => {
    const picture = pictures[Number(/^\/picture\/(\d+)$/.exec(request.url ?? '')?.[1])];
    if (picture) {
      response.setHeader('content-type', picture.type);
      response.end(picture.body);
      return;
    }
    const isWorker = request.url === '/sw.js';
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html; charset=utf-8');
    response.setHeader('cache-control', 'no-cache');
    if (!isWorker) response.setHeader('content-encoding', 'br');
    response.end(isWorker ? worker : body);
  });
  return { server, port: await listen(server) };
}

/** A page of another site, from which visitors come; the measured pages are at `localhost`. */
export async function serveOtherSite(): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      '<!doctype html><html lang="ja"><meta charset="utf-8"><title>検索結果</title><p>検索結果</p></html>',
    );
  });
  return { server, url: `http://127.0.0.1:${await listen(server)}/` };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
