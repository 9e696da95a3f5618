import { env } from '../env.ts';
import { cookieValue } from './cookie.ts';

/**
 * The CSRF header, when credentials travel and the cookie exists (specification.md 6; session.md 10.3).
 * Empty otherwise.
 */
export function csrfHeader(): Record<string, string> {
  if (env.credentials !== 'include') return {};
  const token = cookieValue(document.cookie, env.csrfCookie);
  return token === null ? {} : { [env.csrfHeader]: token };
}
