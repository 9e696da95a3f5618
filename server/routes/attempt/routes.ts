import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import {
  answersBytes,
  answersInputSchema,
  attemptTokenHeader,
  incidentInputSchema,
  leaseInputSchema,
  selfscoreInputSchema,
  startInputSchema,
  submitInputSchema,
} from '#contracts/examAttempt.ts';
import type { ExamKind } from '#contracts/examContent.ts';
import type { Tx } from '../../db/client.ts';
import { transaction } from '../../db/transaction.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { reportIncident } from '../../domain/attempt/incident.ts';
import { takeLease } from '../../domain/attempt/lease.ts';
import {
  type Address,
  badToken,
  type Held,
  holdByToken,
  holdOwnAttempt,
  ownAttempt,
} from '../../domain/attempt/load.ts';
import { settled } from '../../domain/attempt/outcome.ts';
import { saveAnswers } from '../../domain/attempt/save.ts';
import { countedSave, saveEveryFor } from '../../domain/attempt/saveLoad.ts';
import { startAttempt } from '../../domain/attempt/start.ts';
import { submitAttempt } from '../../domain/attempt/submit.ts';
import { findExam } from '../../domain/exam/catalogue.ts';
import { packManifest } from '../../domain/exam/pack.ts';
import { giveSelfPoints } from '../../domain/examResult/selfscore.ts';
import { ApiError } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { type Crowd, refuseCrowd } from '../../middleware/crowd.ts';
import { body, params, query, rowId } from '../../middleware/parse.ts';
import { readKey } from '../../middleware/write.ts';
import {
  presentAttempt,
  presentCheckresult,
  presentSaved,
  presentSubmitted,
} from '../../present/examAttempt.ts';

const examParam = params(z.object({ id: rowId }));
const attemptParam = params(z.object({ id: rowId, attempt: z.string() }));
const packParam = params(z.object({ id: rowId, subject: z.string() }));
const deviceQuery = query(z.object({ device_id: z.optional(z.string()) }));

const limit = bodyLimit({
  maxSize: answersBytes,
  onError: () => {
    throw new ApiError(413, 'too_large', '送信する解答が大きすぎます。解答はこの端末に残っています。');
  },
});

/**
 * After how many seconds at least a device comes again when too many do. A start is waited for; a save or a hand-in is
 * kept on the device.
 */
const againSec = { start: 2, answers: 5 };

const addressOf = ({ id, attempt }: { id: number; attempt: string }): Address => ({ exam: id, attempt });

function answer(c: AppContext, json: object, status: 200 | 201 = 200): Response {
  c.header('Cache-Control', 'no-store');
  return c.json(json, status);
}

/** The attempt of a signed-in user, or of a caller with the attempt's token. */
async function holdEither(c: AppContext, tx: Tx, deps: Deps, of: Address): Promise<Held> {
  const user = c.get('user');
  if (user) return holdOwnAttempt(tx, user.id, of);
  const held = await holdByToken(tx, deps, of, c.req.header(attemptTokenHeader));
  // A device that another one took over from has no say any more.
  if (held.epoch !== held.attempt.leaseEpoch) throw badToken();
  return held;
}

/**
 * Packs and attempts (exams.md 3.4): one engine below `/api/exam/mockexam/`, `/api/english/test/` and the diagnosis.
 * `kinds` are the exams that an address serves. Calls of a running attempt carry its token and never answer 401. They
 * may be repeated unchanged, so their answers are not stored by key. `crowd`: the starts, saves and hand-ins of this
 * process, at whichever address.
 */
