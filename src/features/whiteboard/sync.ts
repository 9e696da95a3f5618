import type { UserDb } from '#shared/lib/db/schema.ts';
import { syncAnswer } from '#shared/lib/mirror/sync.ts';
import { getWhiteboard } from './api.ts';
import { forgetWhiteboard, saveWhiteboard } from './local.ts';

/** Query keys of this feature. */
export const whiteboardKeys = { bundle: (id: string) => ['whiteboard', 'bundle', id] as const };

/** Loads the list of a bundle onto the device. */
export function syncWhiteboard(db: UserDb, id: string, signal: AbortSignal): Promise<number> {
  return syncAnswer({
    signal,
    fetch: (options) => getWhiteboard(id, options),
    save: (bundle, { savedAt }) => saveWhiteboard(db, bundle, savedAt),
    forget: () => forgetWhiteboard(db, id),
    hasCopy: async () => true,
  });
}
