import { describe, expect, it } from 'vitest';
import { bodyOf, type PageBody } from '../../testing/answers.ts';
import { giveCourse, storeCourse, storeManyItems } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';

type Item = {
  id: number;
  is_expired: boolean;
  is_new: boolean;
  expire_at: string | null;
  course: {
    id: number;
    thumbnail: string;
    textbook_bundle: number;
    course_chapter: { chapter_unit: { unit_lesson: Record<string, unknown>[] }[] }[];
  };
  progress: Record<string, unknown>;
};
type InventoryPage = PageBody<Item> & { complete_count: number };

const list = '/api/lms/inventory/?sort_by_watchhistory=true&page=1';
const day = 24 * 60 * 60_000;

function watch(app: TestApp, token: string, lesson: number | undefined, ranges: number[][], minutesAgo = 0) {
  const client_at = new Date(app.clock.now() - minutesAgo * 60_000).toISOString();
  const json = { position: ranges.at(-1)?.[1] ?? 0, ranges, client_at, rev: 0 };
  return app.call('PUT', `/api/lms/watchhistory/${lesson}/`, { token, json });
}

describe('GET /api/lms/inventory/', () => {
  it('has all seven fields of the envelope, also when it is empty', async () => {
    const app = await createTestApp();
    const { token } = await app.signIn();
    expect(await bodyOf(app.call('GET', list, { token }))).toEqual({
      count: 0,
      current_page: 1,
      max_page: 1,
      complete_count: 0,
      next: null,
      previous: null,
      results: [],
    });
  });

  it('carries the whole course with the marks of the learner', async () => {
    const app = await createTestApp();
    const { id, token } = await app.signIn();
    const course = await storeCourse(app.deps);
    const inventory = await giveCourse(app.deps, id, course.id);
    const [first, second] = course.lessonIds;
    await watch(app, token, first, [[0, 95]]);
    await app.call('POST', '/api/lms/favorite/', { token, json: { lesson: first } });
    await app.call('POST', '/api/lms/check/', { token, json: { lesson: first, level: 3 } });
    const page = await bodyOf<InventoryPage>(app.call('GET', list, { token }));
    const [item] = page.results;
    expect(item).toMatchObject({
      id: inventory,
      user: id,
      product_id: null,
      is_expired: false,
      is_auto_renewal: false,
      is_new: false,
      course: {
        id: course.id,
        lesson_count: 3,
        duration_sum: 300,
        thumbnail: `/media/public/test/${course.key}.webp`,
        textbook_bundle: course.textbookId,
        whiteboard_bundle: course.whiteboardId,
        subject: { id: 'math', name: '数学' },
      },
      progress: { completed_lessons: 1, lesson_count: 3, last_lesson: { id: first, position: 95 } },
    });
    const lessons = item?.course.course_chapter[0]?.chapter_unit[0]?.unit_lesson;
    expect(lessons?.map((lesson) => lesson.id)).toEqual(course.lessonIds);
    expect(lessons?.[0]).toMatchObject({
      position: 95,
      watched_rate: 0.95,
      is_completed: true,
      is_favorite: true,
      check_level: 3,
      has_video: true,
    });
    expect(lessons?.[1]).toMatchObject({ id: second, position: 0, is_favorite: false, check_level: null });
  });

  it('pages by twenty and keeps the query in its links', async () => {
    const app = await createTestApp();
    const { id, token } = await app.signIn();
    await storeManyItems(app.deps, id, 45);
    const seen = new Set<number>();
    let path: string | null = list;
    const sizes: number[] = [];
    while (path !== null) {
      const page: InventoryPage = await bodyOf<InventoryPage>(app.call('GET', path, { token }));
      expect(page).toMatchObject({ count: 45, max_page: 3 });
      for (const item of page.results) seen.add(item.id);
      sizes.push(page.results.length);
      path = page.next;
      if (path !== null) expect(path).toContain('sort_by_watchhistory=true');
    }
    expect(sizes).toEqual([20, 20, 5]);
    expect(seen.size).toBe(45);
    const beyond = await bodyOf<InventoryPage>(app.call('GET', '/api/lms/inventory/?page=9', { token }));
    expect(beyond).toMatchObject({ results: [], next: null, previous: '/api/lms/inventory/?page=3' });
  });

  it('sorts by the last watched course when asked, else by purchase', async () => {
    const app = await createTestApp();
    const { id, token } = await app.signIn();
    const made = [await storeCourse(app.deps), await storeCourse(app.deps), await storeCourse(app.deps)];
    for (const course of made) await giveCourse(app.deps, id, course.id);
    await watch(app, token, made[0]?.lessonIds[0], [[0, 20]], 5);
    await watch(app, token, made[1]?.lessonIds[0], [[0, 20]], 60);
    const order = async (path: string) =>
      (await bodyOf<InventoryPage>(app.call('GET', path, { token }))).results.map((item) => item.course.id);
    const ids = made.map((course) => course.id);
    expect(await order(list)).toEqual([ids[0], ids[1], ids[2]]);
    expect(await order('/api/lms/inventory/')).toEqual([ids[2], ids[1], ids[0]]);
  });

  it('counts the courses of which every lesson is finished', async () => {
    const app = await createTestApp();
    const { id, token } = await app.signIn();
    const done = await storeCourse(app.deps);
    const half = await storeCourse(app.deps);
    for (const course of [done, half]) await giveCourse(app.deps, id, course.id);
    for (const lesson of done.lessonIds) await watch(app, token, lesson, [[0, 100]]);
    await watch(app, token, half.lessonIds[0], [[0, 100]]);
    expect(await bodyOf<InventoryPage>(app.call('GET', list, { token }))).toMatchObject({
      count: 2,
      complete_count: 1,
    });
  });

  it('says which items have ended and which are new', async () => {
    const app = await createTestApp();
    const { id, token } = await app.signIn();
    const course = await storeCourse(app.deps);
    await giveCourse(app.deps, id, course.id, new Date(app.clock.now() + day));
    const read = async () => (await bodyOf<InventoryPage>(app.call('GET', list, { token }))).results[0];
    expect(await read()).toMatchObject({ is_expired: false, is_new: true });
    await app.db.execute(`update inventories set expire_at = '2026-04-10T12:00:00+09:00'`);
    expect(await read()).toMatchObject({ is_expired: true, is_new: false });
  });

  it('shows both items of a renewed course', async () => {
    const app = await createTestApp();
    const { id, token } = await app.signIn();
    const course = await storeCourse(app.deps);
    const old = await giveCourse(app.deps, id, course.id, new Date(app.clock.now() - day));
    const renewed = await giveCourse(app.deps, id, course.id, new Date(app.clock.now() + day));
    const page = await bodyOf<InventoryPage>(app.call('GET', list, { token }));
    expect(page.results.map((item) => [item.id, item.is_expired])).toEqual([
      [renewed, false],
      [old, true],
    ]);
  });
});

describe('GET /api/lms/inventory/{id}/', () => {
  it('answers an item that has ended too', async () => {
    const app = await createTestApp();
    const { id, token } = await app.signIn();
    const course = await storeCourse(app.deps);
    const inventory = await giveCourse(app.deps, id, course.id, new Date(app.clock.now() - day));
    const item = await bodyOf<Item>(app.call('GET', `/api/lms/inventory/${inventory}/`, { token }));
    expect(item).toMatchObject({ id: inventory, is_expired: true, course: { id: course.id } });
  });
});
