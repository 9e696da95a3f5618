import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Note } from '#contracts/study.ts';
import { declareUserVersions, type UserDb } from '#shared/lib/db/schema.ts';
import { draftKeys, readDraft, writeDraft } from './drafts.ts';
import { putNewNote, putWritten } from './local.ts';

const note: Note = {
  id: 'n1',
  lesson: 'l1',
  course: 'c1',
  sec: 3,
  body: '書いた文',
  rev: 0,
  modified: '2026-04-01T00:00:00Z',
};
const key = draftKeys.ofLesson(note.lesson);

describe('a note that is saved', () => {
  let db: UserDb;
  beforeEach(async () => {
    db = new Dexie('notes') as UserDb;
    declareUserVersions(db);
    await writeDraft(db, key, { body: note.body, sec: note.sec });
  });
  afterEach(() => db.delete());

  it('is in the queue and no draft any more, at the same moment', async () => {
    const seen: { queued: number; hasDraft: boolean }[] = [];
    const look = () =>
      db.transaction('r', db.outbox, db.meta, async () => {
        seen.push({ queued: await db.outbox.count(), hasDraft: (await readDraft(db, key)) !== null });
      });
    const saved = putWritten(db, key, note.body, () => putNewNote(db, note, 'レッスン'));
    const looks = Array.from({ length: 5 }, look);
    await Promise.all([saved, ...looks]);
    await look();
    expect(seen.filter(({ queued, hasDraft }) => (queued === 1) === hasDraft)).toEqual([]);
    expect(seen.at(-1)).toEqual({ queued: 1, hasDraft: false });
  });

  it('leaves what was typed while it was saved', async () => {
    const typed = { body: `${note.body}。続き`, sec: note.sec };
    await writeDraft(db, key, typed);
    await putWritten(db, key, note.body, () => putNewNote(db, note, 'レッスン'));
    expect(await readDraft(db, key)).toEqual(typed);
  });

  it('stays a draft when it cannot be put into the queue', async () => {
    const full = () => putNewNote(db, note, 'レッスン').then(() => Promise.reject(new Error('full')));
    await expect(putWritten(db, key, note.body, full)).rejects.toThrow('full');
    expect(await db.outbox.count()).toBe(0);
    expect(await readDraft(db, key)).toEqual({ body: note.body, sec: note.sec });
  });
});
