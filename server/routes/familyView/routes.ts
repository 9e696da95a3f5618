import { Hono } from 'hono';
import * as z from 'zod/mini';
import { familyCommentSchema } from '#contracts/familyView.ts';
import { tokenField } from '#contracts/signup.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import {
  dropLink,
  findView,
  makeLink,
  noteOpened,
  saveComment,
  viewExpired,
} from '../../domain/familyView/store.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { body, params } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { write } from '../../middleware/write.ts';
import { readView, reportOf } from '../../present/familyView.ts';

const linkParams = z.object({ token: tokenField });

/**
 * GET, POST, PATCH and DELETE accounts/family-view/ for the learner, GET accounts/family-view/{token}/ for anybody with
 * the link (product.md 2.2.A, 4.6). Answers to writes do not hold the link, because such answers are stored.
 */
export function familyViewRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const calls = rateLimit(deps, { name: 'family-view', max: 60, window: 60 });
  const opens = rateLimit(deps, { name: 'family-link', max: 60, window: 60 });
  const show = (c: AppContext, answer: object) => {
    c.header('Cache-Control', 'no-store');
    return c.json(answer);
  };

  app.get('/', signedIn, calls, async (c) => show(c, await readView(deps, currentUser(c).id)));

  app.post('/', signedIn, calls, (c) =>
    write(c, deps, async (tx) => {
      await makeLink(tx, deps, currentUser(c).id);
      return { body: null };
    }),
  );

  app.patch('/', signedIn, calls, body(familyCommentSchema), (c) =>
    write(c, deps, async (tx) => {
      await saveComment(tx, deps, currentUser(c).id, c.req.valid('json').comment);
      return { body: null };
    }),
  );

  app.delete('/', signedIn, calls, (c) =>
    write(c, deps, async (tx) => {
      await dropLink(tx, currentUser(c).id);
      return { body: null };
    }),
  );

  app.get('/:token/', opens, params(linkParams), async (c) => {
    const found = await findView(deps, c.req.valid('param').token);
    if (!found) throw viewExpired();
    await noteOpened(deps, found);
    return show(c, await reportOf(deps, found.user, found.view));
  });

  return app;
}
