/** Which pieces of a file are on the device: one bit per piece, lowest bit first. All functions are pure. */

/** A bitmap for `count` pieces, all missing. */
export function emptyBitmap(count: number): Uint8Array {
  return new Uint8Array(Math.ceil(count / 8));
}

/** Whether piece `n` is stored. */
export function hasBit(bitmap: Uint8Array, n: number): boolean {
  return ((bitmap[n >> 3] ?? 0) & (1 << (n & 7))) !== 0;
}

/** A copy of the bitmap in which piece `n` is stored, or not. */
export function withBit(bitmap: Uint8Array, n: number, isThere: boolean): Uint8Array {
  const next = bitmap.slice();
  const bits = next[n >> 3] ?? 0;
  next[n >> 3] = isThere ? bits | (1 << (n & 7)) : bits & ~(1 << (n & 7));
  return next;
}

/** Numbers of the missing pieces among `count`. */
export function missingBits(bitmap: Uint8Array, count: number): number[] {
  return Array.from({ length: count }, (_, n) => n).filter((n) => !hasBit(bitmap, n));
}
