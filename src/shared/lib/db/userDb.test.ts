import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setClock } from '../time/clock.ts';
import { openAppDb, userDbName } from './appDb.ts';
import { stored } from './rows.ts';
import {
  closeUserDb,
  currentDb,
  deleteForgottenDbs,
  deleteUserDb,
  openUserDb,
  sealEveryDb,
  sealUserDb,
  userDbNoted,
} from './userDb.ts';

const day = 24 * 60 * 60 * 1000;

async function fill(userId: string): Promise<void> {
  const db = await openUserDb(userId);
  await userDbNoted();
  await db.checks.put({ ...stored({} as never, 1), lesson: '1', course: '1' });
  await db.outbox.add({
    key: `key-${userId}`,
    kind: 'check',
    entity: 'check:1',
    method: 'POST',
    path: '/',
    body: {},
    base_rev: null,
    view: null,
    label: '',
    client_at: '',
    tries: 0,
    next_try_at: 0,
    state: 'waiting',
    error: null,
  });
}

async function counts(userId: string): Promise<{ checks: number; outbox: number }> {
  const db = await openUserDb(userId);
  return { checks: await db.checks.count(), outbox: await db.outbox.count() };
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** A raw request, as another tab makes it that knows nothing of this tab's connections. */
function inAnotherTab(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const learnerDbs = async () => (await Dexie.getDatabaseNames()).filter((name) => name.startsWith('u_'));

afterEach(async () => {
  for (const id of ['a', 'b']) await deleteUserDb(id);
});

describe("a learner's database", () => {
  it('has a name that does not tell whose it is, the same at each start', async () => {
    const name = await userDbName('learner@example.com');
    expect(name).toMatch(/^u_[0-9a-f]{32}$/);
    expect(await userDbName('learner@example.com')).toBe(name);
    expect(await userDbName('other@example.com')).not.toBe(name);
  });

  it('is one of several on a device, and only one is open', async () => {
    await fill('a');
    const former = currentDb();
    await fill('b');
    expect(former.isOpen()).toBe(false);
    expect(await learnerDbs()).toHaveLength(2);
    closeUserDb();
    expect(() => currentDb()).toThrow();
  });

  it('keeps unsent work, and nothing else, when a session ends by force', async () => {
    await fill('a');
    await fill('b');
    await sealUserDb('a');
    expect(await counts('a')).toEqual({ checks: 0, outbox: 1 });
    expect(await counts('b')).toEqual({ checks: 1, outbox: 1 });
  });

  it('is emptied with all others when nobody knows whose session ended', async () => {
    await fill('a');
    await fill('b');
    await sealEveryDb();
    expect([await counts('a'), await counts('b')]).toEqual([
      { checks: 0, outbox: 1 },
      { checks: 0, outbox: 1 },
    ]);
  });

  it('is gone after a logout, and a late end in another tab does not bring it back', async () => {
    await fill('a');
    await deleteUserDb('a');
    await sealUserDb('a');
    expect(await learnerDbs()).toEqual([]);
    expect(await (await openAppDb()).users.count()).toBe(0);
  });

  it('is not brought back by a tab that seals it while another one deletes it', async () => {
    await fill('a');
    closeUserDb();
    const looked = gate();
    const goOn = gate();
    const names = Dexie.getDatabaseNames.bind(Dexie);
    vi.spyOn(Dexie, 'getDatabaseNames').mockImplementationOnce(async () => {
      const found = await names();
      looked.open();
      await goOn.opened;
      return found;
    });
    const sealing = sealUserDb('a');
    await looked.opened;
    let isDeleted = false;
    const deleting = deleteUserDb('a').then(() => {
      isDeleted = true;
    });
    const isWaiting = async () => ((await navigator.locks.query()).pending ?? []).length > 0;
    await vi.waitUntil(async () => isDeleted || (await isWaiting()), { timeout: 30_000 });
    goOn.open();
    await Promise.all([sealing, deleting]);
    expect(await learnerDbs()).toEqual([]);
  });

  it('is not brought back by a tab that still reads it when another one deletes it', async () => {
    await fill('a');
    const reading = currentDb();
    await inAnotherTab(indexedDB.deleteDatabase(reading.name));
    await expect(reading.checks.count()).rejects.toThrow('closed');
    expect(await learnerDbs()).toEqual([]);
  });

  it('is forgotten with its unsent work after 30 days, not before', async () => {
    await fill('a');
    closeUserDb();
    const start = Date.now();
    const putBack = setClock(() => start + 29 * day);
    await deleteForgottenDbs();
    expect(await learnerDbs()).toHaveLength(1);
    setClock(() => start + 31 * day);
    await deleteForgottenDbs();
    putBack();
    expect(await learnerDbs()).toEqual([]);
  });
});
