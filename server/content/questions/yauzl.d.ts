/** The part of yauzl that we use; it brings no types (its README names the rest). */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export type Entry = {
    fileName: string;
    /** As the directory of the zip says; both may be false. Bytes. */
    compressedSize: number;
    uncompressedSize: number;
  };
  export type ZipFile = {
    entryCount: number;
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
  };
  export function fromBufferPromise(
    buffer: Buffer,
    options?: { strictFileNames?: boolean; validateEntrySizes?: boolean },
  ): Promise<ZipFile>;
}
