import type { DownloadRow } from '#shared/lib/db/downloadRows.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/storage/useStored.ts';
import { readUsedBytes } from './local.ts';

/** Everything that is kept or on its way, and the bytes it takes (files that lessons share count once). */
export type Downloads = { rows: DownloadRow[]; usedBytes: number };

/** A database that closes under the reader (logout) reads as empty. */
async function readSafely<T>(read: () => Promise<T>, fallback: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    console.warn('downloads: not read', error);
    return fallback;
  }
}

/** All downloads, in the order of the queue; `undefined` while they are read. */
export function useDownloads(): Downloads | undefined {
  return useStored(
    () =>
      readSafely<Downloads>(
        async () => ({
          rows: (await currentDb().downloads.toArray()).sort((a, b) => a.queued_at - b.queued_at),
          usedBytes: await readUsedBytes(currentDb()),
        }),
        { rows: [], usedBytes: 0 },
      ),
    [],
  );
}

/** The downloads of one lesson, one a rendition; `undefined` while they are read. */
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
