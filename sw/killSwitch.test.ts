// The operator's switch (offline.md 6.10): what goes when the worker is switched off, and what comes back.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { directPages } from '#shared/lib/pages/pageTable.ts';
import { keptPagesCache } from '#shared/lib/worker/keptPages.ts';
import { pageAnswer, stubWorker } from './stubWorker.ts';

const startFiles = ['/pages/home.html', '/pages/parent.html'];
const files = [
  { url: '/assets/app.js', revision: null, tier: 1 as const },
  ...startFiles.map((url) => ({ url, revision: '1', tier: 1 as const })),
  { url: '/assets/late.js', revision: null, tier: 2 as const },
];

let stores: ReturnType<typeof stubWorker>['stores'];
/** The server's answer about the switch. */
let version: () => Response;

const says = (sw?: string) => () => Response.json({ build: 'b1', sw });
const names = () => [...stores.keys()].sort();
const startPages = (cache: string) => [...(stores.get(cache)?.keys() ?? [])].sort();

/** A cache that holds a page at each of these addresses. */
const holding = (...addresses: string[]) =>
  new Map(addresses.map((address) => [address, pageAnswer()] as const));

beforeEach(() => {
  ({ stores } = stubWorker({ files }));
  stores.set('shell-b1', holding('/index.html', ...startFiles));
  for (const name of ['direct-b0', 'direct-b1']) stores.set(name, holding(...directPages));
  for (const name of ['warm-b0', 'warm-b1', 'media-v1']) stores.set(name, holding('/any'));
  stores.set(keptPagesCache, holding('/__page/b1/course'));
  vi.stubGlobal('fetch', async (path: string) => (path === '/version.json' ? version() : pageAnswer()));
});
afterEach(() => vi.unstubAllGlobals());

it('switched off, kept pages, start pages and tier two of every build go; the start and what was seen stay', async () => {
  const { isKnownOff, lookAtSwitch } = await import('./killSwitch.ts');
  version = says('off');
  await lookAtSwitch();
  expect(isKnownOff()).toBe(true);
  expect(names()).toEqual(['media-v1', 'shell-b1', 'switch']);
});

it('a worker that starts again is still switched off', async () => {
  stores.set('switch', new Map([['/__switch', new Response('off')]]));
  const { isSwitchedOff } = await import('./killSwitch.ts');
  expect(await isSwitchedOff()).toBe(true);
});

it('switched on again, the start pages are back; kept pages are kept anew as they are seen', async () => {
  const { isKnownOff, lookAtSwitch } = await import('./killSwitch.ts');
  version = says('off');
  await lookAtSwitch();
  version = says();
  await lookAtSwitch();
  expect(isKnownOff()).toBe(false);
  expect(names()).toEqual(['direct-b1', 'media-v1', 'shell-b1']);
  expect(startPages('direct-b1')).toEqual(directPages);
});

it.each([
  ['a Wi-Fi that wants a login', () => pageAnswer('login')],
  ['a server in trouble', () => new Response('', { status: 503 })],
  ['a file that says nothing of a build', () => Response.json({ sw: 'off' })],
  [
    'nobody',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
])('%s does not switch it off', async (_, answer) => {
  const { isSwitchedOff, lookAtSwitch } = await import('./killSwitch.ts');
  const before = names();
  version = answer;
  await lookAtSwitch();
  expect(await isSwitchedOff()).toBe(false);
  expect(names()).toEqual(before);
});

it('switched off while the rest of the app is being kept, no start page comes back, and the next look takes the rest', async () => {
  const { lookAtSwitch } = await import('./killSwitch.ts');
  const { warm } = await import('./warm.ts');
  version = says('off');
  // The worker hears of the switch between the files and the start pages.
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/version.json') return version();
    await lookAtSwitch();
    return pageAnswer();
  });
  stores.get('warm-b1')?.clear();
  await warm();
  expect([...stores.keys()].filter((name) => name.startsWith('direct-'))).toEqual([]);
  stores.set('direct-b1', holding(...directPages));
  await lookAtSwitch();
  expect(names()).toEqual(['media-v1', 'shell-b1', 'switch']);
});

// offline.md 6.13
it('a start page that was dropped is back when the rest of the app is kept, but not while switched off', async () => {
  const lose = () => {
    stores.get('direct-b1')?.delete('/parent');
    stores.get('shell-b1')?.delete('/pages/parent.html');
  };
  lose();
  await (await import('./warm.ts')).warm();
  expect(startPages('direct-b1')).toEqual(directPages);
  lose();
  vi.resetModules();
  stores.set('switch', new Map([['/__switch', new Response('off')]]));
  await (await import('./warm.ts')).warm();
  expect(startPages('direct-b1')).toEqual(['/']);
});
