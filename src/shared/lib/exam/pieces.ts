import { pieceBinding, pieceBytes, tagBytes } from '#contracts/examAttempt.ts';

/** Where a piece belongs. `n` counts from 0. */
export type PiecePlace = { version: string; subject: string; file: string; n: number; total: number };

/** What could not be decrypted: the piece is damaged, or another one stands in its place. */
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

/** Whether this page has the browser's cryptography; on plain http it has not (exams.md 3.3). */
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

/** Makes a pack's key usable; the raw bytes are what is stored, because some iPhones lose a stored key (exams.md 3.3). */
export function importPackKey(raw: BufferSource): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
}

/** The first four bytes are the file's, hexadecimal; the other eight are the number of the piece, big endian. */
function ivOf(start: string, n: number): Uint8Array<ArrayBuffer> {
  const iv = new Uint8Array(12);
  const view = new DataView(iv.buffer);
  view.setUint32(0, Number.parseInt(start, 16));
  view.setBigUint64(4, BigInt(n));
  return iv;
}

/**
 * Opens one piece of a pack's file (exams.md 3.3). `iv`: of the file, as its manifest says.
 *
 * @throws BrokenPieceError when it is not, byte by byte, the piece that belongs there.
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

/** From which to which byte a sealed piece lies in its file, both inclusive. */
export function rangeOf(plainBytes: number, n: number): { from: number; to: number; bytes: number } {
  const from = n * (pieceBytes + tagBytes);
  const bytes = Math.max(0, Math.min(pieceBytes, plainBytes - n * pieceBytes)) + tagBytes;
  return { from, to: from + bytes - 1, bytes };
}
