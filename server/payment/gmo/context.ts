import type { Log } from '../../log.ts';
import type { Answer } from '../port.ts';
import type { GmoSettings } from '../settings.ts';
import type { Caller } from './call.ts';
import { unknownFailure } from './call.ts';

/** What every call of the protocol client needs. */
export type Gmo = { settings: GmoSettings; caller: Caller; log: Log };

/** Our identification as a shop, and as a site that keeps members and their cards. */
export const shopOf = ({ settings }: Gmo) => ({ ShopID: settings.shopId, ShopPass: settings.shopPass });
export const siteOf = ({ settings }: Gmo) => ({ SiteID: settings.siteId, SitePass: settings.sitePass });

/** An answer about something else than the question was cut off or mixed up: the result is unknown. */
export function checked<Result>(
  answer: Answer<{ fields: Record<string, string> }>,
  read: (fields: Record<string, string>) => Result | null,
): Answer<Result> {
  if (answer.kind !== 'ok') return answer;
  const result = read(answer.fields);
  return result === null ? unknownFailure('unreadable') : { kind: 'ok', ...result };
}

/** Digits of an amount; an empty one is 0. */
export function yen(text: string | undefined): number {
  return /^\d{1,10}$/.test(text ?? '') ? Number(text) : 0;
}
