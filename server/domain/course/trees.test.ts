import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryRows } from '../../db/client.ts';
import { chapters, contentVersion, courses, lessons, teachers, units } from '../../db/schema/catalog.ts';
import { bodyOf, type PageBody } from '../../testing/answers.ts';
import {
  giveCourse,
  giveTeacher,
  storeCourse,
  storeTeacher,
  type TestCourse,
} from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { countRoundTrips } from '../../testing/roundTrips.ts';
import type { SignedIn } from '../../testing/users.ts';
import { keptTrees, versionNow } from './trees.ts';

type Lesson = { id: number; name: string } & Record<string, unknown>;
type Course = {
  name: string;
  modified: string;
  textbook_bundle: number | null;
  whiteboard_bundle: number | null;
  teachers: { name: string }[];
  course_chapter: { name: string; chapter_unit: { name: string; unit_lesson: Lesson[] }[] }[];
};

let app: TestApp;
/** A second process on the same database, with its own cache of courses. */
let other: TestApp;
let course: TestCourse;
let me: SignedIn;
beforeEach(async () => {
  app = await createTestApp();
  other = await createTestApp({ besides: app });
  course = await storeCourse(app.deps);
  await giveTeacher(app.deps, course.id, await storeTeacher(app.deps));
  me = await app.signIn();
  await giveCourse(app.deps, me.id, course.id);
});

async function courseFor(
  process: TestApp,
  { token }: SignedIn,
  path = '/api/lms/inventory/',
): Promise<Course> {
  const page = await bodyOf<PageBody<{ course: Course }>>(process.call('GET', path, { token }));
  const [item] = page.results;
  if (!item) throw new Error('no course in the answer');
  return item.course;
}

const unitOf = ({ course_chapter }: Course) => course_chapter[0]?.chapter_unit[0];
const lessonsOf = (body: Course) => unitOf(body)?.unit_lesson ?? [];

type Change = [what: string, make: () => Promise<unknown>, see: (body: Course) => unknown, expected: unknown];
const changes: Change[] = [
  [
    'the name of a course',
    () => app.db.update(courses).set({ name: '新しい名前' }),
    (body) => body.name,
    '新しい名前',
  ],
  [
    'a course that is withdrawn',
    () => app.db.update(courses).set({ withdrawn: new Date(0), modified: new Date(0) }),
    (body) => body.modified,
    '1970-01-01T00:00:00.000Z',
  ],
  [
    'a lesson that is added',
    () =>
      app.db.execute(sql`insert into lessons (key, course_id, unit_id, name, "order", sequence, body_html, duration, created, modified)
        select 'new', course_id, unit_id, '追加', 4, 4, '', 100, now(), now() from lessons limit 1`),
    (body) => lessonsOf(body).map(({ name }) => name),
    ['レッスン 1', 'レッスン 2', 'レッスン 3', '追加'],
  ],
  [
    'a lesson that is withdrawn',
    () =>
      app.db
        .update(lessons)
        .set({ withdrawn: new Date(0) })
        .where(eq(lessons.sequence, 2)),
    (body) => lessonsOf(body).map(({ name }) => name),
    ['レッスン 1', 'レッスン 3'],
  ],
  [
    'a lesson that is deleted',
    () => app.db.delete(lessons).where(eq(lessons.sequence, 3)),
    (body) => lessonsOf(body).length,
    2,
  ],
  [
    'the name of a chapter',
    () => app.db.update(chapters).set({ name: '新しい章' }),
    (body) => body.course_chapter[0]?.name,
    '新しい章',
  ],
  [
    'the name of a unit',
    () => app.db.update(units).set({ name: '新しい単元' }),
    (body) => unitOf(body)?.name,
    '新しい単元',
  ],
  [
    'the name of a teacher',
    () => app.db.update(teachers).set({ name: '新しい先生' }),
    (body) => body.teachers[0]?.name,
    '新しい先生',
  ],
  [
    'a teacher who has left',
    () => app.db.execute(sql`delete from course_teachers`),
    (body) => body.teachers,
    [],
  ],
  [
    'a textbook that is gone',
    () => app.db.execute(sql`delete from textbook_bundles`),
    (body) => body.textbook_bundle,
    null,
  ],
  [
    'board pictures that are gone',
    () => app.db.execute(sql`delete from whiteboard_bundles`),
    (body) => body.whiteboard_bundle,
    null,
  ],
];

