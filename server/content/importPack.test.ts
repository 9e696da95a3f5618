import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { boards, chapters, courses, lessons, teachers, textbookFiles } from '../db/schema/catalog.ts';
import { notices } from '../db/schema/notices.ts';
import { bodyOf, refusalOf } from '../testing/answers.ts';
import { giveCourse } from '../testing/catalog.ts';
import { createTestApp, type TestApp } from '../testing/createTestApp.ts';
import { emptyFolder } from '../testing/emptyFolder.ts';
import { lessonText, mp4Of, sizedAvifOf, type TestPack, writeTestPack } from '../testing/pack.ts';
import type { SignedIn } from '../testing/users.ts';
import { importPack } from './importPack.ts';
import { PackRefusedError } from './problems.ts';

let app: TestApp;
let pack: TestPack;
let user: SignedIn;

beforeEach(async () => {
  const mediaDir = await emptyFolder();
  app = await createTestApp({ config: { mediaDir } });
  pack = await writeTestPack();
  user = await app.signIn();
});

const run = () => importPack(app.deps, pack.root);
/** As an operator who has read what goes, and said yes. */
const runAndDelete = () => importPack(app.deps, pack.root, { mayDelete: true });
const allLessons = () => app.db.select().from(lessons).orderBy(asc(lessons.key));
async function idOf(key: string): Promise<number> {
  const rows = await app.db.select({ id: lessons.id }).from(lessons).where(eq(lessons.key, key));
  return rows[0]?.id ?? 0;
}
const reorder = (list: string) =>
  readFile(join(pack.root, 'courses/a/course.yaml'), 'utf8').then((text) =>
    pack.write('courses/a/course.yaml', text.replace(/lessons: \[.*\]/, `lessons: [${list}]`)),
  );
/** Lets course `a` show pages of its textbook. */
async function showPages(...pages: number[]): Promise<void> {
  const file = 'courses/a/course.yaml';
  const text = (await readFile(join(pack.root, file), 'utf8')).replace(/^textbook_samples:.*\n/m, '');
  const samples = pages.map((page) => `{ file: p${page}.avif, page: ${page} }`).join(', ');
  await pack.write(file, `${text}textbook_samples: [${samples}]\n`);
  for (const page of pages) {
    await pack.write(`courses/a/p${page}.avif`, sizedAvifOf(`page ${page}`, { width: 888, height: 1260 }));
  }
}

