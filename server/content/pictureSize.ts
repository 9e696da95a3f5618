import { open } from 'node:fs/promises';

/** Width and height of a picture, pixels. */
export type PictureSize = { width: number; height: number };

/** The boxes or chunks that tell the size stand this early, bytes. */
const headLength = 4096;

const says = (head: Buffer, at: number, text: string) =>
  head.toString('latin1', at, at + text.length) === text;

async function readHead(source: string): Promise<Buffer> {
  const file = await open(source);
  try {
    const head = Buffer.alloc(headLength);
    await file.read(head, 0, headLength, 0);
    return head;
  } finally {
    await file.close();
  }
}

/** Every part of an AVIF has a box `ispe`; the picture itself is the largest of them. */
function avifSize(head: Buffer): PictureSize | null {
  let largest: PictureSize | null = null;
  for (let at = head.indexOf('ispe'); at >= 0 && at + 16 <= head.length; at = head.indexOf('ispe', at + 4)) {
    const size = { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}

/** By the kind of its first chunk: extended, lossless or lossy. */
function webpSize(head: Buffer): PictureSize | null {
  if (says(head, 12, 'VP8X'))
    return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (says(head, 12, 'VP8L')) {
    const bits = head.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (says(head, 12, 'VP8 ') && says(head, 23, '\x9d\x01\x2a')) {
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  }
  return null;
}

/** The size of an AVIF or WebP file, or `null` when it does not tell. */
export async function pictureSize(source: string): Promise<PictureSize | null> {
  const head = await readHead(source);
  const size = says(head, 4, 'ftypavif') ? avifSize(head) : says(head, 0, 'RIFF') ? webpSize(head) : null;
  return size && size.width > 0 && size.height > 0 ? size : null;
}
