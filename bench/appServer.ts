import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import { openDb } from '../server/db/client.ts';

const root = resolve(import.meta.dirname, '..');

/** The reference server in a process of its own, with the demo content, on an empty data folder. */
export type AppServer = { origin: string; port: number; mediaDir: string; stop(): Promise<void> };

/**
 * Starts the server on a free port and waits until it answers. `purchases`: so many courses the demo learner has on
 * top of the demo's own.
 */
export async function startAppServer(purchases = 0): Promise<AppServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'konomanavi-bench-'));
  let running = await start(dataDir);
  if (purchases > 0) {
    await running.end();
    await addPurchases(dataDir, purchases);
    running = await start(dataDir);
  }
  return {
    origin: `http://localhost:${running.port}`,
    port: running.port,
    mediaDir: join(dataDir, 'media'),
    async stop() {
      await running.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function start(dataDir: string): Promise<{ port: number; end(): Promise<void> }> {
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
        DEMO: '1',
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
      },
    },
  );
  const port = await ready(child);
  return {
    port,
    async end() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A server whose list ended after the demo's six would make the app delete, rightly, what a measurement stores. */
async function addPurchases(dataDir: string, count: number): Promise<void> {
  const { db, close } = await openDb({ databaseUrl: null, dataDir });
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
