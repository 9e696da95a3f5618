import { useCallback, useEffect, useRef } from 'react';
import { deviceId } from '#shared/lib/db/deviceId.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { putLastWords } from './api.ts';
import { saveProgress } from './local.ts';
import type { Player } from './player.ts';
import type { WatchedLesson } from './progress.ts';
import { type Recorder, type RecorderDeps, startRecorder } from './recorder.ts';

/**
 * Records what is watched of the lesson in the player. Use it after the hook that loads the lesson, because recording
 * begins at the player's current position. `lesson` must stay the same object while it is the same lesson.
 *
 * @param session holds the current playing session.
 * @returns a function that tells the recorder that the learner chose to start again.
 */
export function useRecorder(
  player: Player,
  lesson: WatchedLesson,
  session: { readonly current: string | null },
): () => void {
  const video = useObservable(player.element);
  const recorder = useRef<Recorder | null>(null);
  useEffect(() => {
    if (!video) return;
    const db = currentDb();
    // Recording does not wait for the device id: a pause in the first moment counts, too.
    let device: string | null = null;
    const name = async () => {
      device = await deviceId();
      return device;
    };
    name().catch((error: unknown) => console.warn('player: the device has no name yet', error));
    const deps: RecorderDeps = {
      player,
      lesson,
      deviceId: () => device,
      session: () => session.current,
      save: async (progress, isSent) =>
        saveProgress(db, lesson, progress, { deviceId: await name(), isSent }),
      lastWords: (report) => void putLastWords(lesson.id, report),
    };
    recorder.current = startRecorder(deps, video, player.time());
    return () => {
      recorder.current?.stop();
      recorder.current = null;
    };
  }, [video, player, lesson, session]);
  return useCallback(() => recorder.current?.restart(), []);
}
