import { localText } from '../storage/area.ts';
import { now } from './clock.ts';

const key = 'clock.skew';
/** There once the server has named its own time; see `toldNow`. */
const toldKey = 'clock.told';
/** An answer that took longer says too little about the moment it was written, ms. */
const slowMs = 10_000;

const readSkew = () => Number(localText.read(key)) || 0;
const readTold = () => localText.read(toldKey) !== null;
let skew = readSkew();
let isTold = readTold();
/** How far ahead of this device the server's clock can be at most, ms; `null`: nobody has told in this visit. */
let mostAhead: number | null = null;
// Another tab may learn it first. Outside a browser nobody tells.
if (typeof addEventListener === 'function') {
  addEventListener('storage', (event) => {
    if (event.key === key) skew = readSkew();
    if (event.key === toldKey) isTold = readTold();
  });
}

/**
 * The present moment by the server's clock, epoch ms, as far as this device knows it. Learner's intents carry it: of
 * two devices the one whose clock is wrong must not win for ever, nor always lose (offline.md 3.44, 5.6).
 */
export function serverNow(): number {
  return now() + skew;
}

/**
 * The present moment by which the end of a token is judged before it is sent, epoch ms: by the server's clock once the
 * server has named it itself (`X-Server-Time`); until then the device's own counts. A `Date` alone may be that of a
 * machine in between: it does not overrule a stored end, it only counts where a token was refused (`latestServerNow`).
 */
export function toldNow(): number {
  return isTold ? serverNow() : now();
}

/**
 * The latest the server's clock can show at this moment, by the last answer that named any time; `null`: none has in
 * this visit, so nothing is known of that clock.
 */
export function latestServerNow(): number | null {
  return mostAhead === null ? null : now() + mostAhead;
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
