import type * as z from 'zod/mini';
import type { StoredAnswer } from '../mirror/mirror.ts';
import type { StoredCopy } from '../public/storedCopy.ts';
import { now } from '../time/clock.ts';
import { keptPrefix, keptStartOf } from './keptPrefix.ts';

/** Maximum number of stored answers of one kind, for example orders, per person. */
const mostOfAKind = 30;

/** Names of stored answers about buying: `cart`, `orders`, `order.12`. The kind is the part before the dot. */
export type KeptName = string;

function keyOf(userId: string, name: KeptName): string {
  return keptStartOf(userId) + name;
}

function keysWith(start: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(start));
}

function savedAtOf(key: string): number {
  try {
    return Number(JSON.parse(localStorage.getItem(key) ?? '{}').saved_at) || 0;
  } catch {
    return 0;
  }
}

/** Deletes the oldest answers of a kind to make room for one more. `most`: how many may stay. */
function dropOldest(start: string, most: number): boolean {
  const keys = keysWith(start).sort((one, other) => savedAtOf(other) - savedAtOf(one));
  for (const key of keys.slice(most)) localStorage.removeItem(key);
  return keys.length > most;
}

/**
 * The last stored answer of a name for one person. It is parsed with its contract each time, so that it survives an
 * update of the app. `null`: there is none, or it cannot be read. Without Dexie: guests use the pages around buying
 * too, and a person at a store's till has no signal (money.md 6).
 */
export function readKept<Schema extends z.ZodMiniType>(
  userId: string,
  name: KeptName,
  schema: Schema,
): StoredAnswer<z.output<Schema>> | null {
  try {
    const { saved_at, value } = JSON.parse(localStorage.getItem(keyOf(userId, name)) ?? '{}');
    const read = schema.safeParse(value);
    return read.success && typeof saved_at === 'number' ? { data: read.data, savedAt: saved_at } : null;
  } catch {
    return null;
  }
}

/**
 * Stores an answer of one person on this device. The thirty newest of a kind stay; if the storage is full, older ones
 * are deleted.
 *
 * @returns whether it is stored; a screen that shows a payment number tells the buyer if it is not.
 */
export function writeKept(userId: string, name: KeptName, value: unknown): boolean {
  const [kind = ''] = name.split('.', 1);
  const sameKind = `${keyOf(userId, kind)}.`;
  const write = () => localStorage.setItem(keyOf(userId, name), JSON.stringify({ saved_at: now(), value }));
  try {
    write();
    if (name !== kind) dropOldest(sameKind, mostOfAKind);
    return true;
  } catch {
    // Storage is full or blocked; the next try is with the newest answer only.
  }
  try {
    if (!dropOldest(keptStartOf(userId), 1)) return false;
    write();
    return true;
  } catch {
    return false;
  }
}

/** Deletes one answer, for example of an order that belongs to somebody else. */
export function dropKept(userId: string, name: KeptName): void {
  try {
    localStorage.removeItem(keyOf(userId, name));
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

/** Deletes the answers of a person who logs out; `null`: of everybody. */
export function dropKeptOf(userId: string | null): void {
  try {
    const start = userId === null ? keptPrefix : keptStartOf(userId);
    for (const key of keysWith(start)) localStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

/** The kept answer of a name as `useAnswer` shows and renews it. */
export function keptCopy<Schema extends z.ZodMiniType>(
  userId: string,
  name: KeptName,
  schema: Schema,
): StoredCopy<z.output<Schema>> {
  return {
    read: () => readKept(userId, name, schema),
    keep: (value) => void writeKept(userId, name, value),
    drop: () => dropKept(userId, name),
  };
}
