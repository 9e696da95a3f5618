import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PackManifest, packManifestSchema, pieceBytes } from '#contracts/examAttempt.ts';
import { deleteExamDb, type ExamDb, openExamDb } from './examDb.ts';
import { packOf } from './openPack.ts';
import { rangeOf, sha256OfBytes } from './pieces.ts';
import { DamagedPackError, preparePack } from './preparePack.ts';

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
