import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Drops the lowest bits of a colour component; black stays black and white stays white. */
function rounded(value: number, lost: number): number {
  const steps = 2 ** (8 - lost) - 1;
  return Math.round((Math.round((value / 255) * steps) / steps) * 255);
}

/** Reduces to at most 256 colours by dropping the lowest bits if there are more. */
function countColours(pixels: Uint8Array): { indices: Uint8Array; palette: number[] } {
  for (let lost = 0; lost < 6; lost += 1) {
    const places = new Map<number, number>();
    const indices = new Uint8Array(pixels.length / 4);
    for (let i = 0; i < indices.length && places.size <= 256; i += 1) {
      let colour = 0;
      for (let part = 0; part < 4; part += 1) {
        colour = colour * 256 + rounded(pixels[i * 4 + part] ?? 0, lost);
      }
      const place = places.get(colour) ?? places.size;
      places.set(colour, place);
      indices[i] = place;
    }
    if (places.size <= 256) return { indices, palette: [...places.keys()] };
  }
  throw new Error('too many colours for a palette');
}

/**
 * A PNG with a palette: one byte per pixel, a third of the size of a browser's own screenshot for flat pictures.
 * `pixels`: red, green, blue, alpha, row by row.
 */
export function indexedPng(width: number, height: number, pixels: Uint8Array): Buffer {
  const { indices, palette } = countColours(pixels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const part = (colour: number, byte: number) => Math.floor(colour / 256 ** (3 - byte)) % 256;
  const colours = Buffer.from(
    palette.flatMap((colour) => [part(colour, 0), part(colour, 1), part(colour, 2)]),
  );
  const alpha = Buffer.from(palette.map((colour) => part(colour, 3)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', colours),
    ...(alpha.every((value) => value === 255) ? [] : [chunk('tRNS', alpha)]),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
