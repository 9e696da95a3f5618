import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { pieceBinding, pieceBytes, tagBytes } from '#contracts/examAttempt.ts';
import type { StoredPackFile } from '../../db/schema/exam.ts';
import type { Keys } from '../../keys.ts';

/** A file of a pack before it is sealed. `name` as the paper refers to it. */
export type PlainPackFile = { name: string; type: string; bytes: Uint8Array };

/** A sealed file: what is stored of it, and the bytes that go to `path` of the media store. */
export type SealedPackFile = { file: StoredPackFile; bytes: Buffer };

const algorithm = 'aes-256-gcm';

/** The IV of a piece: four bytes of the file, eight of its number (exams.md 3.3). */
function ivOf(file: Buffer, piece: number): Buffer {
  const iv = Buffer.alloc(12);
  file.copy(iv);
  iv.writeBigUInt64BE(BigInt(piece), 4);
  return iv;
}

type Pack = { version: string; subject: string };

/** Seals one file in pieces, each bound to its place, with the tag behind it. An empty file has one empty piece. */
function sealFile(key: Buffer, pack: Pack, { name, bytes }: PlainPackFile, iv: Buffer): Buffer {
  const total = Math.max(1, Math.ceil(bytes.length / pieceBytes));
  const pieces = Array.from({ length: total }, (_, n) => {
    const cipher = createCipheriv(algorithm, key, ivOf(iv, n));
    cipher.setAAD(Buffer.from(pieceBinding(pack, name, n, total)));
    const plain = bytes.subarray(n * pieceBytes, (n + 1) * pieceBytes);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  });
  return Buffer.concat(pieces);
}

/**
 * Seals the files of a subject for download ahead of the exam: AES-256-GCM in pieces of 256 KiB (exams.md 3.3). The
 * import calls it once for the questions with their figures and tracks, and once for keys and explanations, each with a
 * key of its own. `folder`: of the media store, below `public/`, because nobody can read what lies there. Names carry
 * the hash of the sealed bytes, so a file never changes.
 *
 * @returns the files in the order given, and the key, sealed for the column `pack_key` or `answers_key`.
 * @throws Error when two files have one name.
 */
export function sealPack(
  keys: Pick<Keys, 'examPack'>,
  pack: Pack & { folder: string; files: readonly PlainPackFile[] },
): { files: SealedPackFile[]; sealedKey: string } {
  if (new Set(pack.files.map(({ name }) => name)).size < pack.files.length)
    throw new Error('two files of one name in a pack');
  const key = randomBytes(32);
  const ivs = new Set<string>();
  const files = pack.files.map((file) => {
    let iv = randomBytes(4);
    while (ivs.has(iv.toString('hex'))) iv = randomBytes(4);
    ivs.add(iv.toString('hex'));
    const bytes = sealFile(key, pack, file, iv);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return {
      bytes,
      file: {
        name: file.name,
        type: file.type,
        bytes: file.bytes.length,
        pieces: Math.max(1, Math.ceil(file.bytes.length / pieceBytes)),
        sha256,
        iv: iv.toString('hex'),
        path: `${pack.folder}/${sha256.slice(0, 32)}.bin`,
      },
    };
  });
  return { files, sealedKey: sealPackKey(keys, key) };
}

/** Seals the key of a pack for the database: somebody who has only the database cannot read questions. */
function sealPackKey({ examPack }: Pick<Keys, 'examPack'>, key: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, examPack, iv);
  return Buffer.concat([iv, cipher.update(key), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** The key of a pack as devices get it, base64url. Throws when it was sealed with another secret. */
export function openPackKey({ examPack }: Pick<Keys, 'examPack'>, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(algorithm, examPack, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(12, -tagBytes)), decipher.final()]).toString(
    'base64url',
  );
}

/** Opens a sealed file, for operators' preview and for review. Throws when a byte of it was changed. */
export function openPackFile(
  key: string,
  pack: Pack,
  { name, iv, pieces }: Pick<StoredPackFile, 'name' | 'iv' | 'pieces'>,
  sealed: Uint8Array,
): Buffer {
  const secret = Buffer.from(key, 'base64url');
  const size = pieceBytes + tagBytes;
  const plain = Array.from({ length: pieces }, (_, n) => {
    const piece = sealed.subarray(n * size, (n + 1) * size);
    const decipher = createDecipheriv(algorithm, secret, ivOf(Buffer.from(iv, 'hex'), n));
    decipher.setAAD(Buffer.from(pieceBinding(pack, name, n, pieces)));
    decipher.setAuthTag(piece.subarray(-tagBytes));
    return Buffer.concat([decipher.update(piece.subarray(0, -tagBytes)), decipher.final()]);
  });
  return Buffer.concat(plain);
}
