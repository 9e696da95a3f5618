import { jwtDecode } from 'jwt-decode';

/**
 * The expiry in a token, in epoch milliseconds; `null`: it is no JWT, or its `exp` is not a finite number above 0
 * (session.md 3.1). The signature is not verified: only the server can do that.
 */
export function jwtExpiry(token: string): number | null {
  // The library accepts anything with a dot; a signed token has three parts.
  if (token.split('.').length !== 3) return null;
  try {
    const { exp } = jwtDecode(token);
    return typeof exp === 'number' && Number.isFinite(exp) && exp > 0 ? exp * 1000 : null;
  } catch {
    return null;
  }
}
