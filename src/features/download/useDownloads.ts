import type { DownloadRow } from '#shared/lib/db/downloadRows.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';

/** A database that is closed during the read (logout) counts as empty. */
async function readSafely<T>(read: () => Promise<T>, fallback: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    console.warn('downloads: not read', error);
    return fallback;
  }
}

/** The downloads of one lesson, one per rendition; `undefined` while they are read. */
export function useLessonDownload(lesson: string): DownloadRow[] | undefined {
  return useStored(
    () => readSafely(() => currentDb().downloads.where('lesson').equals(lesson).toArray(), []),
    [lesson],
  );
}

/** The downloads of one course; `undefined` while they are read. */
export function useCourseDownload(course: string): DownloadRow[] | undefined {
  return useStored(
    () => readSafely(() => currentDb().downloads.where('course').equals(course).toArray(), []),
    [course],
  );
}
