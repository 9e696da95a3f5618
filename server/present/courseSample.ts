import type { z } from 'zod/mini';
import type { sampleLessonSchema, textbookSampleSchema } from '#contracts/catalogue.ts';
import type { Deps } from '../deps.ts';
import { type CourseTree, loadCourses } from '../domain/course/load.ts';
import { noMarks } from '../domain/course/marks.ts';
import { loadFullLesson } from '../domain/lesson/load.ts';
import { signMedia } from '../media/sign.ts';
import { presentLesson } from './lesson.ts';

type Sample = z.input<typeof sampleLessonSchema>;

/**
 * The free lesson of a course that everybody may see: the first one with a video, which the import chose for
 * `sample_video`. `null`: it has none, or its sale has ended.
 */
export async function readSample(deps: Deps, { course, lessons }: CourseTree): Promise<Sample | null> {
  const free = lessons.find((lesson) => lesson.isFree && lesson.video !== null);
  if (!free || course.withdrawn !== null) return null;
  const full = await loadFullLesson(deps.db, free.id, course.id);
  if (!full) return null;
  const { id, name, goal, duration, video, whiteboards } = presentLesson(deps, full, noMarks, null);
  return { id, name, goal, duration, video, whiteboards };
}

/** Pages of a course's textbook that everybody may see; none once its sale has ended. */
export function presentTextbookSamples(
  deps: Deps,
  { course }: CourseTree,
): z.input<typeof textbookSampleSchema>[] {
  if (course.withdrawn !== null) return [];
  return course.textbookSamples.map(({ path, ...sample }) => ({
    ...sample,
    url: signMedia(deps, path, deps.clock.now()),
  }));
}

/** The sample of the first of these courses that has one. */
export async function readFirstSample(deps: Deps, courseIds: readonly number[]): Promise<Sample | null> {
  for (const id of courseIds) {
    const tree = (await loadCourses(deps.db, [id])).get(id);
    const sample = tree ? await readSample(deps, tree) : null;
    if (sample) return sample;
  }
  return null;
}
