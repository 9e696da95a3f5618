import type { Rendition } from '#contracts/offline.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { mostNext } from './keepNext.ts';

/** Key of the choices in `meta`: they belong to this device, like its storage. */
const choicesKey = 'download.next';

/** A course whose next lessons are kept on this device. */
export type NextChoice = {
  course: string;
  inventory: string;
  count: number;
  rendition: Rendition;
  /** Lessons the learner deleted: they are not added automatically again. */
  skipped?: string[];
};

/** The learner's choices on this device. */
export async function readChoices(db: UserDb): Promise<NextChoice[]> {
  const row = await db.meta.get(choicesKey);
  return Array.isArray(row?.value) ? (row.value as NextChoice[]) : [];
}

/** Sets how many lessons of a course are kept ahead; 0 ends it, but kept lessons stay. */
export async function chooseNext(db: UserDb, choice: NextChoice): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const others = (await readChoices(db)).filter(({ course }) => course !== choice.course);
    const count = Math.min(mostNext, Math.floor(choice.count));
    const value = count > 0 ? [...others, { ...choice, count }] : others;
    await db.meta.put({ key: choicesKey, value });
  });
}

/** Lessons the learner deleted are not kept ahead again. */
export async function skipLessons(db: UserDb, lessons: readonly string[]): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const choices = await readChoices(db);
    if (choices.length === 0 || lessons.length === 0) return;
    const value = choices.map((choice) => ({
      ...choice,
      skipped: [...new Set([...(choice.skipped ?? []), ...lessons])],
    }));
    await db.meta.put({ key: choicesKey, value });
  });
}

/** Ends keeping ahead, for one course or for all; kept lessons stay. */
export async function endNext(db: UserDb, course: string | null): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const value = (await readChoices(db)).filter((choice) => course !== null && choice.course !== course);
    await db.meta.put({ key: choicesKey, value });
  });
}

/** The choices, live; `undefined` while they are read. */
export function useNextChoices(): NextChoice[] | undefined {
  return useStored(() => readChoices(currentDb()).catch(() => []), []);
}

/** Key in `meta`: the learner was asked about mobile data; this happens once. */
const askedKey = 'download.next.asked';

/** Whether the learner was asked; `undefined` while this is read. */
export function useWifiAsked(): boolean | undefined {
  return useStored(async () => (await currentDb().meta.get(askedKey)) !== undefined, []);
}

/** Stores that the question was answered. */
export async function writeWifiAsked(db: UserDb): Promise<void> {
  await db.meta.put({ key: askedKey, value: true });
}

/** Whether lessons may be kept ahead at all: not before the question about mobile data was answered. */
export async function isWifiAsked(db: UserDb): Promise<boolean> {
  return (await db.meta.get(askedKey)) !== undefined;
}
