// One server process of exams that can be killed in the middle of what it does, for server/examKills.test.ts. It serves
// the database in the folder that its parent names, with the time that the parent names. A message says where it has to
// stop for good: it then tells its parent, who kills it.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { AnswerKey } from '#contracts/examKey.ts';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openDb } from '../db/client.ts';
import { makeDeps } from '../deps.ts';
import { examsRegularly } from '../domain/attempt/regularly.ts';
import { reviseKey } from '../domain/examResult/regrade.ts';
import { runRegrade } from '../domain/examResult/regradeJob.ts';
import { silentLog } from '../log.ts';
import { noGateway } from '../payment/none.ts';
import { testSecret } from './testSecret.ts';

/**
 * `save`: the next call that writes stops between its last statement and its commit. `regrade`: a key is corrected and
 * marked again, so many attempts at a time, and it stops before the commit of a batch.
 */
export type ExamOrder =
  | { stop: 'save' }
  | { stop: 'regrade'; subjectId: number; after: AnswerKey; size: number; batches: number };
export type ExamSign = { port: number } | { stopped: true };

const { EXAM_FOLDER: folder = '', EXAM_NOW: now = '' } = process.env;
const say = (sign: ExamSign) => process.send?.(sign);

const { db } = await openDb({ databaseUrl: null, dataDir: folder });
const config = { ...readConfig({ DATA_DIR: folder }), secret: testSecret };
const made = await makeDeps({ db, config, log: silentLog, gateway: noGateway() });
const deps = { ...made, clock: { now: () => Number(now) } };

/** The database, whose transaction after so many others never ends. */
function stopping(left: number): typeof db {
  let count = left;
  return new Proxy(db, {
    get: (real, name) =>
      name !== 'transaction'
        ? Reflect.get(real, name, real)
        : (run: (tx: typeof db) => Promise<unknown>) =>
            real.transaction(async (tx) => {
              const result = await run(tx as unknown as typeof db);
              count -= 1;
              if (count >= 0) return result;
              say({ stopped: true });
              return new Promise(() => undefined);
            }),
  });
}

const served = { ...deps };
const stopJobs = await examsRegularly(deps);
const server = createAdaptorServer({ fetch: createApp(served).fetch }) as Server;
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

process.on('message', async (order: ExamOrder) => {
  if (order.stop === 'save') {
    served.db = stopping(0);
    say({ port: 0 });
    return;
  }
  const { subjectId, after, size, batches } = order;
  await stopJobs();
  await db.transaction((tx) => reviseKey(tx, deps, subjectId, { after, policy: 'fair', reason: '訂正' }));
  await runRegrade({ ...deps, db: stopping(batches) }, size);
});
say({ port: (server.address() as AddressInfo).port });
