import { deviceId } from '#shared/lib/db/deviceId.ts';
import type { DownloadRow } from '#shared/lib/db/downloadRows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { now } from '#shared/lib/time/clock.ts';
import { postLicense } from './api.ts';
import { openKept, putLicence, putSession } from './chunkStore.ts';
import { noteServerTime, readClock, serverTime } from './clock.ts';
import { deviceLimit, noteDeviceLimit } from './deviceLimit.ts';
import { applyLicense, tellRows } from './local.ts';

/** How long a licence counts as fresh while the app stays open, ms. */
const freshForMs = 6 * 60 * 60 * 1000;
let renewed: { name: string; at: number } | null = null;

/** Whether the licence was renewed recently in this visit and covers every current lesson. */
async function isFresh(db: UserDb): Promise<boolean> {
  const isNew = (row: DownloadRow) => row.valid_until === null && row.state !== 'expired';
  const count = await db.downloads.filter(isNew).count();
  return renewed?.name === db.name && now() - renewed.at < freshForMs && count === 0;
}

/** Makes the next check renew the licence: at a start, and when the server answers again. */
export function wantNewLicence(): void {
  renewed = null;
}

/**
 * Renews the licence of everything that is kept here, and tells the worker until when it is valid. It does this once
 * per visit (product.md 3.9.7 "on each online start"), and again after 6 h or for new lessons.
 *
 * @throws what a call throws; HttpError 409 `device_limit` when three other devices keep lessons.
 */
export async function renewLicence(db: UserDb, signal: AbortSignal): Promise<void> {
  if (await isFresh(db)) return;
  const rows = await db.downloads.toArray();
  if (rows.length === 0) return;
  const lessons = [...new Set(rows.map(({ lesson }) => lesson))];
  const audio = rows.flatMap(({ lesson, rendition }) => (rendition === 'audio' ? [lesson] : []));
  const license = await postLicense(await deviceId(), lessons, audio, signal).catch((error: unknown) => {
    noteDeviceLimit(error);
    throw error;
  });
  deviceLimit.set(null);
  await putSession(db, await noteServerTime(db, license.server_time));
  await applyLicense(db, license);
  await writeLicences(db);
  renewed = { name: db.name, at: now() };
}

/** For an inventory item the longest licence of its lessons counts; without any licence its files are locked. */
async function writeLicences(db: UserDb): Promise<void> {
  const until = new Map<string, number>();
  for (const { inventory, valid_until } of await db.downloads.toArray()) {
    until.set(inventory, Math.max(until.get(inventory) ?? 0, valid_until ?? 0));
  }
  const cache = await openKept(db);
  for (const [inventory, validUntil] of until) await putLicence(cache, inventory, validUntil);
}

/** Marks expired downloads by the server's clock, and tells the worker whose session it is. Works offline. */
export async function endByClock(db: UserDb): Promise<void> {
  await putSession(db, await readClock(db));
  const time = await serverTime(db);
  const ended = await db.downloads
    .filter(({ state, valid_until }) => state === 'ready' && valid_until !== null && valid_until <= time)
    .primaryKeys();
  await tellRows(db, ended, { type: 'ended' });
}
