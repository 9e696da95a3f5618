import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { digestOf } from '../src/contracts/examMerge.ts';
import { seededRandom } from '../tests/seededRandom.ts';
import { type Paced, paced } from './examPace.ts';
import { type ExamSeed, type Running, type Seeded, subjects } from './examSeed.ts';
import type { ExamAnswer, ExamAsk, Kept } from './examServer.ts';
import { atOwnPostgres } from './onPostgres.ts';

/**
 * What callers got: 4xx, 5xx, and no answer for as long as the app waits. `putOff`: how often they were told to come
 * again later, and did.
 */
type Tally = { refused: number; failed: number; unanswered: number; putOff: number };
/**
 * One row of exams.md 8 at its full size. `rate`: calls planned per second; `null`: one piece of work without callers.
 * `lateP99Ms`: how late the callers' own process started them. `callerCpu`: how much of one core it used. `serverCpuMs`:
 * CPU time of the server's process for one call; on a busy machine this says more than the waiting time.
 */
export type ExamLoadRow = {
  database: string;
  name: string;
  count: number;
  rate: number | null;
  wholeMs: number;
  calls: (Paced & Tally & { callerCpu: number }) | null;
  serverCpuMs: number | null;
  goal: string;
  notes: string[];
};

/** Longest that the app waits for an answer, ms (specification.md 9). */
const patienceMs = 25_000;
/** Callers whose calls start later than this, or who use this much of a core, are the limit themselves. */
const lateMs = 50;
const fullCore = 0.95;

const takers = 10_000;
const crowd = 100_000;
/** What the embedded database is meant for (exams.md 5, 8). */
const small = { takers: 200, crowd: 20_000 };
/** Calls for one result, and saves of others during a correction, per second. */
const readRate = 10;
const readSeconds = 20;
const readers = 200;
/** Calls before a row, of other members than its own, and their rate: a server in operation is not a cold one. */
const warmUp = { calls: 300, rate: 100 };
const longestRegradeMs = 300_000;
/** Devices that shall come again after the same time are spread over this one, ms (savePace.ts). */
const jitterMs = 1000;

type Call = { method: string; path: string; headers: Record<string, string>; json?: object };

class ExamServer {
  readonly #child: ChildProcess;
  readonly #folder: string;
  /** As many connections as there are calls: a proxy in front does not hold them back either. */
  readonly #agent = new Agent({ keepAlive: true });
  readonly tally: Tally = { refused: 0, failed: 0, unanswered: 0, putOff: 0 };
  seeded: Seeded & { port: number } = { exam: 0, entered: [], running: [], readers: [], port: 0 };

