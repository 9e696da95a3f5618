import type { UserDb } from '#shared/lib/db/schema.ts';
import { syncAnswer } from '#shared/lib/mirror/sync.ts';
import { getTextbook } from './api.ts';
import { forgetTextbook, saveTextbook } from './local.ts';

/** Query keys of this feature. */
export const textbookKeys = { bundle: (id: string) => ['textbook', 'bundle', id] as const };

/** Loads the file list of a bundle onto the device. */
export function syncTextbook(db: UserDb, id: string, signal: AbortSignal): Promise<number> {
  return syncAnswer({
    signal,
    fetch: (options) => getTextbook(id, options),
    save: (bundle, { savedAt }) => saveTextbook(db, bundle, savedAt),
    forget: () => forgetTextbook(db, id),
    hasCopy: async () => true,
  });
}
