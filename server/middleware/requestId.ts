import { randomInt } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../deps.ts';

/** Letters and digits that cannot be confused when they are read out to the support desk. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const length = 12;

function newRequestId(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Gives every request its 受付番号 and sends it as `X-Request-Id`. */
export const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.set('requestId', newRequestId());
  c.set('user', null);
  await next();
  c.header('X-Request-Id', c.get('requestId'));
};
