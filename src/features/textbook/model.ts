import type { TextbookBundle } from '#contracts/lesson.ts';

/** Path of the textbook of a course (product.md 3.4). */
export const textbookPath = '/api/lms/textbook/';

/** A file of a textbook. `url` is signed and ends; `id` stays. */
export type TextbookFile = TextbookBundle['files'][number];

/** The pages a lesson covers, from 1; `null`: none. */
export type PageRange = { from: number; to: number };

/** What a lesson says about its pages; a missing end is the beginning. */
export function pagesOf(lesson: {
  textbook_page_from: number | null;
  textbook_page_to: number | null;
}): PageRange | null {
  const from = lesson.textbook_page_from;
  if (from === null || from < 1) return null;
  return { from, to: Math.max(from, lesson.textbook_page_to ?? from) };
}

/** The lesson a page belongs to; of several that share it the last that begins there or before. `null`: none. */
export function lessonOfPage<
  Lesson extends { textbook_page_from: number | null; textbook_page_to: number | null },
>(lessons: readonly Lesson[], page: number): Lesson | null {
  const covering = lessons.filter((lesson) => {
    const pages = pagesOf(lesson);
    return pages !== null && pages.from <= page && page <= pages.to;
  });
  return covering.at(-1) ?? null;
}
