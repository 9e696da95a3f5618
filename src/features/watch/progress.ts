import type { Watch, WatchInput } from '#contracts/study.ts';
import {
  joinWatches,
  type Range,
  stateOfReport,
  type WatchState,
  watchedRate,
} from '#contracts/watchRule.ts';

/** Path of the watch history (product.md 3.4). */
export const watchPath = '/api/lms/watchhistory/';
/** Kind of its outbox entries. */
export const watchKind = 'watch';

/** What the queue calls a lesson's history. */
export function watchEntity(lessonId: string): string {
  return `${watchKind}:${lessonId}`;
}

/** The lesson that is watched, as lists name it. `duration` in seconds. */
export type WatchedLesson = {
  id: string;
  name: string;
  duration: number;
  course: { id: string; name: string; thumbnail: string | null };
  inventory: string | null;
};

/** What this device has to tell about a lesson. Times are seconds, `at` is epoch ms by the server's clock. */
export type Progress = {
  position: number;
  ranges: Range[];
  rate: number;
  at: number;
  isRestart: boolean;
  sessionId: string | null;
};

const tenths = (seconds: number) => Math.round(seconds * 10) / 10;

/**
 * A stored history as the merge rule reads it. `isRestart`: its place was set by "start again"; only the entry that
 * waits to be sent knows that.
 */
export function stateOf(watch: Watch, isRestart = false): WatchState {
  const at = Date.parse(watch.client_at ?? '') || 0;
  return {
    position: watch.position,
    positionAt: at,
    positionRestart: isRestart,
    ranges: watch.ranges,
    rate: watch.rate,
    deviceId: null,
    watchedAt: at,
    isCompleted: watch.is_completed,
  };
}

/** The fields of a history that the merge rule decides. */
export function fieldsOf(
  state: WatchState,
): Pick<Watch, 'position' | 'ranges' | 'client_at' | 'is_completed'> {
  return {
    position: state.position,
    ranges: state.ranges,
    client_at: new Date(state.positionAt).toISOString(),
    is_completed: state.isCompleted,
  };
}

/** The history after this device's progress was taken in (product.md 3.9.6). `former`: what was known before. */
export function watchAfter(former: Watch | undefined, lesson: WatchedLesson, progress: Progress): Watch {
  const report = { ...progress, clientAt: progress.at, restart: progress.isRestart, deviceId: null };
  const mine = stateOfReport(report, { duration: lesson.duration, now: progress.at });
  const state = former ? joinWatches(stateOf(former), mine, lesson.duration) : mine;
  return {
    ...fieldsOf(state),
    lesson: lesson.id,
    lesson_name: lesson.name,
    course: lesson.course,
    inventory: lesson.inventory,
    duration: lesson.duration,
    rate: progress.rate,
    watched_rate: Math.max(watchedRate(state.ranges, lesson.duration), former?.watched_rate ?? 0),
    rev: former?.rev ?? 0,
  };
}

/**
 * What the server is told: the whole state. The position is this device's own, even when another one's is newer;
 * the server decides by the same rule.
 */
export function reportOf(watch: Watch, progress: Progress, deviceId: string): WatchInput {
  return {
    inventory: watch.inventory,
    position: tenths(progress.position),
    ranges: watch.ranges,
    rate: progress.rate,
    client_at: new Date(progress.at).toISOString(),
    rev: watch.rev,
    restart: progress.isRestart,
    device_id: deviceId,
    session_id: progress.sessionId,
  };
}
