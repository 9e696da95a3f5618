import type { TextbookBundle } from '#contracts/lesson.ts';

/** Path of the textbook of a course (product.md 3.4). */
export const textbookPath = '/api/lms/textbook/';

/** A file of a textbook. `url` is signed and expires; `id` stays the same. */
export type TextbookFile = TextbookBundle['files'][number];

/** The pages a lesson covers, counted from 1; `null`: it covers none. */
export type PageRange = { from: number; to: number };

/** The pages that a lesson names. Without an end it covers one page. */
export function pagesOf(lesson: {
  textbook_page_from: number | null;
  textbook_page_to: number | null;
}): PageRange | null {
  const from = lesson.textbook_page_from;
  if (from === null || from < 1) return null;
  return { from, to: Math.max(from, lesson.textbook_page_to ?? from) };
}

/** The lesson a page belongs to. If several lessons share the page, the last one. `null`: none. */
export function lessonOfPage<
  Lesson extends { textbook_page_from: number | null; textbook_page_to: number | null },
>(lessons: readonly Lesson[], page: number): Lesson | null {
  const covering = lessons.filter((lesson) => {
    const pages = pagesOf(lesson);
    return pages !== null && pages.from <= page && page <= pages.to;
  });
  return covering.at(-1) ?? null;
}
