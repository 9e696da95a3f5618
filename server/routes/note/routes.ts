import { Hono } from 'hono';
import * as z from 'zod/mini';
import { noteInputSchema, notePatchSchema } from '#contracts/study.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { ownedLesson } from '../../domain/lesson/policy.ts';
import { ownNote } from '../../domain/note/policy.ts';
import { changeNote, createNote, deleteNote, pageOfNotes, presentNote } from '../../domain/note/store.ts';
import { notFound } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { body, params, query, rowId } from '../../middleware/parse.ts';
import { rowIdOf } from '../../middleware/rowIds.ts';
import { write } from '../../middleware/write.ts';

const listQuery = z.object({ page: pageField, lesson: z.optional(rowId), course: z.optional(rowId) });
const one = params(z.object({ id: z.string() }));
/** The revision at which a note is deleted; without it, the note is deleted whatever it says. */
const deleteQuery = z.object({ rev: z.optional(z.string().check(z.regex(/^\d{1,9}$/))) });

/** GET POST /api/lms/note/ · PATCH DELETE /{id}/ (product.md 3.4): the learner's own notes. */
export function noteRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const now = () => new Date(deps.clock.now());

  app.get('/', signedIn, query(listQuery), async (c) => {
    const { page, lesson, course } = c.req.valid('query');
    const { count, rows } = await pageOfNotes(deps.db, currentUser(c).id, page, { lesson, course });
    return c.json({ ...envelope(c.req.url, page, count), results: rows.map(presentNote) });
  });

  app.post('/', signedIn, body(noteInputSchema), (c) => {
    const input = c.req.valid('json');
    const { id: userId } = currentUser(c);
    return write(c, deps, async (tx) => {
      const { lesson } = await ownedLesson(tx, deps, userId, rowIdOf(input.lesson));
      const { row, isNew } = await createNote(tx, userId, lesson, input, now());
      return { status: isNew ? 201 : 200, body: presentNote(row) };
    });
  });

  app.patch('/:id/', signedIn, one, body(notePatchSchema), (c) => {
    const { id: userId } = currentUser(c);
    return write(c, deps, async (tx) => {
      const row = await ownNote(tx, userId, c.req.valid('param').id);
      if (row.deletedAt) throw notFound('このメモはほかの端末で削除されています。');
      return { body: presentNote(await changeNote(tx, row, c.req.valid('json'), now())) };
    });
  });

  app.delete('/:id/', signedIn, one, query(deleteQuery), (c) => {
    const { id: userId } = currentUser(c);
    const { rev } = c.req.valid('query');
    return write(c, deps, async (tx) => {
      const row = await ownNote(tx, userId, c.req.valid('param').id);
      await deleteNote(tx, row, rev === undefined ? undefined : Number(rev), now());
      return { body: null };
    });
  });

  return app;
}
