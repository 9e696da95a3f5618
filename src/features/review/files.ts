import type { ReviewCard } from '#contracts/review.ts';

/**
 * Cache for pictures and sounds of cards, so that they are there without a network; deleted with the session
 * (memberEnd.ts).
 */
export const reviewFilesCache = 'review-v1';

/** The signature in an address changes, so a file is identified by its path alone. */
function keyOf(url: string): string {
  return new URL(url, location.href).pathname;
}

async function bring(url: string): Promise<Response | null> {
  const cache = await caches.open(reviewFilesCache);
  const kept = await cache.match(keyOf(url));
  if (kept) return kept;
  const answer = await fetch(url, { cache: 'no-store' });
  if (!answer.ok) return null;
  await cache.put(keyOf(url), answer.clone());
  return answer;
}

/** Stores pictures and sounds of cards that may be asked without a network. */
export async function keepFiles(cards: readonly ReviewCard[]): Promise<void> {
  for (const { files } of cards)
    for (const { url } of files)
      await bring(url).catch((error: unknown) => console.warn('review: file', error));
}

/**
 * The address of a card's picture or sound, for `src`; `null`: the server does not give it. Rejects where there is no
 * network.
 */
export async function fileOf(
  card: ReviewCard,
  name: string,
): Promise<{ src: string; release: () => void } | null> {
  const url = card.files.find((file) => file.name === name)?.url;
  const found = url === undefined ? null : await bring(url);
  if (!found) return null;
  // The blob has the type of the answer: Safari plays nothing without one (exams.md 9).
  const src = URL.createObjectURL(await found.blob());
  return { src, release: () => URL.revokeObjectURL(src) };
}

/** Deletes a kept file that cannot be used: it is fetched again when it is next wanted. */
export async function dropFile(card: ReviewCard, name: string): Promise<void> {
  const url = card.files.find((file) => file.name === name)?.url;
  if (url !== undefined) await (await caches.open(reviewFilesCache)).delete(keyOf(url));
}
