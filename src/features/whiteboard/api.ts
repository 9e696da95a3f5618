import { type WhiteboardBundle, whiteboardBundleSchema } from '#contracts/lesson.ts';
import { getJson } from '#shared/lib/http/json.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';
import { whiteboardPath } from './model.ts';

/** GET /api/lms/whiteboard/{bundle}/ */
export function getWhiteboard(
  id: string,
  options: FetchOptions & { isReload?: boolean },
): Promise<WhiteboardBundle> {
  return getJson(`${whiteboardPath}${encodeURIComponent(id)}/`, {
    schema: whiteboardBundleSchema,
    ...options,
  });
}
