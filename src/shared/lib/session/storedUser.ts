import type { User } from '#contracts/accounts.ts';
import { type Fields, fieldsOf } from '../text/plain.ts';
import { readUser } from './readAccount.ts';
import { authStorage } from './storage.ts';
import { tokens } from './tokens.ts';

const key = 'auth.user';

/**
 * A user record is bound to the tokens it was stored with. After a rotation by this or another tab it is bound again.
 */
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
 * The last user record, for starts without an answer of the server (session.md 2.10, 4.1, 15.2). It is too large for a
 * cookie and not part of the session: without it the app only waits for the server.
 */
export const storedUser = {
  /** The record, if it belongs to the current tokens. */
  read(): User | null {
    const stored = recordIn(() => (authStorage.isLasting() ? localStorage : sessionStorage));
    return stored && stored.of === binding() ? readUser(stored.user) : null;
  },
  /** Stores the record for the current tokens. */
  write(user: User): void {
    try {
      const storage = authStorage.isLasting() ? localStorage : sessionStorage;
      storage.setItem(key, JSON.stringify({ user, of: binding() }));
    } catch {
      // Storage is full or blocked: the next start asks the server.
    }
  },
  /** Removes it from every store. @returns the id of its user, or `null`. */
  clear(): string | null {
    let id: string | null = null;
    for (const storage of [() => localStorage, () => sessionStorage]) {
      id ??= readUser(recordIn(storage)?.user)?.id || null;
      try {
        storage().removeItem(key);
      } catch {
        // A blocked storage has no record.
      }
    }
    return id;
  },
};
