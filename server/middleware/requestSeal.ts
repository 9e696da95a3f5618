import { and, eq, notLike, sql } from 'drizzle-orm';
import { guestKeys, idempotencyKeys } from '../db/schema/system.ts';
import type { Deps } from '../deps.ts';
import { openSealed, sealValue } from '../domain/order/sealed.ts';
import { type Keys, keyedHash } from '../keys.ts';

/** Distinguishes what is sealed from a plain SHA-256, or a plain answer, of an earlier version. */
const mark = 's1.';

/** The stored hash of a request: without the server's key nobody can test passwords with it. */
export function sealRequest(keys: Keys, sha256: string): string {
  return `${mark}${keyedHash(keys, 'request', sha256)}`;
}

/** A stored answer may hold names and slip numbers: it is sealed as the orders seal their buyers. */
export async function sealAnswer(keys: Keys, body: string | null): Promise<string | null> {
  return body === null ? null : `${mark}${await sealValue(keys, body)}`;
}

/** The answer as it was sent; one of an earlier version is plain. */
export async function openAnswer(keys: Keys, stored: string | null): Promise<string | null> {
  return stored?.startsWith(mark) ? openSealed<string>(keys, stored.slice(mark.length)) : stored;
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

/** Answers sealed at a time. */
const answers = 200;

/** Seals the plain answers that an earlier version left, or still writes while it runs beside this one. */
export async function sealOldAnswers({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<void> {
  const ofUsers = () =>
    db
      .select({ id: idempotencyKeys.userId, key: idempotencyKeys.key, body: idempotencyKeys.body })
      .from(idempotencyKeys)
      .where(notLike(idempotencyKeys.body, `${mark}%`))
      .limit(answers);
  for (let rows = await ofUsers(); rows.length > 0; rows = await ofUsers())
    for (const { id, key, body } of rows)
      await db
        .update(idempotencyKeys)
        .set({ body: await sealAnswer(keys, body) })
        .where(and(eq(idempotencyKeys.userId, id), eq(idempotencyKeys.key, key)));
  const ofGuests = () =>
    db
      .select({ key: guestKeys.key, body: guestKeys.body })
      .from(guestKeys)
      .where(notLike(guestKeys.body, `${mark}%`))
      .limit(answers);
  for (let rows = await ofGuests(); rows.length > 0; rows = await ofGuests())
    for (const { key, body } of rows)
      await db
        .update(guestKeys)
        .set({ body: await sealAnswer(keys, body) })
        .where(eq(guestKeys.key, key));
}
