import { beforeEach, describe, expect, it } from 'vitest';
import { bodyOf } from '../../testing/answers.ts';
import { giveCourse, storeCourse, storeNotice } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import type { SignedIn } from '../../testing/users.ts';

type Dashboard = {
  resume: { lesson: number; position: number } | null;
  next: { inventory: number; course: { id: number }; lesson: { id: number } }[];
  week: { minutes: number; streak: number; days: { date: string; minutes: number }[] };
  unread_count: number;
};
const day = 24 * 60 * 60_000;

let app: TestApp;
let user: SignedIn;

const read = () => bodyOf<Dashboard>(app.call('GET', '/api/lms/dashboard/', { token: user.token }));
function watch(lesson: number | undefined, to: number, ago = 0) {
  const client_at = new Date(app.clock.now() - ago).toISOString();
  const json = { position: to, ranges: [[0, to]], client_at, rev: 0 };
  return app.call('PUT', `/api/lms/watchhistory/${lesson}/`, { token: user.token, json });
}

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
});

describe('GET /api/lms/dashboard/', () => {
  it('is quiet for a newcomer', async () => {
    const { resume, next, week, unread_count } = await read();
    expect({ resume, next, unread_count, minutes: week.minutes, streak: week.streak }).toEqual({
      resume: null,
      next: [],
      unread_count: 0,
      minutes: 0,
      streak: 0,
    });
    expect(week.days).toHaveLength(7);
    expect(week.days.at(-1)?.date).toBe('2026-04-10');
  });

  it('resumes the last unfinished lesson that may still be opened', async () => {
    const running = await storeCourse(app.deps);
    const ended = await storeCourse(app.deps);
    await giveCourse(app.deps, user.id, running.id);
    await giveCourse(app.deps, user.id, ended.id, new Date(app.clock.now() - day));
    await watch(running.lessonIds[0], 100, 1000);
    await watch(running.lessonIds[1], 40, 2000);
    await watch(ended.lessonIds[0], 40, 500);
    expect((await read()).resume).toMatchObject({ lesson: running.lessonIds[1], position: 40 });
  });

  it('names the next lesson of each running course, last watched course first', async () => {
    const fresh = await storeCourse(app.deps);
    const started = await storeCourse(app.deps);
    const done = await storeCourse(app.deps, { lessons: [{}] });
    const ended = await storeCourse(app.deps);
    const inventory = await giveCourse(app.deps, user.id, started.id);
    for (const course of [fresh, done]) await giveCourse(app.deps, user.id, course.id);
    await giveCourse(app.deps, user.id, ended.id, new Date(app.clock.now() - day));
    await watch(started.lessonIds[0], 100, 1000);
    await watch(done.lessonIds[0], 100, 500);
    const { next } = await read();
    expect(next.map(({ course, lesson }) => [course.id, lesson.id])).toEqual([
      [started.id, started.lessonIds[1]],
      [fresh.id, fresh.lessonIds[0]],
    ]);
    expect(next[0]?.inventory).toBe(inventory);
  });

  it('adds up the week by days in Japan and counts days in a row', async () => {
    const course = await storeCourse(app.deps, {
      lessons: [{ duration: 6000 }, { duration: 6000 }, { duration: 6000 }],
    });
    await giveCourse(app.deps, user.id, course.id);
    const [first, second, third] = course.lessonIds;
    await watch(first, 600, day);
    await watch(second, 300);
    await watch(second, 300);
    await watch(third, 1200, 8 * day);
    const { week } = await read();
    expect(week).toMatchObject({ minutes: 15, streak: 2 });
    expect(week.days.slice(-2)).toEqual([
      { date: '2026-04-09', minutes: 10 },
      { date: '2026-04-10', minutes: 5 },
    ]);
  });

  it('counts unread notices', async () => {
    const notice = await storeNotice(app.deps);
    await storeNotice(app.deps, { audience: 'public' });
    await storeNotice(app.deps, { published: new Date(app.clock.now() + day) });
    expect((await read()).unread_count).toBe(2);
    await app.call('POST', `/api/cms/notice/${notice}/read/`, { token: user.token });
    expect((await read()).unread_count).toBe(1);
  });
});
