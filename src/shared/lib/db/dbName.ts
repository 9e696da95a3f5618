/** Key of the copy of the salt for database names, so that a start need not wait for the device's database. */
export const saltCopy = 'storage.salt';

/**
 * Name of a learner's database: a salted SHA-256 of the id, so that the browser's list of databases does not tell who
 * used it (offline.md 5.2). Does not import Dexie: a session must be able to end without it.
 *
 * @throws TypeError on an insecure origin, where the browser has no SubtleCrypto.
 */
export async function hashedDbName(salt: string, userId: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${salt}:${userId}`);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `u_${hex.slice(0, 32)}`;
}
