import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { clientIp } from '../../clientIp.ts';
import type { Tx } from '../../db/client.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { findFile, inspectFile, signedName, storeFile } from '../../domain/file/store.ts';
import { invalid, notFound } from '../../errors.ts';
import { checkMedia } from '../../media/sign.ts';
import { optionalUser } from '../../middleware/auth.ts';
import { mayReadInquiry } from '../../middleware/mailedLink.ts';
import { params } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { guestWrite } from '../../middleware/write.ts';

/** The one file of a form, read by the platform's own parser. The body stays readable for the idempotency key. */
async function sentFile(c: AppContext): Promise<File> {
  const type = c.req.header('Content-Type') ?? '';
  if (!type.toLowerCase().startsWith('multipart/form-data')) throw noFile();
  const body = await c.req.arrayBuffer();
  const form = await new Response(body, { headers: { 'Content-Type': type } }).formData().catch(() => null);
  const file = form?.get('file');
  if (!(file instanceof File) || file.size === 0) throw noFile();
  return file;
}

const noFile = () => invalid({ file: ['ファイルを選択してください。'] });

/** Tells the browser to save the file: the name in UTF-8 (RFC 8187), never shown inside our pages. */
function disposition(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

/** POST /api/support/file/, GET /api/support/file/{id}/ (product.md 3.4). Guests may send files too. */
export function fileRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const anybody = optionalUser(deps);
  const sends = rateLimit(deps, { name: 'file', max: 60, window: 3600 });
  const opens = rateLimit(deps, { name: 'file-open', max: 120, window: 60 });

  app.post('/', anybody, sends, async (c) => {
    const file = await inspectFile(randomUUID(), await sentFile(c));
    // A browser makes a new boundary for each try, so the same file is recognised by its content.
    const content = Buffer.concat([Buffer.from(`${file.name}\n`), file.content]);
    const userId = c.get('user')?.id;
    const ip = clientIp(c, deps.config.trustedProxies);
    const sender = userId === undefined ? { userId: null, ip } : { userId };
    const store = async (tx: Tx) => ({ status: 201 as const, body: await storeFile(tx, deps, sender, file) });
    return guestWrite(c, deps, store, content);
  });

  app.get('/:id/', anybody, opens, params(z.object({ id: z.uuid() })), async (c) => {
    const { id } = c.req.valid('param');
    const found = await findFile(deps.db, id);
    const userId = c.get('user')?.id ?? null;
    const { e = '', s = '' } = c.req.query();
    const isSigned = checkMedia(deps.keys.media, signedName(id), e, s, deps.clock.now());
    const isOwn = userId !== null && found?.file.userId === userId;
    const isAllowed =
      isSigned || isOwn || (found?.inquiryId && (await mayReadInquiry(c, deps, found.inquiryId)));
    const content = found && isAllowed ? await deps.files.read(found.file.id) : null;
    if (!found || !content) throw notFound();
    c.header('Content-Disposition', disposition(found.file.name));
    c.header('Content-Security-Policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
    c.header('Cache-Control', 'private, no-store');
    c.header('Content-Type', found.file.type);
    return c.body(content);
  });

  return app;
}
