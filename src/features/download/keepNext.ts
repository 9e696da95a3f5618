import type { Line } from '#shared/lib/transport/line.ts';

/** Most lessons of a course that are downloaded ahead (offline.md 2.4). */
export const mostNext = 5;

/** A file that a lesson needs, bytes. */
type NeededFile = { id: string; size: number };

/** A course whose next lessons are to be kept; its lessons are in learning order. */
export type NextCourse = {
  inventory: string;
  /** How many lessons ahead, 1 to 5. */
  count: number;
  /** The last watched lesson; `null`: none yet. */
  lastSeen: string | null;
  /** Lessons that are not added automatically, because the learner deleted them. */
  skipped?: readonly string[];
  /** `files`: `null` while the server's list of needed files is unknown; the lesson cannot be added then. */
  lessons: readonly { id: string; isDone: boolean; files: readonly NeededFile[] | null }[];
};

/** A lesson that is kept or being downloaded. */
export type KeptLesson = {
  key: string;
  lesson: string;
  inventory: string;
  /** Added by this rule, not by the learner. */
  isAuto: boolean;
  files: readonly string[];
};

/** Everything the plan depends on. */
export type NextSituation = {
  /** By priority for space: the last watched course first. */
  courses: readonly NextCourse[];
  kept: readonly KeptLesson[];
  /** Bytes of every kept file, by its id. */
  here: ReadonlyMap<string, number>;
  /** Most bytes that downloads may use. */
  cap: number;
  /** Lessons that may be on screen now: they stay, watched or not. */
  inUse: ReadonlySet<string>;
};

/** Lessons to queue by course, and keys of downloads to delete. */
export type NextPlan = { add: { inventory: string; lessons: string[] }[]; remove: string[] };

/** The next unfinished lessons: from the last watched one on, then unfinished ones before it. */
export function nextLessons({ lessons, lastSeen, count, skipped = [] }: NextCourse): string[] {
  const at = Math.max(
    0,
    lessons.findIndex(({ id }) => id === lastSeen),
  );
  return [...lessons.slice(at), ...lessons.slice(0, at)]
    .filter(({ id, isDone }) => !isDone && !skipped.includes(id))
    .slice(0, count)
    .map(({ id }) => id);
}

/**
 * What to add and what to delete so that the next lessons of the chosen courses are on the device. Watched lessons are
 * deleted; other lessons added by the rule are deleted only to make room. Lessons that the learner added are never
 * touched, and the cap is never exceeded. Within a course no lesson is skipped in favour of a smaller later one.
 */
export function planNext({ courses, kept, here, cap, inUse }: NextSituation): NextPlan {
  const done = new Set(
    courses.flatMap(({ lessons }) => lessons.filter((one) => one.isDone).map(({ id }) => id)),
  );
  const wanted = new Set(courses.flatMap(nextLessons));
  const chosen = new Set(courses.map(({ inventory }) => inventory));
  const mayGo = kept.filter(
    (one) => one.isAuto && chosen.has(one.inventory) && !inUse.has(one.lesson) && !wanted.has(one.lesson),
  );
  const removed = new Set(mayGo.filter(({ lesson }) => done.has(lesson)));
  const spare = mayGo.filter((one) => !removed.has(one));
  const ledger = createLedger(kept, here);
  ledger.drop(removed);
  const have = new Set(kept.map(({ lesson }) => lesson));
  const add: NextPlan['add'] = [];
  for (const course of courses) {
    const lessons: string[] = [];
    for (const id of nextLessons(course)) {
      if (have.has(id)) continue;
      const files = course.lessons.find((lesson) => lesson.id === id)?.files;
      if (!files) break;
      while (ledger.bytesWith(files) > cap && spare.length > 0) {
        const gone = spare.pop();
        if (gone) ledger.drop(removed.add(gone));
      }
      if (ledger.bytesWith(files) > cap) break;
      ledger.add(files);
      lessons.push(id);
    }
    if (lessons.length > 0) add.push({ inventory: course.inventory, lessons });
  }
  return { add, remove: [...removed].map(({ key }) => key) };
}

/** Counts bytes by file, so that shared files count once. Files in progress count with their full size. */
function createLedger(kept: readonly KeptLesson[], here: ReadonlyMap<string, number>) {
  let files = new Map(here);
  const added = new Map<string, number>();
  const sum = () =>
    [...files.values()].reduce((one, other) => one + other, 0) +
    [...added].reduce((total, [id, size]) => total + size - (files.get(id) ?? 0), 0);
  return {
    drop: (removed: ReadonlySet<KeptLesson>) => {
      const needed = new Set(kept.filter((one) => !removed.has(one)).flatMap((one) => one.files));
      files = new Map([...here].filter(([id]) => needed.has(id)));
    },
    add: (more: readonly NeededFile[]) => {
      for (const { id, size } of more) added.set(id, size);
    },
    bytesWith: (more: readonly NeededFile[]) => {
      const extra = more.filter(({ id }) => !added.has(id));
      return sum() + extra.reduce((total, { id, size }) => total + size - (files.get(id) ?? 0), 0);
    },
  };
}

/**
 * Whether lessons may be fetched automatically. The learner's switch decides. With 「Wi-Fiのときだけ」 only a line that is
 * known not to be mobile is used; if the browser does not tell, the learner has to tap (offline.md 4.5).
 */
export function mayKeepByItself(line: Line | undefined, wifiOnly: boolean): 'yes' | 'no' | 'unknown' {
  if (line?.saveData === true) return 'no';
  if (!wifiOnly) return 'yes';
  if (line?.type === 'wifi' || line?.type === 'ethernet') return 'yes';
  return line?.type === undefined || line.type === 'unknown' ? 'unknown' : 'no';
}
