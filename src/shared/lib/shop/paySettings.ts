import { type PaySettings, paySettingsSchema } from '#contracts/shopOrder.ts';
import { getJson } from '../http/json.ts';
import type { AskOptions } from '../public/useAnswer.ts';

/** The payment methods that the server accepts, and the address of the card frame. */
export function getPaySettings(options: AskOptions): Promise<PaySettings> {
  return getJson('/api/payment/settings/', { ...options, schema: paySettingsSchema });
}
