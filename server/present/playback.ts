import type { z } from 'zod/mini';
import type { playbackSchema } from '#contracts/lesson.ts';
import type { Deps } from '../deps.ts';
import type { Playback } from '../domain/lesson/playback.ts';
import type { LessonAccess } from '../domain/lesson/policy.ts';
import { mediaExpiresAt, signMedia } from '../media/sign.ts';
import { mediaUrl } from './course.ts';

/** How long a copy on a device may be used without contact (product.md 3.9.7), milliseconds. */
const licenseFor = 7 * 24 * 60 * 60_000;

/** What a player needs for a session of its own. */
export function presentPlayback(
  deps: Deps,
  { session, video }: Playback,
  { lesson, access }: LessonAccess,
): z.input<typeof playbackSchema> {
  const now = deps.clock.now();
  const end = access?.expireAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return {
    session_id: session,
    mp4_url: signMedia(deps, video, now),
    audio_url: mediaUrl(deps, lesson.audio),
    expires_at: mediaExpiresAt(now),
    license_until: new Date(Math.min(now + licenseFor, end)).toISOString(),
  };
}
