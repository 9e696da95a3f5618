import type { MiddlewareHandler } from 'hono';
import { isStorable } from '#contracts/plainText.ts';
import type { AppEnv } from '../deps.ts';
import { invalid, notFound } from '../errors.ts';

const message = '使用できない文字が含まれています。消してから、もう一度お試しください。';
/** Fields that one answer names; a body may have thousands. */
const mostNamed = 20;
/** Parts of a field's name in an answer. */
const deepestNamed = 8;

/** A value in a body and the way to it; a list of parents, because a body may be nested as deep as it is long. */
type Part = { value: unknown; name: string; parent: Part | null };

/** The field of a place, as `fieldMessages` names it; a name that is itself bad is not repeated. */
function fieldOf(place: Part): string {
  const names: string[] = [];
  for (let here = place; here.parent; here = here.parent) names.push(here.name);
  names.reverse();
  const bad = names.findIndex((name) => !isStorable(name));
  return names.slice(0, bad < 0 ? deepestNamed : Math.min(bad, deepestNamed)).join('.') || '_';
}

/** The fields of a JSON value whose text or name no database keeps (U+0000, half a pair of UTF-16 units). */
function badFields(body: unknown): Set<string> {
  const found = new Set<string>();
  const open: Part[] = [{ value: body, name: '', parent: null }];
  for (let place = open.pop(); place && found.size < mostNamed; place = open.pop()) {
    const { value, name } = place;
    if (!isStorable(name) || (typeof value === 'string' && !isStorable(value))) found.add(fieldOf(place));
    if (typeof value !== 'object' || value === null) continue;
    for (const [inner, at] of Object.entries(value)) open.push({ value: at, name: inner, parent: place });
  }
  return found;
}

function refuse(fields: ReadonlySet<string>): void {
  if (fields.size > 0) throw invalid(Object.fromEntries([...fields].map((name) => [name, [message]])));
}

/** JSON in proper UTF-8 can hold such a text only as an escape: most bodies need not be walked through. */
const suspicious = /\\u(?:0000|d[89a-f])/i;

/**
 * 400 `validation` for a JSON body with a text that no database keeps, whatever its schema; by field. `json`: the body as
 * it was sent.
 */
export function assertStorable(json: string, body: unknown): void {
  if (suspicious.test(json)) refuse(badFields(body));
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * The border of the API for texts in addresses: a path that cannot be decoded, or names what no database keeps, is the
 * path of nothing (404); such a text in the query is 400 `validation` by field. For all endpoints, before any schema.
 */
export const refuseUnstorable: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { pathname, searchParams } = new URL(c.req.url);
  const path = decoded(pathname);
  if (path === null || !isStorable(path)) throw notFound();
  const bad = [...searchParams].filter((pair) => !pair.every(isStorable));
  refuse(new Set(bad.map(([name]) => (isStorable(name) ? name : '_'))));
  await next();
};
