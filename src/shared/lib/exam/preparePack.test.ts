import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PackManifest, packManifestSchema, pieceBytes } from '#contracts/examAttempt.ts';
import { deleteExamDb, type ExamDb, openExamDb } from './examDb.ts';
import { openMended } from './mendPack.ts';
import { packOf } from './openPack.ts';
import { filesOf, openPackStore } from './packStore.ts';
import { BrokenPieceError, rangeOf, sha256OfBytes } from './pieces.ts';
import { DamagedPackError, packShare, preparePack } from './preparePack.ts';
import type { PackRow } from './rows.ts';

vi.mock('../http/json.ts', () => ({ getJson: async () => manifest }));

/** What the server has: one file of one piece, one of two. */
const sizes = { 'paper.json': 40, 'a.m4a': pieceBytes + 10 };
let sealed: Record<string, Uint8Array<ArrayBuffer>>;
let manifest: PackManifest;
/** How often each piece was asked for. */
let asked: Record<string, number>;
/** Pieces that arrive with a wrong byte, and how often still. */
let wrong: Record<string, number>;
let kept: Map<string, Response>;
let db: ExamDb;

const nameOf = (file: string, from: number) => `${file} ${from === 0 ? 0 : 1}`;

async function answer(url: string, { headers }: { headers: { Range: string } }): Promise<Response> {
  const file = url.slice(1);
  const [from = 0, to = 0] = headers.Range.replace('bytes=', '').split('-').map(Number);
  const piece = nameOf(file, from);
  asked[piece] = (asked[piece] ?? 0) + 1;
  const bytes = (sealed[file] ?? new Uint8Array()).slice(from, to + 1);
  const left = wrong[piece] ?? 0;
  if (left > 0) {
    wrong[piece] = left - 1;
    bytes[3] = (bytes[3] ?? 0) ^ 1;
  }
  return new Response(bytes, { status: 206, headers: { 'Content-Type': 'application/octet-stream' } });
}

beforeEach(async () => {
  sealed = {};
  const files = await Promise.all(
    Object.entries(sizes).map(async ([name, bytes]) => {
      const pieces = Math.ceil(bytes / pieceBytes);
      const whole = new Uint8Array(rangeOf(bytes, pieces - 1).to + 1).map((_, at) => at % 251);
      sealed[name] = whole;
      const sha256 = await sha256OfBytes(whole);
      return { name, url: `/${name}`, type: 'audio/mp4', bytes, pieces, sha256, iv: '00000000' };
    }),
  );
  manifest = packManifestSchema.parse({
    ...{ version: 'v1', subject: 's', pieces: 3, bytes: 0, sha256: '', answers: null },
    files,
  });
  asked = {};
  wrong = {};
  kept = new Map();
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (key: string) => kept.get(key)?.clone(),
      put: async (key: string, response: Response) => void kept.set(key, response),
      delete: async (key: string) => kept.delete(key),
      keys: async () => [],
    }),
  });
  db = await openExamDb('learner');
});

afterEach(async () => {
  await deleteExamDb(db.name);
  vi.unstubAllGlobals();
});

const prepare = () => {
  const shares: number[] = [];
  const onProgress = (share: number) => void shares.push(share);
  const of = { base: '/b/', exam: 'e', subject: 's' };
  return preparePack(db, of, { signal: new AbortController().signal, onProgress }).then(() => shares);
};

describe('row 13: a pack', () => {
  it('is asked for once, piece by piece', async () => {
    const shares = await prepare();
    expect(asked).toEqual({ 'paper.json 0': 1, 'a.m4a 0': 1, 'a.m4a 1': 1 });
    expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
    expect(await packOf(db, 'e', 's')).toMatchObject({ isReady: true });
  });

  it('with a wrong byte has the file of it asked for once more, and no other', async () => {
    wrong = { 'a.m4a 1': 1 };
    const shares = await prepare();
    expect(asked).toEqual({ 'paper.json 0': 1, 'a.m4a 0': 2, 'a.m4a 1': 2 });
    expect(Math.max(...shares)).toBe(1);
    expect(await packOf(db, 'e', 's')).toMatchObject({ isReady: true });
  });

  it('that stays wrong is refused after that, and nothing of the file is kept', async () => {
    wrong = { 'a.m4a 0': 9 };
    await expect(prepare()).rejects.toBeInstanceOf(DamagedPackError);
    expect(asked).toEqual({ 'paper.json 0': 1, 'a.m4a 0': 2, 'a.m4a 1': 2 });
    expect(await packOf(db, 'e', 's')).toBeNull();
    expect([...kept.keys()].filter((key) => key.includes('a.m4a'))).toEqual([]);
    // Once it arrives whole, only what is missing is asked for.
    wrong = {};
    asked = {};
    await prepare();
    expect(asked).toEqual({ 'a.m4a 0': 1, 'a.m4a 1': 1 });
  });
});

describe('row 13: a pack of which a piece is damaged or deleted once the device is ready', () => {
  const of = { base: '/b/', exam: 'e', subject: 's' };
  const soundPiece = () => [...kept.keys()].find((key) => key.endsWith('/a.m4a/1')) ?? '';
  const damage = () => kept.set(soundPiece(), new Response(new Uint8Array(rangeOf(sizes['a.m4a'], 1).bytes)));

  /** Opens every file of the pack. */
  const openAll = async ({ exam, manifest: has }: PackRow): Promise<string> => {
    const store = await openPackStore({ db: db.name, exam, manifest: has });
    for (const file of filesOf(has))
      if (!(await store.isWhole(file))) throw new BrokenPieceError(file.name, 0);
    return 'open';
  };
  const open = async (opens = openAll) => openMended(db, of, (await packOf(db, 'e', 's')) as PackRow, opens);

  beforeEach(async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await prepare();
    asked = {};
  });
  afterEach(() => void vi.restoreAllMocks());

  it('is not ready: the file counts as not here', async () => {
    expect(await packShare(db, 'e', 's')).toBe(1);
    damage();
    expect(await packShare(db, 'e', 's')).toBeCloseTo(1 / 3);
  });

  it('has the damaged file asked for once, for all who need it, and opens', async () => {
    damage();
    expect(await Promise.all([open(), open()])).toEqual(['open', 'open']);
    expect(asked).toEqual({ 'a.m4a 0': 1, 'a.m4a 1': 1 });
  });

  it('has the deleted piece alone asked for', async () => {
    kept.delete(soundPiece());
    expect(await open()).toBe('open');
    expect(asked).toEqual({ 'a.m4a 1': 1 });
  });

  it('stays usable for its other files when the file does not come whole', async () => {
    damage();
    wrong = { 'a.m4a 0': 9 };
    await expect(open()).rejects.toBeInstanceOf(DamagedPackError);
    expect(await packOf(db, 'e', 's')).not.toBeNull();
    expect(await packShare(db, 'e', 's')).toBeCloseTo(1 / 3);
  });

  it('is loaded once a try: what does not open then is told', async () => {
    let tries = 0;
    const opens = async () => {
      tries += 1;
      throw new BrokenPieceError('paper.json', 0);
    };
    await expect(open(opens)).rejects.toBeInstanceOf(BrokenPieceError);
    expect(tries).toBe(2);
  });
});
