import { jwtExpiry } from './jwt.ts';

/** Lifetime of a token that does not say when it expires, in seconds (specification.md 9). */
export const accessLifeSeconds = 2_592_000;
export const refreshLifeSeconds = 5_184_000;
/** Tokens count as expired this many milliseconds early (specification.md 9). */
export const expiryMarginMs = 500;

/** When a token that is stored now expires, in epoch milliseconds (session.md 3.1). */
export function expiryOf(token: string, lifeSeconds: number, now: number): number {
  return jwtExpiry(token) ?? now + lifeSeconds * 1000;
}

/**
 * The stored expiry; if that cannot be read, the expiry in the token. `null`: unknown, and the token counts as usable
 * (session.md 3.3).
 */
export function knownExpiry(token: string, stored: string | null): number | null {
  const moment = stored === null || stored.trim() === '' ? Number.NaN : Number(stored);
  return Number.isFinite(moment) ? moment : jwtExpiry(token);
}

/** Whether a token with this expiry has expired (session.md 3.2). */
export function isExpired(expiry: number | null, now: number): boolean {
  return expiry !== null && now >= expiry - expiryMarginMs;
}
