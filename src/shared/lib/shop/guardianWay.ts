import { paths } from '#shared/lib/pages/paths.ts';
import { tabText } from '#shared/lib/storage/area.ts';
import { now } from '#shared/lib/time/clock.ts';
import { bankWayKey as key } from './bankWay.ts';

/** Longer than the bank's page lives, ms (money.md 4.5). */
const lifetimeMs = 30 * 60_000;

/**
 * Records that this tab left a guardian's page for a bank. The return address knows neither order nor login, so it
 * leads back there (money.md 4.11). Only in this tab, and only while the bank's page can be open.
 */
export const guardianWay = {
  /** The link's token, or `null`. */
  read: (): string | null => {
    const [until = '', token = ''] = (tabText.read(key) ?? '').split(' ');
    return token !== '' && now() < Number(until) ? token : null;
  },
  write: (token: string): void => void tabText.write(key, `${now() + lifetimeMs} ${token}`),
  clear: (): void => tabText.remove(key),
};

/** The guardian's page for an order, the same as in the mail. */
export function guardianPath(token: string): string {
  return `${paths.parent()}?order=${encodeURIComponent(token)}`;
}
