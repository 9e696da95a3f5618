import { type DeviceLimit, deviceLimitSchema, mostOfflineDevices } from '#contracts/offline.ts';
import { deviceId } from '#shared/lib/db/deviceId.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { deleteLicense, getKeptDevices } from './api.ts';

/** The devices that use all places for kept lessons, live; `null`: this device has a place, or there is a free one. */
export const deviceLimit = createObservable<DeviceLimit | null>(null);

/** Whether the server has refused because other devices use all places; if so, remembers which devices. */
export function noteDeviceLimit(error: unknown): boolean {
  if (!(error instanceof HttpError) || error.code !== 'device_limit') return false;
  const read = deviceLimitSchema.safeParse(error.data);
  deviceLimit.set(read.success ? read.data : { devices: [], free_at: null });
  return true;
}

/**
 * Asks the server which devices use the places. It is for tabs that were not refused themselves, because only one tab
 * downloads.
 *
 * @throws what a call throws.
 */
export async function askDeviceLimit(): Promise<void> {
  const [{ devices }, here] = await Promise.all([getKeptDevices(), deviceId()]);
  const places = devices.flatMap(({ place }) => (place && place.device_id !== here ? [place] : []));
  deviceLimit.set(places.length < mostOfflineDevices ? null : { devices: places, free_at: firstEnd(places) });
}

function firstEnd(places: DeviceLimit['devices']): string | null {
  const ends = places.flatMap(({ valid_until }) => parseTime(valid_until) ?? []);
  return ends.length > 0 ? new Date(Math.min(...ends)).toISOString() : null;
}

/**
 * Removes a device that is not used any more, to free its place. Its kept lessons can be opened until its licence ends.
 *
 * @throws what a call throws; nothing has changed then.
 */
export async function freePlace(id: string): Promise<void> {
  await deleteLicense(id);
  const devices = (deviceLimit.get()?.devices ?? []).filter(({ device_id }) => device_id !== id);
  deviceLimit.set(devices.length < mostOfflineDevices ? null : { devices, free_at: firstEnd(devices) });
}
