import { errors, jwtVerify, SignJWT } from 'jose';
import type { Deps } from '../../deps.ts';

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

/** Claims of a token that we signed and that has not expired, else `null`. */
export async function readAccessToken(deps: Deps, token: string): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, deps.keys.access, {
      algorithms: ['HS256'],
      currentDate: new Date(deps.clock.now()),
      requiredClaims: ['sub', 'sid', 'exp'],
    });
    const { sub, sid } = payload;
    if (typeof sid !== 'string' || !/^[1-9]\d{0,9}$/.test(sub ?? '')) return null;
    return { userId: Number(sub), sessionId: sid };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
