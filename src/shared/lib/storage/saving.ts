import { dropKeptPages } from '../worker/dropKeptPages.ts';
import { type SavedThing, type SavingTrouble, savingNews } from './savingNews.ts';

/** What browsers call a storage that is full. */
const fullNames = ['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED'];
/** What browsers and Dexie call a storage that nobody gets at. */
const closedNames = [
  'UnknownError',
  'InvalidStateError',
  'SecurityError',
  'DatabaseClosedError',
  'OpenFailedError',
  'MissingAPIError',
];
/** A write behind the screens may still turn out to be part of something the learner did: that is told instead, ms. */
const quietForMs = 300;

let count = 0;
/** What has been told since the last write that worked, so that the same is not told with every key. */
const told = new Set<string>();
/** Whether a transaction has said since then that there is no room; the writes in it may only hear that they were undone. */
let saidFull = false;
let quiet: ReturnType<typeof setTimeout> | undefined;

/** Names of an error and of everything it was made of: Dexie wraps what the browser says. */
function namesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const { name, inner, cause, failures } = error as Record<string, unknown>;
  const parts = [inner, cause, ...(Array.isArray(failures) ? failures.slice(0, 1) : [])];
  return [String(name), ...parts.flatMap((part) => namesOf(part, depth + 1))];
}

/** Why a write to this device's storage failed; the error itself is the truth (offline.md 3.52). */
export function troubleOf(error: unknown): SavingTrouble {
  const names = namesOf(error);
  if (names.some((name) => fullNames.includes(name))) return 'full';
  return names.some((name) => closedNames.includes(name)) ? 'closed' : 'unknown';
}

/** Whether the device had no room for a write, as far as the browser says. */
export function isNoRoom(error: unknown): boolean {
  if (troubleOf(error) !== 'unknown') return troubleOf(error) === 'full';
  // Dexie's: the browser has undone a transaction without saying why. A call that was given up is a DOMException.
  return error instanceof Error && !(error instanceof DOMException) && error.name === 'AbortError';
}

/** Whether a failure is one of the device's storage at all, and not of the network or a call that was given up. */
export function isStorageTrouble(error: unknown): boolean {
  return troubleOf(error) !== 'unknown' || isNoRoom(error);
}

function tell(thing: SavedThing | null, trouble: SavingTrouble): void {
  clearTimeout(quiet);
  count += 1;
  savingNews.set({ id: count, thing, trouble });
}

/** Tells the learner of a write they asked for that has failed. */
export function savingFailed(thing: SavedThing, error: unknown): void {
  console.warn(`storage: ${thing} not stored`, error);
  told.add(thing);
  tell(thing, saidFull && isNoRoom(error) ? 'full' : troubleOf(error));
}

/**
 * The same of what is written with every key or behind the screens: told once until a write works again, and never when
 * the storage has nothing to do with it or was closed on purpose.
 */
export function savingFailedBehind(error: unknown, thing: SavedThing | null = null): void {
  if (!isStorageTrouble(error) || namesOf(error).includes('DatabaseClosedError')) return;
  if (troubleOf(error) === 'full') {
    saidFull = true;
    // For the next write.
    void dropKeptPages();
  }
  const last = savingNews.get();
  // The write itself only heard that it was undone; its transaction says why, a moment before or after.
  if (last?.trouble === 'unknown' && troubleOf(error) === 'full') tell(last.thing, 'full');
  const name = thing ?? '';
  if (told.has(name) || (thing === null && told.size > 0)) return;
  told.add(name);
  const tellNow = () => tell(thing, troubleOf(error));
  clearTimeout(quiet);
  if (thing !== null) tellNow();
  else quiet = setTimeout(() => savingNews.get() ?? tellNow(), quietForMs);
}

/** A write has worked: what was told of it, or of nothing in particular, is over. */
export function savingWorks(thing: SavedThing): void {
  clearTimeout(quiet);
  told.clear();
  saidFull = false;
  const news = savingNews.get();
  if (news && (news.thing === null || news.thing === thing)) savingNews.set(null);
}

/**
 * Writes what the learner did to this device. Where there is no room for it, kept public pages go first and it is tried
 * once more. When that fails they are told what was not stored, why and what to do; it never rejects.
 *
 * @returns whether it is stored.
 */
export async function saveOrTell(thing: SavedThing, write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write().catch(async (error: unknown) => {
      if (!isNoRoom(error) || !(await dropKeptPages())) throw error;
      await write();
    });
  } catch (error) {
    savingFailed(thing, error);
    return false;
  }
  savingWorks(thing);
  return true;
}
