import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import { openDb } from '../server/db/client.ts';

const root = resolve(import.meta.dirname, '..');

/** The reference server in a separate process, with the demo content and an empty data folder. */
export type AppServer = {
  origin: string;
  port: number;
  mediaDir: string;
  /** Its process. */
  pid: number;
  stop(): Promise<void>;
};

/**
 * Starts the server on a free port and waits until it answers. `purchases`: number of courses that the demo learner has
 * in addition to the demo's own. `databaseUrl`: an empty PostgreSQL instead of the embedded database.
 */
export async function startAppServer(purchases = 0, databaseUrl?: string): Promise<AppServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'konomanavi-bench-'));
  const database = databaseUrl ?? null;
  let running = await start(dataDir, database);
  if (purchases > 0) {
    await running.end();
    await addPurchases(dataDir, database, purchases);
    running = await start(dataDir, database);
  }
  return {
    origin: `http://localhost:${running.port}`,
    port: running.port,
    pid: running.pid,
    mediaDir: join(dataDir, 'media'),
    async stop() {
      await running.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** One start of the server. */
type Started = { port: number; pid: number; end(): Promise<void> };

async function start(dataDir: string, databaseUrl: string | null): Promise<Started> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'server', 'main.ts')],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PORT: '0',
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl ?? '',
        DEMO: '1',
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
      },
    },
  );
  const port = await ready(child);
  return {
    port,
    pid: child.pid ?? 0,
    async end() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Adds purchases on the server. Without them the server's list would end after the demo's six courses, and the app
 * would rightly delete what a measurement stores.
 */
async function addPurchases(dataDir: string, databaseUrl: string | null, count: number): Promise<void> {
  const { db, close } = await openDb({ databaseUrl, dataDir });
  await db.execute(sql`
    insert into inventories (user_id, course_id, created, modified)
    select user_id, course_id, created, modified
    from (select * from inventories where user_id = (select id from users where email = 'student@example.com')
          order by id limit 1) as one, generate_series(1, ${count})`);
  await close();
}

function ready(child: ChildProcess): Promise<number> {
  return new Promise((done, fail) => {
    child.once('exit', (code) => fail(new Error(`The server ended with ${code} before it was ready.`)));
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('READY ')) done((JSON.parse(line.slice('READY '.length)) as { port: number }).port);
    });
  });
}
