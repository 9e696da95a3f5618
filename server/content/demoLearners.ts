import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { emailField, grades, kanaField, phoneField } from '#contracts/profile.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { courses, lessons } from '../db/schema/catalog.ts';
import { bookmarks, checks, favorites, inventories, notes } from '../db/schema/learning.ts';
import type { Deps } from '../deps.ts';
import { hashPassword } from '../domain/accounts/passwords.ts';
import { saveWatch } from '../domain/watchhistory/store.ts';
import { markDemoAccount } from './demoAccounts.ts';
import { PackRefusedError, ProblemList } from './problems.ts';
import { readYamlFile } from './yamlFile.ts';

const ago = z.number().check(z.minimum(0), z.maximum(1000));

/** learners.yaml: demo accounts and what they have done so far. Times are days before the day of loading. */
export const learnersFormat = z.array(
  z.strictObject({
    email: emailField,
    password: z.string().check(z.minLength(8)),
    family_name: z.string(),
    given_name: z.string(),
    family_name_kana: z._default(kanaField, ''),
    given_name_kana: z._default(kanaField, ''),
    /** Without a birth date they count as under 18. */
    birth_date: z.optional(z.iso.date()),
    /** In place of a birth date: full years on the day of loading. */
    age: z.optional(z.int().check(z.minimum(0), z.maximum(120))),
    phone: z._default(phoneField, ''),
    grade: z.enum(grades),
    courses: z._default(
      z.array(
        z.strictObject({
          course: z.string(),
          bought_days_ago: ago,
          /** Negative: access has ended; left out: no end. */
          expires_in_days: z.optional(z.number()),
        }),
      ),
      [],
    ),
    watches: z._default(
      z.array(
        z.strictObject({
          lesson: z.string(),
          days_ago: ago,
          /** Seen parts, as shares of the lesson from 0 to 1. */
          seen: z.array(z.tuple([z.number(), z.number()])),
          /** Where the learner stopped, as a share; left out: the end of the last part. */
          position: z.optional(z.number()),
        }),
      ),
      [],
    ),
    checks: z._default(
      z.array(z.strictObject({ lesson: z.string(), level: z.literal([1, 2, 3]), days_ago: ago })),
      [],
    ),
    favorites: z._default(z.array(z.strictObject({ lesson: z.string(), days_ago: ago })), []),
    bookmarks: z._default(z.array(z.strictObject({ course: z.string(), days_ago: ago })), []),
    notes: z._default(
      z.array(
        z.strictObject({
          lesson: z.string(),
          sec: z.number(),
          body: z.string().check(z.maxLength(1000)),
          days_ago: ago,
        }),
      ),
      [],
    ),
  }),
);
type Learner = z.output<typeof learnersFormat>[number];

type LessonRow = { id: number; courseId: number; duration: number };
/** What a learner's rows are made with. */
type Making = {
  tx: Tx;
  userId: number;
  now: number;
  course(key: string): number;
  lesson(key: string): LessonRow;
  before(days: number): Date;
};

const day = 24 * 60 * 60_000;

async function storeCourses({ tx, userId, course, before, now }: Making, learner: Learner): Promise<void> {
  if (learner.courses.length === 0) return;
  await tx.insert(inventories).values(
    learner.courses.map((item) => ({
      userId,
      courseId: course(item.course),
      productId: `course-${item.course}`,
      expireAt: item.expires_in_days === undefined ? null : new Date(now + item.expires_in_days * day),
      created: before(item.bought_days_ago),
      modified: before(item.bought_days_ago),
    })),
  );
}

async function storeWatches({ tx, userId, lesson, before }: Making, learner: Learner): Promise<void> {
  for (const watch of learner.watches) {
    const found = lesson(watch.lesson);
    const at = before(watch.days_ago).getTime();
    const seconds = (share: number) => share * found.duration;
    const report = {
      position: seconds(watch.position ?? watch.seen.at(-1)?.[1] ?? 0),
      ranges: watch.seen.map(([from, to]): [number, number] => [seconds(from), seconds(to)]),
      rate: 1,
      clientAt: at,
      restart: false,
      deviceId: null,
    };
    await saveWatch(tx, userId, found, report, at);
  }
}