describe('importPack', () => {
  it('stores the pack so that its owner can learn with it', async () => {
    expect(await run()).toMatchObject({
      pack: 'small',
      courses: 2,
      lessons: 4,
      videos: 1,
      files: 8,
      copied: 8,
    });
    const [course] = await app.db.select().from(courses).where(eq(courses.key, 'a'));
    expect(course).toMatchObject({
      lessonCount: 3,
      durationSum: 900,
      pack: 'small',
      prerequisites: ['一次方程式'],
    });
    await giveCourse(app.deps, user.id, course?.id ?? 0);
    const lesson = await bodyOf<{ video: { mp4_url: string }; whiteboards: { url: string }[] }>(
      app.call('GET', `/api/lms/lesson/${await idOf('a-1')}/`, { token: user.token }),
    );
    expect(lesson).toMatchObject({
      name: '動画',
      textbook_page_from: 1,
      textbook_page_to: 2,
      previous_lesson: null,
      next_lesson: await idOf('a-2'),
      whiteboards: [
        { start_sec: 0, alt: '板書1' },
        { start_sec: 30.5, alt: '板書2' },
      ],
    });
    const video = await app.call('GET', lesson.video.mp4_url);
    expect([video.status, video.headers.get('Content-Type')]).toEqual([200, 'video/mp4']);
    expect(await video.text()).toContain('ftypisomvideo');
    expect((await app.call('GET', lesson.video.mp4_url.replace(/\?.*/, ''))).status).toBe(403);
  });

  it('shows everybody the sample pages of a textbook, and nobody else the book', async () => {
    await showPages(1, 3);
    expect((await run()).copied).toBe(10);
    const [course] = await app.db.select().from(courses).where(eq(courses.key, 'a'));
    const { textbook_bundle, textbook_samples } = await bodyOf<{
      textbook_bundle: number;
      textbook_samples: { page: number; url: string; width: number; height: number }[];
    }>(app.call('GET', `/api/lms/course/${course?.id}/`));
    expect(textbook_samples.map(({ page, width, height }) => [page, width, height])).toEqual([
      [1, 888, 1260],
      [3, 888, 1260],
    ]);
    for (const { url, page } of textbook_samples) {
      expect(url).toMatch(/^\/media\/public\/[^?]+$/);
      const picture = await app.call('GET', url);
      expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/avif']);
      expect(await picture.text()).toContain(`page ${page}`);
    }
    expect(await refusalOf(app.call('GET', `/api/lms/textbook/${textbook_bundle}/`))).toBe(
      '401 unauthorized',
    );
    const [book] = await app.db.select().from(textbookFiles).orderBy(asc(textbookFiles.key));
    expect(book?.path).toMatch(/^small\/a\//);
    for (const path of [`/media/${book?.path}`, `/media/public/${book?.path}`]) {
      expect([403, 404]).toContain((await app.call('GET', path)).status);
    }
  });

  it('changes nothing when it is repeated', async () => {
    await showPages(1, 3);
    await run();
    const allCourses = () => app.db.select().from(courses).orderBy(asc(courses.key));
    const before = [await allLessons(), await allCourses()];
    app.clock.advance(60_000);
    expect(await run()).toMatchObject({ copied: 0, deletedLessons: 0, withdrawnLessons: 0 });
    expect([await allLessons(), await allCourses()]).toEqual(before);
  });

  it('keeps ids, takes changes and dates only what changed', async () => {
    await run();
    const before = new Map((await allLessons()).map((lesson) => [lesson.key, lesson]));
    app.clock.advance(60_000);
    await pack.write('courses/a/lessons/a-2.md', lessonText('新しい名前'));
    await pack.write('courses/a/media/a-1.mp4', mp4Of('other video'));
    await reorder('a-3, a-1, a-2');
    expect((await run()).copied).toBe(1);
    const after = new Map((await allLessons()).map((lesson) => [lesson.key, lesson]));
    for (const [key, lesson] of before) expect(after.get(key)?.id).toBe(lesson.id);
    expect(after.get('a-2')).toMatchObject({
      name: '新しい名前',
      sequence: 3,
      created: before.get('a-2')?.created,
    });
    expect(after.get('a-1')?.video).not.toBe(before.get('a-1')?.video);
    expect(after.get('b-1')).toEqual(before.get('b-1'));
    expect(after.get('a-2')?.modified.getTime()).toBe(app.clock.now());
  });

  it('imports all or nothing', async () => {
    await run();
    const before = await allLessons();
    await pack.write('courses/a/lessons/a-1.md', lessonText('変えた'));
    await pack.write('courses/b/lessons/b-1.md', '---\nname: x\n---\n');
    await expect(run()).rejects.toBeInstanceOf(PackRefusedError);
    expect(await allLessons()).toEqual(before);
  });

  it('refuses ids that belong to another pack, and says where', async () => {
    await run();
    const other = await writeTestPack();
    await other.write('pack.yaml', 'format: 1\nid: other\nname: 別\nlicense: x\n');
    const refusal = await importPack(app.deps, other.root).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PackRefusedError);
    const lines = (refusal as PackRefusedError).list.lines();
    expect(lines).toContain('courses/a/course.yaml:1: id「a」は別の教材「small」で使われています。');
    expect(lines).toContain('teachers.yaml:1: id「t-1」は別の教材「small」で使われています。');
    expect(await app.db.select().from(courses)).toHaveLength(2);
  });
});

