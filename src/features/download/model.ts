import type { OfflineLesson, OfflineManifest, Rendition } from '#contracts/offline.ts';
import type {
  DownloadFileRow,
  DownloadRow,
  DownloadState,
  PauseReason,
} from '#shared/lib/db/downloadRows.ts';
import { chunkLength } from '#shared/lib/worker/keptMedia.ts';
import { hasBit } from './bitmap.ts';

/** Path of manifests and licences (product.md 3.4). */
export const offlinePath = '/api/lms/offline/';

/** The state of a download. */
export type Status = { state: DownloadState; reason: PauseReason | null };

/** Events of a download. */
export type DownloadEvent =
  /** The downloader takes it from the queue. */
  | { type: 'start' }
  | { type: 'pause'; reason: PauseReason }
  /** It continues, or is repaired. */
  | { type: 'resume' }
  /** Every piece has arrived. */
  | { type: 'stored' }
  /** Every byte was read again and is right, and so is everything else the lesson needs. */
  | { type: 'verified' }
  /** Pieces are missing or wrong, or the server has no such file any more. */
  | { type: 'damaged' }
  /** The licence has ended, or the lesson may not be kept any more. */
  | { type: 'ended' }
  /** A new licence has come. */
  | { type: 'renewed' };

const isWorking = (state: DownloadState) =>
  state === 'queued' || state === 'downloading' || state === 'verifying';

/**
 * The state machine of offline.md 4.7: queued → downloading → paused(…) → verifying → ready → expired → broken. An
 * event that has no meaning in a state changes nothing, because tabs and the network report the same thing twice.
 */
export function nextStatus(now: Status, event: DownloadEvent): Status {
  const to = (state: DownloadState): Status => ({ state, reason: null });
  const { state, reason } = now;
  switch (event.type) {
    case 'start':
      return state === 'queued' ? to('downloading') : now;
    case 'pause':
      // A pause by the learner stays, whatever else goes wrong in the meantime.
      if (state === 'paused' && (reason === 'user' || event.reason !== 'user')) return now;
      return isWorking(state) || state === 'paused' ? { state: 'paused', reason: event.reason } : now;
    case 'resume':
      return state === 'paused' || state === 'broken' ? to('queued') : now;
    case 'stored':
      return state === 'downloading' ? to('verifying') : now;
    case 'verified':
      return state === 'verifying' ? to('ready') : now;
    case 'damaged':
      return state === 'ready' || state === 'verifying' || state === 'downloading' ? to('broken') : now;
    case 'ended':
      return to('expired');
    case 'renewed':
      return state === 'expired' ? to('queued') : now;
  }
}

/** Whether the downloader has to work on it. */
export function isActive({ state }: Pick<Status, 'state'>): boolean {
  return isWorking(state);
}

/** Pauses that end automatically when their cause is over. */
const passing: readonly PauseReason[] = ['network', 'background', 'metered'];

/** Whether a download resumes automatically at a start, on return to the page, or when the server answers again. */
export function resumesByItself({ state, reason }: Status): boolean {
  return state === 'paused' && reason !== null && passing.includes(reason);
}

/** Key of a lesson in a rendition. */
export function downloadKey(lesson: string, rendition: Rendition): string {
  return `${lesson}:${rendition}`;
}

/** The rendition that is really kept: a lesson without a sound file is kept as video. */
export function keptRendition(lesson: OfflineLesson, wanted: Rendition): Rendition {
  return wanted === 'audio' && lesson.audio !== null ? 'audio' : 'video';
}

/** Ids of all files a lesson needs in a rendition. */
export function filesOf(lesson: OfflineLesson, rendition: Rendition): string[] {
  const media = rendition === 'audio' ? lesson.audio : lesson.video;
  return [...new Set([...lesson.files, ...(media === null ? [] : [media])])];
}

