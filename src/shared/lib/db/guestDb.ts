import { openDatabase } from './open.ts';
import { declareUserVersions, type UserDb } from './schema.ts';

const flag = 'guest.unsent';
let opening: Promise<UserDb> | null = null;

/**
 * The database of whoever uses this device without an account: what they have written and no server has yet. The same
 * tables as a learner's, so that the queue works on both; only `outbox` and `meta` are ever filled.
 */
export function openGuestDb(): Promise<UserDb> {
  opening ??= openDatabase<UserDb>('guest', declareUserVersions);
  return opening;
}

/** Whether something of a guest lies there; told without the database, which no guest's page carries (design.md 9). */
export function hasGuestWork(): boolean {
  try {
    return localStorage.getItem(flag) !== null;
  } catch {
    return false;
  }
}

/** Notes whether there is something. */
export function noteGuestWork(isThere: boolean): void {
  try {
    if (isThere) localStorage.setItem(flag, '1');
    else localStorage.removeItem(flag);
  } catch {
    // Storage is blocked: what is kept ends with the tab.
  }
}
