import { useCallback, useEffect } from 'react';
import type { Range } from '#contracts/watchRule.ts';
import { deviceId } from '#shared/lib/db/deviceId.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { saveOrTell, savingFailedBehind } from '#shared/lib/storage/saving.ts';
import { now } from '#shared/lib/time/clock.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { readPlaces, saveProgress } from './local.ts';
import type { WatchedLesson } from './progress.ts';
import { afterWrite, dueWrites, type Written } from './schedule.ts';

const tickMs = 5_000;
/** After this long without a tap, key or scroll nobody is reading any more, ms. */
const patienceMs = 2 * 60_000;
const signsOfLife = ['pointerdown', 'keydown', 'scroll', 'touchmove', 'pointermove'];

async function save(lesson: WatchedLesson, range: Range, isSent: boolean): Promise<void> {
  const progress = {
    position: 0,
    ranges: [range],
    rate: 1,
    at: serverNow(),
    isRestart: false,
    sessionId: null,
  };
  await saveProgress(currentDb(), lesson, progress, { deviceId: await deviceId(), isSent });
}

/** Counts reading time, starting where the last reading ended; returns how to stop. */
function startReading(lesson: WatchedLesson, from: number): () => void {
  let isRunning = true;
  let read = from;
  let lifeAt = now();
  let written: Written = { storedAt: 0, sentAt: 0 };
  const isReading = () => document.visibilityState === 'visible' && now() - lifeAt < patienceMs;
  const live = () => {
    lifeAt = now();
  };
  const tick = () => {
    if (!isRunning || !isReading() || read >= lesson.duration) return;
    read = Math.min(read + tickMs / 1000, lesson.duration);
    const due = dueWrites(written, now());
    written = afterWrite(written, { ...due, isStored: true }, now());
    void save(lesson, [from, read], due.isSent).catch(warn);
  };
  const timer = setInterval(tick, tickMs);
  for (const sign of signsOfLife) document.addEventListener(sign, live, { passive: true, capture: true });
  return () => {
    isRunning = false;
    clearInterval(timer);
    for (const sign of signsOfLife) document.removeEventListener(sign, live, { capture: true });
    if (read > from) void save(lesson, [from, read], true).catch(warn);
  };
}

function warn(error: unknown): void {
  console.warn('reading: the time could not be stored', error);
  savingFailedBehind(error);
}

/**
 * A lesson without a video is studied by reading. Time spent on the page counts as watched, up to the realistic reading
 * time of the lesson; the learner can also mark the lesson as done.
 *
 * @param lesson must stay the same object while it is the same lesson.
 * @param isShown whether the text is on screen: only then does time count. Marking always works.
 * @returns a function that marks the lesson as read to the end.
 */
export function useReading(lesson: WatchedLesson, isShown: boolean): () => void {
  useEffect(() => {
    if (!isShown) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    readPlaces(currentDb(), lesson.id).then(({ watch }) => {
      const from = watch?.ranges.at(-1)?.[1] ?? 0;
      if (!isGone) stop = startReading(lesson, Math.min(from, lesson.duration));
    }, warn);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [lesson, isShown]);
  return useCallback(() => {
    void saveOrTell('watched', () => save(lesson, [0, Math.max(1, lesson.duration)], true));
  }, [lesson]);
}