export function attemptRoutes(deps: Deps, kinds: readonly ExamKind[], crowd: Crowd): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const turnOfStart = refuseCrowd(crowd, againSec.start);
  const turnOfAnswers = refuseCrowd(crowd, againSec.answers);
  /** If a session is sent, it is used; otherwise the attempt's token is checked. */
  const either = async (c: AppContext, next: () => Promise<void>) =>
    c.req.header('Authorization') === undefined || c.req.header(attemptTokenHeader) !== undefined
      ? next()
      : signedIn(c, next);

  app.get('/:id/pack/:subject/', signedIn, packParam, async (c) => {
    const { id, subject } = c.req.valid('param');
    const { id: userId } = currentUser(c);
    const exam = await findExam(deps.db, kinds, { userId, id });
    return answer(c, await packManifest(deps, exam, userId, subject));
  });

  app.post('/:id/attempt/', turnOfStart, signedIn, examParam, body(startInputSchema), async (c) => {
    const input = c.req.valid('json');
    const { id: userId } = currentUser(c);
    const { id: examId } = await findExam(deps.db, kinds, { userId, id: c.req.valid('param').id });
    const key = readKey(c);
    const { started, isNew } = await transaction(deps.db, async (tx) => {
      const { held, isNew } = await startAttempt(tx, deps, { userId, examId, input, key });
      return { isNew, started: await presentAttempt(tx, deps, held, input.device_id) };
    });
    return answer(c, started, isNew ? 201 : 200);
  });

  app.get('/:id/attempt/:attempt/', signedIn, attemptParam, deviceQuery, async (c) => {
    const held = await ownAttempt(deps.db, currentUser(c).id, addressOf(c.req.valid('param')));
    return answer(c, await presentAttempt(deps.db, deps, held, c.req.valid('query').device_id ?? null));
  });

  app.put(
    '/:id/attempt/:attempt/answers/',
    turnOfAnswers,
    limit,
    attemptParam,
    body(answersInputSchema),
    async (c) => {
      const save = (ahead: number) =>
        transaction(deps.db, async (tx) => {
          const of = addressOf(c.req.valid('param'));
          const found = await holdByToken(tx, deps, of, c.req.header(attemptTokenHeader));
          const saved = await saveAnswers(tx, deps, found, c.req.valid('json'));
          if ('refused' in saved) return saved;
          return { value: await presentSaved(tx, deps, saved.value, saveEveryFor(ahead)) };
        });
      return answer(c, settled(await countedSave(save)));
    },
  );

  app.post('/:id/attempt/:attempt/lease/', signedIn, attemptParam, body(leaseInputSchema), async (c) => {
    const input = c.req.valid('json');
    const { id: userId } = currentUser(c);
    const outcome = await transaction(deps.db, async (tx) => {
      const held = await holdOwnAttempt(tx, userId, addressOf(c.req.valid('param')));
      const taken = await takeLease(tx, deps, held, input);
      return 'refused' in taken
        ? taken
        : { value: await presentAttempt(tx, deps, taken.value, input.device_id) };
    });
    return answer(c, settled(outcome));
  });

  app.post(
    '/:id/attempt/:attempt/submit/',
    turnOfAnswers,
    limit,
    attemptParam,
    body(submitInputSchema),
    async (c) => {
      const outcome = await transaction(deps.db, async (tx) => {
        const found = await holdByToken(
          tx,
          deps,
          addressOf(c.req.valid('param')),
          c.req.header(attemptTokenHeader),
        );
        const ended = await submitAttempt(tx, deps, found, c.req.valid('json'));
        return 'refused' in ended ? ended : { value: await presentSubmitted(tx, deps, ended.value) };
      });
      return answer(c, settled(outcome));
    },
  );

  app.post('/:id/attempt/:attempt/incident/', either, attemptParam, body(incidentInputSchema), async (c) => {
    const no = await transaction(deps.db, async (tx) => {
      const held = await holdEither(c, tx, deps, addressOf(c.req.valid('param')));
      return reportIncident(tx, deps, held, c.req.valid('json'));
    });
    return answer(c, { no }, 201);
  });

  app.post(
    '/:id/attempt/:attempt/selfscore/',
    either,
    attemptParam,
    body(selfscoreInputSchema),
    async (c) => {
      const score = await transaction(deps.db, async (tx) => {
        const held = await holdEither(c, tx, deps, addressOf(c.req.valid('param')));
        await giveSelfPoints(tx, deps, held, c.req.valid('json'));
        return presentCheckresult(tx, deps, held.attempt);
      });
      return answer(c, { score });
    },
  );

  return app;
}

/** GET /api/exam/time/: the server's time for the two clocks of an exam; needs no session and stores nothing. */
export function timeRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/', (c) => answer(c, { server_now: new Date(deps.clock.now()).toISOString() }));
  return app;
}
