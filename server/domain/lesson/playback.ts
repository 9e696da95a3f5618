import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { playbackSessions } from '../../db/schema/learning.ts';
import { ApiError, notFound } from '../../errors.ts';
import type { LessonAccess } from './policy.ts';

/** A device that has not reported for this long, milliseconds, is not playing any more; players report every 10 s. */
const playingFor = 60_000;

/** Who wants to play what on which device. `takeOver`: another device that plays may be stopped. */
type Request = { userId: number; deviceId: string; takeOver: boolean };

/** A playing session, and the video that it may play. */
export type Playback = { session: string; video: string };

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
 *
 * @param now epoch milliseconds
 */
export async function openPlayback(
  tx: Tx,
  request: Request,
  { id: lessonId, video }: LessonAccess['lesson'],
  now: number,
): Promise<Playback> {
  if (video === null) throw notFound('このレッスンに動画はありません。');
  await requireOnlyDevice(tx, request, now);
  const { userId, deviceId } = request;
  const at = new Date(now);
  const session = { id: randomUUID(), lessonId, deviceId, started: at, lastSeen: at };
  await tx
    .insert(playbackSessions)
    .values({ userId, ...session })
    .onConflictDoUpdate({ target: playbackSessions.userId, set: session });
  return { session: session.id, video };
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
