import { earliestNow, toldNow } from '../time/serverTime.ts';
import { accessLifeSeconds, expiryOf, isExpired, knownExpiry, refreshLifeSeconds } from './expiry.ts';
import { type AuthStorage, authStorage } from './storage.ts';

/** Stored keys, without their prefix (session.md 2.2). */
export const tokenKeys = {
  access: '_token.local',
  accessExpiry: '_token_expiration.local',
  refresh: '_refresh_token.local',
  refreshExpiry: '_refresh_token_expiration.local',
} as const;

const type = 'Bearer ';

/** A stored token. The access token includes its type. `expiry`: epoch ms by the server's clock, `null`: unknown. */
export type StoredToken = { value: string; expiry: number | null; isExpired: boolean };
/** What is stored now. No access token means guest (session.md 3.5). */
export type StoredTokens = { access: StoredToken | null; refresh: StoredToken | null };

/** The access token as it is stored and sent: with its type exactly once (session.md 2.3). */
export function withType(token: string): string {
  return token.startsWith(type) ? token : type + token;
}

/** The stored access token as the server gave it. */
export function withoutType(stored: string): string {
  return stored.startsWith(type) ? stored.slice(type.length) : stored;
}

/** Reading and writing of the tokens in one storage. */
export function createTokens(storage: AuthStorage) {
  let known: string | null = null;
  const see = () => {
    known = storage.read(tokenKeys.access);
  };
  const readToken = (key: string, expiryKey: string, at: number, read = storage.read): StoredToken | null => {
    const value = read(key);
    if (value === null || value === '') return null;
    const expiry = knownExpiry(withoutType(value), read(expiryKey));
    return { value, expiry, isExpired: isExpired(expiry, at) };
  };
  return {
    /**
     * Reads storage again: storage is the truth, not memory (session.md 2.9). The end of the refresh token, or of an
     * access token without one, ends the session unasked, so both clocks must agree on it (session.md 3.2).
     */
    read: (): StoredTokens => {
      const refresh = readToken(tokenKeys.refresh, tokenKeys.refreshExpiry, earliestNow());
      const at = refresh ? toldNow() : earliestNow();
      return { access: readToken(tokenKeys.access, tokenKeys.accessExpiry, at), refresh };
    },
    /** The access token in localStorage if it is usable, whatever the cookie has. */
    usableLocal: (): string | null => {
      const token = readToken(tokenKeys.access, tokenKeys.accessExpiry, toldNow(), storage.readLocal);
      return token && !token.isExpired ? token.value : null;
    },
    /**
     * Stores new tokens. Without a refresh token the old one stays with its old expiry (session.md 6.5). The access
     * token is written last but one: a tab that reads in between sees it as expired and waits for the lock.
     */
    store: ({ access, refresh }: { access: string; refresh?: string }): void => {
      const at = toldNow();
      if (refresh !== undefined) {
        storage.write(tokenKeys.refresh, refresh);
        storage.write(tokenKeys.refreshExpiry, String(expiryOf(refresh, refreshLifeSeconds, at)));
      }
      storage.write(tokenKeys.access, withType(access));
      storage.write(tokenKeys.accessExpiry, String(expiryOf(withoutType(access), accessLifeSeconds, at)));
      see();
    },
    /**
     * Removes all four values from every store (session.md 7.1); the next session lasts unless its login says
     * otherwise.
     */
    clear: (): void => {
      storage.setLasting(true);
      for (const key of Object.values(tokenKeys)) storage.remove(key);
      see();
    },
    /** Removes this tab's copies after another tab ended the session; newer tokens of that tab stay. */
    clearOwn: (): void => {
      for (const key of Object.values(tokenKeys)) storage.removeOwn(key);
      see();
    },
    /** The access token that this tab last wrote or read; a different one in storage comes from another tab. */
    known: (): string | null => known,
    /** Remembers what is stored now. */
    see,
  };
}

/** The tokens of this browser. */
export const tokens = createTokens(authStorage);
