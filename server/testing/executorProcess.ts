// One process that works on money, for row 117 of money.md 7. It opens the database and the gateway that its parent
// names, and does what is due at the times that the parent sends. It may be killed at any moment.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { openPostgres } from '../db/client.ts';
import { makeDeps } from '../deps.ts';
import { silentLog } from '../log.ts';
import { scriptedGateway } from '../payment/open.ts';
import { runAll } from './runAll.ts';
import { testSecret } from './testSecret.ts';

const { EXECUTOR_DATABASE: databaseUrl = '', EXECUTOR_GATEWAY: url = '' } = process.env;
let now = 0;
const { db } = openPostgres(databaseUrl, 6, 'konomanavi-executor');
const made = await makeDeps({
  db,
  config: { ...readConfig({ DATA_DIR: join(tmpdir(), 'konomanavi-test') }), secret: testSecret },
  log: silentLog,
  gateway: scriptedGateway({ apiBase: url, url }, silentLog),
});
const deps = { ...made, clock: { now: () => now } };

process.on('message', (time: number) => {
  now = time;
  void runAll(deps).finally(() => process.send?.(time));
});
process.send?.(0);
