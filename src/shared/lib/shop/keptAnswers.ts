import type * as z from 'zod/mini';
import type { StoredAnswer } from '../mirror/mirror.ts';
import type { StoredCopy } from '../public/storedCopy.ts';
import { now } from '../time/clock.ts';
import { keptPrefix as prefix } from './keptPrefix.ts';

/** Most answers of one kind, for example orders, that the device keeps of one person. */
const mostOfAKind = 30;

/** Answers about buying that are kept on the device: `cart`, `orders`, `order.12`. The kind is what stands before the dot. */
export type KeptName = string;

/** Every character but those of ids and of our own names, so that no name can be read as another one's. */
function keyOf(userId: string, name: KeptName): string {
  return `${prefix}${encodeURIComponent(userId)}.${name}`;
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

/** Makes room for one more of a kind: the oldest go. `most`: how many may stay. */
function dropOldest(start: string, most: number): boolean {
  const keys = keysWith(start).sort((one, other) => savedAtOf(other) - savedAtOf(one));
  for (const key of keys.slice(most)) localStorage.removeItem(key);
  return keys.length > most;
}

/**
 * The last answer of a name that this device keeps of one person, read by its contract each time, so that it outlives a
 * new version of the app; `null`: there is none, or it cannot be read. Without Dexie: the pages around buying are guests'
 * pages, and a person at a store's till has no signal (money.md 6).
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
 * Keeps an answer of one person on this device. Of one kind the thirty newest stay, and where there is no room older ones
 * make it.
 *
 * @returns whether it is kept; a screen with a number to pay by says so when it is not.
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
    // Storage is full or shut; what is tried again then is the newest alone.
  }
  try {
    if (!dropOldest(`${prefix}${encodeURIComponent(userId)}.`, 1)) return false;
    write();
    return true;
  } catch {
    return false;
  }
}

/** Forgets one answer, for example of an order that is another person's. */
export function dropKept(userId: string, name: KeptName): void {
  try {
    localStorage.removeItem(keyOf(userId, name));
  } catch {
    // Storage is shut: nothing was kept.
  }
}

/** Forgets what is kept of a person who leaves; `null`: of everybody. */
export function dropKeptOf(userId: string | null): void {
  try {
    const start = userId === null ? prefix : `${prefix}${encodeURIComponent(userId)}.`;
    for (const key of keysWith(start)) localStorage.removeItem(key);
  } catch {
    // Storage is shut: nothing was kept.
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
