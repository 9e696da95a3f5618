import type { Watch, WatchInput } from '#contracts/study.ts';
import { type Range, secondsSeen } from '#contracts/watchRule.ts';
import { savingFailedBehind } from '#shared/lib/storage/saving.ts';
import { now } from '#shared/lib/time/clock.ts';
import { intentMoment } from '#shared/lib/time/intentTime.ts';
import type { Player } from './player.ts';
import { type Progress, reportOf, type WatchedLesson, watchAfter } from './progress.ts';
import { afterWrite, type DueWrites, dueWrites, type Written } from './schedule.ts';

/** What a recorder needs. */
export type RecorderDeps = {
  player: Pick<Player, 'element' | 'time' | 'played' | 'state'>;
  lesson: WatchedLesson;
  /** `null` until the id of this device has been read. */
  deviceId: () => string | null;
  /** The current playing session; `null`: none (offline, or not started yet). */
  session: () => string | null;
  /** Stores progress on the device and, with `isSent`, queues it for the server. Returns the history as it is now. */
  save: (progress: Progress, isSent: boolean) => Promise<Watch>;
  /** Tells the server at once, while the page is being closed. */
  lastWords: (report: WatchInput) => void;
};

/** Records what is watched of one lesson. */
export type Recorder = {
  /** The learner chose to start again: from now on a position below 5 s counts, too (product.md 3.9.6). */
  restart: () => void;
  /** Writes what is new and stops. */
  stop: () => void;
};

/** The position of the play head and the parts watched so far; seconds. */
type Playhead = { position: number; parts: Range[] };

/**
 * The last report that was stored or queued. `isLeft`: the play head has been elsewhere since then. If it returns to
 * the same position, this is reported again, because another device may have moved the position in the meantime.
 */
type Told = Playhead & { isLeft: boolean };

const atOnce: DueWrites = { isStored: true, isSent: true };
/** Positions that moved less than this count as unchanged, in seconds. */
const sameSpotSec = 0.5;

/**
 * Starts to record. Progress is stored on the device every 5 s while the video plays and whenever it stops; it is sent
 * to the server about every 10 s and when the learner leaves (product.md 3.4, offline.md 4.8).
 *
 * @param startAt where the lesson began to be shown: staying there needs no report.
 */
export function startRecorder(deps: RecorderDeps, video: HTMLVideoElement, startAt: number): Recorder {
  const { player, lesson } = deps;
  const stop = new AbortController();
  let written: Written = { storedAt: 0, sentAt: 0 };
  let known: Watch | undefined;
  let isRestart = false;
  /**
   * The last reports to the device and to the queue. They are kept apart: a position that was only stored still has to
   * be sent.
   */
  let stored: Told = { position: startAt, parts: [], isLeft: false };
  let sent: Told = stored;

  const placeNow = (): Playhead => ({ position: player.time(), parts: player.played() });
  const progressOf = ({ position, parts }: Playhead): Progress => ({
    position,
    ranges: parts,
    rate: video.playbackRate,
    at: intentMoment(),
    isRestart,
    sessionId: deps.session(),
  });
  const write = (due: DueWrites) => {
    const place = placeNow();
    const isSent = due.isSent && isNews(place, sent);
    if (!due.isStored || !(isSent || isNews(place, stored))) return;
    stored = { ...place, isLeft: false };
    if (isSent) sent = stored;
    written = afterWrite(written, { isStored: true, isSent }, now());
    deps.save(progressOf(place), isSent).then(
      (watch) => {
        known = watch;
      },
      (error: unknown) => {
        console.warn('player: the place could not be stored', error);
        savingFailedBehind(error);
      },
    );
  };
  const flush = () => write(atOnce);
  const leave = () => {
    const place = placeNow();
    const device = deps.deviceId();
    if (device !== null && (isNews(place, sent) || player.state.get().isPlaying)) {
      const progress = progressOf(place);
      deps.lastWords(reportOf(watchAfter(known, lesson, progress), progress, device));
    }
    flush();
  };
  const look = () => {
    for (const told of [stored, sent]) told.isLeft ||= isElsewhere(player.time(), told);
  };
  const tick = () => {
    look();
    if (player.time() >= 5) isRestart = false;
    if (player.state.get().isPlaying) write(dueWrites(written, now()));
  };

  const on = (target: EventTarget, type: string, listener: () => void) =>
    target.addEventListener(type, listener, { signal: stop.signal });
  on(video, 'timeupdate', tick);
  on(video, 'seeking', look);
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

function isElsewhere(position: number, told: Playhead): boolean {
  return Math.abs(position - told.position) >= sameSpotSec;
}

function isNews({ position, parts }: Playhead, told: Told): boolean {
  const isMoreSeen = secondsSeen(parts) > secondsSeen(told.parts) + sameSpotSec;
  return told.isLeft || isElsewhere(position, told) || isMoreSeen;
}
