import { existsSync, readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { sql } from 'drizzle-orm';
import { openPostgres } from '../server/db/client.ts';
import { findPostgres, startPostgres } from '../server/testing/postgres.ts';
import { login } from './api.ts';
import { startAppServer } from './appServer.ts';
import { median } from './statistics.ts';

/** A class that opens the app at the same moment: maximum throughput, and the waiting time at a given rate. */
export type ClassLoad = {
  database: string;
  path: string;
  perSecond: number;
  p99Ms: number;
  /** CPU time of the server's process, without that of PostgreSQL; `null`: this system does not tell. */
  cpuMs: number | null;
  pacedP99Ms: number;
  failed: number;
};

const seconds = 10;
const connections = 32;
/** Requests per second of the second measurement. */
export const classPace = 200;
/** Unit of the times in `/proc`, ms. */
const tickMs = 10;

/** The requests of an app start, the most expensive first. */
const paths = [
  '/api/lms/inventory/?sort_by_watchhistory=true&page=1',
  '/api/lms/bookmark/',
  '/api/lms/dashboard/',
];

/** CPU time that a process has used: on a busy machine this says more than elapsed time. */
function cpuOf(pid: number): number | null {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** Requests compressed answers, as a browser does. */
function cannon(url: string, token: string, how: Partial<autocannon.Options>) {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
  return autocannon({ url, connections, duration: seconds, headers, ...how });
}

async function atMost(url: string, token: string, pid: number) {
  const before = cpuOf(pid);
  const { requests, latency, non2xx, errors } = await cannon(url, token, {});
  const after = cpuOf(pid);
  const cpuMs = before === null || after === null ? null : (after - before) / requests.total;
  return { perSecond: requests.average, p99Ms: latency.p99, cpuMs, failed: non2xx + errors };
}

async function paced(url: string, token: string) {
  const { latency, non2xx, errors } = await cannon(url, token, { overallRate: classPace });
  return { p99Ms: latency.p99, failed: non2xx + errors };
}

type Server = { origin: string; pid: number };

async function measurePath({ origin, pid }: Server, token: string, path: string, runs: number) {
  const url = origin + path;
  await cannon(url, token, { connections: 4, amount: 200 });
  const most: Awaited<ReturnType<typeof atMost>>[] = [];
  const even: Awaited<ReturnType<typeof paced>>[] = [];
  for (let turn = 0; turn < runs; turn++) {
    most.push(await atMost(url, token, pid));
    even.push(await paced(url, token));
  }
  const cpu = most.flatMap(({ cpuMs }) => cpuMs ?? []);
  return {
    path,
    perSecond: median(most.map((one) => one.perSecond)),
    p99Ms: median(most.map((one) => one.p99Ms)),
    cpuMs: cpu.length > 0 ? median(cpu) : null,
    pacedP99Ms: median(even.map((one) => one.p99Ms)),
    failed: [...most, ...even].reduce((sum, one) => sum + one.failed, 0),
  };
}

async function measure(database: string, runs: number, databaseUrl?: string): Promise<ClassLoad[]> {
  const server = await startAppServer(0, databaseUrl);
  try {
    const { access_token } = await login(server.origin);
    const rows: ClassLoad[] = [];
    for (const path of paths)
      rows.push({ database, ...(await measurePath(server, access_token, path, runs)) });
    return rows;
  } finally {
    await server.stop();
  }
}

/** On a separate PostgreSQL; nothing if this machine has none. */
async function onPostgres(runs: number): Promise<ClassLoad[]> {
  const programs = findPostgres();
  if (programs === null) return [];
  const cluster = await startPostgres(programs);
  try {
    const admin = openPostgres(cluster.url('postgres'), 1);
    await admin.db.execute(sql`create database class`);
    await admin.close();
    return await measure('PostgreSQL', runs, cluster.url('class'));
  } finally {
    await cluster.stop();
  }
}

/** Measures the lists that an app start requests, on both databases. The load is generated on the same machine. */
export async function measureClass(runs: number): Promise<ClassLoad[]> {
  return [...(await measure('PGlite', runs)), ...(await onPostgres(runs))];
}
