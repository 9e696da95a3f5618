import { Hono } from 'hono';
import * as z from 'zod/mini';
import { checkInputSchema, type checkSchema } from '#contracts/marks.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { type CheckRow, pageOfChecks, setCheck } from '../../domain/check/store.ts';
import { ownedLesson } from '../../domain/lesson/policy.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { clientTime } from '../../middleware/clientTime.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { body, query, rowId } from '../../middleware/parse.ts';
import { rowIdOf } from '../../middleware/rowIds.ts';
import { write } from '../../middleware/write.ts';

const listQuery = z.object({ page: pageField, course: z.optional(rowId) });

/** GET POST /api/lms/check/ (product.md 3.4): 理解度 of lessons. */
export function checkRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);

  app.get('/', signedIn, query(listQuery), async (c) => {
    const { page, course } = c.req.valid('query');
    const { count, rows } = await pageOfChecks(deps.db, currentUser(c).id, page, course);
    return c.json({ ...envelope(c.req.url, page, count), results: rows.map(presentCheck) });
  });

  app.post('/', signedIn, body(checkInputSchema), (c) => {
    const { lesson: lessonId, level, client_at } = c.req.valid('json');
    const { id: userId } = currentUser(c);
    const at = clientTime(c, deps, client_at);
    return write(c, deps, async (tx) => {
      const { lesson } = await ownedLesson(tx, deps, userId, rowIdOf(lessonId));
      const intent = { userId, lessonId: lesson.id, courseId: lesson.courseId, level, at };
      const { row, isNew } = await setCheck(tx, intent, new Date(deps.clock.now()));
      return { status: isNew ? 201 : 200, body: presentCheck(row) };
    });
  });

  return app;
}

function presentCheck(row: CheckRow): z.input<typeof checkSchema> {
  return {
    id: row.id,
    lesson: row.lessonId,
    course: row.courseId,
    level: row.level,
    modified: row.modified.toISOString(),
  };
}
