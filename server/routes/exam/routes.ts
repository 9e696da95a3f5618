import { Hono } from 'hono';
import * as z from 'zod/mini';
import {
  desiredInputSchema,
  entryInputSchema,
  examListStatuses,
  reorderInputSchema,
} from '#contracts/exam.ts';
import type { Tx } from '../../db/client.ts';
import type { ExamRow } from '../../db/schema/exam.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { allExams, findExam, mockKinds } from '../../domain/exam/catalogue.ts';
import { copyDesired } from '../../domain/exam/copyDesired.ts';
import {
  cancelEntry,
  changeEntry,
  type FullEntry,
  putDesired,
  readEntry,
  removeDesired,
  reorderDesired,
} from '../../domain/exam/entry.ts';
import { pageOfSchools } from '../../domain/exam/schools.ts';
import { notFound } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { body, params, query, rowId } from '../../middleware/parse.ts';
import { write } from '../../middleware/write.ts';
import { presentEntry, presentExamDetail, presentExams, presentSchools } from '../../present/exam.ts';

const examParam = params(z.object({ id: rowId }));
const rankParam = params(
  z.object({
    id: rowId,
    rank: z.pipe(
      z.string().check(z.regex(/^\d{1,2}$/)),
      z.transform((text: string) => Number(text)),
    ),
  }),
);
const listQuery = query(z.object({ page: pageField, status: z.optional(z.enum(examListStatuses)) }));
const text = z.optional(z.string().check(z.maxLength(60)));
const schoolQuery = query(z.object({ page: pageField, q: text, prefecture: text, kind: text }));

const perPage = 20;

/** GET POST PATCH PUT DELETE /api/exam/mockexam/: exams, entries, 志望校 (product.md 3.6). */
export function examRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const examOf = (userId: number, id: number) => findExam(deps.db, mockKinds, { userId, id });

  app.get('/', signedIn, listQuery, async (c) => {
    const { page, status } = c.req.valid('query');
    const { id: userId } = currentUser(c);
    const bodies = await presentExams(deps.db, deps, userId, await allExams(deps.db, mockKinds, userId));
    const now = deps.clock.now();
    const isPast = (one: (typeof bodies)[number]) =>
      typeof one.exam_until === 'string' && Date.parse(one.exam_until) <= now;
    const isMine = (one: (typeof bodies)[number]) => one.my_status !== 'none' && one.my_status !== 'canceled';
    const shown = bodies.filter((one) => {
      if (status === 'mine') return isMine(one);
      if (status === 'past') return isPast(one);
      return status === 'open' ? !isPast(one) : true;
    });
    const results = shown.slice((page - 1) * perPage, page * perPage);
    return c.json({ ...envelope(c.req.url, page, shown.length), results });
  });

  app.get('/:id/', signedIn, examParam, async (c) => {
    const exam = await examOf(currentUser(c).id, c.req.valid('param').id);
    return c.json(await presentExamDetail(deps.db, deps, currentUser(c).id, exam));
  });

  /** Changes an entry in one transaction; answers the whole entry. */
  const change = async (
    c: AppContext,
    id: number,
    run: (tx: Tx, of: { userId: number; exam: ExamRow }) => Promise<FullEntry>,
  ) => {
    const { id: userId } = currentUser(c);
    const exam = await examOf(currentUser(c).id, id);
    return write(c, deps, async (tx) => ({
      body: await presentEntry(tx, deps, exam, await run(tx, { userId, exam })),
    }));
  };

  for (const method of ['post', 'patch'] as const)
    app[method]('/:id/entry/', signedIn, examParam, body(entryInputSchema), (c) =>
      change(c, c.req.valid('param').id, (tx, of) => changeEntry(tx, deps, of, c.req.valid('json'))),
    );

  app.post('/:id/entry/cancel/', signedIn, examParam, (c) =>
    change(c, c.req.valid('param').id, (tx, of) => cancelEntry(tx, deps, of)),
  );

  app.post('/:id/entry/desired/reorder/', signedIn, examParam, body(reorderInputSchema), (c) =>
    change(c, c.req.valid('param').id, (tx, of) => reorderDesired(tx, deps, of, c.req.valid('json').ranks)),
  );

  app.post('/:id/entry/desired/copy/', signedIn, examParam, (c) =>
    change(c, c.req.valid('param').id, (tx, of) => copyDesired(tx, deps, of)),
  );

  app.get('/:id/entry/desired/:rank/', signedIn, rankParam, async (c) => {
    const { id, rank } = c.req.valid('param');
    const exam = await examOf(currentUser(c).id, id);
    const full = await readEntry(deps.db, currentUser(c).id, exam.id);
    const entry = full ? await presentEntry(deps.db, deps, exam, full) : null;
    const found = (entry?.desired as { rank: number }[] | undefined)?.find((one) => one.rank === rank);
    if (!found) throw notFound('この志望校は登録されていません。');
    return c.json(found);
  });

  app.put('/:id/entry/desired/:rank/', signedIn, rankParam, body(desiredInputSchema), (c) => {
    const { id, rank } = c.req.valid('param');
    return change(c, id, (tx, of) => putDesired(tx, deps, { ...of, rank }, c.req.valid('json')));
  });

  app.delete('/:id/entry/desired/:rank/', signedIn, rankParam, (c) => {
    const { id, rank } = c.req.valid('param');
    return change(c, id, (tx, of) => removeDesired(tx, deps, { ...of, rank }));
  });

  return app;
}

/** GET /api/exam/school/: what can be wished for, with borders. */
export function schoolRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/', requireUser(deps), schoolQuery, async (c) => {
    const { page, ...filter } = c.req.valid('query');
    const found = await pageOfSchools(deps.db, page, filter);
    return c.json({ ...envelope(c.req.url, page, found.count), results: presentSchools(found) });
  });
  return app;
}
