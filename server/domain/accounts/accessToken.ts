import { errors, jwtVerify, SignJWT } from 'jose';
import type { Deps } from '../../deps.ts';
import type { Keys } from '../../keys.ts';

export type AccessClaims = { userId: number; sessionId: string };

/**
 * Signs an access token of one session; the app relies on `exp` (session.md 3.1). `end`: when the session is over,
 * epoch ms; the token is not valid longer.
 */
export async function signAccessToken(
  deps: Deps,
  claims: AccessClaims,
  end = Number.POSITIVE_INFINITY,
): Promise<string> {
  const now = Math.floor(deps.clock.now() / 1000);
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(claims.userId))
    .setIssuedAt(now)
    .setExpirationTime(Math.min(now + deps.config.accessTtl, Math.floor(end / 1000)))
    .sign(deps.keys.access);
}

/** Claims of a verified token, and its `exp`, epoch s. */
type Verified = { claims: AccessClaims; exp: number };

/**
 * Tokens whose signature was verified, by key. A learner sends the same token with every request until it expires, and
 * verifying costs as much as shaping a list. Only good tokens get in, so nobody can fill it from outside; whether the
 * session still exists is asked of the database each time.
 */
const verified = new WeakMap<Keys['access'], Map<string, Verified>>();
/** Most tokens remembered by key. */
const mostVerified = 5000;

function remember(key: Keys['access'], token: string, known: Verified): void {
  const tokens = verified.get(key) ?? new Map<string, Verified>();
  verified.set(key, tokens);
  const oldest = tokens.keys().next().value;
  if (tokens.size >= mostVerified && oldest !== undefined) tokens.delete(oldest);
  tokens.set(token, known);
}

/** Claims of a token that we signed and that has not expired, else `null`. */
export async function readAccessToken(deps: Deps, token: string): Promise<AccessClaims | null> {
  const known = verified.get(deps.keys.access)?.get(token);
  if (known && known.exp > Math.floor(deps.clock.now() / 1000)) return known.claims;
  try {
    const { payload } = await jwtVerify(token, deps.keys.access, {
      algorithms: ['HS256'],
      currentDate: new Date(deps.clock.now()),
      requiredClaims: ['sub', 'sid', 'exp'],
    });
    const { sub, sid, exp = 0 } = payload;
    if (typeof sid !== 'string' || !/^[1-9]\d{0,9}$/.test(sub ?? '')) return null;
    const claims = { userId: Number(sub), sessionId: sid };
    remember(deps.keys.access, token, { claims, exp });
    return claims;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
