// A full storage loses first what the network brings again: pages that this device has kept (offline.md 3.52, 6.11).
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { putChunk } from '../src/features/download/chunkStore.ts';
import { saveOrTell } from '../src/shared/lib/storage/saving.ts';
import { keptPagesCache } from '../src/shared/lib/worker/keptPages.ts';
import { makeRoom } from '../sw/makeRoom.ts';

const pages = new Set<string>();
const full = () => new DOMException('no room', 'QuotaExceededError');

/** A write that finds room once the pages are gone. */
const write = vi.fn(async () => {
  if (pages.size > 0) throw full();
});

beforeEach(() => {
  write.mockClear();
  for (const path of ['/course/1', '/course/2']) pages.add(path);
  const cache = { keys: async () => [...pages], delete: async (path: string) => pages.delete(path) };
  vi.stubGlobal('caches', {
    has: async (name: string) => name === keptPagesCache && pages.size > 0,
    open: async () => cache,
    delete: async () => true,
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('what a learner has done is stored in their place', async () => {
  expect(await saveOrTell('note', write)).toBe(true);
  expect(write).toHaveBeenCalledTimes(2);
  expect([...pages]).toEqual([]);
});

it('a piece of a lesson is stored in their place', async () => {
  const cache = { put: write } as unknown as Cache;
  await putChunk(cache, { id: '1', etag: 'a' }, 0, new ArrayBuffer(1));
  expect(write).toHaveBeenCalledTimes(2);
  expect([...pages]).toEqual([]);
});

it('a page or a file of the worker is stored in their place', async () => {
  expect(await makeRoom(full())).toBe(true);
  expect([...pages]).toEqual([]);
  expect(await makeRoom(full())).toBe(false);
});

it('they stay when a write fails for another reason', async () => {
  expect(await makeRoom(new DOMException('closed', 'InvalidStateError'))).toBe(false);
  expect(
    await saveOrTell('note', async () => {
      throw new DOMException('closed', 'InvalidStateError');
    }),
  ).toBe(false);
  expect(pages.size).toBe(2);
});
