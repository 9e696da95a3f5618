import { tabText } from '#shared/lib/storage/area.ts';
import { now } from '#shared/lib/time/clock.ts';

const key = 'pay.guardian';
/** The bank's page ends sooner, ms (money.md 4.5). */
const lifetimeMs = 30 * 60_000;

/**
 * That this tab has left a guardian's page for a bank: the way back knows no order and no login, and leads there
 * (money.md 4.11). In this tab alone, and not for longer than the bank's page lasts.
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

/** The page of a guardian for an order, as its mail leads there. */
export function guardianPath(token: string): string {
  return `/parent?order=${encodeURIComponent(token)}`;
}
