import { env } from '../env.ts';
import { cookieValue } from './cookie.ts';

/**
 * The CSRF header, if credentials are sent and the cookie exists (specification.md 6; session.md 10.3). Otherwise
 * empty.
 */
export function csrfHeader(): Record<string, string> {
  if (env.credentials !== 'include') return {};
  const token = cookieValue(document.cookie, env.csrfCookie);
  return token === null ? {} : { [env.csrfHeader]: token };
}
