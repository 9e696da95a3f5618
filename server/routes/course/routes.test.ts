import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { courses } from '../../db/schema/catalog.ts';
import { rateLimits } from '../../db/schema/system.ts';
import { bodyOf, type FailureBody, type PageBody, refusalOf } from '../../testing/answers.ts';
import {
  giveCourse,
  giveTeacher,
  storeCourse,
  storeTeacher,
  type TestCourse,
} from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import type { SignedIn } from '../../testing/users.ts';

type Card = {
  id: number;
  name: string;
  is_purchased: boolean;
  is_expired: boolean;
  can_buy_again: boolean;
  inventory: number | null;
  sale_status: string;
};
type Page = PageBody<Card> & { subjects: { id: string; name: string }[] };
type CourseFields = Partial<typeof courses.$inferInsert>;

const path = '/api/lms/course/';
const day = 24 * 60 * 60_000;

let app: TestApp;
let user: SignedIn;

const list = (query = '', token?: string) =>
  bodyOf<Page>(app.call('GET', path + query, token === undefined ? {} : { token }));
const names = async (query: string) => (await list(query)).results.map((card) => card.name);
const detail = (id: number, token?: string) =>
  app.call('GET', `${path}${id}/`, token === undefined ? {} : { token });

async function store(fields: CourseFields, lessonNames: string[] = ['はじめに']): Promise<TestCourse> {
  const course = await storeCourse(app.deps, { lessons: lessonNames.map((name) => ({ name })) });
  await app.db.update(courses).set(fields).where(eq(courses.id, course.id));
  return course;
}

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
});

