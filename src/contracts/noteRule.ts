import { noteMaxLength } from './study.ts';

/** The parts of a note that decide a merge: text, position and revision. */
export type NoteState = { body: string; sec: number; rev: number };

/**
 * What happens to a change made on revision `change.rev` when the note is at `current` (offline.md 5.6: both versions
 * are kept, the learner picks).
 *
 * `same`: the note already has this content, as after a repeated delivery · `apply`: nobody changed it in between ·
 * `conflict`: somebody did; nothing is overwritten.
 */
export function judgeNoteChange(current: NoteState, change: NoteState): 'same' | 'apply' | 'conflict' {
  if (current.body === change.body && current.sec === change.sec) return 'same';
  return current.rev === change.rev ? 'apply' : 'conflict';
}

/**
 * Joins two versions of a text for a learner who wants both: one after the other, or only the longer one if it contains
 * the other. `null`: together they exceed the maximum length of a note.
 */
export function joinTexts(first: string, second: string): string | null {
  const [a, b] = [first.trim(), second.trim()];
  if (a.includes(b)) return a;
  if (b.includes(a)) return b;
  const joined = `${a}\n\n${b}`;
  return joined.length <= noteMaxLength ? joined : null;
}
