import { Hono } from 'hono';
import * as z from 'zod/mini';
import {
  mostCardsAtOnce,
  reviewAddInputSchema,
  reviewAnswerInputSchema,
  reviewCardInputSchema,
} from '#contracts/review.ts';
import { canHoldImportsOff } from '../../db/importLock.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { examOf } from '../../domain/attempt/facts.ts';
import { isSettled } from '../../domain/attempt/late.ts';
import { attemptById } from '../../domain/attempt/load.ts';
import { isOpenAt, openTimes } from '../../domain/exam/openTimes.ts';
import { reviewFile } from '../../domain/review/file.ts';
import { addQuestions } from '../../domain/review/make.ts';
import { cardsOf, changesAfter, countCards, keepLogs, suspendCard } from '../../domain/review/store.ts';
import { ApiError, notFound } from '../../errors.ts';
import { checkMedia } from '../../media/sign.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { body, params, query, rowId } from '../../middleware/parse.ts';
import { write } from '../../middleware/write.ts';
import { presentLog, reviewFilePath } from '../../present/review.ts';
import { presentCardsWithSources } from '../../present/reviewSources.ts';

const importing = () =>
  new ApiError(409, 'conflict', 'ただいま教材を更新しています。少し待ってから、もう一度お試しください。');

const cardParam = params(z.object({ id: rowId }));
const fileParam = params(z.object({ subject: rowId, name: z.string() }));
const fileQuery = query(z.object({ e: z.string(), s: z.string() }));
const afterQuery = query(z.object({ after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }));
/** Ids with commas between them. */
const idsQuery = query(
  z.object({
    ids: z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/)),
      z.pipe(
        z.transform((text: string) => text.split(',').map(Number)),
        z.array(z.number()).check(z.maxLength(mostCardsAtOnce)),
      ),
    ),
  }),
);

/** /api/lms/review/: cards and reviews of a learner (exams.md 6). Reviews are facts, so they may be sent again. */
export function reviewRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);

  app.get('/', signedIn, afterQuery, async (c) => {
    const { id: userId } = currentUser(c);
    const found = await changesAfter(deps.db, userId, Number(c.req.valid('query').after ?? 0));
    return c.json({
      cards: await presentCardsWithSources(deps.db, deps, found.cards),
      logs: found.logs.map(presentLog),
      count: await countCards(deps.db, userId),
      cursor: String(found.cursor),
      has_more: found.hasMore,
      server_now: new Date(deps.clock.now()).toISOString(),
    });
  });

  // The addresses of files expire after an hour or two: a device that has not kept them by then asks for new ones.
  app.get('/cards/', signedIn, idsQuery, async (c) => {
    const rows = await cardsOf(deps.db, currentUser(c).id, c.req.valid('query').ids);
    return c.json({ cards: await presentCardsWithSources(deps.db, deps, rows) });
  });

  app.post('/answer/', signedIn, body(reviewAnswerInputSchema), (c) => {
    const { id: userId } = currentUser(c);
    const { logs } = c.req.valid('json');
    return write(c, deps, async (tx) => {
      const { rows, unknown } = await keepLogs(tx, deps, userId, logs);
      const cursor = String(Math.max(0, ...rows.map(({ seq }) => seq)));
      return { body: { logs: rows.map(presentLog), unknown, cursor } };
    });
  });

  app.post('/add/', signedIn, body(reviewAddInputSchema), (c) => {
    const { id: userId } = currentUser(c);
    const { attempt: id, questions } = c.req.valid('json');
    return write(c, deps, async (tx) => {
      if (!(await canHoldImportsOff(tx))) throw importing();
      const attempt = await attemptById(tx, userId, id);
      const now = deps.clock.now();
      const exam = await examOf(tx, attempt.examId);
      // The questions of a withdrawn exam become no cards (withdraw.ts): nobody is told that there is one.
      if (exam.withdrawn)
        throw new ApiError(409, 'not_open', 'この試験は公開を終えたため、復習に追加できません。');
      const { keys: opens } = await openTimes(tx, exam, now);
      if (!isSettled(attempt, now) || !isOpenAt(opens, now))
        throw new ApiError(409, 'not_open', '復習への追加は、正解の公開のあとにできます。', {
          data: { from: opens?.toISOString() ?? null },
        });
      await addQuestions(tx, deps, attempt, questions);
      return { body: { count: await countCards(tx, userId) } };
    });
  });

  app.patch('/:id/', signedIn, cardParam, body(reviewCardInputSchema), (c) =>
    write(c, deps, async (tx) => {
      const { is_suspended } = c.req.valid('json');
      const row = await suspendCard(tx, currentUser(c).id, c.req.valid('param').id, is_suspended);
      const [card] = await presentCardsWithSources(tx, deps, [row]);
      if (!card) throw notFound();
      return { body: card };
    }),
  );

  app.get('/file/:subject/:name/', fileParam, fileQuery, async (c) => {
    const { subject, name } = c.req.valid('param');
    const { e, s } = c.req.valid('query');
    if (!checkMedia(deps.keys.media, reviewFilePath(subject, name), e, s, deps.clock.now()))
      throw new ApiError(
        403,
        'forbidden',
        'このファイルを開ける時間が過ぎました。ページを開き直してください。',
      );
    const { bytes, type } = await reviewFile(deps, subject, name);
    c.header('Cache-Control', 'private, max-age=3600');
    return c.body(new Uint8Array(bytes), 200, { 'Content-Type': type });
  });

  return app;
}
