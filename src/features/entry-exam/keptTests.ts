import * as z from 'zod/mini';
import { type EntrySubject, entrySubjects, entryTestSchema } from '#contracts/entryExam.ts';
import type { LocalCell, LocalCells } from '#shared/lib/exam/cells.ts';
import { createJournal, type Journal, journalKey } from '#shared/lib/exam/journal.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { formerCell, joinCells, type Kept, withTest } from './model.ts';

/** Storage key prefix. An incompatible format gets a new number; an extended format can still be read. */
const prefix = 'entry-exam.1.';

const subject = z.enum(entrySubjects);
const formerAnswers = z.record(z.string(), z.object({ value: z.string(), at: z.number() }));
const cells = z.record(
  z.string(),
  z.object({ v: z.string(), lo: z.number(), hi: z.number(), isDirty: z.boolean() }),
);
const clock = z.object({ since: z.number(), sinceLo: z.number(), sinceWall: z.number(), lo: z.number() });
const schema = z.object({
  at: z.number(),
  kept: z.object({
    token: z.string(),
    test: entryTestSchema,
    /** From a version before the journal: the answers given on this device. */
    answers: z.optional(z.partialRecord(subject, formerAnswers)),
    cells: z.optional(z.partialRecord(subject, cells)),
    places: z.partialRecord(subject, z.number()),
    handedIn: z.array(subject),
    lost: z.optional(z.partialRecord(subject, z.number())),
    clock: z.optional(z.nullable(clock)),
  }),
});

type Stored = { at: number; kept: Kept };

const journals = new Map<string, Journal<LocalCell>>();
const nameOf = (test: string, of: EntrySubject) => `entry-${test}-${of}`;

/** The journal of a subject (exams.md 3.2). An answer is stored in it within the task of its keystroke. */
function journalOf(test: string, of: EntrySubject): Journal<LocalCell> {
  const name = nameOf(test, of);
  const journal = journals.get(name) ?? createJournal<LocalCell>(name);
  journals.set(name, journal);
  return journal;
}

/** Answers noted by other tabs. For its own notes, this tab already knows whether the server has them. */
function notedElsewhere(journal: Journal<LocalCell>): LocalCells {
  const own = journal.pending();
  const isOwn = (id: string, { v, lo }: LocalCell) => own[id]?.v === v && own[id].lo === lo;
  return Object.fromEntries(Object.entries(journal.left()).filter(([id, cell]) => !isOwn(id, cell)));
}

/** What is stored, merged with the noted answers that are not written to it yet. */
function withNoted(kept: Kept, notedIn: (journal: Journal<LocalCell>) => LocalCells): Kept {
  const joined: Kept['cells'] = { ...kept.cells };
  for (const of of entrySubjects) {
    const noted = notedIn(journalOf(kept.test.id, of));
    if (Object.keys(noted).length > 0) joined[of] = joinCells(joined[of] ?? {}, noted);
  }
  return { ...kept, cells: joined };
}

function parse(text: string | null): Stored | null {
  try {
    const read = schema.safeParse(JSON.parse(text ?? 'null'));
    if (!read.success) return null;
    const { at, kept } = read.data;
    const { answers: former = {}, cells: own = {}, lost = {}, clock: time = null, ...rest } = kept;
    const known: Kept['cells'] = { ...own };
    for (const of of entrySubjects)
      for (const [id, answer] of Object.entries(former[of] ?? {}))
        known[of] = joinCells({ [id]: formerCell(answer) }, known[of] ?? {});
    const whole = withNoted({ ...rest, cells: known, lost, clock: time }, (journal) => journal.left());
    // A test of an earlier version keeps the server's answers separately, not among the device's own answers.
    return { at, kept: withTest(whole, whole.token, whole.test) };
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

/** All tests on this device, the last changed one first. */
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
 * Tests opened on this device, with their answers. Answers are noted in the same journal that all exams use, before the
 * next event; the rest is stored beside it, so a killed tab loses nothing. A test is deleted when it can no longer be
 * opened, or when the learner deletes it.
 */
export const keptTests = {
  /** The test of a link; without a link, the last one. */
  find(token: string | null): Stored | null {
    return readAll().find(({ kept }) => token === null || kept.token === token) ?? null;
  },
  read: (id: string): Stored | null => parse(readText(prefix + id)),
  /** Notes one answer at once. Returns whether the device has stored it. */
  note({ test, cells: all }: Kept, of: EntrySubject, question: string): boolean {
    const cell = all[of]?.[question];
    return cell === undefined || journalOf(test.id, of).note(question, cell);
  },
  /** Writes at once and reads it back. Returns whether the device has stored it. */
  write(kept: Kept, at: number): boolean {
    const key = prefix + kept.test.id;
    const text = JSON.stringify({ at, kept: withNoted(kept, notedElsewhere) } satisfies Stored);
    try {
      localStorage.setItem(key, text);
    } catch (error) {
      console.warn('entry exam: not kept', error);
    }
    const isKept = readText(key) === text;
    if (isKept) for (const of of entrySubjects) journalOf(kept.test.id, of).drop();
    return isKept;
  },
  forget(id: string): void {
    for (const of of entrySubjects) journalOf(id, of).drop();
    try {
      localStorage.removeItem(prefix + id);
    } catch {
      // Blocked storage contains nothing.
    }
  },
  /** Deletes the tests that no link can open any more. */
  forgetOld(): void {
    for (const { kept } of readAll()) {
      const { id, expires_at, kept_until, subjects } = kept.test;
      const isRunning = subjects.some(({ state }) => state === 'running');
      if (!isRunning && (kept_until ?? expires_at) < serverNow()) keptTests.forget(id);
    }
  },
  /** Whether a storage change of another tab concerns this test. */
  isKeyOf: (id: string, key: string | null): boolean =>
    key === prefix + id || entrySubjects.some((of) => key === journalKey(nameOf(id, of))),
};
