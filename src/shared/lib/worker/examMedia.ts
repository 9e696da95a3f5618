/**
 * Cache names and addresses of the decrypted pictures and sounds of a running exam. The page writes them and the worker
 * plays them (exams.md 3.2). Each learner of the device has a separate cache.
 */

/** Prefix of the caches with encrypted packs, one per learner. */
export const packCachePrefix = 'xp-';
/** Prefix of the caches with decrypted files of running exams. */
export const examMediaPrefix = 'xa-';

const prefix = '/exam-media/';

/** Address of a file of an attempt, for `src` and as the key in the cache. */
export function examMediaUrl(attempt: string, file: string): string {
  return `${prefix}${encodeURIComponent(attempt)}/${encodeURIComponent(file)}`;
}

/** Common prefix of the addresses of an attempt's files. */
export function examMediaOf(attempt: string): string {
  return `${prefix}${encodeURIComponent(attempt)}/`;
}

/** Whether an address is a file of an exam. */
export function isExamMedia(pathname: string): boolean {
  return pathname.startsWith(prefix) && pathname.split('/').length === 4;
}
