/** Bytes `from` to `to`, both inclusive. */
export type Range = { from: number; to: number };

const single = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Reads a `Range` header for a file of `size` bytes (RFC 9110 14.1.2): `a-b`, `a-` or `-n`. `null`: the header is
 * absent or of a kind we do not serve (several ranges, another unit, malformed); answer with the whole file.
 * `unsatisfiable`: answer 416.
 */
export function readRange(header: string | undefined, size: number): Range | 'unsatisfiable' | null {
  const match = single.exec(header?.replaceAll(' ', '') ?? '');
  if (!match) return null;
  const [first, last] = [match[1] ?? '', match[2] ?? ''];
  if (first === '' && last === '') return null;
  if (first === '') return suffix(Number(last), size);
  const from = Number(first);
  if (last !== '' && Number(last) < from) return null;
  if (from >= size) return 'unsatisfiable';
  return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

function suffix(length: number, size: number): Range | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable';
  return { from: Math.max(0, size - length), to: size - 1 };
}
