import { describe, expect, it } from 'vitest';
import { pieceBinding, pieceBytes } from '#contracts/examAttempt.ts';
import { BrokenPieceError, importPackKey, openPiece, type PiecePlace, rangeOf } from './pieces.ts';

const place: PiecePlace = { version: 'v1', subject: 'math', file: 'paper.json', n: 0, total: 2 };
const iv = '0a0b0c0d';
const raw = crypto.getRandomValues(new Uint8Array(32));

/** Encrypts as the server does (exams.md 3.3). */
async function seal(at: PiecePlace, text: string): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
  const bytes = new Uint8Array(12);
  bytes.set([10, 11, 12, 13]);
  new DataView(bytes.buffer).setBigUint64(4, BigInt(at.n));
  const additionalData = new TextEncoder().encode(pieceBinding(at, at.file, at.n, at.total));
  return crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: bytes, additionalData },
    key,
    new TextEncoder().encode(text),
  );
}

describe('row 13: a piece of a pack', () => {
  it('opens at its place', async () => {
    const opened = await openPiece(await importPackKey(raw), iv, place, await seal(place, '問題'));
    expect(new TextDecoder().decode(opened)).toBe('問題');
  });

  it('does not open with one byte changed', async () => {
    const sealed = new Uint8Array(await seal(place, '問題'));
    sealed[0] = (sealed[0] ?? 0) ^ 1;
    await expect(openPiece(await importPackKey(raw), iv, place, sealed)).rejects.toBeInstanceOf(
      BrokenPieceError,
    );
  });

  it.each([
    ['another place', { ...place, n: 1 }],
    ['another number of pieces', { ...place, total: 3 }],
    ['another file', { ...place, file: 'audio.m4a' }],
    ['another subject', { ...place, subject: 'info' }],
    ['another version', { ...place, version: 'v2' }],
  ])('does not open at %s', async (_, other) => {
    await expect(
      openPiece(await importPackKey(raw), iv, other, await seal(place, '問題')),
    ).rejects.toBeInstanceOf(BrokenPieceError);
  });

  it('lies in its file with the tags of those before it', () => {
    expect(rangeOf(pieceBytes + 10, 0)).toEqual({ from: 0, to: pieceBytes + 15, bytes: pieceBytes + 16 });
    expect(rangeOf(pieceBytes + 10, 1)).toEqual({ from: pieceBytes + 16, to: pieceBytes + 41, bytes: 26 });
  });
});
