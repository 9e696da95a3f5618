import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { lessons } from '../../db/schema/catalog.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { type Access, accessToCourse, requireOpen, requireOwned } from '../inventory/policy.ts';

const found = {
  id: lessons.id,
  courseId: lessons.courseId,
  name: lessons.name,
  duration: lessons.duration,
  isFree: lessons.isFree,
  video: lessons.video,
  audio: lessons.audio,
};

export type LessonAccess = {
  lesson: Awaited<ReturnType<typeof readLesson>>;
  access: Access | null;
};

async function readLesson(db: Db, lessonId: number | null) {
  const rows =
    lessonId === null
      ? []
      : await db
          .select(found)
          .from(lessons)
          .where(and(eq(lessons.id, lessonId), isNull(lessons.withdrawn)))
          .limit(1);
  if (!rows[0]) throw notFound('このレッスンは見つかりませんでした。公開が終了した可能性があります。');
  return rows[0];
}

/** A lesson on which the user may keep marks; 404 when it does not exist, 403 when it is not theirs. */
export async function ownedLesson(
  db: Db,
  deps: Deps,
  userId: number,
  lessonId: number | null,
): Promise<LessonAccess> {
  const lesson = await readLesson(db, lessonId);
  const access = await accessToCourse(db, userId, lesson.courseId, deps.clock.now());
  requireOwned(access, lesson.isFree);
  return { lesson, access };
}

/** A lesson that the user may open now; 404, 403 `access_expired`, 403 `forbidden`. */
export async function openLesson(
  db: Db,
  deps: Deps,
  userId: number,
  lessonId: number,
): Promise<LessonAccess> {
  const lesson = await readLesson(db, lessonId);
  const access = await accessToCourse(db, userId, lesson.courseId, deps.clock.now());
  requireOpen(access, lesson.isFree);
  return { lesson, access };
}
