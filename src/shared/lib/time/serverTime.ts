import { localText } from '../storage/area.ts';
import { now } from './clock.ts';

const key = 'clock.skew';
/** Key that exists once the server has sent its own time; see `toldNow`. */
const toldKey = 'clock.told';
/** An answer that took longer than this is too inaccurate to learn from, ms. */
const slowMs = 10_000;

const readSkew = () => Number(localText.read(key)) || 0;
const readTold = () => localText.read(toldKey) !== null;
let skew = readSkew();
let isTold = readTold();
/** Upper limit of how far the server's clock is ahead of this device, ms; `null`: no server time yet in this visit. */
let mostAhead: number | null = null;
// Another tab may learn it first. Outside a browser there are no other tabs.
if (typeof addEventListener === 'function') {
  addEventListener('storage', (event) => {
    if (event.key === key) skew = readSkew();
    if (event.key === toldKey) isTold = readTold();
  });
}

/**
 * The current moment by the server's clock, epoch ms, as far as this device knows it. A learner's intents carry it: a
 * device with a wrong clock must neither always win nor always lose (offline.md 3.44, 5.6).
 */
export function serverNow(): number {
  return now() + skew;
}

/**
 * The current moment for judging whether a token has expired, epoch ms. It is the server's time once the server itself
 * has sent it (`X-Server-Time`); before that, the device's. A `Date` header may come from a proxy: it does not overrule
 * a stored expiry and counts only after a token was refused (`latestServerNow`).
 */
export function toldNow(): number {
  return isTold ? serverNow() : now();
}

/**
 * The earlier of the two times that the device knows: its own, and the server's as last told. The device's clock may
 * have been put right since then, which makes the told time wrong until the next answer. What ends without asking the
 * server is over only by this.
 */
export function earliestNow(): number {
  return Math.min(now(), toldNow());
}

/**
 * The latest time that the server's clock can show now, by the last answer with any time; `null`: no answer had one in
 * this visit, so nothing is known of that clock.
 */
export function latestServerNow(): number | null {
  return mostAhead === null ? null : now() + mostAhead;
}

/**
 * Learns from an answer how much this device's clock is off: from `X-Server-Time` (epoch ms), else from `Date`, which
 * has whole seconds. The answer was written between request and receipt, which gives bounds for the difference. A known
 * difference within these bounds stays, so that two taps keep their order.
 *
 * @param headers of the answer. Nothing is learned from an answer without a time, from one whose time is hidden from
 *   this origin, or from one that a cache may have stored.
 * @param sentAt epoch ms by this device's clock when the request was sent; the answer is here now.
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
  mostAhead = most;
  if (isExact && !isTold) {
    isTold = true;
    localText.write(toldKey, '1');
  }
  const isWithin = (difference: number) => least <= difference && difference <= most;
  if (isWithin(skew)) return;
  skew = isWithin(0) ? 0 : Math.round((least + most) / 2);
  localText.write(key, String(skew));
}
