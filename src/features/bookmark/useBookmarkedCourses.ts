import { useQuery } from '@tanstack/react-query';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { mirrorQuery } from '#shared/lib/mirror/mirror.ts';
import { useStored } from '#shared/lib/storage/useStored.ts';
import { lateSync } from './lateSync.ts';
import { readBookmarkedCourses } from './local.ts';
import { bookmarkKeys } from './model.ts';

const none: ReadonlySet<string> = new Set();

/**
 * Ids of all courses with a bookmark on, live. One reader for a whole list of cards, in place of one a card. They come
 * from the device; meanwhile the server is asked for what other devices did. When that fails, the list
 * shows no error: its own rows are not concerned.
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
