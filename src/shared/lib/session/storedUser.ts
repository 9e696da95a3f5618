import type { User } from '#contracts/accounts.ts';
import { type Fields, fieldsOf } from '../plain.ts';
import { readUser } from './readAccount.ts';
import { authStorage } from './storage.ts';
import { tokens } from './tokens.ts';

const key = 'auth.user';

/** A user record belongs to the tokens it was stored with: rotation by this or another tab binds it anew. */
function binding(): string | null {
  const { access, refresh } = tokens.read();
  return refresh?.value ?? access?.value ?? null;
}

function recordIn(storage: () => Storage): Fields | null {
  try {
    return fieldsOf(JSON.parse(storage().getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

/**
 * The last user record, for starts without an answer of the server (session.md 2.10, 4.1, 15.2). Too large
 * for a cookie, and no part of the session: without it the app only waits for the server.
 */
export const storedUser = {
  /** The record, if it belongs to the tokens that are stored now. */
  read(): User | null {
    const stored = recordIn(() => (authStorage.isLasting() ? localStorage : sessionStorage));
    return stored && stored.of === binding() ? readUser(stored.user) : null;
  },
  /** Keeps the record for the tokens that are stored now. */
  write(user: User): void {
    try {
      const storage = authStorage.isLasting() ? localStorage : sessionStorage;
      storage.setItem(key, JSON.stringify({ user, of: binding() }));
    } catch {
      // Storage is full or shut: the next start asks the server.
    }
  },
  /** Removes it from wherever it may be. @returns the id of the user it named, or `null`. */
  clear(): string | null {
    let id: string | null = null;
    for (const storage of [() => localStorage, () => sessionStorage]) {
      id ??= readUser(recordIn(storage)?.user)?.id || null;
      try {
        storage().removeItem(key);
      } catch {
        // A storage that is shut holds no record.
      }
    }
    return id;
  },
};
