import type { MiddlewareHandler } from 'hono';
import { isStorable } from '#contracts/plainText.ts';
import type { AppEnv } from '../deps.ts';
import { invalid, notFound } from '../errors.ts';

const message = '使用できない文字が含まれています。消してから、もう一度お試しください。';
/** Most fields that one answer names; a body may have thousands. */
const mostNamed = 20;
/** Most parts of a field's name in an answer. */
const deepestNamed = 8;

/** A value in a body and its path: a linked list of parents, because a body may be nested as deep as it is long. */
type Part = { value: unknown; name: string; parent: Part | null };

/** The name of a field, as `fieldMessages` writes it; a name that is itself invalid is not repeated. */
function fieldOf(place: Part): string {
  const names: string[] = [];
  for (let here = place; here.parent; here = here.parent) names.push(here.name);
  names.reverse();
  const bad = names.findIndex((name) => !isStorable(name));
  return names.slice(0, bad < 0 ? deepestNamed : Math.min(bad, deepestNamed)).join('.') || '_';
}

/** The fields of a JSON value whose text or name no database can store (U+0000, lone surrogates of UTF-16). */
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

/** In valid UTF-8, JSON can hold such a text only as an escape, so most bodies need not be searched. */
const suspicious = /\\u(?:0000|d[89a-f])/i;

/**
 * 400 `validation`, by field, for a JSON body with a text that no database can store, whatever its schema. `json`: the
 * body as it was sent.
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
 * Checks texts in the addresses of all endpoints, before any schema. A path that cannot be decoded, or holds a text
 * that no database can store, is 404; such a text in the query is 400 `validation` by field.
 */
export const refuseUnstorable: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { pathname, searchParams } = new URL(c.req.url);
  const path = decoded(pathname);
  if (path === null || !isStorable(path)) throw notFound();
  const bad = [...searchParams].filter((pair) => !pair.every(isStorable));
  refuse(new Set(bad.map(([name]) => (isStorable(name) ? name : '_'))));
  await next();
};
