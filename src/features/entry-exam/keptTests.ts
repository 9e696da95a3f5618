import * as z from 'zod/mini';
import { entrySubjects, entryTestSchema } from '#contracts/entryExam.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import type { Kept } from './model.ts';

/** Another shape of what is kept gets another number. */
const prefix = 'entry-exam.1.';

const subject = z.enum(entrySubjects);
const answers = z.record(z.string(), z.object({ value: z.string(), at: z.number() }));
const schema = z.object({
  at: z.number(),
  kept: z.object({
    token: z.string(),
    test: entryTestSchema,
    answers: z.partialRecord(subject, answers),
    places: z.partialRecord(subject, z.number()),
    handedIn: z.array(subject),
  }),
});

type Stored = { at: number; kept: Kept };

function parse(text: string | null): Stored | null {
  try {
    const read = schema.safeParse(JSON.parse(text ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** All tests of this device, the one that was changed last first. */
function readAll(): Stored[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => parse(readText(key)) ?? [])
      .sort((one, other) => other.at - one.at);
  } catch {
    return [];
  }
}

/**
 * Tests that this device has opened, with what was answered: in localStorage, which is written before the next event,
 * so that a tab that is killed loses nothing. Gone when they can be opened no more, or when the learner says so.
 */
export const keptTests = {
  /** The test of a link; without one the last. */
  find(token: string | null): Stored | null {
    return readAll().find(({ kept }) => token === null || kept.token === token) ?? null;
  },
  read: (id: string): Stored | null => parse(readText(prefix + id)),
  /** Writes at once and reads it again. Answers whether the device has it. */
  write(kept: Kept, at: number): boolean {
    const [key, text] = [prefix + kept.test.id, JSON.stringify({ at, kept } satisfies Stored)];
    try {
      localStorage.setItem(key, text);
    } catch (error) {
      console.warn('entry exam: not kept', error);
    }
    return readText(key) === text;
  },
  forget(id: string): void {
    try {
      localStorage.removeItem(prefix + id);
    } catch {
      // A storage that is shut holds nothing.
    }
  },
  /** Forgets what no link opens any more. */
  forgetOld(): void {
    for (const { kept } of readAll()) {
      const { id, expires_at, kept_until, subjects } = kept.test;
      const isRunning = subjects.some(({ state }) => state === 'running');
      if (!isRunning && (kept_until ?? expires_at) < serverNow()) keptTests.forget(id);
    }
  },
  /** Whether a change that another tab made is about a test. */
  isKeyOf: (id: string, key: string | null): boolean => key === prefix + id,
};
