import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants, cpSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, get, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { callServer, controlAddress } from './cli/control.ts';
import { readConfig } from './config.ts';
import { markDemoAccount } from './content/demoAccounts.ts';
import { guestKeys } from './db/schema/system.ts';
import type { Deps } from './deps.ts';
import { FolderInUseError, lockFolder } from './lock.ts';
import { type Log, silentLog } from './log.ts';
import { sealRequest } from './middleware/requestSeal.ts';
import { type Running, startServer } from './start.ts';
import { storeUser, testPassword } from './testing/users.ts';

/** Starting servers and processes one after the other takes seconds on an idle machine, minutes on a busy one. */
const patient = { timeout: 240_000 };

const folders: string[] = [];
const running: Running[] = [];
const children: ChildProcess[] = [];

/** A data folder with an empty, migrated database. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'konomanavi-start-'));
  folders.push(folder);
  cpSync(inject('dataFolder'), folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return folder;
}

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map((server) => server.stop()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function start(
  folder = newFolder(),
  log: Log = silentLog,
  environment = {},
  prepare?: (deps: Deps) => Promise<void>,
): Promise<Running> {
  const server = await startServer(readConfig({ DATA_DIR: folder, PORT: '0', ...environment }), log, prepare);
  running.push(server);
  return server;
}

async function stop(server: Running): Promise<boolean> {
  running.splice(running.indexOf(server), 1);
  return server.stop();
}

async function command(folder: string, name: string, ...args: string[]) {
  const lines: string[] = [];
  const exit = await callServer(folder, { command: name, args, cwd: '/' }, (line) => lines.push(line));
  return { exit, text: lines.join('\n') };
}

/**
 * Sends the head and half of the body of a login, and answers how to send the rest. By then the server has begun with
 * it.
 */
async function slowLogin(server: Running, email: string) {
  const body = JSON.stringify({ email, password: testPassword });
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const call = request({
    port: server.port,
    method: 'POST',
    path: '/accounts/login/',
    agent: new Agent({ keepAlive: true }),
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Expect: '100-continue',
    },
  });
  const begun = new Promise<void>((taken) => call.once('continue', taken));
  call.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  await Promise.race([begun, promise]);
  call.write(body.slice(0, 10));
  return { status: promise, finish: () => call.end(body.slice(10)) };
}

