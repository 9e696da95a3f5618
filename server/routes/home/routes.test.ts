import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Home, homeSchema } from '#contracts/site.ts';
import { courses, lessons } from '../../db/schema/catalog.ts';
import { exams } from '../../db/schema/exam.ts';
import { campaigns, successStories } from '../../db/schema/site.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { storeCourse, storeNotice, type TestCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { storeExam } from '../../testing/exam.ts';

const day = 86_400_000;
let app: TestApp;

beforeEach(async () => {
  app = await createTestApp();
});

const get = (query = '', options = {}) => app.call('GET', `/api/cms/home/${query}`, options);
const home = async (query = '') => homeSchema.parse(await bodyOf<Home>(get(query)));

async function freeFirst(course: TestCourse): Promise<void> {
  await app.db.update(lessons).set({ isFree: true }).where(sql`${lessons.id} = ${course.lessonIds[0]}`);
}

async function storeCampaign(key: string, from: number, until: number, canonical: string | null = null) {
  const at = (days: number) => new Date(app.clock.now() + days * day);
  const hero = { eyebrow: '', heading: ['見出し'], lead: 'ひとこと', note: '', picture: 'season' as const };
  await app.db.insert(campaigns).values({
    key,
    canonical,
    pack: 'test',
    title: `催し ${key}`,
    starts: at(from),
    ends: at(until),
    hero,
    cta: { to: 'signup', label: '会員登録', note: '' },
    sections: [],
  });
}

async function storeStory(key: string, year: number, order: number, course: string) {
  await app.db.insert(successStories).values({
    key,
    pack: 'test',
    year,
    order,
    isSample: true,
    nickname: 'Aさん',
    schoolFrom: '公立中学校',
    passed: [],
    courses: [course],
    body: '本文',
    advice: '',
  });
}

describe('GET /api/cms/home/', () => {
  it('is empty where nothing is there, and may be kept for ten minutes', async () => {
    const answer = await get();
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=600');
    const etag = answer.headers.get('ETag') ?? '';
    expect(await bodyOf(answer)).toEqual({
      banners: [],
      sample: null,
      subjects: [],
      courses: [],
      stories: [],
      notices: [],
      exams: [],
    });
    expect((await get('', { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  it('shows the first free lesson, three courses and three notices for everybody', async () => {
    const stored = [];
    for (let made = 0; made < 4; made += 1) stored.push(await storeCourse(app.deps));
    if (stored[1]) await freeFirst(stored[1]);
    for (let made = 0; made < 4; made += 1)
      await storeNotice(app.deps, { audience: 'public', title: `公開 ${made}` });
    await storeNotice(app.deps, { audience: 'member', title: '会員だけ' });
    const { sample, courses: cards, subjects, notices } = await home();
    expect(sample).toMatchObject({
      course: { id: String(stored[1]?.id) },
      lesson: { id: String(stored[1]?.lessonIds[0]), name: 'レッスン 1' },
    });
    expect(sample?.lesson.video?.mp4_url).toContain('.mp4');
    expect(cards.map(({ id }) => id)).toEqual(stored.slice(0, 3).map(({ id }) => String(id)));
    expect(cards.every(({ is_purchased }) => !is_purchased)).toBe(true);
    expect(subjects).toHaveLength(1);
    expect(notices).toHaveLength(3);
    expect(notices.map(({ title }) => title)).not.toContain('会員だけ');
  });

  it('finds the free lesson also behind a whole page of courses without one', async () => {
    for (let made = 0; made < 21; made += 1) await storeCourse(app.deps, { lessons: [{}] });
    const course = await storeCourse(app.deps);
    await freeFirst(course);
    expect((await home()).sample?.course.id).toBe(String(course.id));
  });

  it('leaves out what is not on sale any more, its free lesson too', async () => {
    await freeFirst(await storeCourse(app.deps));
    await app.db.update(courses).set({ withdrawn: new Date(app.clock.now()) });
    expect(await home()).toMatchObject({ sample: null, courses: [], subjects: [] });
  });

  it('names campaigns from their first moment to their last, each once, the one that ends first in front', async () => {
    await storeCourse(app.deps);
    await storeCampaign('late', -1, 20);
    await storeCampaign('soon', -1, 5);
    await storeCampaign('front', -1, 5, 'soon');
    await storeCampaign('over', -9, -1);
    await storeCampaign('next', 1, 9);
    expect((await home()).banners).toEqual([
      expect.objectContaining({ slug: 'soon', title: '催し soon', lead: 'ひとこと' }),
      expect.objectContaining({ slug: 'late' }),
    ]);
    app.clock.advance(5 * day);
    expect((await home()).banners.map(({ slug }) => slug)).toEqual(['next', 'late']);
  });

  it('tells two stories of the newest year', async () => {
    const { key, id } = await storeCourse(app.deps);
    await storeStory('s-old', 2024, 1, key);
    for (const order of [3, 1, 2]) await storeStory(`s-${order}`, 2025, order, key);
    const { stories } = await home();
    expect(stories.map((story) => story.id)).toEqual(['s-1', 's-2']);
    expect(stories[0]).toMatchObject({ is_sample: true, courses: [{ id: String(id) }] });
  });

  it('announces mock exams until they are over, and tells nothing of what is asked', async () => {
    const { exam } = await storeExam(app.deps);
    const answer = await get();
    const body = await bodyOf<Home>(answer);
    expect(homeSchema.parse(body).exams).toMatchObject([
      { id: String(exam.id), name: exam.name, fee: 0, exam_until: exam.examUntil?.toISOString() },
    ]);
    expect(homeSchema.parse(body).exams[0]?.subjects.length).toBeGreaterThan(0);
    expect(JSON.stringify(body.exams)).not.toContain('秘密');
    await app.db.update(exams).set({ withdrawn: new Date(app.clock.now()) });
    expect((await home()).exams).toEqual([]);
    await app.db.update(exams).set({ withdrawn: null, examUntil: new Date(app.clock.now()) });
    expect((await home()).exams).toEqual([]);
  });

  it('shows the others when one block cannot be read', async () => {
    await storeCourse(app.deps);
    await storeNotice(app.deps, { audience: 'public' });
    await app.db.execute(sql`alter table success_stories rename to success_stories_gone`);
    try {
      const { stories, courses: cards, notices } = await home();
      expect({ stories, cards: cards.length, notices: notices.length }).toEqual({
        stories: [],
        cards: 1,
        notices: 1,
      });
    } finally {
      await app.db.execute(sql`alter table success_stories_gone rename to success_stories`);
    }
  });

  it('knows two audiences, refuses others, and keeps what is asked with a token from caches', async () => {
    for (const audience of ['student', 'parent'])
      expect((await get(`?audience=${audience}`)).status).toBe(200);
    expect(await refusalOf(get('?audience=school'))).toBe('400 validation');
    const { token } = await app.signIn();
    expect((await get('', { token })).headers.get('Cache-Control')).toBe('no-store');
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    expect(await refusalOf(get('', { token }))).toBe('401 unauthorized');
  });
});
