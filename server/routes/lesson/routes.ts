import { Hono } from 'hono';
import * as z from 'zod/mini';
import { playbackInputSchema } from '#contracts/lesson.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { courseExists } from '../../domain/course/catalogue.ts';
import { loadMarks } from '../../domain/course/marks.ts';
import { accessToCourse, requireOpen } from '../../domain/inventory/policy.ts';
import { loadFullLesson, pageOfLessons } from '../../domain/lesson/load.ts';
import { openPlayback } from '../../domain/lesson/playback.ts';
import { openLesson } from '../../domain/lesson/policy.ts';
import { notFound } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { body, params, query, rowId } from '../../middleware/parse.ts';
import { write } from '../../middleware/write.ts';
import { presentLesson } from '../../present/lesson.ts';
import { presentPlayback } from '../../present/playback.ts';

const one = params(z.object({ id: rowId }));

/** GET /api/lms/lesson/?course= · /{id}/ · POST /{id}/playback/ (product.md 3.4). */
export function lessonRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);

  app.get('/', signedIn, query(z.object({ page: pageField, course: rowId })), async (c) => {
    const { page, course } = c.req.valid('query');
    const { id: userId } = currentUser(c);
    if (!(await courseExists(deps.db, course))) throw notFound('この講座は見つかりませんでした。');
    const access = await accessToCourse(deps.db, userId, course, deps.clock.now());
    requireOpen(access);
    const { count, lessons } = await pageOfLessons(deps.db, course, page);
    const marks = await loadMarks(deps.db, userId, [course]);
    const results = lessons.map((lesson) => presentLesson(deps, lesson, marks, access?.inventoryId ?? null));
    return c.json({ ...envelope(c.req.url, page, count), results });
  });

  app.get('/:id/', signedIn, one, async (c) => {
    const { id: userId } = currentUser(c);
    const { lesson, access } = await openLesson(deps.db, deps, userId, c.req.valid('param').id);
    const full = await loadFullLesson(deps.db, lesson.id, lesson.courseId);
    if (!full) throw notFound();
    const marks = await loadMarks(deps.db, userId, [lesson.courseId]);
    return c.json(presentLesson(deps, full, marks, access?.inventoryId ?? null));
  });

  app.post('/:id/playback/', signedIn, one, body(playbackInputSchema), (c) => {
    const { device_id: deviceId, take_over } = c.req.valid('json');
    const { id: userId } = currentUser(c);
    return write(c, deps, async (tx) => {
      const opened = await openLesson(tx, deps, userId, c.req.valid('param').id);
      const request = { userId, deviceId, takeOver: take_over ?? false };
      const playback = await openPlayback(tx, request, opened.lesson, deps.clock.now());
      return { body: presentPlayback(deps, playback, opened) };
    });
  });

  return app;
}