async function storeMarks({ tx, userId, lesson, course, before }: Making, learner: Learner): Promise<void> {
  const mark = (key: string, days: number) => {
    const { id, courseId } = lesson(key);
    const at = before(days);
    return { userId, lessonId: id, courseId, clientAt: at, created: at, modified: at };
  };
  const checkRows = learner.checks.map((row) => ({ ...mark(row.lesson, row.days_ago), level: row.level }));
  if (checkRows.length > 0) await tx.insert(checks).values(checkRows);
  const starRows = learner.favorites.map((row) => ({ ...mark(row.lesson, row.days_ago), isOn: true }));
  if (starRows.length > 0) await tx.insert(favorites).values(starRows);
  const bookmarkRows = learner.bookmarks.map((row) => {
    const at = before(row.days_ago);
    return { userId, courseId: course(row.course), isCheck: true, clientAt: at, created: at, modified: at };
  });
  if (bookmarkRows.length > 0) await tx.insert(bookmarks).values(bookmarkRows);
  const noteRows = learner.notes.map((row) => {
    const { clientAt: _, ...common } = mark(row.lesson, row.days_ago);
    return { ...common, id: crypto.randomUUID(), sec: row.sec, body: row.body.trim(), rev: 1 };
  });
  if (noteRows.length > 0) await tx.insert(notes).values(noteRows);
}

async function catalogOf(tx: Tx) {
  const courseRows = await tx.select({ key: courses.key, id: courses.id }).from(courses);
  const columns = {
    key: lessons.key,
    id: lessons.id,
    courseId: lessons.courseId,
    duration: lessons.duration,
  };
  const lessonRows = await tx.select(columns).from(lessons);
  const courseIds = new Map(courseRows.map((row) => [row.key, row.id]));
  const lessonsByKey = new Map(lessonRows.map((row) => [row.key, row]));
  const known = <T>(map: Map<string, T>, key: string): T => {
    const value = map.get(key);
    if (value === undefined) throw new Error(`learners.yaml: 「${key}」は教材にありません。`);
    return value;
  };
  return {
    course: (key: string) => known(courseIds, key),
    lesson: (key: string) => known(lessonsByKey, key),
  };
}

/** A birth date of somebody who is so old, and whose next birthday is some months away. */
function birthDateAt(age: number, now: number): string {
  const birth = new Date(now - 100 * day);
  birth.setUTCFullYear(birth.getUTCFullYear() - age);
  return birth.toISOString().slice(0, 10);
}

function birthDateOf({ birth_date, age }: Learner, now: number): string | null {
  if (birth_date !== undefined) return birth_date;
  return age === undefined ? null : birthDateAt(age, now);
}

async function storeLearner(tx: Tx, learner: Learner, passwordHash: string, now: number): Promise<void> {
  const made = await tx
    .insert(users)
    .values({
      email: learner.email,
      passwordHash,
      familyName: learner.family_name,
      givenName: learner.given_name,
      familyNameKana: learner.family_name_kana,
      givenNameKana: learner.given_name_kana,
      birthDate: birthDateOf(learner, now),
      phone: learner.phone,
      grade: learner.grade,
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!made[0]) return;
  await markDemoAccount(tx, made[0].id, now);
  const catalog = await catalogOf(tx);
  const making: Making = {
    tx,
    userId: made[0].id,
    now,
    ...catalog,
    before: (days) => new Date(now - days * day),
  };
  await storeCourses(making, learner);
  await storeWatches(making, learner);
  await storeMarks(making, learner);
}

/** Makes the accounts of learners.yaml in a pack's folder that are not there yet; the others are left as they are. */
export async function loadLearners(deps: Deps, root: string): Promise<void> {
  const problems = new ProblemList();
  const { value } = await readYamlFile(root, 'learners.yaml', learnersFormat, problems);
  if (!value) throw new PackRefusedError(problems);
  for (const learner of value) {
    const found = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, learner.email));
    if (found.length > 0) continue;
    const passwordHash = await hashPassword(learner.password, 'content');
    await deps.db.transaction((tx) => storeLearner(tx, learner, passwordHash, deps.clock.now()));
  }
}
