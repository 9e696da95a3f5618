import { Hono } from 'hono';
import * as z from 'zod/mini';
import { addressInputSchema, type addressSchema } from '#contracts/accountSettings.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { readAddress, storeAddress } from '../../domain/address/store.ts';
import { notFound } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { body, params } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { write } from '../../middleware/write.ts';
import { lookUpPostal } from '../../postal/lookup.ts';

type Address = z.input<typeof addressSchema>;
const none: Address = { postal_code: '', prefecture: '', city: '', street: '', building: '' };

/** GET, PUT accounts/address/ (product.md 3.3). */
export function addressRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const calls = rateLimit(deps, { name: 'address', max: 60, window: 60 });

  app.get('/', signedIn, calls, async (c) => {
    const address = await readAddress(deps.db, currentUser(c).id);
    c.header('Cache-Control', 'no-store');
    return c.json(address ?? none);
  });

  app.put('/', signedIn, calls, body(addressInputSchema), (c) => {
    const address = c.req.valid('json');
    return write<Address>(c, deps, async (tx) => {
      await storeAddress(tx, currentUser(c).id, address, deps.clock.now());
      return { body: address };
    });
  });

  return app;
}

/** GET /api/master/postal/{code}/: a place by its postal code, for everybody. */
export function postalRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const calls = rateLimit(deps, { name: 'postal', max: 300, window: 60 });
  const code = z.object({ code: z.string().check(z.regex(/^\d{7}$/)) });

  app.get('/:code/', calls, params(code), async (c) => {
    const found = await lookUpPostal(deps, c.req.valid('param').code);
    if (!found) throw notFound('該当する住所が見つかりません。住所を直接入力してください。');
    c.header('Cache-Control', 'public, max-age=86400');
    return c.json(found);
  });

  return app;
}
