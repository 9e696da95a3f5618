import type { KeptDevices } from '#contracts/offline.ts';
import { deviceId } from '#shared/lib/db/deviceId.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { keepLessons } from './actions.ts';
import { getKeptDevices } from './api.ts';

/** Key of the list of lost downloads in `meta`, until the learner has decided. */
const lostKey = 'download.lost';
const evictedKey = 'download.evicted';

/** A download that another device has, or that this device had before its storage was emptied. */
export type LostLesson = KeptDevices['devices'][number]['lessons'][number];

/**
 * Downloads that are not on this device. `here`: the browser has deleted them · `elsewhere`: another device of the
 * learner keeps them, useful for a new phone.
 */
export type Lost = { kind: 'here' | 'elsewhere'; deviceName: string; lessons: LostLesson[] };

/** What a device should have but lacks: the server's list without what is kept or being downloaded. */
export function lostLessons(listed: readonly LostLesson[], kept: ReadonlySet<string>): LostLesson[] {
  return listed.filter(({ lesson }) => !kept.has(lesson));
}

/**
 * Chooses the list to offer. The device's own list counts as lost only if its storage was emptied, because lessons the
 * learner deleted may stay on the server's list for a while. A device that never kept anything is offered the list of
 * another one.
 */
export function chooseLost(
  devices: readonly Pick<KeptDevices['devices'][number], 'device_id' | 'name' | 'lessons'>[],
  here: string,
  kept: ReadonlySet<string>,
  isEvicted: boolean,
): Lost | null {
  const own = devices.find(({ device_id }) => device_id === here);
  if (isEvicted && own) {
    const lessons = lostLessons(own.lessons, kept);
    return lessons.length > 0 ? { kind: 'here', deviceName: '', lessons } : null;
  }
  if (own || kept.size > 0) return null;
  const other = devices.find(({ lessons }) => lessons.length > 0);
  return other ? { kind: 'elsewhere', deviceName: other.name, lessons: other.lessons } : null;
}

/** Remembers that the storage was found emptied, until the server could be asked; see db/canary.ts. */
export async function markEvicted(db: UserDb): Promise<void> {
  await db.meta.put({ key: evictedKey, value: true });
}

/**
 * After the storage was emptied: asks the server what this device had, and stores the list. Otherwise a new download
 * would make the server forget it, because its licence replaces the list. Does nothing if the storage was not emptied,
 * or the server was already asked.
 *
 * @throws what a call throws; the server is asked again the next time then.
 */
export async function noteLost(db: UserDb): Promise<void> {
  if (!(await db.meta.get(evictedKey))) return;
  const lost = await ask(db, true);
  await db.transaction('rw', db.meta, async () => {
    if (lost) await db.meta.put({ key: lostKey, value: lost });
    await db.meta.delete(evictedKey);
  });
}

/**
 * What another device keeps, for a device that keeps nothing yet.
 *
 * @throws what a call throws.
 */
export function askElsewhere(db: UserDb): Promise<Lost | null> {
  return ask(db, false);
}

async function ask(db: UserDb, isEvicted: boolean): Promise<Lost | null> {
  const rows = await db.downloads.toArray();
  const kept = new Set(rows.map(({ lesson }) => lesson));
  const { devices } = await getKeptDevices();
  return chooseLost(devices, await deviceId(), kept, isEvicted);
}

/** The stored list without what is on the device again; `null`: nothing is missing. */
export async function readLost(db: UserDb): Promise<Lost | null> {
  const row = await db.meta.get(lostKey);
  if (!row) return null;
  const lost = row.value as Lost;
  const kept = new Set((await db.downloads.toArray()).map(({ lesson }) => lesson));
  const lessons = lostLessons(lost.lessons, kept);
  return lessons.length > 0 ? { ...lost, lessons } : null;
}

/** The learner does not want these lessons any more. */
export async function forgetLost(db: UserDb): Promise<void> {
  await db.meta.delete(lostKey);
}

/**
 * Puts everything that was lost into the queue again, course by course.
 *
 * @throws what a call throws; the earlier courses are queued then, and a repetition does the rest.
 */
export async function restoreLost(db: UserDb, lost: Lost): Promise<void> {
  const groups = new Map<string, LostLesson[]>();
  for (const lesson of lost.lessons) {
    const key = `${lesson.inventory} ${lesson.rendition}`;
    groups.set(key, [...(groups.get(key) ?? []), lesson]);
  }
  for (const lessons of groups.values()) {
    const [first] = lessons;
    if (!first) continue;
    const { inventory, rendition } = first;
    await keepLessons({ inventory, rendition, lessons: lessons.map(({ lesson }) => lesson) });
  }
  await forgetLost(db);
}
