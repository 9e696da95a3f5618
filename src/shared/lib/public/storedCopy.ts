import type * as z from 'zod/mini';
import type { StoredAnswer } from '../mirror/mirror.ts';
import { now } from '../time/clock.ts';

const prefix = 'copy.';

/** Where the last answer about one thing is kept outside a learner's database. A browser that keeps nothing has none. */
export type StoredCopy<T> = {
  read: () => StoredAnswer<T> | null;
  keep: (data: T) => void;
  drop: () => void;
};

/**
 * The copy of one answer, read by its contract each time. `localStorage` for what everybody may read; `sessionStorage`
 * for what belongs to one person: it ends with the tab.
 *
 * @param name also names who it belongs to, when it is not for everybody.
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
        // Storage is blocked or full: the screen works with what it has got.
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

/** Forgets what this tab keeps of a person who leaves. */
export function dropTabCopies(): void {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
    for (const key of keys) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing was kept.
  }
}
