import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { courses } from '../../db/schema/catalog.ts';
import { bodyOf, type PageBody, refusalOf } from '../../testing/answers.ts';
import { giveCourse, giveTeacher, storeCourse, storeTeacher } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import type { SignedIn } from '../../testing/users.ts';

type Card = { id: number; name: string };
type Course = { id: number; is_purchased: boolean };
const path = '/api/lms/teacher/';

let app: TestApp;
let user: SignedIn;

const list = (query = '') => bodyOf<PageBody<Card>>(app.call('GET', path + query));
const detail = (id: number, token?: string) =>
  app.call('GET', `${path}${id}/`, token === undefined ? {} : { token });

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
});

describe('GET /api/lms/teacher/', () => {
  it('lists teachers for everybody, as they came in', async () => {
    await storeCourse(app.deps);
    const first = await storeTeacher(app.deps, { name: '高橋 直人' });
    const second = await storeTeacher(app.deps, { name: '西村 恵理', subjects: ['english'], photo: null });
    const expected = {
      count: 2,
      subjects: [{ id: 'math', name: '数学' }],
      results: [
        {
          id: first,
          name: '高橋 直人',
          kana: 'テスト',
          subjects: [{ id: 'math', name: '数学' }],
          catch_copy: 'ひとこと',
          photo: '/media/public/test/teacher.webp',
        },
        { id: second, subjects: [{ id: 'english', name: '' }], photo: null },
      ],
    };
    expect(await list()).toMatchObject(expected);
    expect(await bodyOf(app.call('GET', path, { token: user.token }))).toMatchObject(expected);
  });

  it('filters by subject', async () => {
    await storeTeacher(app.deps);
    const second = await storeTeacher(app.deps, { subjects: ['physics', 'english'] });
    expect((await list('?subject=english')).results.map((card) => card.id)).toEqual([second]);
    expect(await list('?subject=nothing')).toMatchObject({ count: 0, results: [] });
  });

  it('comes in pages', async () => {
    for (let i = 0; i < 21; i += 1) await storeTeacher(app.deps);
    const first = await list('?subject=math');
    expect([first.results.length, first.next]).toEqual([20, '/api/lms/teacher/?subject=math&page=2']);
    expect((await list('?page=2')).results).toHaveLength(1);
  });

  it.each(['?page=x', '?subject=%00', '?subject[]=math'])('refuses %s', async (query) => {
    expect(await refusalOf(app.call('GET', path + query))).toBe('400 validation');
  });
});

describe('GET /api/lms/teacher/{id}/', () => {
  it('shows the teacher with the courses on sale, and members which are theirs', async () => {
    const teacher = await storeTeacher(app.deps);
    const course = await storeCourse(app.deps);
    const gone = await storeCourse(app.deps);
    await storeCourse(app.deps);
    for (const { id } of [course, gone]) await giveTeacher(app.deps, id, teacher);
    await app.db
      .update(courses)
      .set({ withdrawn: new Date(app.clock.now()) })
      .where(eq(courses.id, gone.id));
    await giveCourse(app.deps, user.id, course.id);
    const courseOf = async (token?: string) =>
      (await bodyOf<{ courses: Course[] }>(detail(teacher, token))).courses.map((one) => [
        one.id,
        one.is_purchased,
      ]);
    expect(await bodyOf(detail(teacher))).toMatchObject({
      id: teacher,
      career: '経歴',
      message: 'メッセージ',
    });
    expect(await courseOf()).toEqual([[course.id, false]]);
    expect(await courseOf(user.token)).toEqual([[course.id, true]]);
  });

  it('shows the sample of the first course on sale that has one', async () => {
    const teacher = await storeTeacher(app.deps);
    const sampleOf = async () => (await bodyOf<{ sample: unknown }>(detail(teacher))).sample;
    expect(await sampleOf()).toBeNull();
    for (const lessons of [[{}], [{}, { isFree: true }], [{ isFree: true }]]) {
      const course = await storeCourse(app.deps, { lessons });
      await giveTeacher(app.deps, course.id, teacher);
    }
    expect(await sampleOf()).toMatchObject({
      name: 'レッスン 2',
      video: { mp4_url: expect.stringMatching(/\/2\.mp4\?e=\d+&s=/) },
    });
  });

  it.each(['4242', '0', 'abc', '1%00'])('does not find %s', async (id) => {
    expect(await refusalOf(app.call('GET', `${path}${id}/`))).toBe('404 not_found');
  });
});

describe('an expired token', () => {
  it('is refused, never answered as a guest', async () => {
    const teacher = await storeTeacher(app.deps);
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    for (const address of [path, `${path}${teacher}/`]) {
      expect(await refusalOf(app.call('GET', address, { token: user.token }))).toBe('401 unauthorized');
    }
  });
});