describe('what vanished from the pack', () => {
  it('is withdrawn when learners have marks on it, else deleted; it can come back', async () => {
    await run();
    const [course] = await app.db.select().from(courses).where(eq(courses.key, 'a'));
    await giveCourse(app.deps, user.id, course?.id ?? 0);
    const marked = await idOf('a-2');
    const note = { id: randomUUID(), lesson: marked, sec: 1, body: '残るメモ', rev: 0 };
    await app.call('POST', '/api/lms/note/', { token: user.token, json: note });
    for (const id of ['a-2', 'a-3']) await rm(join(pack.root, `courses/a/lessons/${id}.md`));
    await reorder('a-1');
    expect(await runAndDelete()).toMatchObject({ withdrawnLessons: 1, deletedLessons: 1 });
    expect((await allLessons()).map((lesson) => lesson.key)).toEqual(['a-1', 'a-2', 'b-1']);
    const open = () => app.call('GET', `/api/lms/lesson/${marked}/`, { token: user.token });
    expect(await refusalOf(open())).toBe('404 not_found');
    expect(await bodyOf(app.call('GET', '/api/lms/note/', { token: user.token }))).toMatchObject({
      count: 1,
    });
    await pack.write('courses/a/lessons/a-2.md', lessonText('帰ってきた'));
    await reorder('a-1, a-2');
    await run();
    expect(await bodyOf(open())).toMatchObject({ id: marked, name: '帰ってきた' });
  });

  it('stays open to its owners when it is a whole course, and goes when nobody has it', async () => {
    await run();
    const [course] = await app.db.select().from(courses).where(eq(courses.key, 'a'));
    await giveCourse(app.deps, user.id, course?.id ?? 0);
    await rm(join(pack.root, 'courses/a'), { recursive: true });
    expect(await runAndDelete()).toMatchObject({ withdrawnCourses: 1, deletedCourses: 0 });
    const lesson = await app.call('GET', `/api/lms/lesson/${await idOf('a-1')}/`, { token: user.token });
    expect(lesson.status).toBe(200);
    await writeTestPack().then((fresh) => {
      pack = fresh;
    });
    await rm(join(pack.root, 'courses/b'), { recursive: true });
    expect(await runAndDelete()).toMatchObject({ deletedCourses: 1 });
    const left = await app.db.select({ key: courses.key, withdrawn: courses.withdrawn }).from(courses);
    expect(left).toEqual([{ key: 'a', withdrawn: null }]);
  });

  it('is gone when it is a board, a chapter, a teacher’s photo or a notice', async () => {
    await run();
    await pack.write('courses/a/lessons/a-1.md', lessonText('動画なし'));
    await pack.write('notices.yaml', '[]\n');
    const text = await readFile(join(pack.root, 'courses/a/course.yaml'), 'utf8');
    await pack.write('courses/a/course.yaml', text.replaceAll('a-c1', 'a-c2'));
    await run();
    expect(await app.db.select().from(boards)).toEqual([]);
    expect(await app.db.select().from(notices)).toEqual([]);
    const keys = (await app.db.select({ key: chapters.key }).from(chapters)).map((row) => row.key);
    expect(keys.sort()).toEqual(['a-c2', 'b-c1']);
    expect((await allLessons()).every((lesson) => lesson.unitId !== null)).toBe(true);
    expect(await app.db.select().from(teachers)).toHaveLength(1);
  });

  it('takes marks along when a lesson moves to another course', async () => {
    await run();
    const [from, to] = await app.db.select({ id: courses.id }).from(courses).orderBy(asc(courses.key));
    await giveCourse(app.deps, user.id, from?.id ?? 0);
    const moved = await idOf('a-3');
    await app.call('POST', '/api/lms/check/', { token: user.token, json: { lesson: moved, level: 2 } });
    await rm(join(pack.root, 'courses/a/lessons/a-3.md'));
    await reorder('a-1, a-2');
    await pack.write('courses/b/lessons/a-3.md', lessonText('引っ越した'));
    const text = await readFile(join(pack.root, 'courses/b/course.yaml'), 'utf8');
    await pack.write('courses/b/course.yaml', text.replace('[b-1]', '[b-1, a-3]'));
    expect(await run()).toMatchObject({ withdrawnLessons: 0, deletedLessons: 0 });
    const page = app.call('GET', `/api/lms/check/?course=${to?.id}`, { token: user.token });
    expect(await bodyOf(page)).toMatchObject({ results: [{ lesson: moved, course: to?.id }] });
  });
});

describe('copied media', () => {
  it('carry their hash in the name and are made anew when they are lost', async () => {
    await run();
    const [lesson] = await app.db.select().from(lessons).where(eq(lessons.key, 'a-1'));
    const file = join(app.deps.config.mediaDir, lesson?.video ?? '');
    expect(existsSync(file)).toBe(true);
    await rm(file);
    expect((await run()).copied).toBe(1);
    expect(existsSync(file)).toBe(true);
  });

  it('go some hours after the pack has dropped them, those of a withdrawn course stay', async () => {
    await run();
    const paths = new Map((await allLessons()).map((lesson) => [lesson.key, lesson.video]));
    const old = join(app.deps.config.mediaDir, paths.get('a-1') ?? '');
    await pack.write('courses/a/media/a-1.mp4', mp4Of('other video'));
    await run();
    app.clock.advance(2 * 60 * 60_000);
    await run();
    expect(existsSync(old)).toBe(true);
    app.clock.advance(60 * 60_000);
    await run();
    expect(existsSync(old)).toBe(false);

    const [course] = await app.db.select().from(courses).where(eq(courses.key, 'a'));
    await giveCourse(app.deps, user.id, course?.id ?? 0);
    await rm(join(pack.root, 'courses/a'), { recursive: true });
    await runAndDelete();
    app.clock.advance(24 * 60 * 60_000);
    await run();
    const kept = (await allLessons()).find((lesson) => lesson.key === 'a-1');
    expect(existsSync(join(app.deps.config.mediaDir, kept?.video ?? ''))).toBe(true);
  });

  it('go likewise when they are sample pages of a textbook that the course no longer shows', async () => {
    await showPages(1, 3);
    await run();
    const samplesNow = async () =>
      (await app.db.select().from(courses).where(eq(courses.key, 'a')))[0]?.textbookSamples ?? [];
    const [first, second] = (await samplesNow()).map(({ path }) => join(app.deps.config.mediaDir, path));
    await showPages(3);
    await run();
    expect((await samplesNow()).map(({ page }) => page)).toEqual([3]);
    app.clock.advance(3 * 60 * 60_000);
    await run();
    expect([existsSync(first ?? ''), existsSync(second ?? '')]).toEqual([false, true]);
  });
});
