import * as z from 'zod/mini';
import { text } from './wire.ts';

/** Topics that a learner may want push messages about (product.md 1.2). */
export const pushKinds = ['notice', 'reminder'] as const;
export type PushKind = (typeof pushKinds)[number];

const base64url = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}=?$`)));
const endpoint = z.string().check(z.minLength(12), z.maxLength(1000));

/** POST /api/support/push/: a browser and the topics it wants. Strict. */
export const pushInputSchema = z.object({
  endpoint,
  /** As the browser gives them: a P-256 point (65 bytes) and a secret (16 bytes). */
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
  kinds: z.array(z.enum(pushKinds)).check(z.minLength(1), z.maxLength(pushKinds.length)),
});
export type PushInput = z.output<typeof pushInputSchema>;

/** DELETE /api/support/push/. */
export const pushRemovalSchema = z.object({ endpoint });

/** Answer of POST. */
export const pushSubscriptionSchema = z.object({
  endpoint: text,
  kinds: z.catch(z.array(z.string()), []),
});

/** GET /api/support/push/key/: public key of this server, base64url, for `PushManager.subscribe`. */
export const pushKeySchema = z.object({ public_key: z.string().check(z.minLength(80)) });
