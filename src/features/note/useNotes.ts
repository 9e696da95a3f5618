import { storable } from '#contracts/plainText.ts';
import type { Note } from '#contracts/study.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { type Mirror, useMirror } from '#shared/lib/mirror/mirror.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { draftKeys, type NoteBase } from './drafts.ts';
import {
  dropRefused,
  putDeletion,
  putEdit,
  putNewNote,
  putWritten,
  readNotes,
  settleConflict,
  takeDeletionBack,
} from './local.ts';
import type { NoteView } from './model.ts';
import { noteKeys, syncNotesOfCourse } from './sync.ts';

/* Every change here returns whether the device has stored it; if not, the learner has been told. */

/** The lesson in which notes are written, as the queue needs it. */
export type NotedLesson = { id: string; name: string; course: string };

/** Every note of a course, live, as the learner left it; loads all of them onto the device. */
export function useNotes(courseId: string): Mirror<NoteView[]> {
  return useMirror({
    queryKey: noteKeys.course(courseId),
    sync: (db, signal) => syncNotesOfCourse(db, courseId, signal),
    read: async (db) => ({ data: await readNotes(db, courseId), savedAt: null }),
    isEnabled: courseId !== '',
  });
}

/**
 * Writes a note at a second of a lesson: on screen at once, at the server when it can be reached. Deletes its draft.
 */
export function addNote(lesson: NotedLesson, sec: number, body: string): Promise<boolean> {
  const note: Note = {
    id: crypto.randomUUID(),
    lesson: lesson.id,
    course: lesson.course,
    sec: Math.max(0, Math.round(sec * 10) / 10),
    body: storable(body).trim(),
    rev: 0,
    modified: new Date(serverNow()).toISOString(),
  };
  const db = currentDb();
  return saveOrTell('note', () =>
    putWritten(db, draftKeys.ofLesson(lesson.id), body, () => putNewNote(db, note, lesson.name)),
  );
}

/**
 * Changes the text of a note, and deletes the draft of the edit. `base`: the text that the edit started from. Notes of
 * one second are ordered by their time: it is today's at once, so that the list moves with the save and not under a later
 * tap, when the server's answer comes.
 */
export function editNote(view: NoteView, body: string, lessonName: string, base: NoteBase): Promise<boolean> {
  const db = currentDb();
  const modified = new Date(serverNow()).toISOString();
  const note = { ...noteOf(view), modified, body: storable(body).trim() };
  return saveOrTell('note', () =>
    putWritten(db, draftKeys.ofNote(view.id), body, () => putEdit(db, note, lessonName, base)),
  );
}

/** Deletes a note. */
export function deleteNote(view: NoteView, lessonName: string): Promise<boolean> {
  return saveOrTell('change', () => putDeletion(currentDb(), noteOf(view), lessonName));
}

/** Restores a note that was just deleted. */
export function undeleteNote(view: NoteView, lessonName: string): Promise<boolean> {
  return saveOrTell('change', () => takeDeletionBack(currentDb(), noteOf(view), lessonName));
}

/** Resolves a conflict between two devices. */
export function chooseVersion(
  view: NoteView,
  choice: 'mine' | 'theirs' | 'both',
  lessonName: string,
): Promise<boolean> {
  return saveOrTell('change', () => settleConflict(currentDb(), view, choice, lessonName));
}

/** Deletes a change that the server refused. */
export function forgetRefused(view: NoteView): Promise<boolean> {
  return saveOrTell('change', () => dropRefused(currentDb(), view.id));
}

function noteOf({ state: _, detail: __, other: ___, ...note }: NoteView): Note {
  return note;
}
