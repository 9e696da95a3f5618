import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutboxEntry } from '../db/outboxRow.ts';
import { declareUserVersions, type UserDb } from '../db/schema.ts';
import { enqueue } from './enqueue.ts';

let db: UserDb;

function change(isOn: boolean, fields: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    kind: 'bookmark',
    entity: 'bookmark:1',
    method: 'POST',
    path: '/api/lms/bookmark/',
    body: { course: '1', is_check: isOn },
    label: '数学',
    ...fields,
  };
}
const bodies = async () => (await db.outbox.orderBy('seq').toArray()).map(({ body }) => body);

beforeEach(async () => {
  db = new Dexie('enqueue') as UserDb;
  declareUserVersions(db);
});

afterEach(() => db.delete());

describe('enqueue', () => {
  it('keeps one entry a thing: the last intent, under a new key', async () => {
    await enqueue(db, change(true));
    const [first] = await db.outbox.toArray();
    await enqueue(db, change(false));
    const rows = await db.outbox.toArray();
    expect(rows.map(({ body, seq }) => ({ body, seq }))).toEqual([
      { body: { course: '1', is_check: false }, seq: first?.seq },
    ]);
    expect(rows[0]?.key).not.toBe(first?.key);
  });

  it('never touches an entry that is on its way', async () => {
    await enqueue(db, change(true));
    await db.outbox.toCollection().modify({ state: 'sending', tries: 1 });
    await enqueue(db, change(false));
    await enqueue(db, change(true));
    expect(await bodies()).toEqual([
      { course: '1', is_check: true },
      { course: '1', is_check: true },
    ]);
  });

  it('leaves nothing to send after on and off offline', async () => {
    await enqueue(db, change(true));
    await enqueue(db, change(false, { isServerState: true }));
    expect(await bodies()).toEqual([]);
  });

  it.each([
    ['was tried', 'waiting'],
    ['is on its way', 'sending'],
  ] as const)(
    'still sends the last intent after four presses, when the first one %s and may have arrived',
    async (_, state) => {
      await enqueue(db, change(false));
      await db.outbox.toCollection().modify({ state, tries: 1 });
      await enqueue(db, change(true, { isServerState: true }));
      await enqueue(db, change(false));
      await enqueue(db, change(true, { isServerState: true }));
      expect((await bodies()).at(-1)).toEqual({ course: '1', is_check: true });
    },
  );

  it("is part of the caller's transaction: what fails there is not sent either", async () => {
    const work = db.transaction('rw', db.outbox, db.notes, async () => {
      await enqueue(db, change(true));
      throw new Error('not stored');
    });
    await expect(work).rejects.toThrow('not stored');
    expect(await bodies()).toEqual([]);
  });
});
