import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answers } from '#contracts/entryAnswers.ts';
import { type EntryAnswersInput, entryTestSchema } from '#contracts/entryExam.ts';
import { HttpError, OfflineError } from '#shared/lib/errors.ts';
import { createEntryTest, type EntryTestStore } from './entryTestStore.ts';

const minute = 60_000;
const busyFailure = { code: 'unavailable', detail: '', request_id: '' };
const lasts = 15 * minute;

/** What the server does, as far as a page can see it; its clock is the correct one. */
const server = vi.hoisted(() => ({
  now: 0,
  deadline: 0,
  state: 'running' as 'running' | 'done',
  answers: {} as Answers,
  isAway: false,
  calls: [] as string[],
}));
const network = vi.hoisted(() => ({ state: 'online', listeners: new Set<() => void>() }));

function test() {
  const question = { area: 'a', body: '', passage: '', lang: 'ja', quote: '', options: ['あ', 'い'] };
  return entryTestSchema.parse({
    id: 't',
    server_now: server.now,
    expires_at: server.now + 86_400_000,
    subjects: [
      {
        id: 'math',
        name: '数学',
        minutes: 15,
        count: 2,
        state: server.state,
        started_at: 0,
        deadline_at: server.deadline,
        finished_at: null,
        answers: server.answers,
        questions: ['q1', 'q2'].map((id) => ({ ...question, id })),
      },
    ],
  });
}

function take(kind: string, { answers }: EntryAnswersInput): void {
  server.calls.push(kind);
  if (server.isAway) throw new OfflineError('network');
  for (const [id, { value, at }] of Object.entries(answers))
    if (at <= server.deadline && at > (server.answers[id]?.at ?? 0)) server.answers[id] = { value, at };
}

vi.mock('./api.ts', () => ({
  getTest: async () => {
    if (server.isAway) throw new OfflineError('network');
    return test();
  },
  putAnswers: async (_token: string, _subject: string, body: EntryAnswersInput) => {
    take('save', body);
    return {
      answers: server.answers,
      saved_at: server.now,
      deadline_at: server.deadline,
      server_now: server.now,
    };
  },
  submitSubject: async (_token: string, _subject: string, body: EntryAnswersInput) => {
    take('submit', body);
    server.state = 'done';
    return test();
  },
  startSubject: async () => test(),
  finishTest: async () => test(),
}));
vi.mock('#shared/lib/transport/connectivity.ts', () => ({
  connectivity: {
    get: () => ({ state: network.state }),
    subscribe: (listener: () => void) => {
      network.listeners.add(listener);
      return () => network.listeners.delete(listener);
    },
  },
}));

let store: EntryTestStore;
let stop: () => void;
const pages: (() => void)[] = [];

/** Time passes for device and server. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    server.now += Math.min(500, left);
    await vi.advanceTimersByTimeAsync(Math.min(500, left));
  }
}
function setNetwork(isAway: boolean): void {
  server.isAway = isAway;
  network.state = isAway ? 'offline' : 'online';
  for (const listener of network.listeners) listener();
}
async function open(token: string | null): Promise<void> {
  store = createEntryTest(token);
  stop = store.start();
  pages.push(stop);
  await pass(1);
}
const atServer = () =>
  Object.fromEntries(Object.entries(server.answers).map(([id, { value }]) => [id, value]));
const shown = () => {
  const cells = store.get().kept?.cells.math ?? {};
  return Object.fromEntries(Object.entries(cells).map(([id, { v }]) => [id, v]));
};

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  // `Object.keys` of the real localStorage lists the stored keys.
  const area = new Proxy(storage, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  vi.stubGlobal('localStorage', area);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  const listen = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('document', { visibilityState: 'visible', ...listen });
  const now = Date.now();
  Object.assign(server, {
    now,
    deadline: now + lasts,
    state: 'running',
    answers: {},
    isAway: false,
    calls: [],
  });
  network.state = 'online';
  network.listeners.clear();
  await open('token');
});

afterEach(() => {
  for (const end of pages.splice(0)) end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('answers', () => {
  it('go together a few seconds after the first of them', async () => {
    store.answer('q1', '1');
    await pass(2000);
    store.answer('q2', '2');
    expect([store.get().sync, server.calls]).toEqual(['sending', []]);
    await pass(4500);
    expect([store.get().sync, server.calls, atServer()]).toEqual(['saved', ['save'], { q1: '1', q2: '2' }]);
  });

  it('row 1: typed without a network are there after a reload, and at the server when it is back', async () => {
    setNetwork(true);
    store.answer('q1', '1');
    await pass(1000);
    stop();
    await open(null);
    expect([shown(), store.get().sync]).toEqual([{ q1: '1' }, 'away']);
    store.answer('q2', '2');
    setNetwork(false);
    await pass(500);
    expect([store.get().sync, atServer()]).toEqual(['saved', { q1: '1', q2: '2' }]);
  });

  it('row 9: of a server that does not take them are sent again, five to thirty seconds apart', async () => {
    const busy = vi.spyOn(server.calls, 'push').mockImplementation(() => {
      throw new HttpError({ status: 503, data: null, failure: busyFailure, call: 'PUT' });
    });
    store.answer('q1', '1');
    await pass(60_000);
    const tries = busy.mock.calls.length;
    busy.mockRestore();
    expect([tries >= 2, tries <= 13, store.get().sync]).toEqual([true, true, 'away']);
    await pass(31_000);
    expect([store.get().sync, atServer()]).toEqual(['saved', { q1: '1' }]);
  });
});

describe('the end', () => {
  it('comes by the clock, with everything that was typed', async () => {
    await pass(lasts - 1000);
    store.answer('q1', '1');
    await pass(2000);
    expect([server.state, atServer(), store.get().kept?.test.subjects[0]?.state]).toEqual([
      'done',
      { q1: '1' },
      'done',
    ]);
    store.answer('q1', '2');
    await pass(10_000);
    expect(atServer()).toEqual({ q1: '1' });
  });

  it('row 64: that an outage has moved opens the subject again', async () => {
    await pass(lasts - 1000);
    setNetwork(true);
    await pass(10 * minute);
    expect(store.get().isOver).toBe(true);
    server.deadline += 15 * minute;
    setNetwork(false);
    await pass(1000);
    expect([store.get().isOver, server.calls.includes('submit')]).toEqual([false, false]);
    store.answer('q2', '2');
    await pass(7000);
    expect(atServer()).toEqual({ q2: '2' });
  });

  it('row 69: that the server has set while the device was away takes what was typed before it', async () => {
    setNetwork(true);
    store.answer('q1', '1');
    await pass(lasts + 5 * minute);
    server.state = 'done';
    setNetwork(false);
    await pass(1000);
    expect([atServer(), store.get().sync, store.get().kept?.lost]).toEqual([{ q1: '1' }, 'saved', {}]);
  });
});