/** Bytes of lessons in a rendition; shared files count once. `null` lessons: all of the manifest. */
export function sizeOf(
  manifest: OfflineManifest,
  lessons: readonly string[] | null,
  wanted: Rendition,
): number {
  const ids = new Set(
    manifest.lessons
      .filter(({ id }) => lessons === null || lessons.includes(id))
      .flatMap((lesson) => filesOf(lesson, keptRendition(lesson, wanted))),
  );
  return manifest.files.reduce((sum, { id, size }) => (ids.has(id) ? sum + size : sum), 0);
}

/** Whether any of the lessons can be kept as sound only. */
export function hasAudio(manifest: OfflineManifest, lessons: readonly string[] | null): boolean {
  return manifest.lessons.some(({ id, audio }) => audio !== null && (lessons?.includes(id) ?? true));
}

/** How many pieces a file has. */
export function chunkCount({ size, chunk_size }: Pick<DownloadFileRow, 'size' | 'chunk_size'>): number {
  return Math.ceil(size / chunk_size);
}

/** Bytes of a file on the device. */
export function storedBytes(file: Pick<DownloadFileRow, 'size' | 'chunk_size' | 'bitmap'>): number {
  const shape = { size: file.size, chunkSize: file.chunk_size };
  let bytes = 0;
  for (let n = 0; n < chunkCount(file); n += 1) if (hasBit(file.bitmap, n)) bytes += chunkLength(shape, n);
  return bytes;
}

/** Several downloads summed up, for a chapter or a course. */
export type DownloadSummary = {
  count: number;
  ready: number;
  bytes: number;
  size: number;
  /** The state that matters most to the learner; `null`: nothing is kept. */
  state: DownloadState | null;
  reason: PauseReason | null;
};

/** The states by their importance to the learner. */
const byWeight: readonly DownloadState[] = [
  'downloading',
  'verifying',
  'broken',
  'paused',
  'queued',
  'expired',
  'ready',
];

/** Sums up downloads of a chapter or a course. */
export function summarise(rows: readonly DownloadRow[]): DownloadSummary {
  const first = byWeight.find((state) => rows.some((row) => row.state === state)) ?? null;
  return {
    count: rows.length,
    ready: rows.filter(({ state }) => state === 'ready').length,
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    size: rows.reduce((sum, { size }) => sum + size, 0),
    state: first,
    reason: rows.find(({ state }) => state === first)?.reason ?? null,
  };
}

/** How long a measurement is used for the remaining time, ms. */
const rateWindowMs = 10_000;
/** A measurement: the number of bytes at a time (epoch ms). */
export type Sample = { at: number; bytes: number };

/** The measurements still in use, including the new one. If there are fewer bytes than before, they start again. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && sample.bytes < last.bytes) return [sample];
  return [...samples.filter(({ at }) => sample.at - at <= rateWindowMs), sample];
}

/** Seconds until `size` bytes are there; `null` if this cannot be estimated. */
export function secondsLeft(samples: readonly Sample[], size: number): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < 1000 || last.bytes <= first.bytes) return null;
  const bytesPerMs = (last.bytes - first.bytes) / (last.at - first.at);
  return Math.max(0, (size - last.bytes) / bytesPerMs / 1000);
}

/** What a screen reader announces: the start, the reason of a pause, the end; nothing in between (offline.md 4.9). */
export type Announcement = 'start' | 'ready' | 'broken' | { reason: PauseReason };

/** What to announce when a download (or several together) has changed its status; `null`: nothing. */
export function announcementOf(before: DownloadSummary | null, after: DownloadSummary): Announcement | null {
  if (before === null || before.state === after.state) return null;
  const wasWorking = before.state !== null && isWorking(before.state);
  if (after.state === 'paused' && after.reason !== null && after.reason !== 'user')
    return { reason: after.reason };
  if (after.state === 'ready' && wasWorking) return 'ready';
  if (after.state === 'broken') return 'broken';
  return after.state !== null && isWorking(after.state) && !wasWorking ? 'start' : null;
}