  constructor(seed: ExamSeed, databaseUrl: string | null) {
    this.#folder = mkdtempSync(join(tmpdir(), 'konomanavi-bench-'));
    this.#child = fork(join(import.meta.dirname, 'examServer.ts'), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...{ PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'production', DATA_DIR: this.#folder },
        ...{ DATABASE_URL: databaseUrl ?? '', EXAM_SEED: JSON.stringify(seed) },
      },
    });
  }

  async open(): Promise<this> {
    const answer = await this.#answer();
    if ('seeded' in answer) this.seeded = answer.seeded;
    return this;
  }

  async #answer(): Promise<ExamAnswer> {
    const ended = once(this.#child, 'exit').then(() => {
      throw new Error('The server of the exam has ended.');
    });
    ended.catch(() => undefined);
    const [answer] = (await Promise.race([once(this.#child, 'message'), ended])) as [ExamAnswer];
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  }

  #ask(ask: ExamAsk): Promise<ExamAnswer> {
    const answer = this.#answer();
    this.#child.send(ask);
    return answer;
  }

  /** Does a piece of work in the server. @returns how long it took, ms. */
  async work(ask: 'statistics' | 'regrade'): Promise<number> {
    const answer = await this.#ask(ask);
    return 'ms' in answer ? answer.ms : Number.NaN;
  }

  async kept(): Promise<Kept> {
    const answer = await this.#ask('kept');
    if (!('kept' in answer)) throw new Error('The server did not say what it keeps.');
    return answer.kept;
  }

  /**
   * Does a call over the network as the app does: when too many come, it is made anew after the time that the server
   * asks for. @returns whether it was answered with success.
   */
  async call(make: () => Call | Promise<Call>): Promise<boolean> {
    for (;;) {
      const { isDone, again } = await this.#send(await make());
      if (again === null) return isDone;
      this.tally.putOff += 1;
      await pause(again * 1000 + Math.random() * jitterMs);
    }
  }

  /** Sends a call. `again`: after how many seconds the server wants it again. */
  #send({ method, path, headers, json }: Call): Promise<{ isDone: boolean; again: number | null }> {
    const body = json ? JSON.stringify(json) : undefined;
    const { port, exam } = this.seeded;
    const options = {
      ...{ host: '127.0.0.1', port, method, path: `/api/exam/mockexam/${exam}/${path}`, agent: this.#agent },
      signal: AbortSignal.timeout(patienceMs),
      headers: body
        ? { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
        : headers,
    };
    return new Promise((resolve) => {
      let isSettled = false;
      const settle = (status: number | null, retryAfter?: string) => {
        if (isSettled) return;
        isSettled = true;
        const again = status === 429 && retryAfter !== undefined ? Number(retryAfter) : null;
        if (status === null) this.tally.unanswered += 1;
        else if (status >= 500) this.tally.failed += 1;
        else if (status >= 400 && again === null) this.tally.refused += 1;
        resolve({ isDone: status !== null && status < 400, again });
      };
      const sent = request(options, (answer) => {
        answer.resume();
        answer.once('end', () => settle(answer.statusCode ?? null, answer.headers['retry-after']));
        answer.once('error', () => settle(null));
      });
      sent.once('error', () => settle(null));
      sent.end(body);
    });
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    const isRunning = this.#child.exitCode === null && this.#child.signalCode === null;
    if (isRunning) {
      const ended = once(this.#child, 'exit');
      this.#child.send('stop' satisfies ExamAsk);
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A save or hand-in with all answers, one of them new: this is what the app sends. */
async function answersOf(running: Running, n: number, isLast: boolean): Promise<Call> {
  const now = Date.now();
  const slots = Object.keys(running.values);
  const changed = slots[n % slots.length] ?? '';
  // Never what was there before, so that each save changes something.
  running.values[changed] = String(1 + (Number(running.values[changed]) % 3));
  const answers = Object.fromEntries(
    slots.map((slot) => {
      const at = slot === changed ? now : running.typed;
      return [slot, { v: running.values[slot] ?? '', lo: at, hi: at }];
    }),
  );
  const passed = now - running.since;
  const json = {
    ...{ lease: 1, rev: 0, answers, events: [] },
    client_at: { since: new Date(running.since).toISOString(), dlo: passed, dhi: passed },
    ...(isLast && { digest: await digestOf(answers) }),
  };
  const headers = {
    'X-Attempt-Token': running.token,
    ...(isLast && { 'Idempotency-Key': randomUUID() }),
  };
  const path = `attempt/${running.id}/${isLast ? 'submit' : 'answers'}/`;
  return { method: isLast ? 'POST' : 'PUT', path, headers, json };
}

const saveOf = (server: ExamServer, n: number) => async () => {
  const one = server.seeded.running[n % server.seeded.running.length];
  if (!one) throw new Error('nobody answers');
  return server.call(() => answersOf(one, Math.floor(n / server.seeded.running.length), false));
};

const handInOf = (server: ExamServer, one: Running) => () => server.call(() => answersOf(one, 0, true));

const startOf = (server: ExamServer, token: string) => () => {
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() };
  const json = { subject: subjects[0], device_id: `device-${token.slice(-12)}` };
  return server.call(() => ({ method: 'POST', path: 'attempt/', headers, json }));
};

const readOf = (server: ExamServer, token: string) => () =>
  server.call(() => ({ method: 'GET', path: 'result/', headers: { Authorization: `Bearer ${token}` } }));

/** Calls at their moments, and what became of them. */
async function callers(
  server: ExamServer,
  works: readonly (() => Promise<boolean>)[],
  at: (n: number) => number,
  isOver: () => boolean = () => false,
): Promise<Paced & Tally & { callerCpu: number }> {
  const before = process.cpuUsage();
  const found = await paced(works, at, isOver);
  const { user, system } = process.cpuUsage(before);
  return { ...found, ...server.tally, callerCpu: (user + system) / 1000 / found.wholeMs };
}

function notesOf(calls: NonNullable<ExamLoadRow['calls']>, { errors }: Kept): string[] {
  const { lateP99Ms, callerCpu } = calls;
  const isLimit = lateP99Ms > lateMs || callerCpu > fullCore;
  return [
    ...(isLimit
      ? [
          `the callers could not keep this rate here: ${lateP99Ms.toFixed(0)} ms late, ${callerCpu.toFixed(2)} of a core`,
        ]
      : []),
    ...Object.entries(errors).map(([name, count]) => `server log: ${count} times ${name}`),
  ];
}

type On = { database: string; url: string | null };
type Part = Omit<ExamLoadRow, 'database'>;

async function withServer<Result>(
  { url }: On,
  seed: ExamSeed,
  work: (server: ExamServer) => Promise<Result>,
): Promise<Result> {
  const server = new ExamServer(seed, url);
  try {
    return await work(await server.open());
  } finally {
    await server.close();
  }
}

type Works = readonly (() => Promise<boolean>)[];

/** Makes the first calls, which only warm the server up. @returns the others. */
async function warmed(server: ExamServer, works: Works): Promise<Works> {
  await callers(server, works.slice(0, warmUp.calls), (n) => (n * 1000) / warmUp.rate);
  const { putOff: _, ...bad } = server.tally;
  if (Object.values(bad).some((count) => count > 0))
    throw new Error(`The first calls were not answered well: ${JSON.stringify(bad)}.`);
  server.tally.putOff = 0;
  return works.slice(warmUp.calls);
}

type RateRow = { name: string; rate: number; goal: string; at?(n: number): number };

/** A row of calls at a rate, after the warm-up. `kept`: how many calls the database has to have at least. */
async function atRate(
  server: ExamServer,
  { name, rate, goal, at = (n) => (n * 1000) / rate }: RateRow,
  works: Works,
  kept?: (kept: Kept) => number,
): Promise<Part> {
  const measured = await warmed(server, works);
  const before = await server.kept();
  const calls = await callers(server, measured, at);
  const stored = await server.kept();
  const answered = works.length - calls.failed - calls.refused - calls.unanswered;
  const lost = kept ? answered - kept(stored) : 0;
  return {
    ...{ name, rate, goal, count: calls.count, wholeMs: calls.wholeMs, calls },
    serverCpuMs: (stored.cpuMs - before.cpuMs) / calls.count,
    notes: [...notesOf(calls, stored), ...(lost > 0 ? [`answered but not stored: ${lost}`] : [])],
  };
}

function saves(on: On, rate: number, seconds: number, goal: string): Promise<Part[]> {
  const row = { name: `exam-save for ${seconds} s`, rate, goal };
  return withServer(on, { running: takers }, async (server) => {
    const works = Array.from({ length: warmUp.calls + rate * seconds }, (_, n) => saveOf(server, n));
    return [await atRate(server, row, works, (kept) => kept.saves)];
  });
}

function starts(on: On): Promise<Part[]> {
  const row = { name: 'exam-start', rate: 167, goal: 'p99 ≤ 300 ms' };
  return withServer(on, { entered: warmUp.calls + takers }, async (server) => {
    const works = server.seeded.entered.map((token) => startOf(server, token));
    return [await atRate(server, row, works)];
  });
}

function handIns(on: On): Promise<Part[]> {
  const random = seededRandom(70);
  const spreadMs = 20_000;
  const moments = Array.from({ length: takers }, () => random() * spreadMs);
  const row = {
    ...{ name: 'exam-submit, spread over 20 s', rate: (takers * 1000) / spreadMs, goal: 'p99 ≤ 1 s' },
    at: (n: number) => moments[n] ?? 0,
  };
  return withServer(on, { running: warmUp.calls + takers }, async (server) => {
    const works = server.seeded.running.map((running) => handInOf(server, running));
    return [await atRate(server, row, works, (kept) => kept.handedIn)];
  });
}

const single = (name: string, count: number, wholeMs: number, goal: string): Part => ({
  ...{ name, count, wholeMs, goal, rate: null, calls: null, serverCpuMs: null, notes: [] },
});

/** The numbers of a large exam, and the page that shows them. */
function results(on: On): Promise<Part[]> {
  return withServer(on, { ended: crowd, readers }, async (server) => {
    const ms = await server.work('statistics');
    const tokens = server.seeded.readers;
    const works = Array.from({ length: warmUp.calls + readRate * readSeconds }, (_, n) =>
      readOf(server, tokens[n % tokens.length] ?? ''),
    );
    const row = { name: 'exam-result, five subjects', rate: readRate, goal: '≤ 50 ms' };
    return [single('exam-stats', crowd, ms, '≤ 1 s'), await atRate(server, row, works)];
  });
}

/** A key is corrected while others answer. */
function regrade(on: On): Promise<Part[]> {
  const isSmall = on.url === null;
  const ended = isSmall ? small.crowd : crowd;
  // Each of them saves every 5 s, as often as the app does.
  const rate = small.takers / 5;
  return withServer(on, { running: small.takers, ended }, async (server) => {
    await server.work('statistics');
    const length = warmUp.calls + (rate * longestRegradeMs) / 1000;
    const works = await warmed(
      server,
      Array.from({ length }, (_, n) => saveOf(server, n)),
    );
    const correcting = server.work('regrade');
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    correcting.then(end, end);
    const calls = await callers(
      server,
      works,
      (n) => (n * 1000) / rate,
      () => isDone,
    );
    const ms = await correcting;
    const during = {
      ...{
        name: 'exam-save during exam-regrade',
        rate,
        goal: isSmall ? 'p95 ≤ 500 ms' : '',
        serverCpuMs: null,
      },
      ...{ count: calls.count, wholeMs: calls.wholeMs, calls, notes: notesOf(calls, await server.kept()) },
    };
    return [single('exam-regrade', ended, ms, '≤ 60 s'), during];
  });
}

type Load = { databases: readonly ('PGlite' | 'PostgreSQL')[]; measure(on: On): Promise<Part[]> };
const onlyPostgres = ['PostgreSQL'] as const;

/** The rows by their names. */
const loads: Record<string, Load> = {
  start: { databases: onlyPostgres, measure: starts },
  save: { databases: onlyPostgres, measure: (on) => saves(on, 500, 60, 'p99 ≤ 100 ms') },
  saveAll: { databases: onlyPostgres, measure: (on) => saves(on, 2_000, 30, 'no 5xx') },
  submit: { databases: onlyPostgres, measure: handIns },
  result: { databases: onlyPostgres, measure: results },
  regrade: { databases: ['PGlite', ...onlyPostgres], measure: regrade },
};
/** The names of all rows. */
export const examLoads = Object.keys(loads);

async function measureOn(on: On, { measure }: Load): Promise<ExamLoadRow[]> {
  return (await measure(on)).map((part) => ({ ...part, database: on.database }));
}

/**
 * Measures rows of exams.md 8 at their full size: the server in a process of its own, calls over the network at the
 * given rate, whether or not earlier ones were answered. Server, callers and PostgreSQL share this machine.
 */
export async function measureExamLoads(names: readonly string[]): Promise<ExamLoadRow[]> {
  const unknown = names.find((name) => !loads[name]);
  if (unknown !== undefined) throw new Error(`There is no row ${unknown}, but ${examLoads.join(', ')}.`);
  const rows: ExamLoadRow[] = [];
  for (const load of names.flatMap((name) => loads[name] ?? [])) {
    if (load.databases.includes('PGlite'))
      rows.push(...(await measureOn({ database: 'PGlite', url: null }, load)));
    rows.push(...(await atOwnPostgres((url) => measureOn({ database: 'PostgreSQL', url }, load))));
  }
  return rows;
}
