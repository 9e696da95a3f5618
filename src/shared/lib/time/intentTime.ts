import { localText } from '../storage/area.ts';
import { serverNow } from './serverTime.ts';

const key = 'clock.intent';
/** How far the server time may be corrected backwards between two taps, ms (serverTime.ts). */
const mostBackMs = 10_000;
let own = 0;

/**
 * The current moment as the time of a learner's intent: epoch ms by the server's clock, and always later than the
 * previous intent of this device, in any tab. Between two taps the estimate of the server's clock may improve, and not
 * in all tabs at once. The server keeps the later of two intents (offline.md 5.6), so the second must stay the later
 * one. If the clock is set back by more than such a correction, counting starts anew.
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
