import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { readCap } from './local.ts';
import { type Lost, readLost } from './lost.ts';
import { type CourseUse, usesOf } from './shelf.ts';

/** Everything that the list and the storage screen show. Bytes are counted from the stored pieces. */
export type DeviceShelf = { uses: CourseUse[]; usedBytes: number; cap: number; lost: Lost | null };

async function readShelf(): Promise<DeviceShelf> {
  const db = currentDb();
  const [rows, files, cap, lost] = await Promise.all([
    db.downloads.orderBy('key').toArray(),
    db.downloadFiles.toArray(),
    readCap(db),
    readLost(db),
  ]);
  const uses = usesOf(
    rows.sort((one, other) => one.queued_at - other.queued_at),
    files,
  );
  return { uses, usedBytes: uses.reduce((sum, { bytes }) => sum + bytes, 0), cap, lost };
}

/** What is kept on this device, live; `undefined` while it is read. */
export function useShelf(): DeviceShelf | undefined {
  return useStored(() => readShelf().catch(() => ({ uses: [], usedBytes: 0, cap: 0, lost: null })), []);
}
