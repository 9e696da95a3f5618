import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { packManifestSchema, pieceBinding } from '#contracts/examAttempt.ts';
import { type ExamDb, openExamDb } from '#shared/lib/exam/examDb.ts';
import { mediaSource } from '#shared/lib/exam/mediaSource.ts';
import { newAttemptRow } from '#shared/lib/exam/newAttemptRow.ts';
import { keepKey } from '#shared/lib/exam/openPack.ts';
import { openPackStore } from '#shared/lib/exam/packStore.ts';
import { type PackRow, packId } from '#shared/lib/exam/rows.ts';
import { createServer, id, start } from '#shared/lib/exam/scriptedServer.ts';
import { isAnyTabBusy } from '#shared/lib/loading/busy.ts';
import { createRoomKeeper, type RoomKeeper } from './roomKeeper.ts';

/** What the network brings of a pack. */
let load = (): Promise<PackRow> => Promise.reject(new Error('nothing was to be loaded'));
vi.mock('#shared/lib/exam/preparePack.ts', () => ({ preparePack: () => load() }));

/** A room over the real database, decryption, locks and holds; the test says how long the disk takes to give a piece. */
const kept = new Map<string, Response>();
/** What a read of an encrypted piece waits for. */
let disk: Promise<void> = Promise.resolve();
let reads = 0;

const addressOf = (request: RequestInfo | URL) =>
  request instanceof Request ? request.url : new URL(String(request), 'https://app.invalid').href;
const cache = {
  match: async (request: RequestInfo | URL) => {
    const address = addressOf(request);
    if (address.includes('/__exam-pack/')) {
      reads += 1;
      await disk;
    }
    return kept.get(address)?.clone();
  },
  put: async (request: RequestInfo | URL, response: Response) => void kept.set(addressOf(request), response),
  keys: async () => [...kept.keys()].map((address) => new Request(address)),
  delete: async (request: RequestInfo | URL) => kept.delete(addressOf(request)),
};

const raw = new Uint8Array(32).fill(7);
const files = {
  'paper.json': JSON.stringify({
    ...{ format: 1, exam: 'e', subject: 's', version: 'v1', name: '英語' },
    sections: [
      {
        ...{ id: 's1', name: '第1問' },
        questions: [{ id: 'q1', label: '問1', slots: [{ id: 'q1.1', kind: 'choice', label: '1' }] }],
      },
    ],
  }),
  'a.m4a': 'sound',
  'b.m4a': 'more sound',
};

async function sealed(file: string, text: string): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
  const additionalData = new TextEncoder().encode(pieceBinding({ version: 'v1', subject: 's' }, file, 0, 1));
  return crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: new Uint8Array(12), additionalData },
    key,
    new TextEncoder().encode(text),
  );
}

let db: ExamDb;
let keeper: RoomKeeper;
let user = 0;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  kept.clear();
  reads = 0;
  disk = Promise.resolve();
  user += 1;
  db = await openExamDb(`learner-${user}`);
  const frame = {
    base: '/b/',
    kind: 'university',
    examName: '模試',
    subjectName: '英語',
    at: start,
  } as const;
  const row = newAttemptRow({ ...createServer().attempt(), deadline_at: '2100-01-01T00:00:00Z' }, frame);
  await db.attempts.put(row);
  const pieces = await Promise.all(
    Object.entries(files).map(async ([name, text]) => ({ name, text, piece: await sealed(name, text) })),
  );
  const manifest = packManifestSchema.parse({
    ...{ version: 'v1', subject: 's', pieces: 3, bytes: 0, sha256: '', answers: null },
    files: pieces.map(({ name, text }) => ({
      ...{ name, url: `/${name}`, type: 'audio/mp4', bytes: new TextEncoder().encode(text).length },
      ...{ pieces: 1, sha256: '', iv: '00000000' },
    })),
  });
  const store = await openPackStore({ db: db.name, exam: 'e', manifest });
  for (const [at, file] of manifest.files.entries())
    await store.put(file, 0, pieces[at]?.piece as ArrayBuffer);
  await db.packs.put({
    id: packId('e', 's'),
    exam: 'e',
    subject: 's',
    manifest,
    done: 3,
    isReady: true,
    at: start,
  });
  await keepKey(db, id, btoa(String.fromCharCode(...raw)).replace(/=+$/, ''));
  keeper = createRoomKeeper(`learner-${user}`, { base: '/b/', exam: 'e', subject: 's' });
});

