import { dashboardSchema } from '#contracts/study.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { getJson } from '#shared/lib/http/json.ts';
import { syncAnswer } from '#shared/lib/mirror/sync.ts';
import { saveDashboard } from './local.ts';
import { dashboardKey, dashboardPath } from './model.ts';

/** Loads GET /api/lms/dashboard/ onto the device. */
export function syncDashboard(db: UserDb, signal: AbortSignal): Promise<number> {
  return syncAnswer({
    signal,
    fetch: (options) => getJson(dashboardPath, { schema: dashboardSchema, ...options }),
    save: (dashboard, { savedAt }) => saveDashboard(db, dashboard, savedAt),
    forget: () => db.singles.delete(dashboardKey),
    hasCopy: async () => true,
  });
}
