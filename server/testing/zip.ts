import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a zip. `claimed`: a false size for the directory. */
export type ZipEntry = { name: string; content: string | Buffer; claimed?: number };

function numbers(...parts: [value: number, bytes: 2 | 4][]): Buffer {
  return Buffer.concat(
    parts.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      if (bytes === 2) buffer.writeUInt16LE(value);
      else buffer.writeUInt32LE(value);
      return buffer;
    }),
  );
}

/** A zip of these files, as written by a program that checks nothing. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimed } of entries) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const title = Buffer.from(name);
    const told = numbers(
      ...([
        [20, 2],
        [0x0800, 2],
        [8, 2],
        [0, 2],
        [0, 2],
        [crc32(plain), 4],
      ] as [number, 2 | 4][]),
      [packed.length, 4],
      [claimed ?? plain.length, 4],
      [title.length, 2],
      [0, 2],
    );
    const file = Buffer.concat([numbers([0x04034b50, 4]), told, title, packed]);
    directory.push(
      Buffer.concat([
        numbers([0x02014b50, 4], [20, 2]),
        told,
        numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
        title,
      ]),
    );
    files.push(file);
    offset += file.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = numbers(
    ...([
      [0x06054b50, 4],
      [0, 2],
      [0, 2],
      [entries.length, 2],
      [entries.length, 2],
    ] as [number, 2 | 4][]),
    [size, 4],
    [offset, 4],
    [0, 2],
  );
  return Buffer.concat([...files, ...directory, end]);
}
