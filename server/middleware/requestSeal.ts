import { notLike, sql } from 'drizzle-orm';
import { guestKeys, idempotencyKeys } from '../db/schema/system.ts';
import type { Deps } from '../deps.ts';
import { type Keys, keyedHash } from '../keys.ts';

/** Distinguishes a sealed hash from a plain SHA-256 of an earlier version. */
const mark = 's1.';

/** The stored hash of a request: without the server's key nobody can test passwords with it. */
export function sealRequest(keys: Keys, sha256: string): string {
  return `${mark}${keyedHash(keys, 'request', sha256)}`;
}

/** Rows per statement. Each statement reads the whole table once, so that this single job needs no index. */
const portion = 5000;

/**
 * Seals the plain hashes that an earlier version left, or still writes while it runs beside this one. They are sealed
 * and not deleted: a device that never got its answer may still repeat the request, and then it must not run twice.
 */
export async function sealOldRequests({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<void> {
  for (const table of [idempotencyKeys, guestKeys]) {
    const isPlain = notLike(table.requestHash, `${mark}%`);
    const plain = () => db.select({ hash: table.requestHash }).from(table).where(isPlain).limit(portion);
    for (let rows = await plain(); rows.length > 0; rows = await plain()) {
      const pairs = Object.fromEntries(rows.map(({ hash }) => [hash, sealRequest(keys, hash)]));
      await db.execute(
        sql`update ${table} as kept set request_hash = pair.value
            from jsonb_each_text(${JSON.stringify(pairs)}::jsonb) as pair where kept.request_hash = pair.key`,
      );
    }
  }
}
