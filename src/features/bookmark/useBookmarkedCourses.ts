import { useQuery } from '@tanstack/react-query';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { mirrorQuery } from '#shared/lib/mirror/mirror.ts';
import { lateSync } from './lateSync.ts';
import { readBookmarkedCourses } from './local.ts';
import { bookmarkKeys } from './model.ts';

const none: ReadonlySet<string> = new Set();

/**
 * Ids of all bookmarked courses, live: one reader for a whole list of cards instead of one per card. They are read from
 * the device, while the server is asked for changes of other devices. If this fails, the list shows no error, because
 * its own rows are not affected.
 */
export function useBookmarkedCourses(): ReadonlySet<string> {
  useQuery(
    mirrorQuery(bookmarkKeys.all, async (db, signal) => (await lateSync()).syncAllBookmarks(db, signal)),
  );
  return useStored(() => readHere().catch(() => none), []) ?? none;
}

async function readHere(): Promise<ReadonlySet<string>> {
  return readBookmarkedCourses(currentDb());
}
