import * as z from 'zod/mini';
import { count, flag, list, text } from './wire.ts';

/** GET accounts/device/: the valid logins of this account (product.md 3.3). */
export const devicesSchema = z.object({
  devices: list(
    z.object({
      id: z.string(),
      /** The name the device gave itself, or the name its browser gives; may be empty. */
      name: text,
      created: text,
      last_seen: text,
      is_current: flag,
      /** Number of lessons kept on it. */
      downloads: count,
    }),
  ),
});
export type Devices = z.output<typeof devicesSchema>;
