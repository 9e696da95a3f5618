import { type Devices, devicesSchema } from '#contracts/device.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';

/** A login of this account that is still good. */
export type Device = Devices['devices'][number];

/** The logins of this account, the present one first. */
export async function getDevices(options: AskOptions): Promise<Device[]> {
  return (await getJson('accounts/device/', { ...options, schema: devicesSchema })).devices;
}

/** Ends a login; one that has ended already is as good. */
export async function endDevice(id: string, idempotencyKey: string): Promise<void> {
  await sendJson('DELETE', `accounts/device/${encodeURIComponent(id)}/`, { idempotencyKey });
}

/** Ends every login but the present one. */
export async function endOtherDevices(idempotencyKey: string): Promise<void> {
  await sendJson('DELETE', 'accounts/device/', { idempotencyKey });
}
