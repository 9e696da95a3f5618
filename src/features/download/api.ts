import {
  type KeptDevices,
  keptDevicesSchema,
  type License,
  licenseSchema,
  type OfflineManifest,
  offlineManifestSchema,
} from '#contracts/offline.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import { offlinePath } from './model.ts';

const licensePath = `${offlinePath}license/`;

/** GET /api/lms/offline/{inventory}/: lessons, files and sizes of a course, with freshly signed addresses. */
export function getManifest(inventory: string, signal?: AbortSignal): Promise<OfflineManifest> {
  return getJson(`${offlinePath}${encodeURIComponent(inventory)}/`, {
    schema: offlineManifestSchema,
    whileMaintenance: 'stay',
    ...(signal ? { signal } : {}),
  });
}

/** POST /api/lms/offline/license/: gets or renews the licence of this device; 409 `device_limit`. */
export function postLicense(
  deviceId: string,
  lessons: readonly string[],
  audio: readonly string[],
  signal?: AbortSignal,
): Promise<License> {
  return sendJson('POST', licensePath, {
    body: { device_id: deviceId, lessons, audio },
    schema: licenseSchema,
    whileMaintenance: 'stay',
    ...(signal ? { signal } : {}),
  });
}

/** GET /api/lms/offline/license/: what the learner's devices keep offline. */
export function getKeptDevices(signal?: AbortSignal): Promise<KeptDevices> {
  return getJson(licensePath, {
    schema: keptDevicesSchema,
    whileMaintenance: 'stay',
    ...(signal ? { signal } : {}),
  });
}

/** DELETE /api/lms/offline/license/: this device keeps nothing any more. */
export async function deleteLicense(deviceId: string): Promise<void> {
  await sendJson('DELETE', licensePath, { body: { device_id: deviceId }, whileMaintenance: 'stay' });
}
