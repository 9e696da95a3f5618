import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { ExamKind } from '#contracts/examContent.ts';
import { reportPdfInputSchema, reportSchema } from '#contracts/examResult.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { lastAttempt, ownAttempt } from '../../domain/attempt/load.ts';
import { findExam } from '../../domain/exam/catalogue.ts';
import { readEntry } from '../../domain/exam/entry.ts';
import { askPaper, ownPaper, personOf } from '../../domain/examResult/paper.ts';
import { notFound } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { body, params, query, rowId } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { write } from '../../middleware/write.ts';
import { presentCheckresult } from '../../present/examAttempt.ts';
import { presentReport } from '../../present/examReport.ts';
import { presentOverview, presentSubjectResult } from '../../present/examSubjectResult.ts';
import { pdfAnswer } from '../../present/pdfAnswer.ts';

const examParam = params(z.object({ id: rowId }));
const attemptParam = params(z.object({ id: rowId, attempt: z.string() }));
const paperParam = params(z.object({ id: rowId, paper: rowId }));
/** `attempt`: the caller's own attempt of this subject, practice or any round; by default the last real one. */
const subjectQuery = query(z.object({ subject: z.string(), attempt: z.optional(z.string()) }));
const versionQuery = query(z.object({ version: z.optional(rowId) }));

/** Seconds after which a client should ask again for a paper that is being made. */
const lookAgain = '2';

/** Marks, 成績表 and single subjects of exams of these kinds (product.md 3.6, exams.md 5). */
export function examResultRoutes(deps: Deps, kinds: readonly ExamKind[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const examOf = (c: AppContext, id: number) => findExam(deps.db, kinds, { userId: currentUser(c).id, id });
  const reads = rateLimit(deps, { name: 'exam-paper', max: 120, window: 60 });
  // Drawing takes some tenths of a second of the server's processor.
  const draws = rateLimit(deps, { name: 'exam-paper-draw', max: 20, window: 600 });

  app.get('/:id/checkresult/', signedIn, examParam, subjectQuery, async (c) => {
    const exam = await examOf(c, c.req.valid('param').id);
    const { subject, attempt: asked } = c.req.valid('query');
    c.header('Cache-Control', 'no-store');
    if (asked !== undefined) {
      const held = await ownAttempt(deps.db, currentUser(c).id, { exam: exam.id, attempt: asked });
      if (held.attempt.subject !== subject) throw notFound('この科目は、まだ受験していません。');
      return c.json(await presentCheckresult(deps.db, deps, held.attempt));
    }
    const attempt = await lastAttempt(deps.db, currentUser(c).id, { exam: exam.id, subject });
    if (!attempt) throw notFound('この科目は、まだ受験していません。');
    return c.json(await presentCheckresult(deps.db, deps, attempt));
  });

  app.get('/:id/result/', signedIn, examParam, versionQuery, async (c) => {
    const exam = await examOf(c, c.req.valid('param').id);
    const wanted = c.req.valid('query').version ?? null;
    return c.json(await presentReport(deps.db, deps, { userId: currentUser(c).id, exam, wanted }));
  });

  app.post('/:id/result/pdf/', signedIn, draws, examParam, body(reportPdfInputSchema), async (c) => {
    const user = currentUser(c);
    const exam = await examOf(c, c.req.valid('param').id);
    const { version = null, naishin: hasNaishin = false } = c.req.valid('json');
    const shown = await presentReport(deps.db, deps, { userId: user.id, exam, wanted: version });
    const entry = await readEntry(deps.db, user.id, exam.id);
    const person = personOf(user, entry?.entry ?? null);
    const facts = { report: reportSchema.parse(shown), person, hasNaishin };
    return write(c, deps, async (tx) => {
      const { id, made, version: shownVersion } = await askPaper(tx, deps, user.id, facts);
      const url = `${c.req.path}${id}/`;
      return { status: 202, body: { id, version: shownVersion, is_ready: made !== null, url } };
    });
  });

  app.get('/:id/result/pdf/:paper/', signedIn, reads, paperParam, async (c) => {
    const { id, paper } = c.req.valid('param');
    const exam = await examOf(c, id);
    const { version, bytes } = await ownPaper(deps.db, currentUser(c).id, { examId: exam.id, id: paper });
    if (bytes !== null) return pdfAnswer(c, bytes, `result-${exam.id}-${paper}`);
    c.header('Cache-Control', 'no-store');
    c.header('Retry-After', lookAgain);
    return c.json({ id: paper, version, is_ready: false, url: c.req.path }, 202);
  });

  app.get('/:id/result/:attempt/', signedIn, attemptParam, async (c) => {
    const { id, attempt } = c.req.valid('param');
    const exam = await examOf(c, id);
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
