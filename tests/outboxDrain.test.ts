import 'fake-indexeddb/auto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutboxEntry } from '#shared/lib/db/outboxRow.ts';
import { declareUserVersions, type UserDb } from '#shared/lib/db/schema.ts';
import type { Drain } from '#shared/lib/outbox/drain.ts';
import { enqueue } from '#shared/lib/outbox/enqueue.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';

type Got = { key: string; body: unknown };
type Reply = (got: Got, response: ServerResponse, count: number) => void | Promise<void>;

let server: Server;
let db: UserDb;
let drain: Drain;
let got: Got[] = [];
let reply: Reply;
/** What the server says when it is asked whether it is well. */
let health: number;
const settled: unknown[] = [];

const kind: OutboxKind = {
  kind: 'check',
  tables: ['checks'],
  answered: async (_db, _row, answer) => {
    settled.push(answer);
  },
  refreshes: (row) => [['check', row.entity]],
};

function entry(lesson: string, level: number): OutboxEntry {
  const body = { lesson, level };
  return {
    kind: 'check',
    entity: `check:${lesson}`,
    method: 'POST',
    path: '/api/lms/check/',
    body,
    label: '',
  };
}

function say(
  response: ServerResponse,
  status: number,
  body: object = {},
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

const left = async () =>
  (await db.outbox.orderBy('seq').toArray()).map(({ entity, state }) => `${entity} ${state}`);
const untilEmpty = () => vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 30_000 });
const answered = vi.fn();

