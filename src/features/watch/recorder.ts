import type { Watch, WatchInput } from '#contracts/study.ts';
import { type Range, secondsSeen } from '#contracts/watchRule.ts';
import { now } from '#shared/lib/clock.ts';
import { serverNow } from '#shared/lib/serverTime.ts';
import type { Player } from './player.ts';
import { type Progress, reportOf, type WatchedLesson, watchAfter } from './progress.ts';
import { afterWrite, type DueWrites, dueWrites, type Written } from './schedule.ts';

/** What a recorder works with. */
export type RecorderDeps = {
  player: Pick<Player, 'element' | 'time' | 'played' | 'state'>;
  lesson: WatchedLesson;
  /** `null` until the device has found its own name. */
  deviceId: () => string | null;
  /** The present playing session; `null`: none (offline, or not started yet). */
  session: () => string | null;
  /** Stores progress on the device, and queues it for the server when `isSent`; answers the history as it is now. */
  save: (progress: Progress, isSent: boolean) => Promise<Watch>;
  /** Tells the server at once, while the page goes away. */
  lastWords: (report: WatchInput) => void;
};

/** Writes down what is watched of one lesson. */
export type Recorder = {
  /** The learner chose to start again: a place below 5 s counts from now on (product.md 3.9-6). */
  restart: () => void;
  /** Writes what is new and stops. */
  stop: () => void;
};

/** Place and seen parts as somebody was told them. */
type Told = { position: number; parts: Range[] };

const atOnce: DueWrites = { isStored: true, isSent: true };
/** A place that moved less than this is the same, seconds. */
const sameSpotSec = 0.5;

/**
 * Starts to write: on the device every 5 s while playing and when it stops for any reason, to the server about every
 * 10 s and on leave (product.md 3.4, offline.md 4).
 *
 * @param startAt where the lesson began to be shown: standing there is no news.
 */
export function startRecorder(deps: RecorderDeps, video: HTMLVideoElement, startAt: number): Recorder {
  const { player, lesson } = deps;
  const stop = new AbortController();
  let written: Written = { storedAt: 0, sentAt: 0 };
  let known: Watch | undefined;
  let isRestart = false;
  /** What the device and what the queue were told last: a place that was only stored is still news for the server. */
  let stored: Told = { position: startAt, parts: [] };
  let sent: Told = stored;

  const progressNow = (): Progress => ({
    position: player.time(),
    ranges: player.played(),
    rate: video.playbackRate,
    at: serverNow(),
    isRestart,
    sessionId: deps.session(),
  });
  const write = (due: DueWrites) => {
    const progress = progressNow();
    const isSent = due.isSent && isNews(progress, sent);
    if (!due.isStored || !(isSent || isNews(progress, stored))) return;
    stored = { position: progress.position, parts: progress.ranges };
    if (isSent) sent = stored;
    written = afterWrite(written, { isStored: true, isSent }, now());
    deps.save(progress, isSent).then(
      (watch) => {
        known = watch;
      },
      (error: unknown) => console.warn('player: the place could not be stored', error),
    );
  };
  const flush = () => write(atOnce);
  const leave = () => {
    const progress = progressNow();
    const device = deps.deviceId();
    if (device !== null && (isNews(progress, sent) || player.state.get().isPlaying)) {
      deps.lastWords(reportOf(watchAfter(known, lesson, progress), progress, device));
    }
    flush();
  };
  const tick = () => {
    if (player.time() >= 5) isRestart = false;
    if (player.state.get().isPlaying) write(dueWrites(written, now()));
  };

  const on = (target: EventTarget, type: string, listener: () => void) =>
    target.addEventListener(type, listener, { signal: stop.signal });
  on(video, 'timeupdate', tick);
  for (const type of ['pause', 'ended', 'seeked']) on(video, type, () => void (video.paused && flush()));
  on(document, 'visibilitychange', () => void (document.visibilityState === 'hidden' && flush()));
  on(globalThis, 'pagehide', leave);
  return {
    restart: () => {
      isRestart = true;
    },
    stop: () => {
      stop.abort();
      flush();
    },
  };
}

function isNews({ position, ranges }: Progress, told: Told): boolean {
  return (
    Math.abs(position - told.position) >= sameSpotSec ||
    secondsSeen(ranges) > secondsSeen(told.parts) + sameSpotSec
  );
}
