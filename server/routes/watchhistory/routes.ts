import { Hono } from 'hono';
import * as z from 'zod/mini';
import { type WatchInput, type watchAnswerSchema, watchInputSchema } from '#contracts/study.ts';
import type { WatchReport } from '#contracts/watchRule.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { accessOf } from '../../domain/inventory/policy.ts';
import { touchPlayback } from '../../domain/lesson/playback.ts';
import { ownedLesson } from '../../domain/lesson/policy.ts';
import {
  clearWatches,
  findWatch,
  pageOfWatches,
  saveWatch,
  type WatchRow,
} from '../../domain/watchhistory/store.ts';
import { notFound } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { body, params, query, rowId } from '../../middleware/parse.ts';
import { write } from '../../middleware/write.ts';
import { presentWatch } from '../../present/watchhistory.ts';

const one = params(z.object({ lesson: rowId }));
const listQuery = z.object({ page: pageField, course: z.optional(rowId) });
const uuid = z.uuid();

/** GET PUT DELETE /api/lms/watchhistory/ · /{lesson}/ (product.md 3.4). POST is PUT, for `navigator.sendBeacon`. */
export function watchHistoryRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);

  app.get('/', signedIn, query(listQuery), async (c) => {
    const { page, course } = c.req.valid('query');
    const { id: userId } = currentUser(c);
    const { count, rows } = await pageOfWatches(deps.db, userId, page, course);
    return c.json({
      ...envelope(c.req.url, page, count),
      results: await presentAll(deps, deps.db, userId, rows),
    });
  });
  app.delete('/', signedIn, (c) => clear(c, deps, null));

  app.get('/:lesson/', signedIn, one, async (c) => {
    const { id: userId } = currentUser(c);
    const row = await findWatch(deps.db, userId, c.req.valid('param').lesson);
    if (!row || row.watch.watchedAt.getTime() <= (row.watch.clearedAt?.getTime() ?? 0)) {
      throw notFound('このレッスンの視聴履歴はありません。');
    }
    return c.json((await presentAll(deps, deps.db, userId, [row]))[0]);
  });
  app.on(['PUT', 'POST'], '/:lesson/', signedIn, one, body(watchInputSchema), (c) =>
    save(c, deps, c.req.valid('param').lesson, c.req.valid('json')),
  );
  app.delete('/:lesson/', signedIn, one, (c) => clear(c, deps, c.req.valid('param').lesson));

  return app;
}

async function presentAll(deps: Deps, db: Db, userId: number, rows: WatchRow[]) {
  const courseIds = [...new Set(rows.map((row) => row.course.id))];
  const access = await accessOf(db, userId, courseIds, deps.clock.now());
  return rows.map((row) => presentWatch(deps, row, access));
}

function reportOf(input: WatchInput): WatchReport {
  return {
    position: input.position,
    ranges: input.ranges,
    rate: input.rate,
    clientAt: Date.parse(input.client_at),
    restart: input.restart ?? false,
    deviceId: input.device_id ?? null,
  };
}

/**
 * Watched time is never refused because another device plays: the report is merged, and the answer tells the player.
 */
async function isPlayingElsewhere(tx: Tx, userId: number, sessionId: unknown, now: Date): Promise<boolean> {
  const session = uuid.safeParse(sessionId);
  return session.success && !(await touchPlayback(tx, userId, session.data, now));
}

function save(c: AppContext, deps: Deps, lessonId: number, input: WatchInput): Promise<Response> {
  const { id: userId } = currentUser(c);
  return write(c, deps, async (tx) => {
    const now = deps.clock.now();
    const { lesson } = await ownedLesson(tx, deps, userId, lessonId);
    await saveWatch(tx, userId, lesson, reportOf(input), now);
    const playing_elsewhere = await isPlayingElsewhere(tx, userId, input.session_id, new Date(now));
    const row = await findWatch(tx, userId, lesson.id);
    const [watch] = row ? await presentAll(deps, tx, userId, [row]) : [];
    if (!watch) throw new Error('watch history vanished');
    const answer: z.input<typeof watchAnswerSchema> = { ...watch, playing_elsewhere };
    return { body: answer };
  });
}

/** Deleting what does not exist counts as success: the answer is always 204. */
function clear(c: AppContext, deps: Deps, lessonId: number | null): Promise<Response> {
  const { id: userId } = currentUser(c);
  return write(c, deps, async (tx) => {
    await clearWatches(tx, userId, lessonId, new Date(deps.clock.now()));
    return { body: null };
  });
}
