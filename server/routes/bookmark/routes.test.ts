import { beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, type PageBody, refusalOf } from '../../testing/answers.ts';
import { giveCourse, storeCourse, type TestCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import type { SignedIn } from '../../testing/users.ts';

type Bookmark = {
  id: number;
  is_check: boolean;
  inventory: number | null;
  course: { id: number; course_chapter: unknown[] };
};
const path = '/api/lms/bookmark/';

let app: TestApp;
let user: SignedIn;
let course: TestCourse;

const at = (minutes: number) => new Date(app.clock.now() + minutes * 60_000).toISOString();
const post = (json: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', path, { token: user.token, json, headers });
const list = () => bodyOf<PageBody<Bookmark>>(app.call('GET', path, { token: user.token }));

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
  course = await storeCourse(app.deps);
});

describe('bookmarks', () => {
  it('are made once for a course, which need not be owned', async () => {
    const first = await post({ course: String(course.id), is_check: true });
    expect(first.status).toBe(201);
    const bookmark = await bodyOf<Bookmark>(first);
    expect(bookmark).toMatchObject({ is_check: true, inventory: null, course: { id: course.id } });
    expect(bookmark.course.course_chapter).toHaveLength(1);
    const again = await post({ course: course.id, is_check: true });
    expect([again.status, (await bodyOf<Bookmark>(again)).id]).toEqual([200, bookmark.id]);
    expect((await list()).count).toBe(1);
  });

  it('name the item of the course when it is owned', async () => {
    const inventory = await giveCourse(app.deps, user.id, course.id);
    expect(await bodyOf(post({ course: course.id, is_check: true }))).toMatchObject({ inventory });
  });

  it('list those that are on first', async () => {
    const other = await storeCourse(app.deps);
    await post({ course: course.id, is_check: true, client_at: at(-60) });
    await post({ course: other.id, is_check: true, client_at: at(-30) });
    const { id } = await bodyOf<Bookmark>(post({ course: other.id, is_check: true, client_at: at(-20) }));
    await app.call('PATCH', `${path}${id}/`, { token: user.token, json: { is_check: false } });
    expect((await list()).results.map((row) => [row.course.id, row.is_check])).toEqual([
      [course.id, true],
      [other.id, false],
    ]);
  });

  it.each(['field', 'header'])('keep the last intent, whichever arrives last (%s)', async (way) => {
    const say = (is_check: boolean, minutes: number) =>
      way === 'field'
        ? post({ course: course.id, is_check, client_at: at(minutes) })
        : post({ course: course.id, is_check }, { 'X-Client-At': at(minutes) });
    await say(false, -5);
    const late = await bodyOf<Bookmark>(say(true, -10));
    expect(late.is_check).toBe(false);
    expect((await bodyOf<Bookmark>(say(true, -1))).is_check).toBe(true);
  });

  it('do not let a clock that runs ahead win for ever', async () => {
    await post({ course: course.id, is_check: true, client_at: at(600) });
    app.clock.advance(60_000);
    expect((await bodyOf<Bookmark>(post({ course: course.id, is_check: false }))).is_check).toBe(false);
  });

  it('need a course that exists', async () => {
    expect(await refusalOf(post({ course: 4242, is_check: true }))).toBe('404 not_found');
    expect(await refusalOf(post({ course: 'abc', is_check: true }))).toBe('404 not_found');
  });
});
