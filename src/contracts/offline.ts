import * as z from 'zod/mini';
import { count, id, idOrNull, list, orNull, text, textOrNull } from './wire.ts';

/** What of a lesson's media is kept: the video, or the sound alone. A lesson without a video has the first only. */
export const renditions = ['video', 'audio'] as const;
export type Rendition = (typeof renditions)[number];

/** What a file of the manifest is for. */
export const offlineKinds = [
  'video',
  'audio',
  'captions',
  'poster',
  'board',
  'textbook',
  'thumbnail',
] as const;

/**
 * A file as it is kept on a device. `id` names the file whatever its signature says; `etag` names its content and is
 * the ETag the media server sends. `chunks` are the SHA-256 sums (hex) of its pieces of `chunk_size` bytes, in order.
 */
export const offlineFileSchema = z.object({
  id,
  kind: z.catch(z.enum(offlineKinds), 'board'),
  /** Signed; a new manifest brings a new signature. */
  url: text,
  type: text,
  /** Bytes. */
  size: count,
  sha256: text,
  etag: text,
  chunks: list(z.string()),
});
export type OfflineFile = z.output<typeof offlineFileSchema>;

/** A lesson with the files it needs: one of `video` and `audio` by choice, and all of `files`. */
export const offlineLessonSchema = z.object({
  id,
  name: text,
  /** Changes when any of its files or its text changes. */
  version: text,
  video: idOrNull,
  audio: idOrNull,
  files: list(id),
});
export type OfflineLesson = z.output<typeof offlineLessonSchema>;

/** GET /api/lms/offline/{inventory}/ (product.md 3.4): everything that keeping the course takes. */
export const offlineManifestSchema = z.object({
  inventory: id,
  course: z.object({ id, name: text }),
  version: text,
  /** Bytes of a piece; the last piece of a file is shorter. */
  chunk_size: count,
  /** Until when a copy made now may be used, ISO 8601. */
  valid_until: textOrNull,
  server_time: textOrNull,
  lessons: list(offlineLessonSchema),
  files: list(offlineFileSchema),
});
export type OfflineManifest = z.output<typeof offlineManifestSchema>;

const idInput = z.union([z.string().check(z.minLength(1), z.maxLength(64)), z.int()]);
const deviceId = z.string().check(z.minLength(8), z.maxLength(64));

/** Most lessons one licence call names. */
export const mostLicensed = 2000;
/** Most devices of a learner that keep lessons at a time (product.md 3.9.7). */
export const mostOfflineDevices = 3;

/** POST /api/lms/offline/license/: takes or renews the licence of a device for the lessons it keeps. 409 `device_limit`. */
export const licenseInputSchema = z.object({
  device_id: deviceId,
  /** How the learner would recognise the device, for example 「Chrome (Android)」. */
  device_name: z.optional(z.string().check(z.maxLength(80))),
  lessons: z.array(idInput).check(z.maxLength(mostLicensed)),
  /** Those of `lessons` that are kept as sound alone. */
  audio: z.optional(z.array(idInput).check(z.maxLength(mostLicensed))),
});
/** DELETE /api/lms/offline/license/: the device keeps nothing any more and makes room for another one. */
export const licenseEndSchema = z.object({ device_id: deviceId });
/** `lessons`: until when each may be used, `null` when it may not be kept any more. */
export const licenseSchema = z.object({
  device_id: text,
  valid_until: textOrNull,
  server_time: textOrNull,
  /** Names the learner on what is shown from the device (product.md 3.9.7). */
  watermark: text,
  lessons: list(z.object({ lesson: id, valid_until: textOrNull })),
});
export type License = z.output<typeof licenseSchema>;

/**
 * A device that takes one of the places for kept lessons. `valid_until`: when the place comes free by itself, unless the
 * device is used before.
 */
export const devicePlaceSchema = z.object({
  device_id: text,
  /** As the device named itself, or what its browser says; may be empty. */
  name: text,
  last_seen: textOrNull,
  valid_until: textOrNull,
  /** Lessons kept on it. */
  lessons: count,
});
export type DevicePlace = z.output<typeof devicePlaceSchema>;

/** What a 409 `device_limit` says besides: who takes the places, and when the first of them comes free by itself. */
export const deviceLimitSchema = z.object({ devices: list(devicePlaceSchema), free_at: textOrNull });
export type DeviceLimit = z.output<typeof deviceLimitSchema>;

/**
 * GET /api/lms/offline/license/: what each device of the learner keeps, as it said itself when its licence was given
 * or renewed; so that a device whose storage was emptied, or a new phone, can fetch the same again (offline.md 2.6).
 * Lessons that the learner may not keep any more are left out.
 */
export const keptDevicesSchema = z.object({
  devices: list(
    z.object({
      device_id: text,
      name: text,
      renewed: textOrNull,
      /** `null`: it takes no place (its licence or its login has ended). */
      place: orNull(devicePlaceSchema),
      lessons: list(
        z.object({
          lesson: id,
          name: text,
          course: z.object({ id, name: text }),
          inventory: id,
          rendition: z.catch(z.enum(renditions), 'video'),
        }),
      ),
    }),
  ),
});
export type KeptDevices = z.output<typeof keptDevicesSchema>;
