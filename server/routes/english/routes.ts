import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { AppEnv, Deps } from '../../deps.ts';
import { allExams, findExam } from '../../domain/exam/catalogue.ts';
import { testAttempts } from '../../domain/exam/english.ts';
import { notFound } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { params, query, rowId } from '../../middleware/parse.ts';
import { presentHistory, presentTests } from '../../present/english.ts';
import { presentSubjectResult } from '../../present/examSubjectResult.ts';

const testParam = params(z.object({ id: rowId }));
const attemptQuery = query(z.object({ attempt: z.optional(z.string()) }));
const kinds = ['english'] as const;

/** GET /api/english/test/: tests, attempts so far, answers (product.md 3.7). Attempts run on the common engine. */
export function englishRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);

  app.get('/', signedIn, async (c) => {
    const { id: userId } = currentUser(c);
    return c.json(await presentTests(deps.db, deps, userId, await allExams(deps.db, kinds, userId)));
  });

  app.get('/history/', signedIn, async (c) => {
    const { id: userId } = currentUser(c);
    return c.json(await presentHistory(deps.db, deps, userId, await allExams(deps.db, kinds, userId)));
  });

  app.get('/:id/answer/', signedIn, testParam, attemptQuery, async (c) => {
    const { id: userId } = currentUser(c);
    const exam = await findExam(deps.db, kinds, { userId, id: c.req.valid('param').id });
    const attempts = await testAttempts(deps.db, userId, [exam.id]);
    const wanted = c.req.valid('query').attempt;
    const attempt = attempts.find(({ id, state }) => (wanted ? id === wanted : state !== 'running'));
    if (!attempt) throw notFound('このテストは、まだ受験していません。');
    return c.json(await presentSubjectResult(deps.db, deps, attempt));
  });

  return app;
}