describe('a server on the embedded database', patient, () => {
  it('makes its database in an empty folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'konomanavi-start-'));
    folders.push(folder);
    const server = await start(join(folder, 'new'));
    expect((await fetch(`${server.url}/api/health/`)).status).toBe(200);
  });

  it('keeps its data from one start to the next, and its secret to itself', async () => {
    const folder = newFolder();
    const first = await start(folder);
    const user = await storeUser(first.deps, {});
    const login = await fetch(`${first.url}/accounts/login/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: user.email, password: testPassword }),
    });
    const { access_token: token } = (await login.json()) as { access_token: string };
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
    const request = { key: randomUUID(), requestHash: 'a plain hash', status: 200, created: new Date() };
    await first.deps.db.insert(guestKeys).values(request);
    expect(await stop(first)).toBe(true);
    expect(existsSync(join(folder, 'server.lock'))).toBe(false);
    const second = await start(folder, silentLog, {}, async ({ db, keys }) => {
      // Runs before the first call is accepted: hashes of requests that an earlier version stored can no longer be used
      // to test passwords.
      const [kept] = await db.select({ hash: guestKeys.requestHash }).from(guestKeys);
      expect(kept?.hash).toBe(sealRequest(keys, 'a plain hash'));
    });
    const me = await fetch(`${second.url}/accounts/user/`, { headers: { Authorization: `Bearer ${token}` } });
    expect(await me.json()).toMatchObject({ email: user.email });
  });

  it('is the only one on its folder', async () => {
    const folder = newFolder();
    await start(folder);
    await expect(start(folder)).rejects.toThrow(FolderInUseError);
    await expect(start(folder)).rejects.toThrow(/別のサーバー/);
  });

  it('takes over a lock that a crash left, whoever has its number now', async () => {
    for (const pid of [999_999_999, process.ppid]) {
      const folder = newFolder();
      writeFileSync(join(folder, 'server.lock'), String(pid));
      const lock = await lockFolder(folder);
      await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
      await lock.release();
      expect(existsSync(join(folder, 'server.lock'))).toBe(false);
    }
  });

  it('gives everything back when it cannot listen', async () => {
    const folder = newFolder();
    const first = await start();
    await expect(start(folder, silentLog, { PORT: String(first.port) })).rejects.toThrow('EADDRINUSE');
    await (await lockFolder(folder)).release();
  });

  it('finishes a running request before it ends, and takes no new one', async () => {
    const server = await start();
    const user = await storeUser(server.deps, {});
    await fetch(`${server.url}/api/health/`);
    const login = await slowLogin(server, user.email);
    await fetch(`${server.url}/api/health/`);
    const stopped = stop(server);
    await expect(fetch(`${server.url}/api/health/`)).rejects.toThrow();
    login.finish();
    expect(await login.status).toBe(200);
    expect(await stopped).toBe(true);
  });

  it('logs calls without what is secret', async () => {
    const lines: string[] = [];
    const log: Log = {
      info: (event, fields) => lines.push(JSON.stringify({ event, ...fields })),
      error: (event, fields) => lines.push(JSON.stringify({ event, ...fields })),
    };
    const server = await start(newFolder(), log);
    const headers = { Authorization: 'Bearer very.secret.token' };
    await fetch(`${server.url}/accounts/user/?note=private`, { headers });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      event: 'request',
      path: '/accounts/user/',
      status: 401,
    });
    expect(lines.join()).not.toMatch(/secret|private/);
  });

  it('sends files and ranges over a real connection', async () => {
    const dist = newFolder();
    writeFileSync(join(dist, 'index.html'), 'x'.repeat(2_000_000));
    const server = await start(newFolder(), silentLog, { DIST_DIR: dist });
    const page = await fetch(server.url);
    expect((await page.text()).length).toBe(2_000_000);
    const head = await fetch(server.url, { method: 'HEAD' });
    expect(head.headers.get('Content-Length')).toBe('2000000');
    const { promise, resolve } = Promise.withResolvers<void>();
    get(server.url, (answer) => answer.once('data', () => answer.destroy())).on('close', resolve);
    await promise;
    expect((await fetch(`${server.url}/api/health/`)).status).toBe(200);
  });
});

describe('the control socket', patient, () => {
  it('runs commands in the running server, for its own user only', async () => {
    const folder = newFolder();
    const server = await start(folder);
    expect(statSync(controlAddress(folder)).mode & 0o777).toBe(0o600);
    expect(await command(folder, 'maintenance', 'on', '--title', '点検')).toMatchObject({ exit: 0 });
    expect((await command(folder, 'status')).text).toContain('メンテナンス中です。');
    const answer = await fetch(`${server.url}/api/health/`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ title: '点検' });
    expect(await command(folder, 'nonsense')).toEqual({
      exit: 2,
      text: '「nonsense」というコマンドはありません。',
    });
    expect(await command(folder, 'maintenance', 'on', '--until', 'x')).toMatchObject({ exit: 2 });
  });

  it('is not there without a server', async () => {
    const folder = newFolder();
    expect((await command(folder, 'status')).exit).toBeNull();
    await stop(await start(folder));
    expect((await command(folder, 'status')).exit).toBeNull();
  });

  it('makes commands wait while the server starts, and refuses them while another command runs', async () => {
    const folder = newFolder();
    const lock = await lockFolder(folder);
    const early = command(folder, 'status');
    lock.host({ refusal: '別のコマンドが実行中です。' });
    expect(await early).toEqual({ exit: 1, text: '別のコマンドが実行中です。' });
    await lock.release();
  });

  it('has a name that every system takes, however deep the folder', () => {
    expect(Buffer.byteLength(controlAddress(`/tmp/${'深い'.repeat(60)}`))).toBeLessThanOrEqual(100);
  });
});

describe('the process', patient, () => {
  function launch(environment: Record<string, string>, file = 'main.ts', ...args: string[]) {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', `server/${file}`, ...args],
      {
        env: { ...process.env, PORT: '0', DEMO: '0', ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    children.push(child);
    let text = '';
    const { promise: ready, resolve } = Promise.withResolvers<{ url: string }>();
    const listen = (chunk: string) => {
      text += chunk;
      const line = /^READY (.*)\n/m.exec(text)?.[1];
      if (line) resolve(JSON.parse(line) as { url: string });
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    const ended = new Promise<number | null>((done) => child.once('close', done));
    return { child, ready, ended, text: () => text };
  }

  it('says that it is ready, serves, and ends well on SIGTERM', async () => {
    const folder = newFolder();
    const server = launch({ DATA_DIR: folder });
    const { url } = await server.ready;
    expect((await fetch(`${url}/api/health/`)).status).toBe(200);
    const second = launch({ DATA_DIR: folder });
    expect(await second.ended).toBe(1);
    expect(second.text()).toContain('別のサーバー');
    const cli = launch({ DATA_DIR: folder }, 'cli/db.ts', 'maintenance', 'status');
    expect([await cli.ended, cli.text()]).toEqual([0, 'メンテナンス中ではありません。\n']);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.text()).toContain('"event":"stopped","clean":true');
    expect(existsSync(join(folder, 'server.lock'))).toBe(false);
    const alone = launch({ DATA_DIR: folder }, 'cli/db.ts', 'status');
    expect([await alone.ended, alone.text()]).toEqual([0, expect.stringContaining('利用者: 0人')]);
  });

  it('says in Japanese what is wrong with a setting', async () => {
    const server = launch({ DATA_DIR: newFolder(), SECRET: 'short' });
    expect(await server.ended).toBe(1);
    expect(server.text()).toContain('SECRET は16文字以上');
  });

  it('does not start in production on data with demo accounts, until they are removed', async () => {
    const folder = newFolder();
    const first = await start(folder);
    const user = await storeUser(first.deps, {});
    await first.deps.db.transaction((tx) => markDemoAccount(tx, user.id, Date.now()));
    await stop(first);
    const production = { DATA_DIR: folder, NODE_ENV: 'production', HOST: '127.0.0.1', DEMO: '' };
    const refused = launch(production);
    expect(await Promise.race([refused.ended, refused.ready])).toBe(1);
    expect(refused.text()).toContain('npm run db -- demo remove');
    const cli = launch(production, 'cli/db.ts', 'demo', 'remove');
    expect([await cli.ended, cli.text()]).toEqual([0, expect.stringContaining('(1件)')]);
    const server = launch(production);
    await server.ready;
    const { notices } = (await server.ready) as { notices?: string[] };
    expect(notices?.join()).toMatch(/注意: .*PGlite.*PostgreSQL.*SMTP_URL.*APP_URL/);
  });
});
