import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, expect, inject, it } from 'vitest';
import type { Attempt, Checkresult, Saved } from '#contracts/examAttempt.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { openDb } from './db/client.ts';
import { examEvents } from './db/schema/examLog.ts';
import { examRegrades, examScores } from './db/schema/examResult.ts';
import { makeDeps } from './deps.ts';
import { makeCohort } from './domain/examResult/cohort.ts';
import { silentLog } from './log.ts';
import { noGateway } from './payment/none.ts';
import { bodyOf } from './testing/answers.ts';
import { type CallOptions, type TestApp, testStart } from './testing/createTestApp.ts';
import { chainOf, enterExam, examDevice, storeExam, testKey } from './testing/exam.ts';
import type { ExamOrder, ExamSign } from './testing/examProcess.ts';
import { report, spread, storeTakers, take } from './testing/satExam.ts';
import { testSecret } from './testing/testSecret.ts';
import { signInUser, storeUser } from './testing/users.ts';

/** Several processes one after the other; each row has a quick test of its own that is always run. */
const isLong = Number(process.env.PROPERTY_CASES ?? 200) >= 2000;
const seconds = (count: number) => count * 1_000;

const folder = mkdtempSync(join(tmpdir(), 'konomanavi-exam-kills-'));
const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function headersOf({ json, token, headers }: CallOptions): Headers {
  const all = new Headers(headers);
  if (json !== undefined) all.set('Content-Type', 'application/json');
  if (token !== undefined) all.set('Authorization', `Bearer ${token}`);
  return all;
}

const initOf = (method: string, options: CallOptions): RequestInit => ({
  method,
  headers: headersOf(options),
  ...(options.json !== undefined && { body: JSON.stringify(options.json) }),
});

/** The database of the folder in this process, while no other has it. */
async function openHere(clock: TestApp['clock']): Promise<TestApp & { close(): Promise<void> }> {
  const database = await openDb({ databaseUrl: null, dataDir: folder });
  const { db } = database;
  const config = { ...readConfig({ DATA_DIR: folder }), secret: testSecret };
  const made = await makeDeps({ db, config, log: silentLog, gateway: noGateway() });
  const deps = { ...made, clock };
  const app = createApp(deps);
  return {
    ...{ deps, db, clock },
    createUser: (fields = {}) => storeUser(deps, fields),
    signIn: async (user) => signInUser(deps, user ?? (await storeUser(deps, {}))),
    call: async (method, path, options = {}) => app.request(path, initOf(method, options)),
    close: () => database.close(),
  };
}

/** A server process on the folder, whose clock stands at `now`. */
async function launch(now: number) {
  const child = fork(join(import.meta.dirname, 'testing', 'examProcess.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, EXAM_FOLDER: folder, EXAM_NOW: String(now) },
  });
  children.add(child);
  const sign = async (): Promise<ExamSign> => {
    const end = once(child, 'exit').then(() => {
      throw new Error('the process has ended');
    });
    const [said] = (await Promise.race([once(child, 'message'), end])) as [ExamSign];
    return said;
  };
  const first = await sign();
  const url = `http://127.0.0.1:${'port' in first ? first.port : 0}`;
  return {
    call: (method: string, path: string, options: CallOptions = {}) =>
      fetch(url + path, initOf(method, options)),
    /** Tells it where to stop. */
    order: (order: ExamOrder) => void child.send(order),
    sign,
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      const [, signal] = await ended;
      children.delete(child);
      expect(signal).toBe('SIGKILL');
    },
  };
}

