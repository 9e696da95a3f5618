import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, type FailureBody, type PageBody, refusalOf } from '../../testing/answers.ts';
import { giveCourse, storeCourse, type TestCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import type { SignedIn } from '../../testing/users.ts';

type Lesson = {
  id: number;
  inventory: number | null;
  previous_lesson: number | null;
  next_lesson: number | null;
};
type Playback = { session_id: string; license_until: string; mp4_url: string };
const hour = 60 * 60_000;
const day = 24 * hour;

let app: TestApp;
let user: SignedIn;
let course: TestCourse;

const get = (path: string) => app.call('GET', path, { token: user.token });
const lesson = (id: number | undefined) => get(`/api/lms/lesson/${id}/`);
const play = (id: number | undefined, device_id: string, take_over?: boolean) =>
  app.call('POST', `/api/lms/lesson/${id}/playback/`, {
    token: user.token,
    json: { device_id, ...(take_over === undefined ? {} : { take_over }) },
  });
const ends = (inMs: number) => new Date(app.clock.now() + inMs);

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
  course = await storeCourse(app.deps, { lessons: [{ isFree: true }, {}, {}] });
});

/** Statuses of every endpoint for the material of the course's second lesson. */
async function doors(): Promise<string[]> {
  const answers = [
    lesson(course.lessonIds[1]),
    get(`/api/lms/lesson/?course=${course.id}`),
    get(`/api/lms/textbook/${course.textbookId}/`),
    get(`/api/lms/whiteboard/${course.whiteboardId}/`),
    play(course.lessonIds[1], 'device-aaaa'),
  ];
  return Promise.all(answers.map(async (answer) => ((await answer).ok ? 'open' : refusalOf(answer))));
}

describe('the right to open material', () => {
  it('is the owner’s, until the end', async () => {
    await giveCourse(app.deps, user.id, course.id, ends(hour / 2));
    expect(await doors()).toEqual(Array(5).fill('open'));
    app.clock.advance(hour / 2);
    expect(await doors()).toEqual(Array(5).fill('403 access_expired'));
  });

  it('is nobody else’s', async () => {
    expect(await doors()).toEqual(Array(5).fill('403 forbidden'));
  });

  it('comes back with a renewal, whichever item is the older', async () => {
    await giveCourse(app.deps, user.id, course.id, ends(day));
    await giveCourse(app.deps, user.id, course.id, ends(-day));
    expect(await doors()).toEqual(Array(5).fill('open'));
  });

  it('is everybody’s for a free lesson, but not for the rest of the course', async () => {
    const free = await bodyOf<Lesson>(lesson(course.lessonIds[0]));
    expect(free).toMatchObject({ id: course.lessonIds[0], inventory: null });
    expect((await play(course.lessonIds[0], 'device-aaaa')).status).toBe(200);
    expect(await refusalOf(lesson(course.lessonIds[1]))).toBe('403 forbidden');
  });

  it('leaves marks, notes and the item readable after the end', async () => {
    const inventory = await giveCourse(app.deps, user.id, course.id, ends(-day));
    for (const path of [`inventory/${inventory}`, 'favorite', 'check', 'note', 'watchhistory', 'bookmark']) {
      expect((await get(`/api/lms/${path}/`)).status).toBe(200);
    }
    const answer = await bodyOf<FailureBody>(lesson(course.lessonIds[1]));
    expect(answer.detail).toContain('視聴期限が終了しています。');
  });

  it('ends for a withdrawn lesson', async () => {
    await giveCourse(app.deps, user.id, course.id);
    await app.db.execute(
      sql`update lessons set withdrawn = now(), unit_id = null where id = ${course.lessonIds[1]}`,
    );
    expect(await refusalOf(lesson(course.lessonIds[1]))).toBe('404 not_found');
    expect(await bodyOf<Lesson>(lesson(course.lessonIds[0]))).toMatchObject({
      next_lesson: course.lessonIds[2],
    });
  });
});

