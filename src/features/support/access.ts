import * as z from 'zod/mini';
import { type Inquiry, inquirySchema } from '#contracts/support.ts';
import { type StoredCopy, storedCopy } from '#shared/lib/public/storedCopy.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';

const rightSchema = z.object({ access: z.string(), expires_at: z.string() });

/**
 * The access right from a mailed link to an inquiry. It ends with the tab: the next user of the device who finds the
 * address in the history is asked for the link.
 */
const rightTo = (id: string) => storedCopy(() => sessionStorage, `inquiry-right.${id}`, rightSchema);

export function rememberRight(id: string, access: string, expires_at: string): void {
  rightTo(id).keep({ access, expires_at });
}

/** The access token to send for an inquiry; `null` if there is none or it has expired. */
export function accessTo(id: string): string | null {
  const right = rightTo(id).read()?.data;
  return right && (parseTime(right.expires_at) ?? 0) > serverNow() ? right.access : null;
}

/** The thread as last seen in this tab, stored per owner. */
export function copyOfThread(id: string, owner: string): StoredCopy<Inquiry> {
  return storedCopy(() => sessionStorage, `inquiry.${owner}.${id}`, inquirySchema);
}
