import type { OfflineFile, Rendition } from '#contracts/offline.ts';

/** Where a kept lesson stands (offline.md 4.7). */
export type DownloadState =
  | 'queued'
  | 'downloading'
  | 'paused'
  | 'verifying'
  | 'ready'
  | 'expired'
  | 'broken';

/**
 * Why a download waits. `user`: the learner paused it · `network`: no answer from the server · `quota`: the storage is full ·
 * `cap`: what downloads may take on this device is used up · `background`: the system stopped the page · `metered`: no
 * Wi-Fi · `devices`: three other devices already keep lessons.
 */
export type PauseReason = 'user' | 'network' | 'quota' | 'cap' | 'background' | 'metered' | 'devices';

/** A lesson that is to be kept, or is. Times are epoch ms. */
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
  /** What went wrong last, as a short code; never shown as it is. */
  error: string | null;
  /** Version of the lesson in the manifest it was queued with. */
  version: string;
  /** Ids of `downloadFiles`; those of a course's textbook are shared by its lessons. */
  files: string[];
  /** Bytes on the device, and of all its files. */
  bytes: number;
  size: number;
  /** Server's time until which it may be used; `null`: not licensed yet. */
  valid_until: number | null;
  /** Chosen by the learner: goes on without Wi-Fi. */
  any_line: boolean;
  /** Kept ahead by the rule of the next lessons, not by the learner's hand; missing: by hand. */
  auto?: boolean;
  /** Order in the queue. */
  queued_at: number;
  /** When every byte was last found to be there; `null`: never. */
  ready_at: number | null;
  updated_at: number;
};

/** A file of kept lessons. Which pieces are on the device is the truth; everything else follows from it. */
export type DownloadFileRow = Omit<OfflineFile, 'chunks' | 'url'> & {
  /** Path of its address without the signature: what screens know the file by. */
  path: string;
  url: string;
  inventory: string;
  chunk_size: number;
  chunks: string[];
  /** One bit a piece, lowest first. */
  bitmap: Uint8Array;
};
