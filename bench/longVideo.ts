import { randomFillSync } from 'node:crypto';

/** MP4 boxes that contain other boxes, on the way to the chunk tables (ISO/IEC 14496-12). */
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

type Box = { type: string; from: number; to: number };

function* boxesOf(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) throw new Error('An MP4 box of an unknown size.');
    const type = bytes.toString('latin1', at + 4, at + 8);
    yield { type, from: at, to: at + size };
    if (containers.has(type)) yield* boxesOf(bytes, at + 8, at + size);
    at += size;
  }
}

/**
 * Makes a short MP4 as large as a long one: random bytes are inserted between its media chunks. Players skip these
 * bytes but have to load them, because the chunks are close together. `source` begins with its index ("faststart").
 */
export function heavyVideo(source: Buffer, size: number): Buffer {
  const boxes = [...boxesOf(source, 0, source.length)];
  const media = boxes.find(({ type }) => type === 'mdat');
  const tables = boxes.filter(({ type }) => type === 'stco');
  const places = tables
    .flatMap(({ from }) =>
      Array.from({ length: source.readUInt32BE(from + 12) }, (_, n) => from + 16 + n * 4),
    )
    .map((entry) => ({ entry, offset: source.readUInt32BE(entry) }))
    .sort((one, other) => one.offset - other.offset);
  const [first] = places;
  if (!media || !first || first.offset < media.from) throw new Error('The index must come before the media.');
  const gap = Math.floor((size - source.length) / places.length);
  const heavy = randomFillSync(Buffer.alloc(source.length + gap * places.length));
  source.copy(heavy, 0, 0, first.offset);
  heavy.writeUInt32BE(media.to - media.from + gap * places.length, media.from);
  places.forEach(({ entry, offset }, n) => {
    const end = places[n + 1]?.offset ?? media.to;
    source.copy(heavy, offset + n * gap, offset, end);
    heavy.writeUInt32BE(offset + n * gap, entry);
  });
  source.copy(heavy, heavy.length - (source.length - media.to), media.to);
  return heavy;
}
