import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { keptTrees } from '../domain/course/trees.ts';
import { folderFiles } from '../files/store.ts';
import { deriveKeys } from '../keys.ts';
import { silentLog } from '../log.ts';
import { mailTransport } from '../mail/transport.ts';
import { folderStore } from '../media/folder.ts';
import { noGateway } from '../payment/none.ts';
import type { PaymentGateway } from '../payment/port.ts';
import { emptyTables, workerDb } from './testDb.ts';
import { testSecret } from './testSecret.ts';
import { type NewUser, type SignedIn, signInUser, storeUser } from './users.ts';

/** Start time of the tests' clock: 2026-04-10 12:00 in Japan. */
export const testStart = Date.parse('2026-04-10T12:00:00+09:00');

export type TestClock = { now(): number; advance(milliseconds: number): void };
export type CallOptions = {
  json?: unknown;
  /** Body as it is, instead of `json`. */
  raw?: string;
  /** A form with files, instead of `json`. */
  form?: FormData;
  /** Access token, sent as Bearer. */
  token?: string;
  /** `Idempotency-Key`. */
  key?: string;
  headers?: Record<string, string>;
};
export type TestApp = {
  deps: Deps;
  db: Deps['db'];
  clock: TestClock;
  /** Calls the app without a socket. */
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
  createUser(fields?: NewUser): Promise<{ id: number; email: string }>;
  /** Signs a user in (a new one when none is given) without the cost of a password check. */
  signIn(user?: { id: number; email: string }): Promise<SignedIn>;
};

function headersOf(options: CallOptions): Headers {
  const headers = new Headers(options.headers);
  if (options.json !== undefined) headers.set('Content-Type', 'application/json');
  if (options.token !== undefined) headers.set('Authorization', `Bearer ${options.token}`);
  if (options.key !== undefined) headers.set('Idempotency-Key', options.key);
  return headers;
}

function testClock(): TestClock {
  let time = testStart;
  return {
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
}

/**
 * A whole server on an emptied database. `besides` makes a second process on the same data, clock and gateway. Nothing
 * can be paid unless a `gateway` is given.
 */
export async function createTestApp(
  options: { config?: Partial<Config>; besides?: TestApp; gateway?: PaymentGateway } = {},
): Promise<TestApp> {
  const { db } = await workerDb();
  if (!options.besides) await emptyTables(db);
  const clock = options.besides?.clock ?? testClock();
  const base = readConfig({ DATA_DIR: join(tmpdir(), 'konomanavi-test') });
  const config = { ...base, ...options.config };
  const keys = await deriveKeys(testSecret);
  const [media, mail] = [folderStore(config.mediaDir), mailTransport(config)];
  const files = folderFiles(config.filesDir);
  const trees = keptTrees(db);
  const gateway = options.gateway ?? options.besides?.deps.gateway ?? noGateway();
  const deps: Deps = { db, config, clock, log: silentLog, media, mail, files, keys, trees, gateway };
  const app = createApp(deps);
  const createUser = (fields: NewUser = {}) => storeUser(deps, fields);
  return {
    deps,
    db,
    clock,
    createUser,
    signIn: async (user) => signInUser(deps, user ?? (await createUser())),
    call: async (method, path, call = {}) =>
      app.request(path, {
        method,
        headers: headersOf(call),
        ...(call.json !== undefined
          ? { body: JSON.stringify(call.json) }
          : call.raw !== undefined
            ? { body: call.raw }
            : call.form !== undefined
              ? { body: call.form }
              : {}),
      }),
  };
}