afterEach(async () => {
  disk = Promise.resolve();
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await locks()).toEqual([]));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const locks = async () => {
  const { held = [], pending = [] } = await navigator.locks.query();
  return [...held, ...pending].map(({ name }) => name).sort();
};
const taken = [`busy`, `exam-${id}`];

/** The disk is slow from here on. @returns gives what waits. */
function slowDisk(): () => void {
  let give: () => void = () => undefined;
  disk = new Promise((resolve) => {
    give = resolve;
  });
  return give;
}

/** The page of the subject is left, and nobody comes back within the time between two pages. */
async function leave(release: () => void): Promise<void> {
  release();
  await vi.advanceTimersByTimeAsync(2000);
}

/** One turn of the event loop; its timers are the test's. */
function turnOfLoop(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Another tab brings a newer version of the database: it waits as long as an exam of this tab holds it. */
function newerVersion() {
  const newer = new Dexie(db.name);
  newer.version(99).stores({ attempts: 'id, state, exam' });
  let isOpen = false;
  const opened = newer.open().then(() => {
    isOpen = true;
    newer.close();
  });
  return { isOpen: () => isOpen, opened };
}

describe('a subject that is left while it opens', () => {
  it('takes nothing: no update is held back, no second tab waits, the database gives way', async () => {
    const give = slowDisk();
    const release = keeper.hold();
    const opening = keeper.look();
    await vi.waitFor(() => expect(reads).toBe(1));
    expect(keeper.get().kind).toBe('opening');
    await leave(release);
    give();
    await opening;
    expect(keeper.get().kind).toBe('looking');
    expect(reads).toBe(1);
    expect(await locks()).toEqual([]);
    expect(await isAnyTabBusy()).toBe(false);
    await newerVersion().opened;
  });

  it('opens for who comes back before that is over, and lets go of everything at the end', async () => {
    const give = slowDisk();
    const release = keeper.hold();
    await vi.waitFor(() => expect(reads).toBe(1));
    await leave(release);
    const again = keeper.hold();
    const opening = keeper.look();
    give();
    await opening;
    expect(keeper.get().kind).toBe('open');
    expect(await locks()).toEqual(taken);
    const newer = newerVersion();
    for (let turn = 0; turn < 50; turn += 1) await turnOfLoop();
    expect(newer.isOpen()).toBe(false);
    await leave(again);
    await newer.opened;
    expect(keeper.get().kind).toBe('looking');
    await vi.waitFor(async () => expect(await locks()).toEqual([]));
    expect(await isAnyTabBusy()).toBe(false);
  });

  it('does not take the turn that another tab gives back later', async () => {
    let giveBack: () => void = () => undefined;
    const other = navigator.locks.request(
      `exam-${id}`,
      () => new Promise<void>((resolve) => (giveBack = resolve)),
    );
    const release = keeper.hold();
    const opening = keeper.look();
    // The other tab's, and the one that waits.
    await vi.waitFor(async () => expect(await locks()).toEqual(['busy', `exam-${id}`, `exam-${id}`]));
    await leave(release);
    giveBack();
    await Promise.all([other, opening]);
    expect(keeper.get().kind).toBe('looking');
    expect(await locks()).toEqual([]);
  });
});

it('the names of its slots are stored when it opens: receipt and answers file need them without the questions', async () => {
  const release = keeper.hold();
  await keeper.look();
  const name = { slot: 'q1.1', label: '1', id: 'q1', question: '問1', section: '第1問' };
  expect(await db.attempts.get(id)).toMatchObject({ names: { slots: [name], choices: [] } });
  const state = keeper.get();
  expect(state.kind === 'open' && state.room.attempt.get().row.names?.slots).toMatchObject([name]);
  await leave(release);
});

it('the attempt has the names for its next write where storing them alone came to nothing', async () => {
  const update = vi.spyOn(db.attempts, 'update').mockRejectedValueOnce(new Error('full'));
  const release = keeper.hold();
  await keeper.look();
  expect(update.mock.calls[0]).toEqual([id, { names: expect.anything() }]);
  expect((await db.attempts.get(id))?.names).toBeUndefined();
  const state = keeper.get();
  expect(state.kind === 'open' && state.room.attempt.get().row.names?.slots).toMatchObject([
    { slot: 'q1.1', section: '第1問' },
  ]);
  await leave(release);
});

describe('a subject whose database another tab keeps', () => {
  /** A write of another tab that does not end. @returns ends it. */
  function writeOfOtherTab(): () => void {
    let isOver = false;
    void db.transaction('rw', db.attempts, async () => {
      while (!isOver) await db.attempts.count();
    });
    return () => {
      isOver = true;
    };
  }

  it('says so after a while, and opens by itself when the other tab is closed', async () => {
    let close: () => void = () => undefined;
    const other = navigator.locks.request('exam-other', () => new Promise<void>((done) => (close = done)));
    const end = writeOfOtherTab();
    const release = keeper.hold();
    const opening = keeper.look();
    await vi.advanceTimersByTimeAsync(3900);
    expect(keeper.get().kind).toBe('looking');
    await vi.advanceTimersByTimeAsync(200);
    await vi.waitFor(() => expect(keeper.get().kind).toBe('held'));
    end();
    close();
    await Promise.all([other, opening]);
    expect(keeper.get().kind).toBe('open');
    await leave(release);
  });

  it('only waits where no other tab has a subject open: the disk is slow', async () => {
    const end = writeOfOtherTab();
    const release = keeper.hold();
    const opening = keeper.look();
    await vi.advanceTimersByTimeAsync(10_000);
    for (let turn = 0; turn < 50; turn += 1) await turnOfLoop();
    expect(keeper.get().kind).toBe('looking');
    end();
    await opening;
    expect(keeper.get().kind).toBe('open');
    await leave(release);
  });
});

describe('row 13: a piece that was damaged or deleted after the device was ready', () => {
  const addressOfPiece = (file: string) => [...kept.keys()].find((key) => key.includes(`/${file}/`)) ?? '';
  let loads = 0;
  beforeEach(() => {
    loads = 0;
  });

  /** Takes a piece away, or puts wrong bytes into its place; loading brings it again. */
  const spoil = (file: keyof typeof files, how: 'damaged' | 'deleted') => {
    const address = addressOfPiece(file);
    const whole = kept.get(address);
    const bytes = new TextEncoder().encode(files[file]).length + 16;
    if (how === 'damaged') kept.set(address, new Response(new Uint8Array(bytes)));
    else kept.delete(address);
    load = async () => {
      loads += 1;
      if (whole) kept.set(address, whole);
      return (await db.packs.get(packId('e', 's'))) as PackRow;
    };
  };

  it.each(['damaged', 'deleted'] as const)('is loaded again, and the subject opens: %s', async (how) => {
    spoil('paper.json', how);
    const release = keeper.hold();
    await keeper.look();
    expect([keeper.get().kind, loads]).toEqual(['open', 1]);
    await leave(release);
  });

  it('without a network the subject does not open; each press tries again', async () => {
    spoil('paper.json', 'damaged');
    const again = load;
    load = async () => {
      loads += 1;
      throw new TypeError('no network');
    };
    const release = keeper.hold();
    await keeper.look();
    expect([keeper.get().kind, loads]).toEqual(['failed', 1]);
    load = again;
    await keeper.look();
    expect([keeper.get().kind, loads]).toEqual(['open', 2]);
    await leave(release);
  });

  it('of a sound holds up neither the questions nor other files; who plays it waits for it', async () => {
    spoil('a.m4a', 'damaged');
    const again = load;
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    load = async () => {
      await arrived;
      return again();
    };
    const release = keeper.hold();
    await keeper.look();
    expect(keeper.get().kind).toBe('open');
    expect([...kept.keys()].some((key) => key.includes('/exam-media/') && key.endsWith('b.m4a'))).toBe(true);
    const before = reads;
    const sound = mediaSource(db, id, 'a.m4a', false);
    await vi.waitFor(() => expect(reads).toBe(before + 1));
    arrive();
    expect(await sound).toMatchObject({ src: expect.stringMatching(/^blob:/) });
    await leave(release);
  });
});
