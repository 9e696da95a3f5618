import { type Devices, devicesSchema } from '#contracts/device.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';

/** A login of this account that is still valid. */
export type Device = Devices['devices'][number];

/** The logins of this account, the current one first. */
export async function getDevices(options: AskOptions): Promise<Device[]> {
  return (await getJson('accounts/device/', { ...options, schema: devicesSchema })).devices;
}

/** Ends a login; if it has ended already, that counts as success. */
export async function endDevice(id: string, idempotencyKey: string): Promise<void> {
  await sendJson('DELETE', `accounts/device/${encodeURIComponent(id)}/`, { idempotencyKey });
}

/** Ends every login except the current one. */
export async function endOtherDevices(idempotencyKey: string): Promise<void> {
  await sendJson('DELETE', 'accounts/device/', { idempotencyKey });
}