describe('GET /api/lms/course/', () => {
  it('shows a guest the courses on sale as cards', async () => {
    const course = await storeCourse(app.deps);
    await giveTeacher(app.deps, course.id, await storeTeacher(app.deps, { name: '高橋 直人' }));
    await store({ name: '終了した講座', withdrawn: new Date(app.clock.now()) });
    expect(await list()).toEqual({
      count: 1,
      current_page: 1,
      max_page: 1,
      next: null,
      previous: null,
      subjects: [{ id: 'math', name: '数学' }],
      teachers: [{ id: expect.any(Number), name: '高橋 直人' }],
      has_limited: false,
      results: [
        {
          id: course.id,
          name: `講座 ${course.key}`,
          category: '数学',
          summary: '要約',
          duration_sum: 300,
          lesson_count: 3,
          thumbnail: `/media/public/test/${course.key}.webp`,
          subject: { id: 'math', name: '数学' },
          level: 'basic',
          teachers: [{ id: expect.any(Number), name: '高橋 直人' }],
          created: expect.stringMatching(/Z$/),
          modified: expect.stringMatching(/Z$/),
          grades: ['j2'],
          price: 9800,
          list_price: 12800,
          access_days: 365,
          sale_status: 'on_sale',
          sale_ends_at: null,
          is_purchased: false,
          is_expired: false,
          can_buy_again: false,
          inventory: null,
        },
      ],
    });
  });

  it('tells members what is theirs, ended or not', async () => {
    const [running, ended] = [await storeCourse(app.deps), await storeCourse(app.deps)];
    const other = await storeCourse(app.deps);
    const item = await giveCourse(app.deps, user.id, running.id);
    const old = await giveCourse(app.deps, user.id, ended.id, new Date(app.clock.now() - day));
    await giveCourse(app.deps, (await app.signIn()).id, other.id);
    const own = (await list('', user.token)).results.map((card) => [
      card.id,
      card.is_purchased,
      card.is_expired,
      card.inventory,
    ]);
    expect(own).toEqual([
      [running.id, true, false, item],
      [ended.id, true, true, old],
      [other.id, false, false, null],
    ]);
  });

  it('says which of the learner’s courses are sold to them again: those that end within thirty days, or have ended', async () => {
    for (const days of [null, 31, 30, -1]) {
      const { id } = await storeCourse(app.deps);
      await giveCourse(app.deps, user.id, id, days === null ? null : new Date(app.clock.now() + days * day));
    }
    const again = (await list('', user.token)).results.map(({ can_buy_again }) => can_buy_again);
    expect(again).toEqual([false, false, true, true]);
  });

  it.each([
    ['名前', 'ベクトル', true],
    ['かな', 'べくとる', true],
    ['半角カナ', 'ﾍﾞｸﾄﾙ', true],
    ['全角の英数字', 'ABC', true],
    ['要約', '内積', true],
    ['科目', '数学', true],
    ['先生', '高橋', true],
    ['先生の読み', 'たかはし', true],
    ['レッスン', 'コンピュータ', true],
    ['二つの語', 'べくとる たかはし', true],
    ['空白だけ', ' ', true],
    ['行をまたぐ語', '入門内積', false],
    ['ない語', '英語', false],
    ['パターンの記号', '%', false],
  ])('finds by %s', async (_by, q, isFound) => {
    const course = await store({ name: 'abc ベクトル入門', summary: '内積を学ぶ' }, ['コンピューターで描く']);
    const teacher = await storeTeacher(app.deps, { name: '高橋 直人', kana: 'タカハシ ナオト' });
    await giveTeacher(app.deps, course.id, teacher);
    expect((await list(`?q=${encodeURIComponent(q)}`)).count).toBe(isFound ? 1 : 0);
  });

  it('looks neither in withdrawn courses nor in withdrawn lessons', async () => {
    await store({ name: '古い積分', withdrawn: new Date(app.clock.now()) });
    const withdrawn = { name: '積分の復習', withdrawn: new Date(app.clock.now()), unitId: null };
    await storeCourse(app.deps, { lessons: [{}, withdrawn] });
    expect(await names(`?q=${encodeURIComponent('積分')}`)).toEqual([]);
  });

  it('filters by subject, grades, level and teacher, alone and together', async () => {
    const math = await store({ name: '数I', grades: ['h1'], level: 'standard', order: 1 });
    await store({ name: '文法', subjectId: 'english', subjectName: '英語', grades: ['j1', 'j2'], order: 2 });
    await store({ name: '図形', grades: ['j3'], order: 3 });
    const teacher = await storeTeacher(app.deps);
    await giveTeacher(app.deps, math.id, teacher);
    await store({ name: '安い', grades: ['h3'], price: 980, order: 4 });
    const end = new Date(app.clock.now() + day);
    await app.db.update(courses).set({ saleEndsAt: end }).where(eq(courses.name, '文法'));
    const filters: [string, string[]][] = [
      ['?subject=english', ['文法']],
      ['?subject=nothing', []],
      ['?grade[]=j2&grade[]=j3', ['文法', '図形']],
      ['?grade=h1', ['数I']],
      ['?level=standard', ['数I']],
      [`?teacher=${teacher}`, ['数I']],
      ['?price_max=980', ['安い']],
      ['?price_max=979', []],
      ['?price_max=5000&subject=english', []],
      ['?teacher=4242', []],
      ['?subject=math&grade[]=j3', ['図形']],
      [`?subject=math&q=${encodeURIComponent('図形')}`, ['図形']],
      [`?subject=english&q=${encodeURIComponent('図形')}`, []],
      ['?limited=1', ['文法']],
      ['?limited=1&subject=math', []],
      ['?subject=&q=&level=&price_max=&limited=', ['数I', '文法', '図形', '安い']],
    ];
    for (const [query, expected] of filters) expect([query, await names(query)]).toEqual([query, expected]);
    expect((await list('?subject=english')).subjects).toEqual([
      { id: 'math', name: '数学' },
      { id: 'english', name: '英語' },
    ]);
  });

  it('sorts by place, age and price, with and without words', async () => {
    const at = (days: number) => new Date(app.clock.now() - days * day);
    await store({ name: '甲', order: 2, price: 300, created: at(1) });
    await store({ name: '乙', order: 1, price: 100, created: at(3) });
    await store({ name: '丙', order: 3, price: 200, created: at(2) });
    for (const words of ['', `&q=${encodeURIComponent('要約')}`]) {
      expect(await names(`?sort=recommended${words}`)).toEqual(['乙', '甲', '丙']);
      expect(await names(`?sort=new${words}`)).toEqual(['甲', '丙', '乙']);
      expect(await names(`?sort=price${words}`)).toEqual(['乙', '丙', '甲']);
      expect(await names(`?sort=price_desc${words}`)).toEqual(['甲', '丙', '乙']);
    }
  });

  it('comes in pages whose links keep the search', async () => {
    for (let i = 0; i < 21; i += 1) await storeCourse(app.deps, { lessons: [{ name: '集合' }] });
    const q = encodeURIComponent('集合');
    const first = await list(`?q=${q}&grade[]=j2`);
    expect([first.count, first.max_page, first.results.length]).toEqual([21, 2, 20]);
    const second = await bodyOf<Page>(app.call('GET', first.next ?? ''));
    expect([second.current_page, second.results.length, second.next]).toEqual([2, 1, null]);
    expect(second.results[0]?.id).not.toBe(first.results[0]?.id);
    expect((await list('?page=9')).results).toEqual([]);
  });

  it.each([
    ['page', '?page=0'],
    ['q', `?q=${'あ'.repeat(101)}`],
    ['q', '?q[]=a'],
    ['subject', '?subject=%00'],
    ['grade', '?grade[]=j9'],
    ['grade', `?${'grade[]=j1&'.repeat(9)}`],
    ['level', '?level=expert'],
    ['teacher', '?teacher=abc'],
    ['price_max', '?price_max=-1'],
    ['price_max', '?price_max=12345678'],
    ['limited', '?limited=yes'],
    ['sort', '?sort=name'],
  ])('refuses a wrong %s: %s', async (field, query) => {
    const answer = await app.call('GET', path + query);
    expect(answer.status).toBe(400);
    const failure = await bodyOf<FailureBody>(answer);
    expect(failure.code).toBe('validation');
    expect(Object.keys(failure.fields ?? {}).some((name) => name.startsWith(field))).toBe(true);
  });

  it('lets one address search 300 times a minute, and look without words as often as it likes', async () => {
    const resets = new Date(app.clock.now() + 60_000);
    await app.db.insert(rateLimits).values({ key: 'catalogue:local', count: 299, resets });
    expect((await app.call('GET', `${path}?q=a`)).status).toBe(200);
    expect(await refusalOf(app.call('GET', `${path}?q=a`))).toBe('429 rate');
    expect((await app.call('GET', path)).status).toBe(200);
    expect((await app.call('GET', `${path}?q=a`, { token: user.token })).status).toBe(200);
    app.clock.advance(60_000);
    expect((await app.call('GET', `${path}?q=a`)).status).toBe(200);
  });
});

