import { beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, type PageBody, refusalOf } from '../../testing/answers.ts';
import { giveCourse, storeCourse, type TestCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import type { SignedIn } from '../../testing/users.ts';

type Check = { id: number; lesson: number; course: number; level: number };
const path = '/api/lms/check/';

let app: TestApp;
let user: SignedIn;
let course: TestCourse;

const at = (minutes: number) => new Date(app.clock.now() + minutes * 60_000).toISOString();
/** Each tap at a time of its own: without a time of the device, the time of arrival decides. */
const post = (json: unknown) => {
  app.clock.advance(1);
  return app.call('POST', path, { token: user.token, json });
};
const list = (query = '') => bodyOf<PageBody<Check>>(app.call('GET', path + query, { token: user.token }));

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
  course = await storeCourse(app.deps);
  await giveCourse(app.deps, user.id, course.id);
});

describe('checks', () => {
  it('hold one level a lesson; level 0 removes', async () => {
    const [lesson] = course.lessonIds;
    const made = await post({ lesson, level: 1 });
    expect(made.status).toBe(201);
    const { id } = await bodyOf<Check>(made);
    expect(await bodyOf(post({ lesson, level: 3 }))).toMatchObject({
      id,
      lesson,
      course: course.id,
      level: 3,
    });
    expect((await list()).results).toMatchObject([{ id, level: 3 }]);
    expect(await bodyOf(post({ lesson, level: 0 }))).toMatchObject({ id, level: 0 });
    expect(await list()).toMatchObject({ count: 0, results: [] });
  });

  it('are filtered by course', async () => {
    const other = await storeCourse(app.deps);
    await giveCourse(app.deps, user.id, other.id);
    await post({ lesson: course.lessonIds[0], level: 2 });
    await post({ lesson: other.lessonIds[0], level: 1 });
    expect((await list(`?course=${other.id}`)).results).toMatchObject([
      { lesson: other.lessonIds[0], level: 1 },
    ]);
    expect((await list()).count).toBe(2);
  });

  it('keep the last intent in both orders and against a third device that comes late', async () => {
    const intents: [number, number][] = [
      [3, -10],
      [1, -5],
      [2, -600],
    ];
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    for (const [i, order] of orders.entries()) {
      const extra = await storeCourse(app.deps, { lessons: [{ isFree: true }] });
      for (const n of order) {
        const [level, minutes] = intents[n] ?? [0, 0];
        await post({ lesson: extra.lessonIds[0], level, client_at: at(minutes) });
      }
      const [stored] = (await list(`?course=${extra.id}`)).results;
      expect([i, stored?.level]).toEqual([i, 1]);
    }
  });

  it('stay removed when an older level arrives late', async () => {
    const [lesson] = course.lessonIds;
    await post({ lesson, level: 0, client_at: at(-5) });
    expect(await bodyOf(post({ lesson, level: 3, client_at: at(-6) }))).toMatchObject({ level: 0 });
  });

  it('are for owners', async () => {
    const other = await storeCourse(app.deps);
    expect(await refusalOf(post({ lesson: other.lessonIds[0], level: 1 }))).toBe('403 forbidden');
  });
});
