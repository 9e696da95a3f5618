import { useMemo } from 'react';
import type { Board } from '#contracts/lesson.ts';
import { useMirror } from '#shared/lib/mirror/mirror.ts';
import { readWhiteboard } from './local.ts';
import { boardsOf } from './model.ts';
import { syncWhiteboard, whiteboardKeys } from './sync.ts';

/**
 * The boards of a lesson in the order of the video, live. The course's bundle is only loaded if the lesson has none.
 */
export function useBoards(
  lesson: { id: string; whiteboards: readonly Board[] } | undefined,
  bundleId: string | null,
): Board[] {
  const id = bundleId ?? '';
  const isNeeded = id !== '' && lesson !== undefined && lesson.whiteboards.length === 0;
  const { data: bundle } = useMirror({
    queryKey: whiteboardKeys.bundle(id),
    sync: (db, signal) => syncWhiteboard(db, id, signal),
    read: (db) => readWhiteboard(db, id),
    isEnabled: isNeeded,
  });
  return useMemo(() => (lesson ? boardsOf(lesson, bundle) : []), [lesson, bundle]);
}
