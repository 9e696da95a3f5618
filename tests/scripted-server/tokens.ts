import { createHmac } from 'node:crypto';

let made = 0;

/** A token that says nothing, never the same twice. */
export function opaque(name = 'token'): string {
  made += 1;
  return `${name}-${made}-${'x'.repeat(8)}`;
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');
}

/** A signed JWT with exactly these claims. `exp` is in seconds, as the standard says. */
export function jwt(claims: Record<string, unknown>): string {
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ jti: opaque('id'), ...claims })}`;
  return `${signed}.${createHmac('sha256', 'secret of the tests').update(signed).digest('base64url')}`;
}
