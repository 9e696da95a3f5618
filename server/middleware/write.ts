import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { countCall } from '../db/callCounts.ts';
import type { Tx } from '../db/client.ts';
import { guestKeys, idempotencyKeys } from '../db/schema/system.ts';
import { transaction } from '../db/transaction.ts';
import type { AppContext, Deps } from '../deps.ts';
import { ApiError, invalid, rateLimited } from '../errors.ts';
import { currentUser } from './auth.ts';
import { openAnswer, sealAnswer, sealRequest } from './requestSeal.ts';

/** What a write answers; `body: null` is sent as 204. */
export type Answer<Body> = { status?: Extract<ContentfulStatusCode, 200 | 201 | 202>; body: Body | null };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The `Idempotency-Key` of a call; 400 for an invalid one. */
export function readKey(c: AppContext): string | null {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined) return null;
  if (!uuid.test(key)) throw invalid({ 'Idempotency-Key': ['UUIDの形で指定してください。'] });
  return key.toLowerCase();
}

/**
 * The hash by which a repeated request is recognised. A body may hold a password, so a plain hash of it could be
 * guessed.
 */
async function requestHash(c: AppContext, { keys }: Deps, content?: Uint8Array): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  const hash = createHash('sha256').update(`${c.req.method}\n${pathname}${search}\n`);
  return sealRequest(keys, hash.update(content ?? (await c.req.text())).digest('hex'));
}

function send(c: AppContext, status: number, body: string | null, replayed = false): Response {
  if (replayed) c.header('Idempotent-Replayed', 'true');
  c.header('Cache-Control', 'no-store');
  if (body === null) return c.body(null, 204);
  return c.body(body, status as ContentfulStatusCode, { 'Content-Type': 'application/json' });
}

type Stored = { status: number; body: string | null };

function serialise<Body>(answer: Answer<Body>): Stored {
  if (answer.body === null) return { status: 204, body: null };
  return { status: answer.status ?? 200, body: JSON.stringify(answer.body) };
}

type Claim = { key: string; hash: string; created: Date };
/** Where the answers of one caller are stored. */
type KeyStore = {
  /** Makes the row; `false`: it is there already. */
  claim(tx: Tx, claim: Claim): Promise<boolean>;
  read(tx: Tx, key: string): Promise<(Stored & { requestHash: string }) | undefined>;
  save(tx: Tx, key: string, answer: Stored): Promise<unknown>;
};

function keysOfUser(userId: number): KeyStore {
  const row = (key: string) => and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
  return {
    async claim(tx, { key, hash, created }) {
      const values = { userId, key, requestHash: hash, status: 0, body: null, created };
      const made = await tx
        .insert(idempotencyKeys)
        .values(values)
        .onConflictDoNothing()
        .returning({ key: idempotencyKeys.key });
      return made.length > 0;
    },
    read: async (tx, key) => (await tx.select().from(idempotencyKeys).where(row(key)).limit(1))[0],
    save: (tx, key, answer) => tx.update(idempotencyKeys).set(answer).where(row(key)),
  };
}

const keysOfGuests: KeyStore = {
  async claim(tx, { key, hash, created }) {
    const values = { key, requestHash: hash, status: 0, body: null, created };
    const made = await tx
      .insert(guestKeys)
      .values(values)
      .onConflictDoNothing()
      .returning({ key: guestKeys.key });
    return made.length > 0;
  },
  read: async (tx, key) => (await tx.select().from(guestKeys).where(eq(guestKeys.key, key)).limit(1))[0],
  save: (tx, key, answer) => tx.update(guestKeys).set(answer).where(eq(guestKeys.key, key)),
};

/** The stored answer of this key, or `null` when the row was just made and this call has to fill it. */
async function claimKey(tx: Tx, store: KeyStore, claim: Claim): Promise<Stored | null> {
  if (await store.claim(tx, claim)) return null;
  const found = await store.read(tx, claim.key);
  if (!found) throw new Error('idempotency row vanished');
  if (found.requestHash !== claim.hash) {
    throw new ApiError(
      422,
      'idempotency_mismatch',
      '同じ操作番号で別の内容が送信されました。もう一度操作してください。',
    );
  }
  return found;
}

/**
 * Writes of one user in a minute before 429. A device that comes back after a week may send about a thousand changes at
 * once; only a program sends more. Our queue waits for the time in the answer (offline.md 5.5).
 */
export const writesPerMinute = 1200;

async function limitWrites(c: AppContext, deps: Deps): Promise<void> {
  const usage = await countCall(deps.db, `write:${currentUser(c).id}`, 60, deps.clock.now());
  if (usage.count > writesPerMinute) throw rateLimited(usage.resetsIn / 1000);
}

async function writeOnce<Body>(
  c: AppContext,
  deps: Deps,
  store: KeyStore,
  run: (tx: Tx) => Promise<Answer<Body>>,
  content?: Uint8Array,
): Promise<Response> {
  const key = readKey(c);
  if (key === null) {
    const answer = serialise(await transaction(deps.db, run));
    return send(c, answer.status, answer.body);
  }
  const claim = { key, hash: await requestHash(c, deps, content), created: new Date(deps.clock.now()) };
  return transaction(deps.db, async (tx) => {
    const stored = await claimKey(tx, store, claim);
    if (stored) return send(c, stored.status, await openAnswer(deps.keys, stored.body), true);
    const answer = serialise(await run(tx));
    await store.save(tx, key, { ...answer, body: await sealAnswer(deps.keys, answer.body) });
    return send(c, answer.status, answer.body);
  });
}

/**
 * Runs a write in one transaction, behind `requireUser`. Every route that changes data of a user goes through here.
 *
 * With an `Idempotency-Key` the answer is stored in the same transaction. The same key and request again gets that
 * answer with `Idempotent-Replayed: true`; another request gets 422 `idempotency_mismatch`. A duplicate that arrives
 * meanwhile waits for the first (unique row). A thrown error rolls everything back and stores nothing; 429 `rate` with
 * `retry_after` above `writesPerMinute`. `content`: what makes two requests the same, where the body itself differs
 * from try to try.
 */
export async function write<Body>(
  c: AppContext,
  deps: Deps,
  run: (tx: Tx) => Promise<Answer<Body>>,
  content?: Uint8Array,
): Promise<Response> {
  const { id } = currentUser(c);
  readKey(c);
  await limitWrites(c, deps);
  return writeOnce(c, deps, keysOfUser(id), run, content);
}

/**
 * The same for a caller who may be a guest, behind `optionalUser` or without any guard. Never use it for answers that
 * hold tokens: they would be stored, sealed with the server's key alone.
 */
export function guestWrite<Body>(
  c: AppContext,
  deps: Deps,
  run: (tx: Tx) => Promise<Answer<Body>>,
  content?: Uint8Array,
): Promise<Response> {
  return c.get('user') ? write(c, deps, run, content) : writeOnce(c, deps, keysOfGuests, run, content);
}

/**
 * Whether this call is a repeated one with a stored answer. Then checks before the write are skipped, because they
 * would count again or fail by now.
 */
export async function hasAnswer(c: AppContext, deps: Deps): Promise<boolean> {
  const key = readKey(c);
  if (key === null) return false;
  const user = c.get('user');
  const stored = await (user ? keysOfUser(user.id) : keysOfGuests).read(deps.db, key);
  return stored !== undefined && stored.requestHash === (await requestHash(c, deps));
}
