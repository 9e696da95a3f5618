import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The page's listeners, by name of the event. */
const listeners = new Map<string, (event: { persisted: boolean }) => void>();
vi.stubGlobal('addEventListener', (name: string, listener: (event: { persisted: boolean }) => void) =>
  listeners.set(name, listener),
);
const { letGoWhenFrozen } = await import('./pageCache.ts');

async function open(name: string): Promise<Dexie> {
  const db = new Dexie(name);
  db.version(1).stores({ rows: 'id' });
  letGoWhenFrozen(db);
  await db.open();
  return db;
}

const goes = () => listeners.get('pagehide')?.({ persisted: true });
const comesBack = () => listeners.get('pageshow')?.({ persisted: true });

beforeEach(async () => {
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});

describe('a page in the page cache', () => {
  it('lets go of its databases and has them open again when it comes back', async () => {
    const db = await open('kept');
    goes();
    expect(db.isOpen()).toBe(false);
    comesBack();
    await vi.waitUntil(() => db.isOpen(), { timeout: 30_000 });
    db.close();
  });

  it('does not bring back a database that a logout in another tab has deleted meanwhile', async () => {
    const deleted = await open('a-deleted');
    const kept = await open('b-kept');
    goes();
    await Dexie.delete('a-deleted');
    comesBack();
    await vi.waitUntil(() => kept.isOpen(), { timeout: 30_000 });
    expect(deleted.isOpen()).toBe(false);
    expect(await Dexie.getDatabaseNames()).toEqual(['b-kept']);
    kept.close();
  });
});
