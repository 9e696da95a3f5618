import { joinTexts } from '#contracts/noteRule.ts';
import { storable } from '#contracts/plainText.ts';
import { type Note, noteSchema } from '#contracts/study.ts';
import type { OutboxEntry, OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { type NoteRow, readValue, stored } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { noteRemovals, removedSince } from '#shared/lib/mirror/removals.ts';
import { isOlder, type SyncTimes } from '#shared/lib/mirror/sync.ts';
import { enqueue } from '#shared/lib/outbox/enqueue.ts';
import { now } from '#shared/lib/time/clock.ts';
import { type NoteBase, readDraft, writeDraft } from './drafts.ts';
import {
  combineNotes,
  editBody,
  entityOf,
  type NoteIntent,
  type NoteView,
  newBody,
  noteKind,
  notePath,
  overlayNotes,
} from './model.ts';

/** Stores all notes of a course as the server has them, in one transaction; answers newer than the list stay. */
export async function saveNotesOfCourse(
  db: UserDb,
  courseId: string,
  notes: Note[],
  { startedAt, savedAt }: SyncTimes,
): Promise<void> {
  await db.transaction('rw', db.notes, db.meta, async () => {
    const isRemoved = await removedSince(db, 'notes', startedAt);
    const listed = new Set(notes.map(({ id }) => id));
    const old = await db.notes.where('course').equals(courseId).toArray();
    const newer = new Set(old.filter((row) => !isOlder(row, startedAt)).map((row) => row.id));
    const gone = old.filter((row) => !listed.has(row.id) && !newer.has(row.id));
    await db.notes.bulkDelete(gone.map((row) => row.id));
    const news = notes.filter(({ id }) => !newer.has(id) && !isRemoved(id));
    await db.notes.bulkPut(news.map((note) => noteRow(note, savedAt, courseId)));
  });
}

/** Notes of a course as the learner left them, ordered by their seconds. */
export async function readNotes(db: UserDb, courseId: string): Promise<NoteView[]> {
  const rows = await db.notes.where('course').equals(courseId).toArray();
  const known = rows.flatMap((row) => readValue(row, noteSchema) ?? []);
  const queue = await db.outbox.where('kind').equals(noteKind).sortBy('seq');
  return overlayNotes(
    known,
    queue.filter((row) => (row.view as NoteIntent).note.course === courseId),
  );
}

/** Every note on the device, of all courses, as the learner left it. */
export async function readAllNotes(db: UserDb): Promise<NoteView[]> {
  const rows = await db.notes.toArray();
  const known = rows.flatMap((row) => readValue(row, noteSchema) ?? []);
  return overlayNotes(known, await db.outbox.where('kind').equals(noteKind).sortBy('seq'));
}

/**
 * Puts a written text into the queue and deletes its draft, both or neither: a tab killed in between would offer the
 * text to be saved a second time (offline.md 3.62). What was typed after `text` stays a draft.
 */
export function putWritten(
  db: UserDb,
  draftKey: string,
  text: string,
  put: () => Promise<void>,
): Promise<void> {
  return db.transaction('rw', db.outbox, db.meta, db.notes, async () => {
    await put();
    if ((await readDraft(db, draftKey))?.body === storable(text)) await writeDraft(db, draftKey, null);
  });
}

/** Puts a new note into the queue, from where the screen shows it. `label`: name of the lesson. */
export function putNewNote(db: UserDb, note: Note, label: string): Promise<void> {
  return enqueue(
    db,
    { ...entryOf(note, label), method: 'POST', path: notePath, body: newBody(note) },
    combineNotes,
  );
}

/** Puts a changed note into the queue. `base`: the text that the edit started from. */
export function putEdit(db: UserDb, note: Note, label: string, base: NoteBase): Promise<void> {
  return db.transaction('rw', db.outbox, db.notes, async () => {
    const rev = await revisionOf(db, note.id, base);
    const entry = {
      ...entryOf({ ...note, rev }, label),
      method: 'PATCH' as const,
      path: pathOf(note.id),
      body: editBody({ ...note, rev }),
    };
    await enqueue(db, entry, combineNotes);
  });
}

/** Puts the deletion of a note into the queue. It does not delete a text that another device has written since. */
export function putDeletion(db: UserDb, note: Note, label: string): Promise<void> {
  return db.transaction('rw', db.outbox, db.notes, async () => {
    const rev = await revisionOf(db, note.id, note);
    const entry = {
      ...entryOf({ ...note, rev }, label),
      method: 'DELETE' as const,
      path: deletionPath(note.id, rev),
      body: undefined,
    };
    await enqueue(db, entry, combineNotes);
  });
}

/**
 * The revision that a change is based on. An answer to the learner's own earlier change may have arrived after they
 * began this one. If the server has the same text that they saw, its current revision is used. Otherwise the revision
 * they saw is used, and the server will report a conflict (offline.md 5.6).
 */
async function revisionOf(db: UserDb, noteId: string, base: NoteBase): Promise<number> {
  const row = await db.notes.get(noteId);
  const known = row ? readValue(row, noteSchema) : undefined;
  return known?.body === base.body ? known.rev : base.rev;
}

/**
 * Undoes a deletion. If it still waits in the queue, it is removed there. Otherwise the text is saved as a new note,
 * because a deleted note stays deleted at the server.
 */
export async function takeDeletionBack(db: UserDb, note: Note, label: string): Promise<void> {
  await db.transaction('rw', db.outbox, db.notes, async () => {
    const waiting = await db.outbox.where('entity').equals(entityOf(note.id)).toArray();
    const deletion = waiting.find(
      (row) => row.method === 'DELETE' && row.state === 'waiting' && row.tries === 0,
    );
    if (deletion) await db.outbox.delete(deletion.seq);
    const isKnown = (await db.notes.get(note.id)) !== undefined;
    if (deletion && isKnown) return;
    await putNewNote(db, { ...note, id: crypto.randomUUID(), rev: 0 }, label);
  });
}

/**
 * Resolves a conflict as the learner chose: `mine` is sent as a change of the other device's version, `theirs` stays,
 * `both` joins the texts (into two notes if they are too long for one). The choice waits in the queue like any change.
 */
export async function settleConflict(
  db: UserDb,
  view: NoteView,
  choice: 'mine' | 'theirs' | 'both',
  label: string,
): Promise<void> {
  const { state: _, detail: __, other, ...mine } = view;
  if (!other) return;
  await db.transaction('rw', db.outbox, db.notes, async () => {
    const queued = await db.outbox.where('entity').equals(entityOf(view.id)).toArray();
    await db.outbox.bulkDelete(queued.filter((row) => row.state !== 'sending').map((row) => row.seq));
    await putNewest(db, other, mine.course ?? '');
    const joined = choice === 'both' ? joinTexts(mine.body, other.body) : null;
    const kept = choice === 'mine' ? mine.body : joined;
    if (kept !== null && kept !== other.body) {
      await putEdit(db, { ...mine, body: kept, rev: other.rev }, label, other);
    }
    // Too long for one note: each text becomes its own note.
    if (choice === 'both' && joined === null) {
      await putNewNote(db, { ...mine, id: crypto.randomUUID(), rev: 0 }, label);
    }
  });
}

/** Stores a text of the server, unless a newer one has arrived since it was shown. */
async function putNewest(db: UserDb, note: Note, courseId: string): Promise<void> {
  const row = await db.notes.get(note.id);
  const known = row && readValue(row, noteSchema);
  if (!known || known.rev <= note.rev) await db.notes.put(noteRow(note, now(), courseId));
}

/** Deletes refused changes of a note: the server's text, or nothing, is shown again. */
export async function dropRefused(db: UserDb, noteId: string): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const rows = await db.outbox.where('entity').equals(entityOf(noteId)).toArray();
    await db.outbox.bulkDelete(rows.filter((row) => row.state === 'refused').map((row) => row.seq));
  });
}

