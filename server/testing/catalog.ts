import { sql } from 'drizzle-orm';
import {
  boards,
  captions,
  chapters,
  courses,
  courseTeachers,
  lessons,
  packs,
  teachers,
  textbookBundles,
  textbookFiles,
  units,
  whiteboardBundles,
} from '../db/schema/catalog.ts';
import { inventories } from '../db/schema/learning.ts';
import { notices } from '../db/schema/notices.ts';
import { pages } from '../db/schema/pages.ts';
import type { Deps } from '../deps.ts';

/** A course made for a test; `lessonIds` in the order of the course. */
export type TestCourse = {
  id: number;
  key: string;
  lessonIds: number[];
  textbookId: number;
  whiteboardId: number;
};

type NewCourse = { key?: string; lessons?: Partial<typeof lessons.$inferInsert>[] };

const pack = 'test';
let made = 0;

function first<Row>(rows: Row[]): Row {
  const row = rows[0];
  if (row === undefined) throw new Error('row was not stored');
  return row;
}

function courseRow(key: string, at: Date): typeof courses.$inferInsert {
  return {
    key,
    pack,
    name: `講座 ${key}`,
    category: '数学',
    subjectId: 'math',
    subjectName: '数学',
    level: 'basic',
    grades: ['j2'],
    summary: '要約',
    description: '説明',
    orientation: '案内',
    price: 9800,
    listPrice: 12800,
    accessDays: 365,
    thumbnail: `public/test/${key}.webp`,
    created: at,
    modified: at,
  };
}

async function storePack({ db, clock }: Deps): Promise<void> {
  const row = {
    key: pack,
    name: 'テスト',
    license: '-',
    credits: [],
    fingerprint: '',
    imported: new Date(clock.now()),
  };
  await db.insert(packs).values(row).onConflictDoNothing();
}

async function storeMaterial({ db }: Deps, course: { id: number; key: string }, lessonId: number) {
  const { id: courseId, key } = course;
  const textbook = first(
    await db
      .insert(textbookBundles)
      .values({ key: `${key}-textbook`, courseId, name: 'テキスト' })
      .returning(),
  );
  const file = { name: '本編', pages: 12, size: 345, sha256: 'ab', path: `test/${key}/textbook.pdf` };
  await db.insert(textbookFiles).values({ ...file, key: `${key}-textbook-1`, bundleId: textbook.id });
  const whiteboard = first(
    await db
      .insert(whiteboardBundles)
      .values({ key: `${key}-boards`, courseId, name: '板書' })
      .returning(),
  );
  const image = { startSec: 3.5, path: `test/${key}/board.webp`, alt: '板書の説明' };
  await db.insert(boards).values({ ...image, key: `${key}-board-1`, bundleId: whiteboard.id, lessonId });
  await db.insert(captions).values({ lessonId, lang: 'ja', label: '日本語', path: `test/${key}/a.vtt` });
  return { textbookId: textbook.id, whiteboardId: whiteboard.id };
}

/**
 * Stores a course of one chapter and unit: three lessons of 100 s with a video, the first with a board and subtitles,
 * unless others are given.
 */
export async function storeCourse(deps: Deps, options: NewCourse = {}): Promise<TestCourse> {
  made += 1;
  const key = options.key ?? `course-${made}`;
  const at = new Date(deps.clock.now());
  await storePack(deps);
  const wanted = options.lessons ?? [{}, {}, {}];
  const row = { ...courseRow(key, at), lessonCount: wanted.length, durationSum: 100 * wanted.length };
  const course = first(await deps.db.insert(courses).values(row).returning());
  const chapter = { key: `${key}-c`, courseId: course.id, name: '章', order: 1 };
  const { id: chapterId } = first(await deps.db.insert(chapters).values(chapter).returning());
  const unit = { key: `${key}-u`, chapterId, name: '単元', order: 1 };
  const { id: unitId } = first(await deps.db.insert(units).values(unit).returning());
  const rows = wanted.map((fields, i) => ({
    key: `${key}-${i + 1}`,
    courseId: course.id,
    unitId,
    name: `レッスン ${i + 1}`,
    order: i + 1,
    sequence: i + 1,
    bodyHtml: '<p>本文</p>',
    duration: 100,
    video: `test/${key}/${i + 1}.mp4`,
    created: at,
    modified: at,
    ...fields,
  }));
  const stored = await deps.db.insert(lessons).values(rows).returning({ id: lessons.id });
  const lessonIds = stored.map((lesson) => lesson.id);
  return {
    id: course.id,
    key,
    lessonIds,
    ...(await storeMaterial(deps, { id: course.id, key }, lessonIds[0] ?? 0)),
  };
}

