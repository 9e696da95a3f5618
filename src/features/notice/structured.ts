import type { Notice } from '#contracts/study.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { breadcrumbs, type StructuredItem } from '#shared/lib/pages/structuredData.ts';
import { texts } from './texts.ts';

const list = { name: texts.title, path: paths.publicNotices() };

/** Structured data of the notices, for search engines. */
export function noticesData(): StructuredItem[] {
  return [breadcrumbs([list])];
}

/** Structured data of a notice, for search engines. */
export function noticeData({ id, title }: Notice): StructuredItem[] {
  return [breadcrumbs([list, { name: title, path: paths.publicNotice(id) }])];
}
