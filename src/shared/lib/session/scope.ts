import type { User } from '#contracts/accounts.ts';

/**
 * Whether a user has a scope: the scope field is a list containing it, or an object with a truthy own entry of that
 * name (specification.md 6). For anything else, such as plain text, the answer is no (session.md 9.3).
 */
export function userHasScope(user: Pick<User, 'scope'> | null, name: string): boolean {
  const scope = user?.scope;
  if (Array.isArray(scope)) return scope.includes(name);
  if (typeof scope !== 'object' || scope === null) return false;
  return Object.hasOwn(scope, name) && Boolean((scope as Record<string, unknown>)[name]);
}