/** Gives a user a course; without `expireAt` it has no end. Answers the number of the item. */
export async function giveCourse(
  { db, clock }: Deps,
  userId: number,
  courseId: number,
  expireAt: Date | null = null,
): Promise<number> {
  const now = new Date(clock.now());
  const row = { userId, courseId, expireAt, created: now, modified: now };
  return first(await db.insert(inventories).values(row).returning()).id;
}

/** Stores a teacher of mathematics; answers the number. */
export async function storeTeacher(
  deps: Deps,
  fields: Partial<typeof teachers.$inferInsert> = {},
): Promise<number> {
  made += 1;
  await storePack(deps);
  const row = {
    key: `teacher-${made}`,
    pack,
    name: `先生 ${made}`,
    kana: 'テスト',
    subjects: ['math'],
    catchCopy: 'ひとこと',
    career: '経歴',
    message: 'メッセージ',
    photo: 'public/test/teacher.webp',
    ...fields,
  };
  return first(await deps.db.insert(teachers).values(row).returning()).id;
}

/** Lets a teacher teach a course. */
export async function giveTeacher({ db }: Deps, courseId: number, teacherId: number): Promise<void> {
  await db.insert(courseTeachers).values({ courseId, teacherId, order: teacherId });
}

/** Stores a notice that came out an hour ago. */
export async function storeNotice(
  deps: Deps,
  fields: Partial<typeof notices.$inferInsert> = {},
): Promise<number> {
  made += 1;
  await storePack(deps);
  const row = {
    key: `notice-${made}`,
    pack,
    title: 'お知らせ',
    bodyHtml: '<p>本文</p>',
    category: 'info',
    audience: 'member',
    published: new Date(deps.clock.now() - 3_600_000),
    created: new Date(deps.clock.now()),
    ...fields,
  };
  return first(await deps.db.insert(notices).values(row).returning()).id;
}

/** Stores a version of a page, in force for an hour. */
export async function storePage(
  deps: Deps,
  fields: Partial<typeof pages.$inferInsert> & { version: number },
): Promise<void> {
  await storePack(deps);
  const row = {
    key: `eula-${fields.version}`,
    pack,
    slug: 'eula',
    title: '利用規約',
    bodyHtml: `<h2>第1条</h2><p>第${fields.version}版</p>`,
    headings: ['第1条'],
    changes: '変更点',
    effective: new Date(deps.clock.now() - 3_600_000),
    ...fields,
  };
  await deps.db.insert(pages).values(row);
}

/**
 * Gives a user `count` courses of two lessons each, one in three watched: for measuring long lists (performance.md 3).
 * About 4 s for 10 000 on the embedded database.
 */
export async function storeManyItems(deps: Deps, userId: number, count: number): Promise<void> {
  await storePack(deps);
  const at = sql`${new Date(deps.clock.now()).toISOString()}::timestamptz`;
  const numbers = sql`generate_series(1, ${count}::int) as n`;
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`insert into courses (key, pack, name, category, subject_id, subject_name, level, grades,
      summary, description, orientation, price, list_price, access_days, duration_sum, lesson_count, created, modified)
      select 'many-' || n, ${pack}, '講座 ' || n, '数学', 'math', '数学', 'basic', '["h1"]', '要約', '説明', '案内',
        9800, 12800, 365, 1200, 2, ${at}, ${at} from ${numbers}`);
    await tx.execute(sql`insert into chapters (key, course_id, name, "order")
      select key || '-c', id, '第1章', 1 from courses where key like 'many-%'`);
    await tx.execute(sql`insert into units (key, chapter_id, name, "order")
      select key || '-u', id, '単元1', 1 from chapters where key like 'many-%'`);
    await tx.execute(sql`insert into lessons (key, course_id, unit_id, name, "order", sequence, body_html, duration,
      created, modified) select c.key || '-' || n, c.course_id, u.id, 'レッスン ' || n, n, n, '<p>本文</p>', 600, ${at}, ${at}
      from chapters c join units u on u.chapter_id = c.id, generate_series(1, 2) as n where c.key like 'many-%'`);
    await tx.execute(sql`insert into inventories (user_id, course_id, created, modified)
      select ${userId}::int, id, ${at}, ${at} from courses where key like 'many-%'`);
    await tx.execute(sql`insert into watch_histories (user_id, lesson_id, course_id, position, position_at,
      position_restart, ranges, rate, watched_rate, is_completed, watched_at, rev)
      select ${userId}::int, id, course_id, 60, ${at} - id * interval '1 minute', false, '[[0,60]]', 1, 0.1,
        course_id % 6 = 0, ${at} - id * interval '1 minute', 1 from lessons where key like 'many-%' and course_id % 3 = 0`);
  });
}
