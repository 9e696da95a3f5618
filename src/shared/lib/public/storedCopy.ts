import type * as z from 'zod/mini';
import type { StoredAnswer } from '../mirror/mirror.ts';
import { now } from '../time/clock.ts';

const prefix = 'copy.';

/**
 * Storage for the last answer about one thing outside a learner's database. In a browser without storage it is always
 * empty.
 */
export type StoredCopy<T> = {
  read: () => StoredAnswer<T> | null;
  keep: (data: T) => void;
  drop: () => void;
};

/**
 * The copy of one answer, parsed with its contract each time. `localStorage` for public answers; `sessionStorage` for
 * personal ones: it ends with the tab.
 *
 * @param name also names the owner, if the answer is personal.
 */
export function storedCopy<Schema extends z.ZodMiniType>(
  storage: () => Storage,
  name: string,
  schema: Schema,
): StoredCopy<z.output<Schema>> {
  const key = prefix + name;
  return {
    read: () => {
      try {
        const { saved_at, value } = JSON.parse(storage().getItem(key) ?? '{}');
        const read = schema.safeParse(value);
        return read.success && typeof saved_at === 'number' ? { data: read.data, savedAt: saved_at } : null;
      } catch {
        return null;
      }
    },
    keep: (data) => {
      try {
        storage().setItem(key, JSON.stringify({ saved_at: now(), value: data }));
      } catch {
        // Storage is blocked or full: the screen works with what it has.
      }
    },
    drop: () => {
      try {
        storage().removeItem(key);
      } catch {
        // Storage is blocked: nothing was kept.
      }
    },
  };
}

/** Deletes this tab's copies of a person who logs out. */
export function dropTabCopies(): void {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
    for (const key of keys) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing was kept.
  }
}
