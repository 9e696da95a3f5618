import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ReviewCard, reviewCardSchema } from '#contracts/review.ts';
import { type FileStore, keepWithin } from './files.ts';

beforeAll(() => vi.stubGlobal('location', { href: 'http://localhost/' }));
afterAll(() => vi.unstubAllGlobals());

/** A card with files; `sign`: what their addresses are signed with. */
const cardOf = (id: string, names: string[], sign = 'old'): ReviewCard =>
  reviewCardSchema.parse({
    id,
    question: { id, slots: [], groups: [] },
    files: names.map((name) => ({ name, url: `http://localhost/file/${name}/?s=${sign}` })),
  });

/** A store with room for so many bytes, and what it holds. */
function roomFor(bytes: number, held: Record<string, number> = {}) {
  const files = new Map(Object.entries(held).map(([name, size]) => [`/file/${name}/`, size]));
  const used = () => [...files.values()].reduce((sum, size) => sum + size, 0);
  const store: FileStore = {
    keys: async () => [...files.keys()],
    size: async (key) => files.get(key) ?? null,
    put: async (key, { size }) => {
      if (used() + size > bytes) throw new DOMException('full', 'QuotaExceededError');
      files.set(key, size);
    },
    drop: async (key) => files.delete(key),
  };
  return { store, names: () => [...files.keys()].map((key) => key.split('/')[2]).sort() };
}

const loaded: string[] = [];
/** Every file has ten bytes; old addresses have expired if `isOld`. */
const server = (isOld = false) => ({
  load: async (url: string) => {
    loaded.push(url);
    return isOld && url.endsWith('old') ? ('gone' as const) : new Blob(['0123456789']);
  },
  renew: async (cards: readonly ReviewCard[]) =>
    cards.map((card) =>
      cardOf(
        card.id,
        card.files.map(({ name }) => name),
        'new',
      ),
    ),
});

describe('keeping files', () => {
  const cards = [cardOf('1', ['a', 'b']), cardOf('2', ['b', 'c']), cardOf('3', ['d'])];

  it('keeps those of all cards, each once, and drops what belongs to none', async () => {
    loaded.length = 0;
    const room = roomFor(1000, { b: 10, gone: 10 });
    await keepWithin(cards, { store: room.store, ...server(), most: 1000 });
    expect(room.names()).toEqual(['a', 'b', 'c', 'd']);
    expect(loaded.map((url) => new URL(url).pathname)).toEqual(['/file/a/', '/file/c/', '/file/d/']);
  });

  it('keeps the first ones where the bytes end, in place of later ones that are there', async () => {
    const room = roomFor(1000, { d: 10 });
    await keepWithin(cards, { store: room.store, ...server(), most: 25 });
    expect(room.names()).toEqual(['a', 'b']);
  });

  it('makes room in a full store by dropping what is asked last, and stops when there is none', async () => {
    const room = roomFor(20, { c: 10, d: 10 });
    const keep = keepWithin(cards, { store: room.store, ...server(), most: 1000 });
    await expect(keep).rejects.toThrow('full');
    expect(room.names()).toEqual(['a', 'b']);
  });

  it('loads nothing for cards that can wait, but what is kept of them stays', async () => {
    const room = roomFor(1000, { d: 10 });
    const later = new Set(cards.slice(1));
    await keepWithin(cards, { store: room.store, ...server(), most: 1000, later });
    expect(room.names()).toEqual(['a', 'b', 'd']);
  });

  it('asks for new addresses when the old ones have expired', async () => {
    const room = roomFor(1000);
    await keepWithin(cards, { store: room.store, ...server(true), most: 1000 });
    expect(room.names()).toEqual(['a', 'b', 'c', 'd']);
  });
});
