import { createObservable } from '#shared/lib/observable/observable.ts';
import { type Fields, fieldsOf } from '#shared/lib/text/plain.ts';
import { now } from '#shared/lib/time/clock.ts';
import { type Attempt, answeredCount } from './attempt.ts';
import { type Cut, type CutEvent, nextCut, noCut } from './cut.ts';
import type { Facts } from './facts.ts';

/** Storage key. An incompatible format gets another number. */
const key = 'rehearsal.1';
const keptForMs = 24 * 3_600_000;

/** All that a learner has done on `/test`. It contains no personal data. */
export type Rehearsal = { facts: Facts; attempt: Attempt | null; cut: Cut };

/** `savedAt`: when it was written and read back, epoch ms; `null`: not yet. `isKept`: nothing is unsaved. */
export type Kept = { rehearsal: Rehearsal; savedAt: number | null; isKept: boolean };

const nothing: Rehearsal = { facts: {}, attempt: null, cut: noCut };

/** The state before anybody has done anything. */
export const nothingKept: Kept = { rehearsal: nothing, savedAt: null, isKept: true };

function parse(text: string | null): { at: number; rehearsal: Rehearsal } | null {
  try {
    const stored: Fields | null = fieldsOf(JSON.parse(text ?? 'null'));
    const rehearsal = fieldsOf(stored?.rehearsal);
    // A clock that was just corrected must not delete anything.
    if (typeof stored?.at !== 'number' || !rehearsal || Math.abs(now() - stored.at) > keptForMs) return null;
    return { at: stored.at, rehearsal: { ...nothing, ...rehearsal } as Rehearsal };
  } catch {
    return null;
  }
}

function readText(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function read(): Kept {
  const stored = parse(readText());
  return { rehearsal: stored?.rehearsal ?? nothing, savedAt: stored?.at ?? null, isKept: true };
}

const store = createObservable<Kept>(read());

/** Writes at once and reads it back: 「保存済み」 is shown only for what was read back. */
function write(rehearsal: Rehearsal): void {
  const at = now();
  const text = JSON.stringify({ at, rehearsal });
  try {
    localStorage.setItem(key, text);
  } catch (error) {
    console.warn('rehearsal: not kept', error);
  }
  const isKept = readText() === text;
  store.set({ rehearsal, savedAt: isKept ? at : store.get().savedAt, isKept });
}

/**
 * What has been done so far, stored on the device at every change: localStorage is written before the next event, so
 * that a killed tab loses nothing.
 */
export const kept = { get: store.get, subscribe: store.subscribe };

/** Changes what is stored. */
export function change(next: (rehearsal: Rehearsal) => Partial<Rehearsal>): void {
  const { rehearsal } = store.get();
  write({ ...rehearsal, ...next(rehearsal) });
}

/** How many answers the device has, read anew from storage. */
export function keptAnswers(): number {
  const attempt = parse(readText())?.rehearsal.attempt;
  return attempt ? answeredCount(attempt) : 0;
}

/** Whether this page was opened while the learner had the network off. */
let isNewPage = store.get().rehearsal.cut.phase === 'off';

/** Reports whether the server could be reached. */
export function onSeen(isReachable: boolean): void {
  onCut({ kind: 'seen', isReachable, answers: keptAnswers(), isNewPage });
}

/** Applies an event to the network test. */
export function onCut(event: CutEvent): void {
  if (event.kind === 'start') isNewPage = false;
  const { cut } = store.get().rehearsal;
  const next = nextCut(cut, event);
  if (next !== cut) change(() => ({ cut: next }));
}

if (typeof addEventListener === 'function') {
  addEventListener('storage', (event) => {
    if (event.key === key) store.set(read());
  });
}
