import { Hono } from 'hono';
import * as z from 'zod/mini';
import { licenseEndSchema, licenseInputSchema } from '#contracts/offline.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { rememberDevice } from '../../domain/device/store.ts';
import { requireOpen } from '../../domain/inventory/policy.ts';
import { findItem } from '../../domain/inventory/query.ts';
import { endLicense, giveLicense, licenseEnd, listKept } from '../../domain/offline/license.ts';
import { notFound } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { body, params, rowId } from '../../middleware/parse.ts';
import { rowIdOf } from '../../middleware/rowIds.ts';
import { write } from '../../middleware/write.ts';
import { buildManifest } from '../../present/offlineManifest.ts';

/** GET /api/lms/offline/{inventory}/ · GET POST DELETE /api/lms/offline/license/ (product.md 3.4 and 3.9.7). */
export function offlineRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);

  app.post('/license/', signedIn, body(licenseInputSchema), (c) => {
    const { device_id: deviceId, device_name: name = '', lessons, audio = [] } = c.req.valid('json');
    const asAudio = new Set(audio.map(String));
    const { id: userId, sessionId } = currentUser(c);
    const device = { userId, sessionId, deviceId, name };
    const wanted = lessons.map((one) => {
      const asked = String(one);
      return { asked, id: rowIdOf(one), audio: asAudio.has(asked) };
    });
    return write(c, deps, async (tx) => {
      await rememberDevice(tx, sessionId, deviceId);
      return { body: await giveLicense(tx, deps, device, wanted) };
    });
  });

  app.delete('/license/', signedIn, body(licenseEndSchema), (c) => {
    const { device_id } = c.req.valid('json');
    return write(c, deps, async (tx) => {
      await endLicense(tx, currentUser(c).id, device_id);
      return { body: null };
    });
  });

  app.get('/license/', signedIn, async (c) => c.json(await listKept(deps.db, deps, currentUser(c).id)));

  app.get('/:inventory/', signedIn, params(z.object({ inventory: rowId })), async (c) => {
    const { inventory } = c.req.valid('param');
    const item = await findItem(deps.db, currentUser(c).id, inventory);
    if (!item) throw notFound('この講座は見つかりませんでした。');
    const now = deps.clock.now();
    const isOpen = item.expireAt === null || item.expireAt.getTime() > now;
    const access = { inventoryId: item.id, isOpen, expireAt: item.expireAt };
    requireOpen(access);
    return c.json(await buildManifest(deps, item.id, item.courseId, licenseEnd(now, access)));
  });

  return app;
}
