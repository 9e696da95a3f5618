import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { pieceBinding, pieceBytes, tagBytes } from '#contracts/examAttempt.ts';
import { deriveKeys } from '../../keys.ts';
import { openPackFile, openPackKey, sealPack } from './sealPack.ts';

const keys = await deriveKeys('a secret of this test');
const pack = { version: 'v1', subject: 'math', folder: 'public/demo/exam' };
const bytes = randomBytes(2 * pieceBytes + 1_000);
const seal = () =>
  sealPack(keys, {
    ...pack,
    files: [
      { name: 'paper.json', type: 'application/json', bytes },
      { name: 'empty.txt', type: 'text/plain', bytes: Buffer.alloc(0) },
    ],
  });

it('a file goes out in pieces and comes back whole', () => {
  const { files, sealedKey } = seal();
  const key = openPackKey(keys, sealedKey);
  expect(files.map(({ file, bytes: sealed }) => [file.name, file.pieces, sealed.length])).toEqual([
    ['paper.json', 3, bytes.length + 3 * tagBytes],
    ['empty.txt', 1, tagBytes],
  ]);
  for (const { file, bytes: sealed } of files)
    expect(openPackFile(key, pack, file, sealed)).toEqual(
      file.name === 'paper.json' ? bytes : Buffer.alloc(0),
    );
});

it('a browser opens a piece with the key and its binding', async () => {
  const { files, sealedKey } = seal();
  const file = files[0];
  const key = await crypto.subtle.importKey(
    'raw',
    Buffer.from(openPackKey(keys, sealedKey), 'base64url'),
    'AES-GCM',
    false,
    ['decrypt'],
  );
  const iv = Buffer.alloc(12);
  Buffer.from(file?.file.iv ?? '', 'hex').copy(iv);
  iv.writeBigUInt64BE(1n, 4);
  const size = pieceBytes + tagBytes;
  const additionalData = Buffer.from(pieceBinding(pack, 'paper.json', 1, 3));
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv, additionalData },
    key,
    new Uint8Array(file?.bytes.subarray(size, 2 * size) ?? []),
  );
  expect(Buffer.from(plain)).toEqual(bytes.subarray(pieceBytes, 2 * pieceBytes));
});

it('row 13: a flipped byte, two swapped pieces, another subject and a cut file do not open', () => {
  const { files, sealedKey } = seal();
  const key = openPackKey(keys, sealedKey);
  const { file, bytes: sealed } = files[0] as (typeof files)[0];
  const size = pieceBytes + tagBytes;
  const flipped = Buffer.from(sealed);
  flipped[10] = (flipped[10] ?? 0) ^ 1;
  const swapped = Buffer.concat([
    sealed.subarray(size, 2 * size),
    sealed.subarray(0, size),
    sealed.subarray(2 * size),
  ]);
  expect(() => openPackFile(key, pack, file, flipped)).toThrow();
  expect(() => openPackFile(key, pack, file, swapped)).toThrow();
  expect(() => openPackFile(key, { ...pack, subject: 'english' }, file, sealed)).toThrow();
  expect(() => openPackFile(key, pack, { ...file, pieces: 2 }, sealed.subarray(0, 2 * size))).toThrow();
});

it('keys are of one pack and one secret, and names of files differ', async () => {
  const [one, other] = [seal(), seal()];
  expect(openPackKey(keys, one.sealedKey)).not.toBe(openPackKey(keys, other.sealedKey));
  const stranger = await deriveKeys('another secret');
  expect(() => openPackKey(stranger, one.sealedKey)).toThrow();
  const file = { name: 'a', type: 'text/plain', bytes };
  expect(() => sealPack(keys, { ...pack, files: [file, file] })).toThrow();
});
