import { and, asc, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { z } from 'zod/mini';
import {
  type deviceLimitSchema,
  type keptDevicesSchema,
  type licenseSchema,
  mostOfflineDevices,
} from '#contracts/offline.ts';
import type { Db, Tx } from '../../db/client.ts';
import { sessions, users } from '../../db/schema/accounts.ts';
import { courses, lessons } from '../../db/schema/catalog.ts';
import { offlineDevices } from '../../db/schema/offline.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { sayTime } from '../../maintenance/time.ts';
import { isGoodLogin } from '../device/store.ts';
import { type Access, accessOf } from '../inventory/policy.ts';

/** How long kept lessons may be used without contact (product.md 3.9.7), milliseconds. */
const licenseFor = 7 * 24 * 60 * 60_000;

/** When a licence given at `now` ends: in 7 days, or with the access if that is earlier. */
export function licenseEnd(now: number, access: Access | null): Date {
  return new Date(Math.min(now + licenseFor, access?.expireAt?.getTime() ?? Number.POSITIVE_INFINITY));
}

type Device = { userId: number; deviceId: string; sessionId: string; name: string };
/** A lesson that the device names; `id` is `null` when it cannot be one of ours. */
type Wanted = { asked: string; id: number | null; audio: boolean };

/**
 * The devices of a user that take a place now, the one whose licence ends first at the head. A device whose login has
 * ended takes none: it is logged out, and what it keeps cannot be opened.
 */
async function listPlaces(db: Db | Tx, deps: Deps, userId: number) {
  const now = deps.clock.now();
  const rows = await db
    .select({ device: offlineDevices, session: sessions })
    .from(offlineDevices)
    .leftJoin(sessions, eq(sessions.id, offlineDevices.sessionId))
    .where(
      and(
        eq(offlineDevices.userId, userId),
        gt(offlineDevices.validUntil, new Date(now)),
        // Licences from before logins were noted end within a week.
        or(isNull(offlineDevices.sessionId), isGoodLogin(deps)),
      ),
    )
    .orderBy(asc(offlineDevices.validUntil), offlineDevices.deviceId);
  return rows.map(({ device, session }) => ({
    device_id: device.deviceId,
    name: device.name || session?.device || '',
    // When the browser has emptied its storage, the login goes on under another device number: its use is then not this
    // device's.
    last_seen: latest(device.renewed, session?.deviceId === device.deviceId ? session.lastSeen : null),
    valid_until: device.validUntil.toISOString(),
    lessons: device.lessons.length,
  }));
}

function latest(one: Date, other: Date | null): string {
  return new Date(Math.max(one.getTime(), other?.getTime() ?? 0)).toISOString();
}

/**
 * 409 `device_limit` when three other devices hold a licence. It names them, and says when the first place becomes free
 * by itself. The lock of the user's row lets two calls run one after the other.
 */
async function requireRoom(tx: Tx, deps: Deps, { userId, deviceId }: Device): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const devices = (await listPlaces(tx, deps, userId)).filter(({ device_id }) => device_id !== deviceId);
  const [first] = devices;
  if (!first || devices.length < mostOfflineDevices) return;
  const names = devices.map(({ name }) => `「${name || '名前のわからない端末'}」`).join('、');
  const data: z.input<typeof deviceLimitSchema> = { devices, free_at: first.valid_until };
  throw new ApiError(
    409,
    'device_limit',
    `授業を保存できる端末は${mostOfflineDevices}台までです。いまは${names}に保存しています。使わない端末を「ダウンロード」の画面で外すか、設定の「ログイン中の端末」でログアウトさせると、この端末に保存できます。どの端末も使わなければ、${sayTime(first.valid_until)}に1台分が空きます。`,
    { data },
  );
}

/** Until when each of the lessons may be kept; `null`: it does not exist, is not theirs, or its time is over. */
async function licensed(tx: Tx, userId: number, ids: readonly (number | null)[], now: number) {
  const known = ids.filter((id) => id !== null);
  const rows =
    known.length === 0
      ? []
      : await tx
          .select({ id: lessons.id, courseId: lessons.courseId, isFree: lessons.isFree })
          .from(lessons)
          .where(and(inArray(lessons.id, known), isNull(lessons.withdrawn)));
  const access = await accessOf(tx, userId, [...new Set(rows.map(({ courseId }) => courseId))], now);
  return new Map(
    rows.map(({ id, courseId, isFree }) => {
      const item = access.get(courseId) ?? null;
      if (item?.isOpen) return [id, licenseEnd(now, item)];
      return [id, isFree ? licenseEnd(now, null) : null];
    }),
  );
}