/**
 * Stores the server's answer to a change. Waiting later changes of the same note were based on the same text, so they
 * now get its new revision.
 */
export async function saveNoteAnswer(
  db: UserDb,
  row: OutboxRow,
  answer: unknown,
  savedAt: number,
): Promise<void> {
  const { note } = row.view as NoteIntent;
  if (row.method === 'DELETE') {
    await db.notes.delete(note.id);
    await noteRemovals(db, 'notes', [note.id], savedAt);
    return;
  }
  const read = noteSchema.safeParse(answer);
  if (!read.success) return;
  await db.notes.put(noteRow(read.data, savedAt, note.course ?? ''));
  const waiting = await db.outbox.where('entity').equals(row.entity).toArray();
  const { rev } = read.data;
  for (const later of waiting) {
    if (later.state === 'refused') continue;
    if (later.method === 'PATCH') {
      await db.outbox.update(later.seq, { body: { ...(later.body as object), rev } });
    }
    if (later.method === 'DELETE') await db.outbox.update(later.seq, { path: deletionPath(note.id, rev) });
  }
}

function entryOf(
  note: Note,
  label: string,
): Pick<OutboxEntry, 'kind' | 'entity' | 'label' | 'view' | 'base_rev'> {
  return { kind: noteKind, entity: entityOf(note.id), label, view: { note }, base_rev: note.rev };
}

function pathOf(noteId: string): string {
  return `${notePath}${encodeURIComponent(noteId)}/`;
}

function deletionPath(noteId: string, rev: number): string {
  return `${pathOf(noteId)}?rev=${rev}`;
}

function noteRow(note: Note, savedAt: number, courseId: string): NoteRow {
  return { ...stored(note, savedAt), id: note.id, lesson: note.lesson, course: note.course ?? courseId };
}
