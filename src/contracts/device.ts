import * as z from 'zod/mini';
import { count, flag, list, text } from './wire.ts';

/** GET accounts/device/: the logins of this account that are still good (product.md 3.3). */
export const devicesSchema = z.object({
  devices: list(
    z.object({
      id: z.string(),
      /** As the device named itself, or what its browser says; may be empty. */
      name: text,
      created: text,
      last_seen: text,
      is_current: flag,
      /** Lessons kept on it. */
      downloads: count,
    }),
  ),
});
export type Devices = z.output<typeof devicesSchema>;
