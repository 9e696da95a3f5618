import { type PushInput, pushKeySchema, pushSubscriptionSchema } from '#contracts/push.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';

const path = '/api/support/push/';

/** The server's public key, to which the browser's subscription is bound. */
export async function getPushKey(): Promise<string> {
  const { public_key } = await getJson(`${path}key/`, {
    schema: pushKeySchema,
    whileMaintenance: 'stay',
  });
  return public_key;
}

/** Registers this browser at the server, with what it wants to be notified of. */
export async function postSubscription(body: PushInput): Promise<void> {
  await sendJson('POST', path, { body, schema: pushSubscriptionSchema, whileMaintenance: 'stay' });
}

/** Tells the server that this browser wants no more notifications. */
export async function deleteSubscription(endpoint: string): Promise<void> {
  await sendJson('DELETE', path, { body: { endpoint }, whileMaintenance: 'stay' });
}
