/**
 * File extensions that are kept once they were seen. Video and sound are not included: learners choose their downloads.
 */
const kept = /\.(png|jpe?g|webp|avif|gif|svg|pdf|vtt)$/i;

/** Cache of pictures, textbooks and captions the learner has seen; emptied when the session ends. */
export const mediaCacheName = 'media-v1';

/**
 * The key under which a media address is kept: only its path, because the signature in the query changes every hour
 * (offline.md 3.29). `null`: this address is not kept.
 */
export function mediaKey(address: URL): string | null {
  if (!address.pathname.startsWith('/media/') || !kept.test(address.pathname)) return null;
  return address.pathname;
}
