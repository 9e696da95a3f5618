import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Note } from '#contracts/study.ts';
import { declareUserVersions, type UserDb } from '#shared/lib/db/schema.ts';
import { draftKeys, readDraft, writeDraft } from './drafts.ts';
import {
  putDeletion,
  putEdit,
  putNewNote,
  putWritten,
  readNotes,
  saveNoteAnswer,
  saveNotesOfCourse,
  settleConflict,
} from './local.ts';

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

describe('a change of a note', () => {
  let db: UserDb;
  beforeEach(() => {
    db = new Dexie('changes') as UserDb;
    declareUserVersions(db);
  });
  afterEach(() => db.delete());

  /** The server has accepted the new note; the learner still sees the one without a revision. */
  async function create(): Promise<void> {
    await putNewNote(db, note, 'レッスン');
    const [row] = await db.outbox.toArray();
    if (!row) throw new Error('Nothing is queued.');
    await db.outbox.delete(row.seq);
    await saveNoteAnswer(db, row, { ...note, rev: 1 }, 2);
  }

  it('builds on the answer to the one before, which came while it was written', async () => {
    await create();
    await putEdit(db, { ...note, body: '直した文' }, 'レッスン', note);
    expect((await db.outbox.toArray())[0]?.body).toMatchObject({ body: '直した文', rev: 1 });
  });

  it('deletes what the answer to the one before says it is', async () => {
    await create();
    await putDeletion(db, note, 'レッスン');
    expect((await db.outbox.toArray())[0]?.path).toContain('rev=1');
  });

  it('begun before another device changed the note, says so', async () => {
    const theirs = { ...note, body: '別の端末の文', rev: 5 };
    await saveNotesOfCourse(db, 'c1', [theirs], { startedAt: 1, savedAt: 2 });
    await putEdit(db, { ...theirs, body: '直した文' }, 'レッスン', { rev: 4, body: note.body });
    expect((await db.outbox.toArray())[0]?.body).toMatchObject({ body: '直した文', rev: 4 });
  });

  it('is a deletion that a list asked for before it was answered does not undo', async () => {
    const list = (startedAt: number) =>
      saveNotesOfCourse(db, 'c1', [note], { startedAt, savedAt: startedAt + 50 });
    await list(1000);
    await db.outbox.clear();
    await putDeletion(db, note, 'レッスン');
    const [row] = await db.outbox.toArray();
    if (!row) throw new Error('Nothing waits.');
    await db.outbox.clear();
    await saveNoteAnswer(db, row, null, 2000);
    await list(1900);
    expect(await readNotes(db, 'c1')).toEqual([]);
  });

  it('left at the other device’s version does not undo what came of that one meanwhile', async () => {
    const shown = { ...note, body: '別の端末の文', rev: 4 };
    const newest = { ...shown, body: 'その続き', rev: 5 };
    await saveNotesOfCourse(db, 'c1', [newest], { startedAt: 1, savedAt: 2 });
    const view = { ...note, state: 'conflict' as const, detail: '', other: shown };
    await settleConflict(db, view, 'theirs', 'レッスン');
    expect(await readNotes(db, 'c1')).toMatchObject([{ body: 'その続き', rev: 5, state: 'saved' }]);
    // The learner's text replaces the shown one, and the server will answer that there is a newer one.
    await settleConflict(db, view, 'mine', 'レッスン');
    expect((await db.outbox.toArray())[0]?.body).toMatchObject({ body: note.body, rev: 4 });
  });
});
