import { RefusedUrlError } from '../errors.ts';
import type { Query } from '../transport/query.ts';
import { doubleSlashMessage } from '../transport/target.ts';

/**
 * The query of a `next` or `previous` link. It is added to the list's own path, so that a foreign host in the link is
 * never contacted (session.md 13.2). `null`: there is no such page, the button is disabled.
 *
 * @throws RefusedUrlError for a link that starts with `//`.
 */
export function queryOfLink(link: string | null): Query | null {
  if (link === null || link === '') return null;
  if (link.startsWith('//')) throw new RefusedUrlError(doubleSlashMessage);
  const start = link.indexOf('?');
  const parameters = new URLSearchParams(start < 0 ? '' : (link.slice(start + 1).split('#', 1)[0] ?? ''));
  const query: Query = {};
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    query[name] = values.length > 1 || name.endsWith('[]') ? values : values[0];
  }
  return query;
}
