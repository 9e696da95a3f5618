import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { lessons } from '../db/schema/catalog.ts';
import { bodyOf, type PageBody } from '../testing/answers.ts';
import { giveCourse } from '../testing/catalog.ts';
import { createTestApp } from '../testing/createTestApp.ts';
import { emptyFolder } from '../testing/emptyFolder.ts';
import { m4aOf, mp4Of, type TestPack, writeTestPack } from '../testing/pack.ts';
import { importPack } from './importPack.ts';
import { countedLength } from './lessonTimes.ts';
import { lessonsOf } from './packTypes.ts';
import { PackRefusedError } from './problems.ts';
import { readPack } from './readPack.ts';

let pack: TestPack;
const lesson = 'courses/a/lessons/a-1.md';

beforeEach(async () => {
  pack = await writeTestPack();
});

async function problems(): Promise<string[]> {
  const refusal = await readPack(pack.root).catch((error: unknown) => error);
  return refusal instanceof PackRefusedError ? refusal.list.lines() : [];
}
async function tellDuration(line: string): Promise<void> {
  const text = await readFile(join(pack.root, lesson), 'utf8');
  await pack.write(lesson, text.replace(/duration: \d+\n/, line));
}
/** A video of this length with its sound. */
async function makeMedia(seconds: number): Promise<void> {
  await pack.write('courses/a/media/a-1.mp4', mp4Of('video', seconds));
  await pack.write('courses/a/media/a-1.m4a', m4aOf('audio', seconds));
}

describe('told lengths', () => {
  it.each([170, 20])('are refused when the video says otherwise: %i', async (told) => {
    await makeMedia(85.1);
    await tellDuration(`duration: ${told}\n`);
    expect(await problems()).toEqual([
      `${lesson}:3: 長さ (duration) は ${told} 秒とありますが、動画は 85.1 秒です。`,
    ]);
  });

  it('are refused in sound, boards and captions as well', async () => {
    await makeMedia(20);
    await tellDuration('duration: 20\n');
    await pack.write('courses/a/media/a-1.m4a', m4aOf('audio', 10));
    await pack.write(
      'courses/a/media/a-1.vtt',
      'WEBVTT\n\n00:01.000 --> 00:22.900\nあ\n\n00:01,000 --> 00:02,000\nい\n\n00:00:21.000 --> 01:00:23.100\nう\n',
    );
    expect(await problems()).toEqual([
      `${lesson}:6: 音声は 10 秒で、動画の 20 秒と違います。`,
      `${lesson}:11: 板書の開始 30.5 秒が、長さ 20 秒を超えています。`,
      'courses/a/media/a-1.vtt:6: 字幕の時刻を読めません。00:01.000 --> 00:04.000 の形で書いてください。',
      'courses/a/media/a-1.vtt:9: 字幕の終わり 3623.1 秒が、動画の長さ 20 秒を超えています。',
    ]);
  });

  it('need not be told where a file tells, and must be where none does', async () => {
    await makeMedia(85.1);
    await tellDuration('');
    expect(lessonsOf(await readPack(pack.root))[0]?.duration).toBe(85);
    const text = await readFile(join(pack.root, 'courses/a/lessons/a-2.md'), 'utf8');
    await pack.write('courses/a/lessons/a-2.md', text.replace('duration: 300\n', ''));
    expect(await problems()).toEqual(['courses/a/lessons/a-2.md:2: 「duration」がありません。']);
  });

  it('are those of the video, and never so long that nobody can complete it', () => {
    expect(countedLength(300, 300.4)).toBe(300);
    expect(countedLength(undefined, 102.83)).toBe(103);
    expect(countedLength(101, 101.5)).toBe(101);
    expect(countedLength(103, 101)).toBe(101);
    for (let video = 1; video < 40; video += 0.1) {
      for (const told of [undefined, Math.floor(video), Math.ceil(video), video + 0.9]) {
        expect(countedLength(told, video) * 0.9).toBeLessThanOrEqual(video);
      }
    }
  });

  it.each([
    [
      'video/mp4 without moving pictures',
      'a-1.mp4',
      m4aOf('x'),
      `${lesson}:5: 「media/a-1.mp4」の中身はMP4の動画ではありません。`,
    ],
    [
      'half a file',
      'a-1.mp4',
      mp4Of('x').subarray(0, 60),
      `${lesson}:5: 「media/a-1.mp4」の中身はMP4の動画ではありません。`,
    ],
    ['a moment', 'a-1.mp4', mp4Of('x', 0.4), `${lesson}:5: 「media/a-1.mp4」の動画が短すぎます (0.4 秒)。`],
    [
      'sound that is none',
      'a-1.m4a',
      mp4Of('x').subarray(0, 60),
      `${lesson}:6: 「media/a-1.m4a」の中身はM4Aの音声ではありません。`,
    ],
  ])('%s is refused', async (_name, file, content, problem) => {
    await pack.write(`courses/a/media/${file}`, content);
    expect(await problems()).toContain(problem);
  });

  it('a video may have room before its head', async () => {
    const room = Buffer.alloc(2000);
    room.writeUInt32BE(2000, 0);
    room.write('free', 4, 'latin1');
    await pack.write('courses/a/media/a-1.mp4', Buffer.concat([room, mp4Of('video')]));
    expect(await problems()).toEqual([]);
  });
});

it('a length that was told wrong and is put right gives those who saw all of it what they have done', async () => {
  const app = await createTestApp({ config: { mediaDir: await emptyFolder() } });
  await makeMedia(85.1);
  await tellDuration('duration: 85\n');
  await importPack(app.deps, pack.root);
  const [stored] = await app.db
    .select()
    .from(lessons)
    .where(eq(lessons.key, 'a-1'))
    .orderBy(asc(lessons.key));
  // As an import without a look at the file stored it.
  await app.db.update(lessons).set({ duration: 170 }).where(eq(lessons.key, 'a-1'));
  const user = await app.signIn();
  await giveCourse(app.deps, user.id, stored?.courseId ?? 0);
  const json = {
    position: 85,
    ranges: [[0, 85]],
    client_at: new Date(app.clock.now()).toISOString(),
    rev: 0,
  };
  const sent = await app.call('PUT', `/api/lms/watchhistory/${stored?.id}/`, { token: user.token, json });
  expect(sent.status).toBe(200);
  const history = async () =>
    (
      await bodyOf<PageBody<{ is_completed: boolean; watched_rate: number; rev: number }>>(
        app.call('GET', '/api/lms/watchhistory/', { token: user.token }),
      )
    ).results[0];
  expect(await history()).toMatchObject({ is_completed: false, watched_rate: 0.5 });
  await importPack(app.deps, pack.root);
  expect(await history()).toMatchObject({ is_completed: true, watched_rate: 1, rev: 2 });
});