describe('GET /api/lms/course/{id}/', () => {
  it('shows a guest the contents, the teachers and the price, and opens the sample only', async () => {
    const course = await storeCourse(app.deps, { lessons: [{ isFree: true }, {}] });
    const sample = `test/${course.key}/1.mp4`;
    await app.db.update(courses).set({ sampleVideo: sample }).where(eq(courses.id, course.id));
    const teacher = await storeTeacher(app.deps, { name: '高橋 直人', subjects: ['math', 'physics'] });
    await giveTeacher(app.deps, course.id, teacher);
    const answer = await detail(course.id);
    const text = await answer.clone().text();
    expect(await answer.json()).toMatchObject({
      id: course.id,
      description: '説明',
      orientation: '案内',
      price: 9800,
      list_price: 12800,
      access_days: 365,
      sale_status: 'on_sale',
      is_purchased: false,
      inventory: null,
      prerequisites: [],
      sample: {
        id: course.lessonIds[0],
        name: 'レッスン 1',
        duration: 100,
        video: { mp4_url: expect.stringContaining(sample), captions: [{ lang: 'ja' }] },
        whiteboards: [{ start_sec: 3.5, alt: '板書の説明' }],
      },
      teachers: [
        {
          id: teacher,
          name: '高橋 直人',
          subjects: [
            { id: 'math', name: '数学' },
            { id: 'physics', name: '' },
          ],
          photo: '/media/public/test/teacher.webp',
        },
      ],
      course_chapter: [
        {
          name: '章',
          chapter_unit: [
            {
              name: '単元',
              unit_lesson: [
                { name: 'レッスン 1', duration: 100, is_free: true, has_video: true, position: 0 },
                { name: 'レッスン 2', is_free: false, is_favorite: false, check_level: null },
              ],
            },
          ],
        },
      ],
    });
    const signed = [...text.matchAll(/\/media\/(?!public)([^"?]+)\?e=\d+&s=[\w-]{32}"/g)].map(
      ([, file]) => file,
    );
    expect(new Set(signed)).toEqual(
      new Set([sample, `test/${course.key}/a.vtt`, `test/${course.key}/board.webp`]),
    );
    expect(text.match(/\/media\/(?!public)/g)).toHaveLength(signed.length);
  });

  it('sells a course with an end until that moment, and no longer', async () => {
    const ends = app.clock.now() + day;
    const course = await store({ name: '夏期講座', saleEndsAt: new Date(ends) });
    const teacher = await storeTeacher(app.deps);
    await giveTeacher(app.deps, course.id, teacher);
    const sale = { sale_status: 'on_sale', sale_ends_at: new Date(ends).toISOString() };
    app.clock.advance(day);
    expect(await list()).toMatchObject({ count: 1, has_limited: true, results: [sale] });
    expect(await bodyOf(detail(course.id))).toMatchObject(sale);
    app.clock.advance(1);
    expect(await list()).toMatchObject({ count: 0, has_limited: false, subjects: [], teachers: [] });
    expect(await bodyOf(detail(course.id))).toMatchObject({ ...sale, sale_status: 'ended' });
    const taught = await bodyOf(app.call('GET', `/api/lms/teacher/${teacher}/`));
    expect(taught).toMatchObject({ courses: [] });
  });

  it('shows members their marks and their item', async () => {
    const course = await storeCourse(app.deps);
    const item = await giveCourse(app.deps, user.id, course.id);
    const json = { lesson: course.lessonIds[0] };
    await app.call('POST', '/api/lms/favorite/', { token: user.token, json });
    const text = await (await detail(course.id, user.token)).text();
    expect(JSON.parse(text)).toMatchObject({ is_purchased: true, is_expired: false, inventory: item });
    expect(text.match(/"is_favorite":true/g)).toHaveLength(1);
    expect(await (await detail(course.id)).text()).not.toContain('"is_favorite":true');
  });

  it('of a withdrawn course says that its sale has ended, without the sample', async () => {
    const course = await storeCourse(app.deps, { lessons: [{ isFree: true }] });
    const gone = { withdrawn: new Date(app.clock.now()), sampleVideo: 'test/a.mp4' };
    await app.db.update(courses).set(gone).where(eq(courses.id, course.id));
    expect(await bodyOf(detail(course.id))).toMatchObject({
      sale_status: 'ended',
      sample_video: null,
      sample: null,
    });
  });

  it('shows everybody pages of the textbook, by open addresses, until its sale has ended', async () => {
    const course = await storeCourse(app.deps);
    const page = { page: 5, width: 888, height: 1260 };
    const path = 'public/test/page.avif';
    await app.db
      .update(courses)
      .set({ textbookSamples: [{ ...page, path }] })
      .where(eq(courses.id, course.id));
    const shown = { textbook_samples: [{ ...page, url: `/media/${path}` }] };
    for (const token of [undefined, user.token]) {
      expect(await bodyOf(detail(course.id, token))).toMatchObject(shown);
    }
    const other = await storeCourse(app.deps);
    expect(await bodyOf(detail(other.id))).toMatchObject({ textbook_samples: [] });
    const gone = { withdrawn: new Date(app.clock.now()) };
    await app.db.update(courses).set(gone).where(eq(courses.id, course.id));
    expect(await bodyOf(detail(course.id))).toMatchObject({ textbook_samples: [] });
  });

  it.each(['4242', '0', 'abc', '99999999999', '1%00'])('does not find %s', async (id) => {
    expect(await refusalOf(app.call('GET', `${path}${id}/`))).toBe('404 not_found');
  });
});

describe('whoever asks', () => {
  const addresses = (id: number) => [path, `${path}?q=a`, `${path}${id}/`];

  it('is refused with an expired or a wrong token, never answered as a guest', async () => {
    const { id } = await storeCourse(app.deps);
    for (const address of addresses(id)) {
      expect(await refusalOf(app.call('GET', address, { token: 'wrong' }))).toBe('401 unauthorized');
    }
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    for (const address of addresses(id)) {
      const answer = await app.call('GET', address, { token: user.token });
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(await refusalOf(answer)).toBe('401 unauthorized');
    }
  });

  it('needs the slash at the end', async () => {
    const { id } = await storeCourse(app.deps);
    for (const address of ['/api/lms/course', `${path}${id}`]) {
      expect((await app.call('GET', address)).status).toBe(404);
    }
  });
});
