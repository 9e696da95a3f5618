import { jwtDecode } from 'jwt-decode';

/**
 * When a token ends by its own word, in epoch milliseconds; `null`: it is no JWT, or its `exp` is not a finite
 * number above 0 (session.md 3.1). Nothing is verified: only the server can.
 */
export function jwtExpiry(token: string): number | null {
  // The library takes anything with a dot; a signed token has three parts.
  if (token.split('.').length !== 3) return null;
  try {
    const { exp } = jwtDecode(token);
    return typeof exp === 'number' && Number.isFinite(exp) && exp > 0 ? exp * 1000 : null;
  } catch {
    return null;
  }
}
