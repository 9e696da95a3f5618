import { Hono } from 'hono';
import * as z from 'zod/mini';
import {
  entryAnswersSchema,
  type entryAppliedSchema,
  entryInputSchema,
  type entrySavedSchema,
  entrySubjects,
} from '#contracts/entryExam.ts';
import type { Tx } from '../../db/client.ts';
import { transaction } from '../../db/transaction.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { settled } from '../../domain/attempt/outcome.ts';
import { finishTest, saveSubject, startSubject, submitSubject } from '../../domain/entryExam/sitting.ts';
import { apply, currentExam, type Held, holdForTaker } from '../../domain/entryExam/store.ts';
import { notFound } from '../../errors.ts';
import { assertMayMail, maskEmail } from '../../mail/limit.ts';
import { type Admitted, requireTest, requireTestToChange } from '../../middleware/mailedLink.ts';
import { body, params } from '../../middleware/parse.ts';
import { publicAnswer } from '../../middleware/publicAnswer.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { guestWrite, hasAnswer } from '../../middleware/write.ts';
import { presentExam, presentTest, wireAnswers } from '../../present/entryExam.ts';

const subjectParam = params(z.object({ subject: z.enum(entrySubjects) }));
const applied = '受験案内をメールで送信しました。すでに受験済みの方には結果のご案内が届きます。';

/**
 * /api/exam/entry/ (product.md 2.2.A `/entry-exam`): what the test measures, the application, and the test for somebody
 * with the mailed link. No answer tells whether an address is known. Limits by address are for a whole school; limits
 * of a test are its own. Changes of a test may be repeated unchanged, so they carry no key.
 */
export function entryExamRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const applications = rateLimit(deps, { name: 'entry-exam', max: 100, window: 3600 });
  const calls = rateLimit(deps, { name: 'entry-test', max: 3000, window: 60 });

  app.get('/', publicAnswer, async (c) => {
    const exam = await currentExam(deps.db);
    if (!exam) throw notFound('いま受けられる実力診断テストはありません。');
    return c.json(presentExam(exam));
  });

  app.post('/', applications, body(entryInputSchema), async (c) => {
    const input = c.req.valid('json');
    if (!(await hasAnswer(c, deps))) await assertMayMail(c, deps, 'entry-exam', input.email);
    return guestWrite<z.input<typeof entryAppliedSchema>>(c, deps, async (tx) => {
      await apply(tx, deps, input);
      return { status: 202, body: { detail: applied, email_masked: maskEmail(input.email) } };
    });
  });

  /** Runs a change of a test with its row locked; answers the whole test. */
  const change = async (
    c: AppContext,
    { test, until }: Admitted,
    run: (tx: Tx, held: Held) => Promise<Held>,
  ) => {
    const answer = await transaction(deps.db, async (tx) => {
      const held = await run(tx, await holdForTaker(tx, deps, test.id));
      return presentTest(tx, deps, held, until);
    });
    c.header('Cache-Control', 'no-store');
    return c.json(answer);
  };

  app.get('/test/', calls, async (c) => change(c, await requireTest(c, deps), async (_, held) => held));

  app.post('/test/finish/', calls, async (c) =>
    change(c, await requireTestToChange(c, deps), (tx, held) => finishTest(tx, deps, held)),
  );

  app.post('/test/:subject/start/', calls, subjectParam, async (c) =>
    change(c, await requireTestToChange(c, deps), (tx, held) =>
      startSubject(tx, deps, held, c.req.valid('param').subject),
    ),
  );

  app.post('/test/:subject/submit/', calls, subjectParam, body(entryAnswersSchema), async (c) => {
    const sent = c.req.valid('json');
    return change(c, await requireTestToChange(c, deps), (tx, held) =>
      submitSubject(tx, deps, held, c.req.valid('param').subject, sent),
    );
  });

  app.put('/test/:subject/answers/', calls, subjectParam, body(entryAnswersSchema), async (c) => {
    const { subject } = c.req.valid('param');
    const sent = c.req.valid('json');
    const { test } = await requireTestToChange(c, deps);
    const outcome = await transaction(deps.db, async (tx) =>
      saveSubject(tx, deps, await holdForTaker(tx, deps, test.id), subject, sent),
    );
    const { attempt, answers } = settled(outcome);
    const now = deps.clock.now();
    const answer: z.input<typeof entrySavedSchema> = {
      answers: wireAnswers(answers.cells),
      saved_at: now,
      deadline_at: attempt.deadline.getTime(),
      server_now: now,
    };
    c.header('Cache-Control', 'no-store');
    return c.json(answer);
  });

  return app;
}
