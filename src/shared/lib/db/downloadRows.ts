import type { OfflineFile, Rendition } from '#contracts/offline.ts';

/** State of a kept lesson (offline.md 4.7). */
export type DownloadState =
  | 'queued'
  | 'downloading'
  | 'paused'
  | 'verifying'
  | 'ready'
  | 'expired'
  | 'broken';

/**
 * Why a download waits. `user`: the learner paused it · `network`: no answer from the server · `quota`: the storage is
 * full · `cap`: the limit for downloads on this device is reached · `background`: the system stopped the page ·
 * `metered`: no Wi-Fi · `devices`: three other devices already keep lessons.
 */
export type PauseReason = 'user' | 'network' | 'quota' | 'cap' | 'background' | 'metered' | 'devices';

/** A lesson that is kept or will be. Times are epoch ms. */
export type DownloadRow = {
  /** `<lesson>:<rendition>` */
  key: string;
  lesson: string;
  course: string;
  inventory: string;
  rendition: Rendition;
  name: string;
  course_name: string;
  state: DownloadState;
  /** Only while `paused`. */
  reason: PauseReason | null;
  /** The last failure as a short code; never shown directly. */
  error: string | null;
  /** Version of the lesson in the manifest when it was queued. */
  version: string;
  /** Ids of `downloadFiles`; those of a course's textbook are shared by its lessons. */
  files: string[];
  /** Bytes on the device, and the total of all its files. */
  bytes: number;
  size: number;
  /** Server's time until which it may be used; `null`: not licensed yet. */
  valid_until: number | null;
  /** Allowed by the learner to download without Wi-Fi. */
  any_line: boolean;
  /** Downloaded ahead by the rule for the next lessons, not chosen by the learner; missing: chosen. */
  auto?: boolean;
  /** Order in the queue. */
  queued_at: number;
  /** When the last check found every byte; `null`: never. */
  ready_at: number | null;
  updated_at: number;
};

/** A file of kept lessons. The stored pieces are the truth; everything else is derived from them. */
export type DownloadFileRow = Omit<OfflineFile, 'chunks' | 'url'> & {
  /** Path of its address without the signature; screens look the file up by it. */
  path: string;
  url: string;
  inventory: string;
  chunk_size: number;
  chunks: string[];
  /** One bit per piece, lowest first. */
  bitmap: Uint8Array;
};
