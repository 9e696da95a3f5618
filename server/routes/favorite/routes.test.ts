import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { favoriteLimit } from '../../domain/favorite/store.ts';
import { bodyOf, type FailureBody, type PageBody, refusalOf } from '../../testing/answers.ts';
import { giveCourse, storeCourse, type TestCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import type { SignedIn } from '../../testing/users.ts';

type Favorite = {
  id: number;
  lesson: { id: number; course: { id: number; name: string } };
  inventory: number;
};
const path = '/api/lms/favorite/';

let app: TestApp;
let user: SignedIn;
let course: TestCourse;

const at = (minutes: number) => new Date(app.clock.now() + minutes * 60_000).toISOString();
/** Each tap at a time of its own: without a time of the device, the time of arrival decides. */
const post = (json: unknown) => {
  app.clock.advance(1);
  return app.call('POST', path, { token: user.token, json });
};
const remove = (id: number, headers: Record<string, string> = {}) => {
  app.clock.advance(1);
  return app.call('DELETE', `${path}${id}/`, { token: user.token, headers });
};
const list = (query = '') => bodyOf<PageBody<Favorite>>(app.call('GET', path + query, { token: user.token }));

/** Fills the user's favorites to `count` with lessons made for it. */
async function fill(count: number): Promise<void> {
  await app.db.execute(sql`with made as (
      insert into lessons (key, course_id, unit_id, name, "order", sequence, body_html, duration, created, modified)
      select 'fill-' || n, ${course.id}::int, (select id from units limit 1), 'L', n, n + 100, '', 60, now(), now()
      from generate_series(1, ${count}::int) as n returning id)
    insert into favorites (user_id, lesson_id, course_id, is_on, client_at, created, modified)
    select ${user.id}::int, id, ${course.id}::int, true, now(), now(), now() from made`);
}

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
  course = await storeCourse(app.deps);
  await giveCourse(app.deps, user.id, course.id);
});

describe('favorites', () => {
  it('are made once for a lesson and name its course', async () => {
    const [lesson] = course.lessonIds;
    const first = await post({ lesson });
    expect(first.status).toBe(201);
    const favorite = await bodyOf<Favorite>(first);
    expect(favorite.lesson).toMatchObject({ id: lesson, duration: 100, course: { id: course.id } });
    expect((await post({ lesson })).status).toBe(200);
    expect((await list()).results).toEqual([favorite]);
  });

  it('are filtered by course, and the filter stays in the links', async () => {
    const other = await storeCourse(app.deps);
    await giveCourse(app.deps, user.id, other.id);
    await post({ lesson: other.lessonIds[0] });
    await fill(21);
    const page = await list(`?lesson__unit__chapter__course=${course.id}`);
    expect(page).toMatchObject({
      count: 21,
      next: `${path}?lesson__unit__chapter__course=${course.id}&page=2`,
    });
    expect((await list(`?lesson__unit__chapter__course=${other.id}`)).count).toBe(1);
  });

  it('go away by state and by delete, and come back', async () => {
    const [lesson] = course.lessonIds;
    const { id } = await bodyOf<Favorite>(post({ lesson }));
    expect((await post({ lesson, is_favorite: false })).status).toBe(204);
    expect((await list()).count).toBe(0);
    expect((await remove(id)).status).toBe(204);
    expect(await bodyOf(post({ lesson }))).toMatchObject({ id });
    expect((await remove(id)).status).toBe(204);
    expect((await remove(id)).status).toBe(204);
    expect((await list()).count).toBe(0);
  });

  it('stay away when an older wish arrives late', async () => {
    const [lesson] = course.lessonIds;
    expect((await post({ lesson, is_favorite: false, client_at: at(-5) })).status).toBe(204);
    expect((await post({ lesson, client_at: at(-10) })).status).toBe(204);
    const { id } = await bodyOf<Favorite>(post({ lesson, client_at: at(-2) }));
    await remove(id, { 'X-Client-At': at(-3) });
    expect((await list()).count).toBe(1);
  });

  it('end at the limit, which removing makes room under', async () => {
    await fill(favoriteLimit - 1);
    const [first, second] = course.lessonIds;
    const { id } = await bodyOf<Favorite>(post({ lesson: first }));
    const refused = await post({ lesson: second });
    expect(refused.status).toBe(409);
    expect(await bodyOf<FailureBody>(refused)).toMatchObject({ code: 'limit' });
    expect((await post({ lesson: first })).status).toBe(200);
    await remove(id);
    expect((await post({ lesson: second })).status).toBe(201);
  });

  it('do not pass the limit when two arrive at once', async () => {
    await fill(favoriteLimit - 1);
    const [first, second] = course.lessonIds;
    const answers = await Promise.all([post({ lesson: first }), post({ lesson: second })]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
  });

  it('are for owners, also after the end, and for free lessons', async () => {
    const free = await storeCourse(app.deps, { lessons: [{ isFree: true }, {}] });
    expect((await post({ lesson: free.lessonIds[0] })).status).toBe(201);
    expect(await refusalOf(post({ lesson: free.lessonIds[1] }))).toBe('403 forbidden');
    await giveCourse(app.deps, user.id, free.id, new Date(app.clock.now() - 1));
    expect((await post({ lesson: free.lessonIds[1] })).status).toBe(201);
    expect(await refusalOf(post({ lesson: 4242 }))).toBe('404 not_found');
  });

  it('of a withdrawn lesson are not listed', async () => {
    const [lesson] = course.lessonIds;
    await post({ lesson });
    await app.db.execute(sql`update lessons set withdrawn = now(), unit_id = null where id = ${lesson}`);
    expect(await list()).toMatchObject({ count: 0, results: [] });
  });
});
