import type * as z from 'zod/mini';
import { type Playback, playbackSchema } from '#contracts/lesson.ts';
import { type WatchInput, watchPageSchema } from '#contracts/study.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import { request } from '#shared/lib/http/request.ts';
import { pageQuery } from '#shared/lib/mirror/pages.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';
import { watchPath } from './progress.ts';

/** A page of the watch history. */
export type WatchPage = z.output<typeof watchPageSchema>;

/** GET /api/lms/watchhistory/ with the query of a page. */
export function getWatchPage(query: string, slot: string, options: FetchOptions): Promise<WatchPage> {
  return getJson(watchPath, { query: pageQuery(query), schema: watchPageSchema, slot, ...options });
}

/**
 * POST /api/lms/lesson/{id}/playback/: tells the server that this device is playing (product.md 3.4).
 *
 * @throws HttpError 423 `playing_elsewhere` while another device plays and `isTakeOver` is not set; otherwise what
 * every call throws.
 */
export function postPlayback(lessonId: string, deviceId: string, isTakeOver: boolean): Promise<Playback> {
  return sendJson('POST', `/api/lms/lesson/${encodeURIComponent(lessonId)}/playback/`, {
    body: { device_id: deviceId, take_over: isTakeOver },
    schema: playbackSchema,
    whileMaintenance: 'stay',
  });
}

/** The path to which the watch history of a lesson is written. */
export function watchPathOf(lessonId: string): string {
  return `${watchPath}${encodeURIComponent(lessonId)}/`;
}

/**
 * The last report of a page that is being closed: the browser may deliver it after the page has gone. The same state
 * also waits in the queue, so nothing is lost if the browser does not deliver it. Never rejects.
 */
export async function putLastWords(lessonId: string, report: WatchInput): Promise<void> {
  try {
    await request({
      method: 'PUT',
      path: watchPathOf(lessonId),
      body: report,
      isKeptAlive: true,
      whileMaintenance: 'ignore',
    });
  } catch {
    // The queue still has the report.
  }
}
