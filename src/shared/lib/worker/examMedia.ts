/**
 * Where the pictures and sounds of a running exam lie, decrypted, and how they are addressed; read by the page, which
 * writes them, and by the worker, which plays them (exams.md 3.2). Each learner of the device has a cache of their own.
 */

/** Beginning of the caches with encrypted packs, one a learner. */
export const packCachePrefix = 'xp-';
/** Beginning of the caches with the decrypted files of running exams. */
export const examMediaPrefix = 'xa-';

const prefix = '/exam-media/';

/** Address of a file of an attempt, for `src` and as the key in the cache. */
export function examMediaUrl(attempt: string, file: string): string {
  return `${prefix}${encodeURIComponent(attempt)}/${encodeURIComponent(file)}`;
}

/** What the addresses of all files of an attempt begin with. */
export function examMediaOf(attempt: string): string {
  return `${prefix}${encodeURIComponent(attempt)}/`;
}

/** Whether an address is one of a file of an exam. */
export function isExamMedia(pathname: string): boolean {
  return pathname.startsWith(prefix) && pathname.split('/').length === 4;
}
