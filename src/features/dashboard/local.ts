import type { Dashboard } from '#contracts/study.ts';
import { readRow, stored } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import type { StoredAnswer } from '#shared/lib/mirror/mirror.ts';
import { noticeReadKind } from '#shared/lib/mirror/unreadNotices.ts';
import { chooseResume, dashboardKey, type Resume, resumeOf } from './model.ts';

/** The dashboard as a screen shows it. */
export type Today = Omit<Dashboard, 'resume'> & { resume: Resume | null };

/** How many of the newest lessons on the device are checked for one to continue with. */
const newestWatches = 10;

/** Stores the answer. */
export async function saveDashboard(db: UserDb, dashboard: Dashboard, savedAt: number): Promise<void> {
  await db.singles.put({ ...stored(dashboard, savedAt), key: dashboardKey });
}

/** The stored answer merged with what was watched on this device since; `null` when there is none. */
export async function readToday(db: UserDb): Promise<StoredAnswer<Today> | null> {
  const row = await db.singles.get(dashboardKey);
  const dashboard = readRow(row) as Dashboard | undefined;
  if (!row || !dashboard) return null;
  const server = resumeOf(dashboard.resume, dashboard.resume?.client_at ?? null);
  const resume = chooseResume(server, await readDeviceResumes(db));
  const unread_count = await readUnread(db, dashboard.unread_count);
  return { data: { ...dashboard, resume, unread_count }, savedAt: row.saved_at };
}

/** The server's number of unread notices, minus those read here whose change waits to be sent. */
async function readUnread(db: UserDb, counted: number): Promise<number> {
  const reads = await db.outbox.where('kind').equals(noticeReadKind).toArray();
  const isAll = reads.some((read) => (read.view as { notice: string | null }).notice === null);
  return isAll ? 0 : Math.max(0, counted - reads.length);
}

async function readDeviceResumes(db: UserDb): Promise<Resume[]> {
  const rows = await db.watches.orderBy('seen_at').reverse().limit(newestWatches).toArray();
  return rows.flatMap((row) => resumeOf(readRow(row) ?? null, row.seen_at) ?? []);
}
