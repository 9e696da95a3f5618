import { storable } from '#contracts/plainText.ts';
import { type Note, noteConflictSchema, noteMaxLength } from '#contracts/study.ts';
import type { OutboxEntry, OutboxRow } from '#shared/lib/db/outboxRow.ts';
import type { Combine } from '#shared/lib/outbox/coalesce.ts';

/** Path of notes (product.md 3.4). */
export const notePath = '/api/lms/note/';
/** Kind of its outbox entries. */
export const noteKind = 'note';

/** The outbox entity of a note. */
export function entityOf(noteId: string): string {
  return `${noteKind}:${noteId}`;
}

/** What an entry shows until the server has answered: the note as the learner left it. */
export type NoteIntent = { note: Note };

/**
 * The state of a note. `waiting`: stored here, not sent yet · `refused`: the server does not accept the change ·
 * `conflict`: another device changed it too, and the learner has to choose.
 */
export type NoteState = 'saved' | 'waiting' | 'refused' | 'conflict';

/** A note as the screen shows it: the learner's own version. */
export type NoteView = Note & {
  state: NoteState;
  /** Why it was refused, in the server's words; may be empty. */
  detail: string;
  /** The other device's version in a conflict. */
  other: Note | null;
};

/** In the order of the lesson; notes at the same second by the time of their change. */
export function inOrder<Item extends Pick<Note, 'sec' | 'modified' | 'id'>>(notes: readonly Item[]): Item[] {
  const at = (note: Item) => (note.modified ? Date.parse(note.modified) : Number.POSITIVE_INFINITY);
  return [...notes].sort((a, b) => a.sec - b.sec || at(a) - at(b) || a.id.localeCompare(b.id));
}

/**
 * The notes as the learner left them: waiting and refused changes replace what the server said. A refused text stays on
 * screen, so nothing written disappears (offline.md 3.69).
 *
 * @param rows entries of this kind in the queue, oldest first.
 */
export function overlayNotes(known: readonly Note[], rows: readonly OutboxRow[]): NoteView[] {
  const views = new Map<string, NoteView>(
    known.map((note) => [note.id, { ...note, state: 'saved', detail: '', other: null }]),
  );
  for (const row of rows) {
    const { note } = row.view as NoteIntent;
    if (row.method === 'DELETE' && row.state !== 'refused') views.delete(note.id);
    else views.set(note.id, viewOf(row, note, views.get(note.id)));
  }
  return inOrder([...views.values()]);
}

function viewOf(row: OutboxRow, note: Note, former: NoteView | undefined): NoteView {
  if (row.state !== 'refused') {
    const isStuck = former?.state === 'conflict';
    return { ...note, state: isStuck ? 'conflict' : 'waiting', detail: '', other: former?.other ?? null };
  }
  const conflict = row.error?.status === 412 ? noteConflictSchema.safeParse(conflictData(row)) : null;
  if (conflict?.success) {
    const other = newerOf(conflict.data.current, former?.state === 'saved' ? former : undefined);
    return { ...note, state: 'conflict', detail: '', other };
  }
  return { ...note, state: 'refused', detail: row.error?.detail ?? '', other: null };
}

/**
 * The server's text in a conflict. The other device may have changed it since the refusal, and the learner has to see
 * the current text.
 */
export function newerOf(refusedFor: Note, known: Note | undefined): Note {
  if (!known || known.rev <= refusedFor.rev) return refusedFor;
  const { id, lesson, course, sec, body, rev, modified } = known;
  return { id, lesson, course, sec, body, rev, modified };
}

/** Servers put both versions into the body, or under `data`. */
function conflictData(row: OutboxRow): unknown {
  const body = row.error?.data;
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : body;
}

/**
 * How a new change of a note combines with older waiting ones. A change that was never tried is merged into the newer
 * one. A change that was tried may have reached the server, so it stays and the newer one follows it. A new note that
 * was never sent is removed completely when it is deleted.
 */
export const combineNotes: Combine = (pending, next) => {
  const untried = pending.filter((row) => row.state === 'waiting' && row.tries === 0);
  const refused = pending.filter((row) => row.state === 'refused').map((row) => row.seq);
  const newborn = untried.find((row) => row.method === 'POST');
  const edit = untried.find((row) => row.method === 'PATCH');
  const remove = [...refused, ...untried.map((row) => row.seq)];
  if (next.method === 'DELETE') {
    const isUnborn = newborn || pending.some((row) => row.method === 'POST' && row.state === 'refused');
    return { remove, add: isUnborn ? null : next, seq: null };
  }
  if (next.method === 'PATCH' && newborn) return { remove, add: asNew(next), seq: newborn.seq };
  if (next.method === 'PATCH' && edit) return { remove, add: onTopOf(edit, next), seq: edit.seq };
  return { remove: refused, add: next, seq: null };
};

function asNew(edit: OutboxEntry): OutboxEntry {
  const { note } = edit.view as NoteIntent;
  return { ...edit, method: 'POST', path: notePath, body: newBody(note) };
}

function onTopOf(former: OutboxRow, edit: OutboxEntry): OutboxEntry {
  const { rev } = former.body as { rev: number };
  return { ...edit, body: { ...(edit.body as object), rev } };
}

/** Body of the call that creates a note. */
export function newBody({ id, lesson, sec, body }: Note) {
  return { id, lesson, sec, body, rev: 0 };
}

/** Body of the call that changes a note, based on its last known revision. */
export function editBody({ sec, body, rev }: Note) {
  return { sec, body, rev };
}

/** The limits of a text field: whether the text can be saved, and how many characters are left (V12). */
export function judgeBody(text: string): { isEmpty: boolean; left: number; isTooLong: boolean } {
  const { length } = storable(text).trim();
  return { isEmpty: length === 0, left: noteMaxLength - length, isTooLong: length > noteMaxLength };
}
