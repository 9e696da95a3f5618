import { and, desc, eq, ne } from 'drizzle-orm';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { ExamKind } from '#contracts/examContent.ts';
import { examAttempts } from '../../db/schema/exam.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { ownAttempt } from '../../domain/attempt/load.ts';
import { findExam } from '../../domain/exam/catalogue.ts';
import { notFound } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { params, query, rowId } from '../../middleware/parse.ts';
import { presentCheckresult } from '../../present/examAttempt.ts';
import { presentReport } from '../../present/examReport.ts';
import { presentOverview, presentSubjectResult } from '../../present/examSubjectResult.ts';

const examParam = params(z.object({ id: rowId }));
const attemptParam = params(z.object({ id: rowId, attempt: z.string() }));
const subjectQuery = query(z.object({ subject: z.string() }));
const versionQuery = query(z.object({ version: z.optional(rowId) }));

/** Marks, 成績表 and single subjects of exams of these kinds (product.md 3.6, exams.md 5). */
export function examResultRoutes(deps: Deps, kinds: readonly ExamKind[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);

  app.get('/:id/checkresult/', signedIn, examParam, subjectQuery, async (c) => {
    const exam = await findExam(deps.db, kinds, c.req.valid('param').id);
    const [attempt] = await deps.db
      .select()
      .from(examAttempts)
      .where(
        and(
          eq(examAttempts.userId, currentUser(c).id),
          eq(examAttempts.examId, exam.id),
          eq(examAttempts.subject, c.req.valid('query').subject),
          eq(examAttempts.kind, 'real'),
          ne(examAttempts.state, 'void'),
        ),
      )
      .orderBy(desc(examAttempts.round))
      .limit(1);
    if (!attempt) throw notFound('この科目は、まだ受験していません。');
    c.header('Cache-Control', 'no-store');
    return c.json(await presentCheckresult(deps.db, deps, attempt));
  });

  app.get('/:id/result/', signedIn, examParam, versionQuery, async (c) => {
    const exam = await findExam(deps.db, kinds, c.req.valid('param').id);
    const wanted = c.req.valid('query').version ?? null;
    return c.json(await presentReport(deps.db, deps, { userId: currentUser(c).id, exam, wanted }));
  });

  app.get('/:id/result/:attempt/', signedIn, attemptParam, async (c) => {
    const { id, attempt } = c.req.valid('param');
    const exam = await findExam(deps.db, kinds, id);
    const held = await ownAttempt(deps.db, currentUser(c).id, { exam: exam.id, attempt });
    return c.json(await presentSubjectResult(deps.db, deps, held.attempt));
  });

  return app;
}

/** GET /api/exam/result/: everything that was taken, for 学習成績. */
export function resultOverviewRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/', requireUser(deps), async (c) =>
    c.json(await presentOverview(deps.db, deps, currentUser(c).id)),
  );
  return app;
}
