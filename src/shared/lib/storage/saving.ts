import { dropKeptPages } from '../worker/dropKeptPages.ts';
import { type SavedThing, type SavingTrouble, savingNews } from './savingNews.ts';

/** Names of errors for a full storage. */
const fullNames = ['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED'];
/** Names of errors for an inaccessible storage. */
const closedNames = [
  'UnknownError',
  'InvalidStateError',
  'SecurityError',
  'DatabaseClosedError',
  'OpenFailedError',
  'MissingAPIError',
];
/**
 * Delay for reporting a background write, ms: the same failure may hit something that the learner did, and that is
 * reported instead.
 */
const quietForMs = 300;

let count = 0;
/** What was reported since the last successful write, so that the same thing is not reported with every key. */
const told = new Set<string>();
/**
 * Whether a transaction has since then failed for lack of room; its single writes may only report that they were
 * aborted.
 */
let saidFull = false;
let quiet: ReturnType<typeof setTimeout> | undefined;

/** Names of an error and of its causes: Dexie wraps the browser's errors. */
function namesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const { name, inner, cause, failures } = error as Record<string, unknown>;
  const parts = [inner, cause, ...(Array.isArray(failures) ? failures.slice(0, 1) : [])];
  return [String(name), ...parts.flatMap((part) => namesOf(part, depth + 1))];
}

/** Why a write to this device's storage failed, judged by the error alone (offline.md 3.52). */
export function troubleOf(error: unknown): SavingTrouble {
  const names = namesOf(error);
  if (names.some((name) => fullNames.includes(name))) return 'full';
  return names.some((name) => closedNames.includes(name)) ? 'closed' : 'unknown';
}

/** Whether a write failed for lack of room, as far as the browser says. */
export function isNoRoom(error: unknown): boolean {
  if (troubleOf(error) !== 'unknown') return troubleOf(error) === 'full';
  // An AbortError of Dexie: the browser aborted a transaction without a reason. A cancelled call is a DOMException.
  return error instanceof Error && !(error instanceof DOMException) && error.name === 'AbortError';
}

/** Whether a failure comes from the device's storage, and not from the network or a cancelled call. */
export function isStorageTrouble(error: unknown): boolean {
  return troubleOf(error) !== 'unknown' || isNoRoom(error);
}

let making: Promise<boolean> | null = null;

/** Deletes the kept public pages; writes that fail at the same time get the same answer. */
function makeRoom(): Promise<boolean> {
  making ??= dropKeptPages().finally(() => {
    making = null;
  });
  return making;
}

/**
 * Writes something to this device. If there is no room, kept public pages are deleted and the write is tried once more:
 * they go before anything that the learner did or loaded (offline.md 3.52). `isWanted`: asked before the second try. A
 * write that a newer one of the same thing has replaced meanwhile must not come after it.
 *
 * @throws what the write throws.
 */
export async function writeMakingRoom<Value>(
  write: () => PromiseLike<Value>,
  isWanted: () => boolean = () => true,
): Promise<Value> {
  try {
    return await write();
  } catch (error) {
    if (!isNoRoom(error) || !(await makeRoom()) || !isWanted()) throw error;
    return write();
  }
}

function tell(thing: SavedThing | null, trouble: SavingTrouble): void {
  clearTimeout(quiet);
  count += 1;
  savingNews.set({ id: count, thing, trouble });
}

/** Tells the learner that a write they asked for has failed. */
export function savingFailed(thing: SavedThing, error: unknown): void {
  console.warn(`storage: ${thing} not stored`, error);
  told.add(thing);
  tell(thing, saidFull && isNoRoom(error) ? 'full' : troubleOf(error));
}

/**
 * The same for writes with every key or in the background. It is reported once until a write succeeds again. It is
 * never reported if the storage is not the cause, or was closed on purpose.
 */
export function savingFailedBehind(error: unknown, thing: SavedThing | null = null): void {
  if (!isStorageTrouble(error) || namesOf(error).includes('DatabaseClosedError')) return;
  if (troubleOf(error) === 'full') {
    saidFull = true;
    // Makes room for the next write.
    void dropKeptPages();
  }
  const last = savingNews.get();
  // The write itself only heard that it was aborted; its transaction gives the reason, a moment before or after.
  if (last?.trouble === 'unknown' && troubleOf(error) === 'full') tell(last.thing, 'full');
  const name = thing ?? '';
  if (told.has(name) || (thing === null && told.size > 0)) return;
  told.add(name);
  const tellNow = () => tell(thing, troubleOf(error));
  clearTimeout(quiet);
  if (thing !== null) tellNow();
  else quiet = setTimeout(() => savingNews.get() ?? tellNow(), quietForMs);
}

/** A write succeeded: ends the report about it, or about an unspecified write. */
export function savingWorks(thing: SavedThing): void {
  clearTimeout(quiet);
  told.clear();
  saidFull = false;
  const news = savingNews.get();
  if (news && (news.thing === null || news.thing === thing)) savingNews.set(null);
}

/**
 * Writes something that the learner did to this device, in the place of kept public pages if need be. If that fails, the
 * learner is told what was not stored, why and what to do. Never rejects.
 *
 * @returns whether it is stored.
 */
export async function saveOrTell(thing: SavedThing, write: () => Promise<unknown>): Promise<boolean> {
  try {
    await writeMakingRoom(write);
  } catch (error) {
    savingFailed(thing, error);
    return false;
  }
  savingWorks(thing);
  return true;
}
