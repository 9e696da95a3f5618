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

/** The outbox entity of a lesson's watch history. */
export function watchEntity(lessonId: string): string {
  return `${watchKind}:${lessonId}`;
}

/** The lesson that is being watched, as lists name it. `duration` in seconds. */
export type WatchedLesson = {
  id: string;
  name: string;
  duration: number;
  course: { id: string; name: string; thumbnail: string | null };
  inventory: string | null;
};

/** What this device reports about a lesson. Times are seconds; `at` is epoch ms by the server's clock. */
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
 * A stored history in the form that the merge rule reads. `isRestart`: its position was set by "start again"; only the
 * outbox entry that waits to be sent knows this.
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

/** The history after merging the progress of this device (product.md 3.9.6). `former`: the history before. */
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
 * The report for the server: the whole state. The position is always that of this device, even when another device has
 * a newer one; the server decides by the same merge rule.
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
