import type { PackFile, PackManifest } from '#contracts/examAttempt.ts';
import { writeMakingRoom } from '../storage/saving.ts';
import { packCachePrefix } from '../worker/examMedia.ts';
import { hashOf } from './examDb.ts';
import { BrokenPieceError, importPackKey, openPiece, rangeOf, sha256OfBytes } from './pieces.ts';

/** Identifies a pack. `db`: name of the learner's exam database. */
export type PackPlace = { db: string; exam: string; manifest: PackManifest };

/** Encrypted pieces are stored as complete responses in Cache Storage (exams.md 3.2). */
function openPackCache(db: string): Promise<Cache> {
  return caches.open(packCachePrefix + hashOf(db));
}

/** The common prefix of the addresses of all pieces of a subject's pack, whatever the version. */
function addressOfPack(exam: string, subject: string): string {
  return `/__exam-pack/${encodeURIComponent(exam)}/${encodeURIComponent(subject)}/`;
}

function addressOf({ exam, manifest }: PackPlace, file: string, n: number): string {
  const parts = [manifest.version, file, String(n)].map(encodeURIComponent);
  return addressOfPack(exam, manifest.subject) + parts.join('/');
}

/** All files of a pack, the file with the answers last. */
export function filesOf({ files, answers }: PackManifest): PackFile[] {
  return answers ? [...files, answers] : files;
}

/** The pieces of one learner's packs. */
export async function openPackStore(place: PackPlace) {
  const cache = await openPackCache(place.db);

  const read = async (file: PackFile, n: number): Promise<ArrayBuffer | null> => {
    const bytes = await (await cache.match(addressOf(place, file.name, n)))?.arrayBuffer();
    return bytes?.byteLength === rangeOf(file.bytes, n).bytes ? bytes : null;
  };

  const whole = async (file: PackFile): Promise<Uint8Array<ArrayBuffer> | null> => {
    const length = rangeOf(file.bytes, file.pieces - 1).to + 1;
    const all = new Uint8Array(length);
    for (let n = 0; n < file.pieces; n += 1) {
      const piece = await read(file, n);
      if (!piece) return null;
      all.set(new Uint8Array(piece), rangeOf(file.bytes, n).from);
    }
    return all;
  };

  return {
    /** Whether a piece is here, judged by its length. */
    has: async (file: PackFile, n: number): Promise<boolean> => (await read(file, n)) !== null,
    put: (file: PackFile, n: number, bytes: ArrayBuffer): Promise<void> =>
      writeMakingRoom(() =>
        cache.put(
          addressOf(place, file.name, n),
          new Response(bytes, { headers: { 'Content-Type': 'application/octet-stream' } }),
        ),
      ),
    /** Whether all pieces of a file are here and their hash equals the manifest's. */
    async isWhole(file: PackFile): Promise<boolean> {
      const bytes = await whole(file);
      return bytes !== null && (await sha256OfBytes(bytes)) === file.sha256;
    },
    async drop(file: PackFile): Promise<void> {
      for (let n = 0; n < file.pieces; n += 1) await cache.delete(addressOf(place, file.name, n));
    },
    /** Deletes pieces of other versions of this subject. */
    async dropFormer(): Promise<void> {
      const start = addressOfPack(place.exam, place.manifest.subject);
      const own = start + encodeURIComponent(place.manifest.version);
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        if (pathname.startsWith(start) && !pathname.startsWith(`${own}/`)) await cache.delete(request);
      }
    },
    /**
     * A decrypted file.
     *
     * @throws BrokenPieceError if a piece is missing or cannot be decrypted.
     */
    async open(file: PackFile, rawKey: Uint8Array<ArrayBuffer>): Promise<Blob> {
      const key = await importPackKey(rawKey);
      const { version, subject } = place.manifest;
      const parts: ArrayBuffer[] = [];
      for (let n = 0; n < file.pieces; n += 1) {
        const sealed = await read(file, n);
        if (!sealed) throw new BrokenPieceError(file.name, n);
        const at = { version, subject, file: file.name, n, total: file.pieces };
        parts.push(await openPiece(key, file.iv, at, sealed));
      }
      return new Blob(parts, { type: file.type });
    },
  };
}

export type PackStore = Awaited<ReturnType<typeof openPackStore>>;