describe('courses in memory', () => {
  it.each(changes)(
    '%s is seen by the next request, in this process and in another',
    async (_, make, see, expected) => {
      await app.call('POST', '/api/lms/bookmark/', {
        token: me.token,
        json: { course: course.id, is_check: true },
      });
      const read = () =>
        Promise.all(
          [app, other].flatMap((process) => [
            courseFor(process, me),
            courseFor(process, me, '/api/lms/bookmark/'),
          ]),
        );
      for (const before of await read()) expect(see(before)).not.toEqual(expected);
      await make();
      for (const after of await read()) expect(see(after)).toEqual(expected);
    },
  );

  it('a change that is taken back is not seen, and the next one is', async () => {
    await courseFor(app, me);
    const change = (name: string) => app.db.update(courses).set({ name });
    await app.db
      .transaction(async (tx) => {
        await tx.update(courses).set({ name: '取り消し' });
        throw new Error('taken back');
      })
      .catch(() => undefined);
    expect((await courseFor(app, me)).name).toBe(`講座 ${course.key}`);
    await change('次の名前');
    expect((await courseFor(app, me)).name).toBe('次の名前');
  });

  it('the marks of one learner are never in the answer of another', async () => {
    const [first, second] = course.lessonIds;
    const friend = await app.signIn();
    await giveCourse(app.deps, friend.id, course.id);
    const mark = async ({ token }: SignedIn, lesson: number | undefined, level: number) => {
      const watch = {
        position: 95,
        ranges: [[0, 95]],
        client_at: new Date(app.clock.now()).toISOString(),
        rev: 0,
      };
      await app.call('PUT', `/api/lms/watchhistory/${lesson}/`, { token, json: watch });
      await app.call('POST', '/api/lms/favorite/', { token, json: { lesson } });
      await app.call('POST', '/api/lms/check/', { token, json: { lesson, level } });
    };
    const blank = {
      position: 0,
      watched_rate: 0,
      is_completed: false,
      is_favorite: false,
      check_level: null,
    };
    const marked = { position: 95, watched_rate: 0.95, is_completed: true, is_favorite: true };
    await mark(me, first, 3);
    expect(lessonsOf(await courseFor(app, me))).toMatchObject([{ ...marked, check_level: 3 }, blank, blank]);
    expect(lessonsOf(await courseFor(app, friend))).toMatchObject([blank, blank, blank]);
    await mark(friend, second, 1);
    expect(lessonsOf(await courseFor(app, friend))).toMatchObject([
      blank,
      { ...marked, check_level: 1 },
      blank,
    ]);
    expect(lessonsOf(await courseFor(app, me))).toMatchObject([{ ...marked, check_level: 3 }, blank, blank]);
  });

  it('are bounded: the longest unused goes first', async () => {
    const [one, two, three] = [course, await storeCourse(app.deps), await storeCourse(app.deps)].map(
      ({ id }) => id,
    );
    const trees = keptTrees(app.db, 8);
    const reads = async (...ids: (number | undefined)[]) => {
      const asked = countRoundTrips(app.db);
      const found = await trees.read('a', ids as number[]);
      expect([...found.keys()].sort()).toEqual([...ids].sort());
      return asked() > 0;
    };
    expect(await reads(one, two)).toBe(true);
    expect(await reads(one)).toBe(false);
    expect(await reads(three)).toBe(true);
    expect(await reads(one)).toBe(false);
    expect(await reads(two)).toBe(true);
  });

  it('are not kept when there is no version', async () => {
    await app.db.delete(contentVersion);
    const [row] = await queryRows<{ version: string | null }>(app.db, sql`select ${versionNow} as version`);
    expect(row).toEqual({ version: null });
    const { name } = await courseFor(app, me);
    await app.db.execute(sql`alter table courses disable trigger user`);
    await app.db.update(courses).set({ name: '新しい名前' });
    await app.db.execute(sql`alter table courses enable trigger user`);
    expect([name, (await courseFor(app, me)).name]).toEqual([`講座 ${course.key}`, '新しい名前']);
  });

  it('what changes nothing of the content leaves the version as it is', async () => {
    const version = () => queryRows(app.db, sql`select version from content_version`);
    const before = await version();
    await app.call('POST', '/api/lms/favorite/', { token: me.token, json: { lesson: course.lessonIds[0] } });
    await courseFor(app, me);
    expect(before).toHaveLength(1);
    expect(await version()).toEqual(before);
  });
});
