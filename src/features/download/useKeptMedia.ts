import type { DownloadFileRow } from '#shared/lib/db/downloadRows.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { keptMediaUrl } from '#shared/lib/worker/keptMedia.ts';
import { serverTime } from './clock.ts';

/** The local addresses of a kept lesson's media. */
export type KeptMedia = {
  /** `null`: not kept. */
  video: string | null;
  audio: string | null;
  /** The local address of any other file, by its original address; the original address if it is not kept. */
  urlOf: (url: string) => string;
};

const nothing: KeptMedia = { video: null, audio: null, urlOf: (url) => url };

/** The worker answers only requests of a page that it controls (offline.md 4.8). */
function isControlled(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

function pathOf(url: string): string {
  return new URL(url, location.origin).pathname;
}

function mediaIn(files: readonly DownloadFileRow[]): KeptMedia {
  const first = (kind: DownloadFileRow['kind']) => files.find((file) => file.kind === kind);
  const [video, audio] = [first('video'), first('audio')];
  const byPath = new Map(files.map(({ id, path }) => [path, keptMediaUrl(id, 'file')]));
  return {
    video: video ? keptMediaUrl(video.id, 'video') : null,
    audio: audio ? keptMediaUrl(audio.id, 'audio') : null,
    urlOf: (url) => (url === '' ? url : (byPath.get(pathOf(url)) ?? url)),
  };
}

async function readKept(lesson: string): Promise<KeptMedia> {
  if (!isControlled()) return nothing;
  const db = currentDb();
  const time = await serverTime(db);
  const rows = (await db.downloads.where('lesson').equals(lesson).toArray()).filter(
    ({ state, valid_until }) => state === 'ready' && valid_until !== null && valid_until > time,
  );
  if (rows.length === 0) return nothing;
  const ids = new Set(rows.flatMap(({ files }) => files));
  const files = await db.downloadFiles.bulkGet([...ids]);
  return mediaIn(files.filter((file) => file !== undefined));
}

/** The kept files of a lesson that may be used now, live; `undefined` while the device is asked. */
export function useKeptMedia(lesson: string): KeptMedia | undefined {
  const found = useStored(
    async () => ({ lesson, kept: await readKept(lesson).catch(() => nothing) }),
    [lesson],
  );
  return found?.lesson === lesson ? found.kept : undefined;
}