it.runIf(isLong)(
  'rows 63, 68 and 72: a server that is killed at a commit, for 45 and for 10 seconds, and in a re-grade',
  async () => {
    cpSync(inject('dataFolder'), folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
    let time = testStart;
    const clock = {
      now: () => time,
      advance: (ms: number) => {
        time += ms;
      },
    };
    const seeding = await openHere(clock);
    const exam = await storeExam(seeding.deps, { exam: { isSample: true } });
    const [taker, graduate] = [await seeding.signIn(), await seeding.signIn()];
    for (const { id } of [taker, graduate]) await enterExam(seeding.deps, exam, id);
    const sat = { app: seeding, exam, user: graduate };
    await take(sat, 60);
    await storeTakers(sat, spread.slice(0, 99));
    await makeCohort(seeding.deps, exam.exam, 'provisional');
    const before = await report(sat);
    const marksOf = async (from: TestApp) => {
      const path = `/api/exam/mockexam/${exam.exam.id}/checkresult/?subject=math`;
      return bodyOf<Checkresult>(from.call('GET', path, { token: graduate.token }));
    };
    const marks = await marksOf(seeding);
    expect(marks.total).toBe(60);
    await seeding.close();

    // Row 68: killed after everything was merged, before the commit.
    let server = await launch(clock.now());
    const app: TestApp = {
      ...seeding,
      call: (method, path, options) => server.call(method, path, options),
    };
    const device = examDevice(app, exam, taker);
    const attempt = await bodyOf<Attempt>(device.start());
    const start = Date.parse(attempt.started_at ?? '');
    const saved = await bodyOf<Saved>(device.save({ a: ['1', start] }));
    expect(saved.rev).toBe(1);
    const log = { events: chainOf(attempt.chain_seed ?? '', ['start'], start) };
    const second = () => device.save({ a: ['1', start], b: ['1', start], zz: ['1', start] }, log);
    server.order({ stop: 'save' });
    await server.sign();
    const lost = expect(second()).rejects.toThrow();
    await server.sign();
    await server.kill();
    await lost;

    // Row 63: nobody was there for 45 seconds.
    clock.advance(seconds(45));
    server = await launch(clock.now());
    const held = await bodyOf<Attempt>(device.start());
    expect([held.id, held.rev, Object.keys(held.cells), held.events_to]).toEqual([attempt.id, 1, ['a'], 0]);
    expect(held.extra_ms).toBe(seconds(45));
    expect(Date.parse(held.deadline_at)).toBe(Date.parse(attempt.deadline_at) + seconds(45));
    const again = await bodyOf<Saved>(second());
    expect([again.rev, Object.keys(again.cells), again.events_to]).toEqual([2, ['a', 'b'], 1]);
    expect((await bodyOf<Saved>(second())).rev).toBe(2);

    // Row 72: killed at 40 of 100.
    const [g1, g2, g3] = testKey.groups as [
      (typeof testKey.groups)[0],
      (typeof testKey.groups)[0],
      (typeof testKey.groups)[0],
    ];
    const after = { ...testKey, groups: [g1, { ...g2, keys: { b: ['3'] } }, g3] };
    const stop = { stop: 'regrade', subjectId: exam.subjectIds.math ?? 0, after } as const;
    server.order({ ...stop, size: 10, batches: 4 });
    await server.sign();
    await server.kill();
    const left = await openHere(clock);
    const marked = await left.db.select().from(examScores).where(eq(examScores.keyRevision, 2));
    expect(marked).toHaveLength(40);
    expect(await report({ ...sat, app: left })).toEqual(before);
    expect(await marksOf(left)).toEqual(marks);
    expect(await left.db.select().from(examEvents)).toHaveLength(1);
    await left.close();

    // Row 63: 10 seconds are nothing. Row 72: the next process goes on where the killed one was.
    clock.advance(seconds(10));
    server = await launch(clock.now());
    expect((await bodyOf<Saved>(second())).extra_ms).toBe(seconds(45));
    const done = { ...sat, app };
    await expect
      .poll(async () => (await report(done)).subjects[0], { timeout: 60_000, interval: 500 })
      .toMatchObject({ score: 100, takers: 100, regraded: { before: 60, after: 100 } });
    await server.kill();
    const end = await openHere(clock);
    expect(await end.db.select().from(examScores).where(eq(examScores.keyRevision, 2))).toHaveLength(100);
    expect(await end.db.select().from(examRegrades)).toMatchObject([{ state: 'done', changed: 100 }]);
    await end.close();
  },
  600_000,
);
