import type { MiddlewareHandler } from 'hono';
import type { AppContext, AppEnv, AuthUser, Deps } from '../deps.ts';
import { readAccessToken } from '../domain/accounts/accessToken.ts';
import { sessionReader } from '../domain/accounts/sessionReader.ts';
import type { EndReason } from '../domain/accounts/tokens.ts';
import { ApiError, unauthorized } from '../errors.ts';

function bearer(c: AppContext): string | null {
  const header = c.req.header('Authorization');
  if (header === undefined) return null;
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1] ?? '';
}

function authenticate(
  deps: Deps,
  evenAfter: EndReason | null = null,
): (c: AppContext) => Promise<AuthUser | null> {
  const readSession = sessionReader(deps.db, evenAfter);
  return async (c) => {
    const token = bearer(c);
    if (token === null) return null;
    const claims = await readAccessToken(deps, token);
    const user = claims && (await readSession(claims));
    if (!user) throw unauthorized();
    return user;
  };
}

/**
 * Allows only signed-in users; 401 `unauthorized` for no session, an expired or a revoked one. A user who has to choose
 * a new password first (product.md 2.2.C `/login`) gets 403 `password_change_required`, except with
 * `evenWithOldPassword`. `evenAfter`: a session that ended for this reason is allowed, too; the route decides what it
 * may still see.
 */
export function requireUser(
  deps: Deps,
  {
    evenWithOldPassword = false,
    evenAfter = null,
  }: { evenWithOldPassword?: boolean; evenAfter?: EndReason | null } = {},
): MiddlewareHandler<AppEnv> {
  const read = authenticate(deps, evenAfter);
  return async (c, next) => {
    const user = await read(c);
    if (!user) throw unauthorized();
    if (user.mustChangePassword && !evenWithOldPassword)
      throw new ApiError(
        403,
        'password_change_required',
        '続けるには、先に新しいパスワードを設定してください。',
      );
    c.set('user', user);
    await next();
  };
}

/**
 * Guests are allowed. But a token that is sent must be valid, so that an ended session is noticed on public pages too.
 */
export function optionalUser(deps: Deps): MiddlewareHandler<AppEnv> {
  const read = authenticate(deps);
  return async (c, next) => {
    c.set('user', await read(c));
    await next();
  };
}

/** The signed-in user of a route behind `requireUser`. */
export function currentUser(c: AppContext): AuthUser {
  const user = c.get('user');
  if (!user) throw unauthorized();
  return user;
}
