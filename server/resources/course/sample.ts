import type { z } from 'zod/mini';
import type { sampleLessonSchema } from '#contracts/catalogue.ts';
import type { Deps } from '../../deps.ts';
import { loadFullLesson } from '../lesson/load.ts';
import { presentLesson } from '../lesson/present.ts';
import { type CourseTree, noMarks } from './load.ts';

/**
 * The free lesson of a course that everybody may see: the first one with a video, as the import chose it for
 * `sample_video`. `null`: it has none, or its sale has ended.
 */
export async function readSample(
  deps: Deps,
  { course, lessons }: CourseTree,
): Promise<z.input<typeof sampleLessonSchema> | null> {
  const free = lessons.find((lesson) => lesson.isFree && lesson.video !== null);
  if (!free || course.withdrawn !== null) return null;
  const full = await loadFullLesson(deps.db, free.id, course.id);
  if (!full) return null;
  const { id, name, goal, duration, video, whiteboards } = presentLesson(deps, full, noMarks, null);
  return { id, name, goal, duration, video, whiteboards };
}
