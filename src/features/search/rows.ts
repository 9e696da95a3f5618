import type { Course } from '#contracts/course.ts';
import type { SearchRow } from '#shared/lib/db/rows.ts';
import { foldText } from '#shared/lib/text/fold.ts';

/** A sentence of the captions and its time, seconds. */
export type Cue = { sec: number; text: string };

/** What a line of a row contains. */
export type LineRef =
  | { kind: 'course' }
  | { kind: 'chapter' | 'lesson'; lesson: string }
  | { kind: 'caption'; sec: number };

type Line = { ref: string; text: string };

/** Line breaks separate the lines of a row, so a text contains none. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function rowOf(head: Pick<SearchRow, 'key' | 'course' | 'name' | 'source'>, lines: Line[]): SearchRow {
  const texts = lines.map(({ text }) => inOneLine(text));
  return {
    ...head,
    texts: texts.join('\n'),
    folded: texts.map(foldText).join('\n'),
    refs: lines.map(({ ref }) => ref).join('\n'),
  };
}

function byOrder<Item extends { order: number }>(items: readonly Item[]): Item[] {
  return [...items].sort((a, b) => a.order - b.order);
}

/** The name of a course, its chapters and lessons in learning order, each chapter before its lessons. */
export function courseRow(course: Course, savedAt: number): SearchRow {
  const lines: Line[] = [{ ref: 'course', text: course.name }];
  for (const chapter of byOrder(course.course_chapter)) {
    const lessons = byOrder(chapter.chapter_unit).flatMap((unit) => byOrder(unit.unit_lesson));
    lines.push({ ref: `chapter:${lessons[0]?.id ?? ''}`, text: chapter.name });
    for (const { id, name } of lessons) lines.push({ ref: `lesson:${id}`, text: name });
  }
  return rowOf(
    { key: `course:${course.id}`, course: course.id, name: course.name, source: courseSource(savedAt) },
    lines,
  );
}

/** Identifies the source of a row of titles: the copy of the course stored at this time, epoch ms. */
export function courseSource(savedAt: number): string {
  return `at:${savedAt}`;
}

/** The captions of a lesson kept on the device. `source` identifies their content. */
export function captionRow(
  lesson: { id: string; name: string; course: string },
  source: string,
  cues: readonly Cue[],
): SearchRow {
  const head = { key: `caption:${lesson.id}`, course: lesson.course, name: lesson.name, source };
  return rowOf(
    head,
    cues.map(({ sec, text }) => ({ ref: String(Math.floor(sec)), text })),
  );
}

/** Reads the fields of a line. */
export function refOf(ref: string): LineRef {
  if (ref === 'course') return { kind: 'course' };
  const [kind, lesson = ''] = ref.split(':', 2);
  if (kind === 'chapter' || kind === 'lesson') return { kind, lesson };
  return { kind: 'caption', sec: Number(ref) || 0 };
}