beforeEach(async () => {
  got = [];
  health = 200;
  settled.length = 0;
  answered.mockClear();
  reply = (_, response) => say(response, 200, { ok: true });
  server = createServer(async (request, response) => {
    if (request.url === '/api/health/') return say(response, health);
    const one = { key: String(request.headers['idempotency-key']), body: JSON.parse(await text(request)) };
    got.push(one);
    await reply(one, response, got.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.resetModules();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv('VITE_API_BASE', origin);
  vi.stubGlobal('location', new URL(origin));
  // Without a browser there is no stored user; a device that keeps nothing has no other tabs either.
  const { storageHealth } = await import('#shared/lib/db/health.ts');
  storageHealth.set('memory');
  const { createDrain } = await import('#shared/lib/outbox/drain.ts');
  db = new Dexie('drain') as UserDb;
  declareUserVersions(db);
  drain = createDrain({ db, userId: '1', kinds: [kind], onAnswered: answered });
});

afterEach(async () => {
  drain.stop();
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await db.delete();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('drain', () => {
  it('sends each change once and takes it out with the answer stored', async () => {
    await enqueue(db, entry('1', 3));
    await enqueue(db, entry('2', 1));
    await Promise.all([drain.run(true), drain.run(true), drain.run(false)]);
    expect(got.map(({ body }) => body)).toEqual([
      { lesson: '1', level: 3 },
      { lesson: '2', level: 1 },
    ]);
    expect(await left()).toEqual([]);
    expect(settled).toEqual([{ ok: true }, { ok: true }]);
    expect(answered).toHaveBeenCalledWith([
      ['check', 'check:1'],
      ['check', 'check:2'],
    ]);
  });

  it('sends a change made meanwhile afterwards, in order, under a key of its own', async () => {
    reply = async (_, response, count) => {
      if (count === 1) await enqueue(db, entry('1', 1));
      say(response, 200);
    };
    await enqueue(db, entry('1', 3));
    await drain.run(true);
    expect(got.map(({ body }) => body)).toEqual([
      { lesson: '1', level: 3 },
      { lesson: '1', level: 1 },
    ]);
    expect(new Set(got.map(({ key }) => key)).size).toBe(2);
  });

  it('repeats the same key after a lost answer', async () => {
    await enqueue(db, entry('1', 3));
    reply = (_, response) => void response.destroy();
    await drain.run(true);
    expect(await left()).toEqual(['check:1 waiting']);
    reply = (_, response) => say(response, 200);
    await drain.run(true);
    expect(await left()).toEqual([]);
    expect(new Set(got.map(({ key }) => key)).size).toBe(1);
  });

  // The other tab's lock is the browser's: tests/e2e/offline/changes.spec.ts.
  it('stands by while another tab sends, and takes up what it leaves behind', async () => {
    await enqueue(db, entry('1', 3));
    await db.outbox.toCollection().modify({ state: 'sending', tries: 1 });
    drain.standBy(true);
    await untilEmpty();
    expect(got).toHaveLength(1);
  });

  it('stands by for what another tab has not begun with, until it is due', async () => {
    await enqueue(db, entry('1', 3));
    await db.outbox.toCollection().modify({ next_try_at: Date.now() + 1500 });
    drain.standBy(false);
    await untilEmpty();
    expect(got).toHaveLength(1);
  });

  it('reads the queue once, however often it is told that another tab changes it', async () => {
    const at = Date.now() + 600_000;
    await db.transaction('rw', db.outbox, async () => {
      for (let lesson = 0; lesson < 30; lesson += 1) await enqueue(db, entry(String(lesson), 3));
      await db.outbox.toCollection().modify({ next_try_at: at });
      await db.outbox.limit(10).modify({ state: 'refused' });
    });
    let read = 0;
    db.outbox.hook('reading', (row) => {
      read += 1;
      return row;
    });
    // However long these changes take: the pause until it may look again does not end between them.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (let change = 0; change < 50; change += 1) {
      drain.standBy(false);
      await db.outbox.count();
    }
    // Those that were refused wait for the learner, not for a time.
    expect(read).toBeLessThanOrEqual(20);
    expect(read).toBeGreaterThan(0);
  });

  it('looks again after a change it has not looked at', async () => {
    await enqueue(db, entry('1', 3));
    await db.outbox.toCollection().modify({ next_try_at: Date.now() + 600_000 });
    drain.standBy(false);
    await db.outbox.toCollection().modify({ next_try_at: 0 });
    drain.standBy(false);
    await untilEmpty();
  });

  it('takes up what a tab that died had on its way', async () => {
    await enqueue(db, entry('1', 3));
    await db.outbox.toCollection().modify({ state: 'sending', tries: 1 });
    await drain.run(true);
    expect(got).toHaveLength(1);
    expect(await left()).toEqual([]);
  });

  it('keeps a refused change for the learner and goes on with the others', async () => {
    reply = ({ body }, response) => {
      const isPoison = (body as { lesson: string }).lesson === '1';
      say(response, isPoison ? 404 : 200, { detail: '見つかりません' });
    };
    await enqueue(db, entry('1', 3));
    await enqueue(db, entry('2', 3));
    await drain.run(true);
    expect(await left()).toEqual(['check:1 refused']);
    expect((await db.outbox.toArray())[0]?.error).toMatchObject({ status: 404, detail: '見つかりません' });
    await drain.run(true);
    expect(got).toHaveLength(2);
  });

  it('leaves the server alone as long as it asked for, however eager', async () => {
    reply = (_, response) => say(response, 429, {}, { 'Retry-After': '120' });
    await db.transaction('rw', db.outbox, async () => {
      for (let lesson = 0; lesson < 20; lesson += 1) await enqueue(db, entry(String(lesson), 3));
    });
    const before = Date.now();
    await drain.run(true);
    const [row] = await db.outbox.toArray();
    expect(row?.next_try_at).toBeGreaterThanOrEqual(before + 120_000);
    await drain.run(true);
    // What was on its way side by side with the first; nothing after its answer.
    expect(got.length).toBeLessThanOrEqual(4);
    expect(await left()).toHaveLength(20);
  });

  it('leaves everything untouched after a 401, and stops', async () => {
    reply = (_, response) => say(response, 401);
    await enqueue(db, entry('1', 3));
    await enqueue(db, entry('2', 3));
    await drain.run(true);
    expect(got.length).toBeGreaterThan(0);
    expect(await left()).toEqual(['check:1 waiting', 'check:2 waiting']);
    expect((await db.outbox.toArray())[0]).toMatchObject({ error: null, next_try_at: 0 });
  });

  it('never sends when another learner may have logged in meanwhile', async () => {
    const { storageHealth } = await import('#shared/lib/db/health.ts');
    storageHealth.set('ok');
    await enqueue(db, entry('1', 3));
    await drain.run(true);
    expect(got).toEqual([]);
    expect(await left()).toEqual(['check:1 waiting']);
  });
});

describe('a change that the server fails over', () => {
  const failOver = (...lessons: string[]) => {
    reply = ({ body }, response) =>
      say(response, lessons.includes((body as { lesson: string }).lesson) ? 500 : 200, { request_id: 'r1' });
  };
  /** Lets the pauses pass. */
  const tryAgain = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      await db.outbox.toCollection().modify({ next_try_at: 0 });
      await drain.run(true);
    }
  };

  it('is handed to the learner after some tries, and holds nothing up meanwhile', async () => {
    failOver('1');
    await enqueue(db, entry('1', 3));
    await enqueue(db, entry('2', 3));
    await tryAgain(4);
    expect(await left()).toEqual(['check:1 waiting']);
    await tryAgain(1);
    expect(await left()).toEqual(['check:1 refused']);
    expect((await db.outbox.toArray())[0]?.error).toMatchObject({ status: 500, request_id: 'r1' });
    await tryAgain(3);
    expect(got.filter(({ body }) => (body as { lesson: string }).lesson === '1')).toHaveLength(5);
  });

  it('waits as long as the server itself is broken', async () => {
    health = 500;
    failOver('1');
    await enqueue(db, entry('1', 3));
    await tryAgain(12);
    expect(await left()).toEqual(['check:1 waiting']);
    health = 200;
    failOver();
    await tryAgain(1);
    expect(await left()).toEqual([]);
  });

  it('waits longer where others fail too: then it is more likely the server', async () => {
    failOver('1', '2');
    await enqueue(db, entry('1', 3));
    await enqueue(db, entry('2', 3));
    await tryAgain(9);
    expect(await left()).toEqual(['check:1 waiting', 'check:2 waiting']);
    await tryAgain(2);
    expect(await left()).toEqual(['check:1 refused', 'check:2 refused']);
  });

  it('is replaced by the later one behind it, which is tried for itself', async () => {
    reply = async ({ body }, response, count) => {
      if (count === 1) await enqueue(db, entry('1', 1));
      say(response, (body as { level: number }).level === 3 ? 500 : 200);
    };
    await enqueue(db, entry('1', 3));
    await tryAgain(5);
    expect(await left()).toEqual([]);
    expect(got.map(({ body }) => (body as { level: number }).level)).toEqual([3, 3, 3, 3, 3, 1]);
  });

  it('gets one more try at each start', async () => {
    failOver('1');
    await enqueue(db, entry('1', 3));
    await tryAgain(5);
    const { reviveStuck } = await import('#shared/lib/outbox/stuck.ts');
    await reviveStuck(db);
    await drain.run(true);
    expect([got.length, await left()]).toEqual([6, ['check:1 refused']]);
    await reviveStuck(db);
    failOver();
    await drain.run(true);
    expect(await left()).toEqual([]);
  });
});

it('leaves out what no database keeps, also of what an older version has put into the queue', async () => {
  const body = { note: 'a\u0000b\ud83d', list: [{ text: '😀\ude00' }] };
  await enqueue(db, { ...entry('1', 3), body });
  await drain.run(true);
  expect(got.map((one) => one.body)).toEqual([{ note: 'ab', list: [{ text: '😀' }] }]);
});
