import { noteMaxLength } from './study.ts';

/** What decides about a note: its text, its place, and how often it was changed. */
export type NoteState = { body: string; sec: number; rev: number };

/**
 * What becomes of a change made on revision `change.rev` when the note is at `current` (offline.md 5.6: both versions
 * are kept, the learner picks).
 *
 * `same`: the note already says it, as after a repeated delivery · `apply`: nobody changed it meanwhile ·
 * `conflict`: somebody did; nothing is overwritten.
 */
export function judgeNoteChange(current: NoteState, change: NoteState): 'same' | 'apply' | 'conflict' {
  if (current.body === change.body && current.sec === change.sec) return 'same';
  return current.rev === change.rev ? 'apply' : 'conflict';
}

/**
 * Two versions of a text as one, for the learner who wants both: the one after the other, or the longer one when it
 * holds the other already. `null`: together they are longer than a note may be.
 */
export function joinTexts(first: string, second: string): string | null {
  const [a, b] = [first.trim(), second.trim()];
  if (a.includes(b)) return a;
  if (b.includes(a)) return b;
  const joined = `${a}\n\n${b}`;
  return joined.length <= noteMaxLength ? joined : null;
}
