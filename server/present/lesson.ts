import type { z } from 'zod/mini';
import type { lessonSchema } from '#contracts/lesson.ts';
import type { Deps } from '../deps.ts';
import type { Marks } from '../domain/course/marks.ts';
import type { FullLesson } from '../domain/lesson/load.ts';
import { mediaExpiresAt, signMedia } from '../media/sign.ts';
import { mediaUrl, presentLightLesson } from './course.ts';

type LessonBody = z.input<typeof lessonSchema>;

function presentVideo(deps: Deps, { lesson, captions }: FullLesson): LessonBody['video'] {
  if (lesson.video === null) return null;
  const now = deps.clock.now();
  return {
    mp4_url: signMedia(deps, lesson.video, now),
    audio_url: mediaUrl(deps, lesson.audio),
    poster: mediaUrl(deps, lesson.poster),
    captions: captions.map(({ lang, label, path }) => ({ lang, label, url: signMedia(deps, path, now) })),
    expires_at: mediaExpiresAt(now),
  };
}

/** A whole lesson (product.md 2.1 Lesson). `inventoryId` is the learner's item of its course. */
export function presentLesson(
  deps: Deps,
  full: FullLesson,
  marks: Marks,
  inventoryId: number | null,
): LessonBody {
  const now = deps.clock.now();
  return {
    ...presentLightLesson(full.lesson, marks),
    goal: full.lesson.goal,
    body_html: full.lesson.bodyHtml,
    course: full.course,
    inventory: inventoryId,
    video: presentVideo(deps, full),
    whiteboards: full.boards.map((board) => ({
      id: board.id,
      start_sec: board.startSec,
      url: signMedia(deps, board.path, now),
      alt: board.alt,
    })),
    previous_lesson: full.previous,
    next_lesson: full.next,
  };
}
