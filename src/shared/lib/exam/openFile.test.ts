import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { heardCache, reviewFilesCache } from './fileCaches.ts';
import { dropFile, keepHeard, keptResponse, openFile } from './openFile.ts';

/** What each cache holds, in the order in which it came. */
let stores: Map<string, Map<string, Response>>;
const namesIn = (cache: string) => [...(stores.get(cache)?.keys() ?? [])];

function storeOf(name: string): Map<string, Response> {
  const store = stores.get(name) ?? new Map<string, Response>();
  stores.set(name, store);
  return store;
}

const sound = new Blob(['sound'], { type: 'audio/mp4' });
/** The addresses that were asked for. Those signed with `old` have expired. */
let asked: string[];

const addressOf = (sign: string) => `http://localhost/file/a/?s=${sign}`;
const open = (sign: string, renewed: string | null = null) =>
  openFile(addressOf(sign), { renew: async () => renewed, keep: keepHeard });

beforeEach(() => {
  stores = new Map();
  asked = [];
  vi.stubGlobal('location', { href: 'http://localhost/' });
  vi.stubGlobal('caches', {
    open: async (name: string) => ({
      match: async (key: string) => storeOf(name).get(key)?.clone(),
      put: async (key: string, response: Response) => void storeOf(name).set(key, response),
      delete: async (key: string) => storeOf(name).delete(key),
      keys: async () => namesIn(name),
    }),
  });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return url.endsWith('old') ? new Response(null, { status: 403 }) : new Response(sound);
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('a file of a question that was taken', () => {
  it('opens without the network once it was heard, whatever its address is signed with', async () => {
    expect(await open('new')).toMatchObject({ src: expect.stringMatching(/^blob:/) });
    expect(namesIn(heardCache)).toEqual(['/file/a/']);
    expect(await open('old')).not.toBeNull();
    expect(asked).toEqual([addressOf('new')]);
  });

  it('opens without the network if a card of the review keeps it', async () => {
    storeOf(reviewFilesCache).set('/file/a/', keptResponse(sound));
    expect(await open('old')).not.toBeNull();
    expect([asked, namesIn(heardCache)]).toEqual([[], []]);
  });

  it('is asked for by a fresh address when the old one has expired; without one there is none', async () => {
    expect(await open('old', addressOf('new'))).not.toBeNull();
    expect(asked).toEqual([addressOf('old'), addressOf('new')]);
    await dropFile(addressOf('new'));
    expect(await open('old')).toBeNull();
  });

  it('opens where nothing can be kept, too', async () => {
    vi.stubGlobal('caches', undefined);
    expect(await open('new')).not.toBeNull();
  });

  it('that cannot be played is dropped by whom it was kept', async () => {
    for (const name of [reviewFilesCache, heardCache]) storeOf(name).set('/file/a/', keptResponse(sound));
    await dropFile(addressOf('new'));
    expect([namesIn(reviewFilesCache), namesIn(heardCache)]).toEqual([[], []]);
  });
});

it('of what was heard the last is kept, as far as the bytes go', async () => {
  const large = new Blob([new Uint8Array(12 * 1024 * 1024)]);
  for (const key of ['/1/', '/2/', '/3/']) await keepHeard(key, large);
  expect(namesIn(heardCache)).toEqual(['/2/', '/3/']);
});
