import * as z from 'zod/mini';
import { count, id, idOrNull, list, orNull, text, textOrNull } from './wire.ts';

/**
 * Which media of a lesson is kept: the video, or only the sound. A lesson without a video has only the first choice.
 */
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
 * A file as it is kept on a device. `id` stays the same when the signature changes. `etag` names the content and equals
 * the ETag of the media server. `chunks` are the SHA-256 hashes (hex) of its pieces of `chunk_size` bytes, in order.
 */
export const offlineFileSchema = z.object({
  id,
  kind: z.catch(z.enum(offlineKinds), 'board'),
  /** Signed; each new manifest has a new signature. */
  url: text,
  type: text,
  /** Bytes. */
  size: count,
  sha256: text,
  etag: text,
  chunks: list(z.string()),
});
export type OfflineFile = z.output<typeof offlineFileSchema>;

/** A lesson with its files: either `video` or `audio`, and all of `files`. */
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

/** GET /api/lms/offline/{inventory}/ (product.md 3.4): everything needed to keep the course on a device. */
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

/** Maximum number of lessons in one licence call. */
export const mostLicensed = 2000;
/** Maximum number of a learner's devices that keep lessons at the same time (product.md 3.9.7). */
export const mostOfflineDevices = 3;

/**
 * POST /api/lms/offline/license/: creates or renews the licence of a device for the lessons it keeps. 409
 * `device_limit`.
 */
export const licenseInputSchema = z.object({
  device_id: deviceId,
  /** A name by which the learner recognises the device, for example 「Chrome (Android)」. */
  device_name: z.optional(z.string().check(z.maxLength(80))),
  lessons: z.array(idInput).check(z.maxLength(mostLicensed)),
  /** Those of `lessons` that are kept as sound only. */
  audio: z.optional(z.array(idInput).check(z.maxLength(mostLicensed))),
});
/** DELETE /api/lms/offline/license/: the device no longer keeps anything and frees its place for another one. */
export const licenseEndSchema = z.object({ device_id: deviceId });
/** `lessons`: until when each lesson may be used; `null`: it may no longer be kept. */
export const licenseSchema = z.object({
  device_id: text,
  valid_until: textOrNull,
  server_time: textOrNull,
  /** Text that names the learner, shown over kept lessons (product.md 3.9.7). */
  watermark: text,
  lessons: list(z.object({ lesson: id, valid_until: textOrNull })),
});
export type License = z.output<typeof licenseSchema>;

/**
 * A device that uses one of the places for kept lessons. `valid_until`: when the place becomes free automatically,
 * unless the device is used before.
 */
export const devicePlaceSchema = z.object({
  device_id: text,
  /** The name the device gave itself, or the name its browser gives; may be empty. */
  name: text,
  last_seen: textOrNull,
  valid_until: textOrNull,
  /** Number of lessons kept on it. */
  lessons: count,
});
export type DevicePlace = z.output<typeof devicePlaceSchema>;

/**
 * Further fields of a 409 `device_limit`: the devices that use the places, and when the first place becomes free
 * automatically.
 */
export const deviceLimitSchema = z.object({ devices: list(devicePlaceSchema), free_at: textOrNull });
export type DeviceLimit = z.output<typeof deviceLimitSchema>;

/**
 * GET /api/lms/offline/license/: what each device of the learner keeps, as it reported when its licence was created or
 * renewed. A device with emptied storage, or a new phone, can download the same again (offline.md 2.6). Lessons that
 * the learner may no longer keep are left out.
 */
export const keptDevicesSchema = z.object({
  devices: list(
    z.object({
      device_id: text,
      name: text,
      renewed: textOrNull,
      /** `null`: it uses no place (its licence or its login has ended). */
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
