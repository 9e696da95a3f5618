import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod/mini';
import type { playbackSchema } from '#contracts/lesson.ts';
import type { Tx } from '../db/client.ts';
import { playbackSessions } from '../db/schema/learning.ts';
import type { Deps } from '../deps.ts';
import type { LessonAccess } from '../domain/lesson/policy.ts';
import { ApiError, notFound } from '../errors.ts';
import { mediaExpiresAt, signMedia } from '../media/sign.ts';
import { mediaUrl } from './course.ts';

/** A device that has not reported for this long, milliseconds, is not playing any more; players report every 10 s. */
export const playingFor = 60_000;
/** How long a copy on a device may be used without contact (product.md 3.9.7), milliseconds. */
const licenseFor = 7 * 24 * 60 * 60_000;

type Request = { userId: number; deviceId: string; takeOver: boolean };

async function requireOnlyDevice(
  tx: Tx,
  { userId, deviceId, takeOver }: Request,
  now: number,
): Promise<void> {
  const rows = await tx
    .select()
    .from(playbackSessions)
    .where(eq(playbackSessions.userId, userId))
    .for('update');
  const other = rows[0];
  if (!other || other.deviceId === deviceId || takeOver) return;
  if (now - other.lastSeen.getTime() >= playingFor) return;
  throw new ApiError(
    423,
    'playing_elsewhere',
    'ほかの端末で再生中です。この端末で続けると、ほかの端末の再生は止まります。',
  );
}

/**
 * Opens a playing session; the user's previous one ends. Throws 423 `playing_elsewhere` while another device plays and
 * `takeOver` is not set, 404 for a lesson without a video.
 */
export async function openPlayback(
  tx: Tx,
  deps: Deps,
  request: Request,
  { lesson, access }: LessonAccess,
): Promise<z.input<typeof playbackSchema>> {
  if (lesson.video === null) throw notFound('このレッスンに動画はありません。');
  const now = deps.clock.now();
  await requireOnlyDevice(tx, request, now);
  const at = new Date(now);
  const session = {
    id: randomUUID(),
    lessonId: lesson.id,
    deviceId: request.deviceId,
    started: at,
    lastSeen: at,
  };
  await tx
    .insert(playbackSessions)
    .values({ userId: request.userId, ...session })
    .onConflictDoUpdate({ target: playbackSessions.userId, set: session });
  const end = access?.expireAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return {
    session_id: session.id,
    mp4_url: signMedia(deps, lesson.video, now),
    audio_url: mediaUrl(deps, lesson.audio),
    expires_at: mediaExpiresAt(now),
    license_until: new Date(Math.min(now + licenseFor, end)).toISOString(),
  };
}

/** Keeps a playing session alive. Answers whether it is still the user's present one. */
export async function touchPlayback(tx: Tx, userId: number, sessionId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(playbackSessions)
    .set({ lastSeen: now })
    .where(and(eq(playbackSessions.userId, userId), eq(playbackSessions.id, sessionId)))
    .returning({ id: playbackSessions.id });
  return rows.length > 0;
}
