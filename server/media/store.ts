import type { Readable } from 'node:stream';

/** A stored file: `size` in bytes, `etag` quoted and strong, `modified` epoch milliseconds. */
export type MediaFile = {
  size: number;
  etag: string;
  modified: number;
  /** Bytes `from` to `to`, both inclusive. */
  read(from: number, to: number): Readable;
};

/** Where media are stored. A folder by default; another kind of store is another implementation. */
export type MediaStore = {
  /** The file of a path like `demo/jhs-math/0101.mp4`, or `null`. A path cannot lead out of the folder. */
  open(path: string): Promise<MediaFile | null>;
};
