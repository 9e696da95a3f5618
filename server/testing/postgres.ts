import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

type Owner = { uid?: number; gid?: number };
export type Cluster = { url(database: string): string; stop(): Promise<void> };

const superuser = 'konomanavi';

/** Folder of PostgreSQL's programs, from the path or from Debian's place; `null`: there is none on this machine. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return (
    folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ??
    null
  );
}

/** PostgreSQL refuses to run as root: then it runs as the distribution's own user, or as nobody. */
function owner(): Owner {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account) throw new Error('No user to run PostgreSQL as.');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

async function waitUntilReady(server: ChildProcess, url: string, errors: () => string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at once.\n${errors()}`);
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await pause(50);
    }
  }
}

/** Starts a separate PostgreSQL in a temporary folder, which can be reached only through a socket there. */
export async function startPostgres(programs: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'konomanavi-pg-'));
  const as = owner();
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const options = { ...as, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } };
  const make = ['-D', data, '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(programs, 'initdb'), make, { ...options, stdio: 'pipe' });
  const settings = [
    'listen_addresses=',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=60',
  ];
  const args = ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(join(programs, 'postgres'), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4000);
  });
  const url = (database: string) =>
    `postgresql://${superuser}@localhost/${database}?host=${encodeURIComponent(folder)}`;
  await waitUntilReady(server, url('postgres'), () => log);
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