/** Gives or renews the licence of a device. Throws 409 `device_limit`. */
export async function giveLicense(
  tx: Tx,
  deps: Deps,
  device: Device,
  wanted: readonly Wanted[],
): Promise<z.input<typeof licenseSchema>> {
  const now = deps.clock.now();
  const at = new Date(now);
  await requireRoom(tx, deps, device);
  const validUntil = licenseEnd(now, null);
  const until = await licensed(
    tx,
    device.userId,
    wanted.map(({ id }) => id),
    now,
  );
  const kept = wanted.flatMap(({ id, audio }) => (id !== null && until.get(id) ? [{ id, audio }] : []));
  const row = { ...device, renewed: at, validUntil, lessons: kept };
  await tx
    .insert(offlineDevices)
    .values({ ...row, created: at })
    .onConflictDoUpdate({ target: [offlineDevices.userId, offlineDevices.deviceId], set: row });
  return {
    device_id: device.deviceId,
    valid_until: validUntil.toISOString(),
    server_time: at.toISOString(),
    watermark: `KN-${device.userId}`,
    lessons: wanted.map(({ asked, id }) => ({
      lesson: asked,
      valid_until: (id === null ? null : until.get(id))?.toISOString() ?? null,
    })),
  };
}

/** The device keeps nothing any more. An unknown device counts as success. */
export async function endLicense(tx: Tx, userId: number, deviceId: string): Promise<void> {
  const isIt = and(eq(offlineDevices.userId, userId), eq(offlineDevices.deviceId, deviceId));
  await tx.delete(offlineDevices).where(isIt);
}

/** What each device of a user keeps, the last seen first; lessons that they may not keep any more are left out. */
export async function listKept(
  db: Db,
  deps: Deps,
  userId: number,
): Promise<z.input<typeof keptDevicesSchema>> {
  const devices = await db
    .select()
    .from(offlineDevices)
    .where(eq(offlineDevices.userId, userId))
    .orderBy(desc(offlineDevices.renewed));
  const ids = [...new Set(devices.flatMap((device) => device.lessons.map(({ id }) => id)))];
  const known = await keepable(db, userId, ids, deps.clock.now());
  const places = new Map((await listPlaces(db, deps, userId)).map((place) => [place.device_id, place]));
  return {
    devices: devices.map((device) => ({
      device_id: device.deviceId,
      name: places.get(device.deviceId)?.name ?? device.name,
      renewed: device.renewed.toISOString(),
      place: places.get(device.deviceId) ?? null,
      lessons: device.lessons.flatMap(({ id, audio }) => {
        const lesson = known.get(id);
        return lesson ? [{ ...lesson, rendition: audio ? ('audio' as const) : ('video' as const) }] : [];
      }),
    })),
  };
}

type Keepable = { lesson: number; name: string; course: { id: number; name: string }; inventory: number };

/** The lessons among `ids` that the user can keep: those of running items. */
async function keepable(
  db: Db,
  userId: number,
  ids: readonly number[],
  now: number,
): Promise<Map<number, Keepable>> {
  if (ids.length === 0) return new Map<number, Keepable>();
  const rows = await db
    .select({ id: lessons.id, name: lessons.name, courseId: courses.id, courseName: courses.name })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(and(inArray(lessons.id, [...ids]), isNull(lessons.withdrawn)));
  const access = await accessOf(db, userId, [...new Set(rows.map(({ courseId }) => courseId))], now);
  return new Map(
    rows.flatMap(({ id, name, courseId, courseName }) => {
      const item = access.get(courseId);
      if (!item?.isOpen) return [];
      const lesson = { lesson: id, name, course: { id: courseId, name: courseName } };
      return [[id, { ...lesson, inventory: item.inventoryId }] as const];
    }),
  );
}