describe('GET /api/lms/lesson/', () => {
  it('answers text, signed media, boards and the neighbours', async () => {
    const inventory = await giveCourse(app.deps, user.id, course.id);
    const answer = await bodyOf<Lesson & { video: { mp4_url: string; expires_at: string } }>(
      lesson(course.lessonIds[0]),
    );
    expect(answer).toMatchObject({
      body_html: '<p>本文</p>',
      course: { id: course.id },
      inventory,
      previous_lesson: null,
      next_lesson: course.lessonIds[1],
      whiteboards: [{ start_sec: 3.5, alt: '板書の説明' }],
      video: { captions: [{ lang: 'ja', label: '日本語' }] },
    });
    expect(answer.video.mp4_url).toMatch(/^\/media\/test\/.+\/1\.mp4\?e=\d+&s=/);
    expect(Date.parse(answer.video.expires_at)).toBeGreaterThanOrEqual(app.clock.now() + hour);
    expect(await bodyOf(lesson(course.lessonIds[2]))).toMatchObject({
      previous_lesson: course.lessonIds[1],
      next_lesson: null,
      whiteboards: [],
    });
  });

  it('lists the lessons of a course in order', async () => {
    await giveCourse(app.deps, user.id, course.id);
    const page = await bodyOf<PageBody<Lesson>>(get(`/api/lms/lesson/?course=${course.id}`));
    expect(page.count).toBe(3);
    expect(page.results.map((item) => item.id)).toEqual(course.lessonIds);
    expect(await refusalOf(get('/api/lms/lesson/?course=4242'))).toBe('404 not_found');
  });
});

describe('POST /api/lms/lesson/{id}/playback/', () => {
  beforeEach(() => giveCourse(app.deps, user.id, course.id, ends(3 * day)));

  it('lets one device play, and another only when it takes over', async () => {
    const [id] = course.lessonIds;
    expect((await play(id, 'device-aaaa')).status).toBe(200);
    expect((await play(id, 'device-aaaa')).status).toBe(200);
    expect(await refusalOf(play(id, 'device-bbbb'))).toBe('423 playing_elsewhere');
    expect((await play(id, 'device-bbbb', true)).status).toBe(200);
    expect(await refusalOf(play(id, 'device-aaaa'))).toBe('423 playing_elsewhere');
  });

  it('frees the place of a device that went silent, not of one that reports', async () => {
    const [id] = course.lessonIds;
    const { session_id } = await bodyOf<Playback>(play(id, 'device-aaaa'));
    const report = () =>
      app.call('PUT', `/api/lms/watchhistory/${id}/`, {
        token: user.token,
        json: {
          position: 9,
          ranges: [],
          client_at: new Date(app.clock.now()).toISOString(),
          rev: 0,
          session_id,
        },
      });
    app.clock.advance(50_000);
    expect(await bodyOf(report())).toMatchObject({ playing_elsewhere: false });
    app.clock.advance(50_000);
    expect(await refusalOf(play(id, 'device-bbbb'))).toBe('423 playing_elsewhere');
    app.clock.advance(10_000);
    expect((await play(id, 'device-bbbb')).status).toBe(200);
    expect(await bodyOf(report())).toMatchObject({ position: 9, playing_elsewhere: true });
  });

  it('licenses a copy for seven days, but not beyond the end of access', async () => {
    const { license_until } = await bodyOf<Playback>(play(course.lessonIds[0], 'device-aaaa'));
    expect(Date.parse(license_until)).toBe(app.clock.now() + 3 * day);
  });

  it('is not for a lesson without a video', async () => {
    const text = await storeCourse(app.deps, { lessons: [{ video: null }] });
    await giveCourse(app.deps, user.id, text.id);
    expect(await refusalOf(play(text.lessonIds[0], 'device-aaaa'))).toBe('404 not_found');
  });
});

describe('GET /api/lms/textbook/ and whiteboard/', () => {
  it('answer their files with signed addresses', async () => {
    await giveCourse(app.deps, user.id, course.id);
    expect(await bodyOf(get(`/api/lms/textbook/${course.textbookId}/`))).toMatchObject({
      name: 'テキスト',
      files: [{ pages: 12, size: 345, sha256: 'ab', url: expect.stringMatching(/textbook\.pdf\?e=\d+&s=/) }],
    });
    expect(await bodyOf(get(`/api/lms/whiteboard/${course.whiteboardId}/`))).toMatchObject({
      images: [
        { lesson: course.lessonIds[0], start_sec: 3.5, url: expect.stringMatching(/board\.webp\?e=\d+&s=/) },
      ],
    });
    expect(await refusalOf(get('/api/lms/textbook/4242/'))).toBe('404 not_found');
  });
});
