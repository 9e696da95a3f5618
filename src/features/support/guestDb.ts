import { openDatabase } from '#shared/lib/db/open.ts';
import { declareUserVersions, type UserDb } from '#shared/lib/db/schema.ts';

let opening: Promise<UserDb> | null = null;

/**
 * The database for a guest of this device: what they wrote and no server has yet. It has the same tables as a learner's
 * database, so that the outbox works on both; only `outbox` and `meta` are ever filled.
 */
export function openGuestDb(): Promise<UserDb> {
  opening ??= openDatabase<UserDb>('guest', declareUserVersions);
  return opening;
}
