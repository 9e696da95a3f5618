import { localText } from '../storage/area.ts';
import { serverNow } from './serverTime.ts';

const key = 'clock.intent';
/** By how much the time by the server may be corrected backwards between two taps, ms (serverTime.ts). */
const mostBackMs = 10_000;
let own = 0;

/**
 * The present moment as the time of a learner's intent: epoch ms by the server's clock, and later than that of the
 * intent before on this device, in whichever tab. What is known of the server's clock gets better between two taps,
 * and not in all tabs at once; the server keeps the later of two intents (offline.md 5.6), which must stay the second.
 * A clock that was put right by more than such a correction begins anew.
 */
export function intentMoment(): number {
  const present = serverNow();
  const last = Number(localText.read(key)) || own;
  own = present <= last && last < present + mostBackMs ? last + 1 : present;
  localText.write(key, String(own));
  return own;
}

/** The time of an intent as `client_at`, ISO 8601. */
export function intentTime(): string {
  return new Date(intentMoment()).toISOString();
}
