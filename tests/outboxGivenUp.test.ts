import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Note } from '#contracts/study.ts';
import { putDeletion, putEdit, putNewNote } from '#features/note/local.ts';
import { noteOutbox } from '#features/note/sync.ts';
import { declareUserVersions, type UserDb } from '#shared/lib/db/schema.ts';
import { giveUp } from '#shared/lib/outbox/stuck.ts';

const note: Note = { id: 'n1', lesson: '1', course: '2', sec: 3, body: '元の文', rev: 0, modified: null };
const error = { status: 500, code: '', detail: '', request_id: '', data: null };
let db: UserDb;

beforeEach(async () => {
  db = new Dexie('given-up') as UserDb;
  declareUserVersions(db);
  await putNewNote(db, note, 'レッスン');
  await db.outbox.toCollection().modify({ state: 'sending', tries: 5, failures: 5 });
});
afterEach(() => db.delete());

async function end() {
  const [stuck] = await db.outbox.orderBy('seq').toArray();
  if (!stuck) throw new Error('nothing is in the queue');
  await giveUp(db, stuck, noteOutbox, error);
  return db.outbox.orderBy('seq').toArray();
}

it('a note that the server cannot take stays, to be decided about', async () => {
  expect(await end()).toMatchObject([{ method: 'POST', state: 'refused', error: { status: 500 } }]);
});

it('its later text goes out as the new note, for the server never got the first', async () => {
  await putEdit(db, { ...note, body: '後の文' }, 'レッスン', note);
  expect(await end()).toMatchObject([
    {
      method: 'POST',
      state: 'waiting',
      tries: 0,
      failures: 0,
      error: null,
      body: { id: 'n1', body: '後の文' },
    },
  ]);
});

it('its deletion leaves nothing to send', async () => {
  await putDeletion(db, note, 'レッスン');
  expect(await end()).toEqual([]);
});
