import { pieceBinding, pieceBytes, tagBytes } from '#contracts/examAttempt.ts';

/** Position of a piece. `n` counts from 0. */
export type PiecePlace = { version: string; subject: string; file: string; n: number; total: number };

/** A piece that could not be decrypted: it is damaged, or another piece is in its place. */
export class BrokenPieceError extends Error {
  readonly file: string;
  readonly n: number;

  constructor(file: string, n: number) {
    super(`piece ${n} of ${file} does not open`);
    this.name = 'BrokenPieceError';
    this.file = file;
    this.n = n;
  }
}

/** Whether the browser's cryptography is available; it is not on plain http (exams.md 3.3). */
export function hasCrypto(): boolean {
  return typeof crypto !== 'undefined' && crypto.subtle !== undefined;
}

/** Bytes of a base64url text. */
export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

/** SHA-256 of bytes, hexadecimal. */
export async function sha256OfBytes(bytes: BufferSource): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Imports a pack's key. The raw bytes are what is stored, because some iPhones lose a stored CryptoKey (exams.md 3.3).
 */
export function importPackKey(raw: BufferSource): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
}

/**
 * The IV of a piece: the first four bytes belong to the file (hex); the other eight are the piece number, big endian.
 */
function ivOf(start: string, n: number): Uint8Array<ArrayBuffer> {
  const iv = new Uint8Array(12);
  const view = new DataView(iv.buffer);
  view.setUint32(0, Number.parseInt(start, 16));
  view.setBigUint64(4, BigInt(n));
  return iv;
}

/**
 * Decrypts one piece of a pack's file (exams.md 3.3). `iv`: of the file, from its manifest.
 *
 * @throws BrokenPieceError if it is not exactly the piece that belongs there.
 */
export async function openPiece(
  key: CryptoKey,
  iv: string,
  { n, total, file, ...pack }: PiecePlace,
  sealed: BufferSource,
): Promise<ArrayBuffer> {
  const additionalData = new TextEncoder().encode(pieceBinding(pack, file, n, total));
  try {
    return await crypto.subtle.decrypt({ name: 'AES-GCM', iv: ivOf(iv, n), additionalData }, key, sealed);
  } catch {
    throw new BrokenPieceError(file, n);
  }
}

/** First and last byte of an encrypted piece in its file, both inclusive. */
export function rangeOf(plainBytes: number, n: number): { from: number; to: number; bytes: number } {
  const from = n * (pieceBytes + tagBytes);
  const bytes = Math.max(0, Math.min(pieceBytes, plainBytes - n * pieceBytes)) + tagBytes;
  return { from, to: from + bytes - 1, bytes };
}
