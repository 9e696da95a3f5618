import { beforeEach, describe, expect, it } from 'vitest';
import { watchHistories } from '../../db/schema/learning.ts';
import { bodyOf, type PageBody, refusalOf } from '../../testing/answers.ts';
import { giveCourse, storeCourse, type TestCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import type { SignedIn } from '../../testing/users.ts';

type Watch = { lesson: number; position: number; ranges: number[][]; is_completed: boolean; rev: number };
const path = '/api/lms/watchhistory/';

let app: TestApp;
let user: SignedIn;
let course: TestCourse;
let inventory: number;

const at = (minutes: number) => new Date(app.clock.now() + minutes * 60_000).toISOString();
const put = (lesson: number | undefined, report: object, method = 'PUT') =>
  app.call(method, `${path}${lesson}/`, {
    token: user.token,
    json: { position: 0, ranges: [], client_at: at(0), rev: 0, ...report },
  });
const get = (suffix = '') => app.call('GET', path + suffix, { token: user.token });
const list = (query = '') => bodyOf<PageBody<Watch>>(get(query));

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
  course = await storeCourse(app.deps);
  inventory = await giveCourse(app.deps, user.id, course.id);
});

describe('watch history', () => {
  it('answers the merged state', async () => {
    const [lesson] = course.lessonIds;
    await put(lesson, { position: 40, ranges: [[0, 40]], client_at: at(-2) });
    const merged = await bodyOf<Watch>(put(lesson, { position: 95, ranges: [[35, 95]], rate: 1.5 }, 'POST'));
    expect(merged).toMatchObject({
      lesson,
      lesson_name: 'レッスン 1',
      course: { id: course.id },
      inventory,
      position: 95,
      duration: 100,
      ranges: [[0, 95]],
      rate: 1.5,
      watched_rate: 0.95,
      is_completed: true,
      client_at: at(0),
      rev: 2,
    });
    expect(merged).toEqual({ ...(await bodyOf<object>(get(`${lesson}/`))), playing_elsewhere: false });
  });

  it('loses nothing to a third device that was off for days', async () => {
    const [lesson] = course.lessonIds;
    await put(lesson, { position: 60, ranges: [[0, 60]], client_at: at(-60) });
    await put(lesson, { position: 20, ranges: [[10, 20]], client_at: at(-30) });
    const stale = await bodyOf<Watch>(
      put(lesson, { position: 90, ranges: [[80, 90]], client_at: at(-3000) }),
    );
    expect(stale).toMatchObject({
      position: 20,
      ranges: [
        [0, 60],
        [80, 90],
      ],
    });
  });

  it('raises the revision only when something changed', async () => {
    const [lesson] = course.lessonIds;
    const report = { position: 40, ranges: [[0, 40]], client_at: at(-2) };
    expect(await bodyOf(put(lesson, report))).toMatchObject({ rev: 1 });
    expect(await bodyOf(put(lesson, report))).toMatchObject({ rev: 1 });
  });

  it('merges reports that arrive at the same moment', async () => {
    const [lesson] = course.lessonIds;
    await Promise.all(
      [0, 20, 40, 60].map((from) => put(lesson, { position: from + 20, ranges: [[from, from + 20]] })),
    );
    expect(await bodyOf(get(`${lesson}/`))).toMatchObject({ ranges: [[0, 80]], position: 80 });
  });

  it('is listed last watched first and filtered by course', async () => {
    const other = await storeCourse(app.deps);
    await giveCourse(app.deps, user.id, other.id);
    const [first, second] = course.lessonIds;
    await put(first, { position: 10, client_at: at(-5) });
    await put(other.lessonIds[0], { position: 10, client_at: at(-1) });
    await put(second, { position: 10, client_at: at(-3) });
    expect((await list()).results.map((watch) => watch.lesson)).toEqual([other.lessonIds[0], second, first]);
    expect((await list(`?course=${course.id}`)).results.map((watch) => watch.lesson)).toEqual([
      second,
      first,
    ]);
  });

  it('goes away when the learner deletes it, and late reports from before do not bring it back', async () => {
    const [lesson, other] = course.lessonIds;
    await put(lesson, { position: 95, ranges: [[0, 95]], client_at: at(-10) });
    await put(other, { position: 10, client_at: at(-10) });
    expect((await app.call('DELETE', `${path}${lesson}/`, { token: user.token })).status).toBe(204);
    expect(await refusalOf(get(`${lesson}/`))).toBe('404 not_found');
    expect(await bodyOf(put(lesson, { position: 95, ranges: [[0, 95]], client_at: at(-10) }))).toMatchObject({
      position: 0,
      ranges: [],
      is_completed: false,
    });
    expect((await list()).results.map((watch) => watch.lesson)).toEqual([other]);
    app.clock.advance(60_000);
    expect(await bodyOf(put(lesson, { position: 10, ranges: [[0, 10]] }))).toMatchObject({
      ranges: [[0, 10]],
    });
    await app.call('DELETE', path, { token: user.token });
    expect((await list()).count).toBe(0);
  });

  it('stays deleted where a device’s clock was ahead, and is counted as watched at no later time', async () => {
    const [lesson, other] = course.lessonIds;
    await put(lesson, { position: 95, ranges: [[0, 95]], client_at: at(4) });
    await put(other, { position: 40, ranges: [[0, 40]], client_at: at(-60) });
    await app.call('DELETE', path, { token: user.token });
    expect((await list()).count).toBe(0);
    expect(await refusalOf(get(`${lesson}/`))).toBe('404 not_found');
    const rows = await app.db.select().from(watchHistories).orderBy(watchHistories.id);
    expect(rows.map(({ watchedAt }) => watchedAt.toISOString())).toEqual([at(0), at(-60)]);
    await put(other, { position: 40, ranges: [[0, 40]], client_at: at(-30) });
    expect((await list()).count).toBe(0);
  });

  it('is taken from owners, also after the end, and for free lessons', async () => {
    const strange = await storeCourse(app.deps, { lessons: [{ isFree: true }, {}] });
    expect((await put(strange.lessonIds[0], { position: 10 })).status).toBe(200);
    expect(await refusalOf(put(strange.lessonIds[1], { position: 10 }))).toBe('403 forbidden');
    await giveCourse(app.deps, user.id, strange.id, new Date(app.clock.now() - 1));
    expect((await put(strange.lessonIds[1], { position: 10, client_at: at(-60) })).status).toBe(200);
  });

  it('does not touch what another learner watched', async () => {
    const other = await app.signIn();
    await giveCourse(app.deps, other.id, course.id);
    const [lesson] = course.lessonIds;
    await put(lesson, { position: 50, ranges: [[0, 50]] });
    await app.call('DELETE', path, { token: other.token });
    expect(await bodyOf(get(`${lesson}/`))).toMatchObject({ position: 50 });
  });
});
