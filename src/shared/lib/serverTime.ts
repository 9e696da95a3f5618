import { localText } from './area.ts';
import { now } from './clock.ts';

const key = 'clock.skew';
/** An answer that took longer says too little about the moment it was written, ms. */
const slowMs = 10_000;

const readSkew = () => Number(localText.read(key)) || 0;
let skew = readSkew();
// Another tab may learn it first. Outside a browser nobody tells.
if (typeof addEventListener === 'function') {
  addEventListener('storage', (event) => {
    if (event.key === key) skew = readSkew();
  });
}

/**
 * The present moment by the server's clock, epoch ms, as far as this device knows it. Learner's intents carry it: of
 * two devices the one whose clock is wrong must not win for ever, nor always lose (offline.md 3, entry 44; 5).
 */
export function serverNow(): number {
  return now() + skew;
}

/**
 * Learns from an answer how far this device's clock is off: by `X-Server-Time` (epoch ms), else by `Date`, which has
 * whole seconds. The answer was written between question and answer, so it says within which bounds the difference
 * lies; as long as what is known lies within them it stays, so that two taps keep their order.
 *
 * @param headers of the answer; one without a time, or whose time is hidden from this origin, teaches nothing, nor does
 *   one that a cache may have kept for a while.
 * @param sentAt epoch ms by this device's clock when the question left; it has the answer now.
 */
export function learnServerTime(headers: Pick<Headers, 'get'>, sentAt: number): void {
  if (/\bpublic\b/.test(headers.get('cache-control') ?? '')) return;
  const receivedAt = now();
  const exact = Number(headers.get('x-server-time') || Number.NaN);
  const isExact = Number.isFinite(exact);
  const told = isExact ? exact : Date.parse(headers.get('date') ?? '');
  const took = receivedAt - sentAt;
  if (Number.isNaN(told) || took < 0 || took > slowMs) return;
  const least = told - receivedAt;
  const most = told + (isExact ? 0 : 1000) - sentAt;
  const isWithin = (difference: number) => least <= difference && difference <= most;
  if (isWithin(skew)) return;
  skew = isWithin(0) ? 0 : Math.round((least + most) / 2);
  localText.write(key, String(skew));
}
