import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../keys.ts';

/** A link's secret: 256 random bits, stored by `hashToken`. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A code to type in, six digits (product.md 2.2 /signup/verify). */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/**
 * There are few enough codes to try them all, so the hash needs the server's key. Each hash is valid for one purpose
 * only.
 */
export function hashCode(keys: Keys, purpose: string, code: string): string {
  return createHmac('sha256', keys.codes).update(`${purpose}\n${code}`).digest('hex');
}

/**
 * Hash of a network (`clientNetwork`), to recognise it. There are few enough addresses to try them all, so it needs the
 * key.
 */
export function hashNetwork(keys: Keys, network: string): string {
  return hashCode(keys, 'network', network);
}

/** Whether two hashes are the same, in constant time: the time does not tell how much of them is the same. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
