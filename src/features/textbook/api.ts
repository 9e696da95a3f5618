import { type TextbookBundle, textbookBundleSchema } from '#contracts/lesson.ts';
import { getJson } from '#shared/lib/http/json.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';
import { textbookPath } from './model.ts';

/** GET /api/lms/textbook/{bundle}/ */
export function getTextbook(
  id: string,
  options: FetchOptions & { isReload?: boolean },
): Promise<TextbookBundle> {
  return getJson(`${textbookPath}${encodeURIComponent(id)}/`, { schema: textbookBundleSchema, ...options });
}
