import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../keys.ts';

type Of = { id: string; userId: number };

function mac(keys: Pick<Keys, 'attempt'>, purpose: string, text: string): Buffer {
  return createHmac('sha256', keys.attempt).update(`${purpose}\n${text}`).digest();
}

/**
 * The token that a device sends in place of a session while it writes an attempt: HMAC of attempt, user and epoch
 * (exams.md 3.4). It outlives the login, so that no answers are lost when a login ends.
 */
export function attemptToken(keys: Pick<Keys, 'attempt'>, { id, userId }: Of, epoch: number): string {
  return `${epoch}.${mac(keys, 'token', `${id}|${userId}|${epoch}`).toString('base64url')}`;
}

/** The epoch of a token; `null`: it is not a token of this attempt. */
export function readAttemptToken(keys: Pick<Keys, 'attempt'>, of: Of, token: string): number | null {
  const epoch = /^([1-9]\d{0,8})\./.exec(token)?.[1];
  if (epoch === undefined) return null;
  const [expected, given] = [Buffer.from(attemptToken(keys, of, Number(epoch))), Buffer.from(token)];
  return expected.length === given.length && timingSafeEqual(expected, given) ? Number(epoch) : null;
}

/** Seed of the hash chain in the event log of an epoch, hex (exams.md 3.8). */
export function chainSeed(keys: Pick<Keys, 'attempt'>, { id, userId }: Of, epoch: number): string {
  return mac(keys, 'chain', `${id}|${userId}|${epoch}`).toString('hex');
}
