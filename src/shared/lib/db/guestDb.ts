import { openDatabase } from './open.ts';
import { declareUserVersions, type UserDb } from './schema.ts';

let opening: Promise<UserDb> | null = null;

/**
 * The database of whoever uses this device without an account: what they have written and no server has yet. The same
 * tables as a learner's, so that the queue works on both; only `outbox` and `meta` are ever filled.
 */
export function openGuestDb(): Promise<UserDb> {
  opening ??= openDatabase<UserDb>('guest', declareUserVersions);
  return opening;
}
