import { builtFileAt, hasOwnQuery } from '#shared/lib/pages/builtPages.ts';
import { isOriginQuery } from '#shared/lib/pages/originQuery.ts';
import { servedPageAt } from '#shared/lib/pages/servedPages.ts';

/**
 * How a page of the app is made. `built`: by the build, in `file` · `served`: by the server; `path` is its address
 * without origin parameters (where the visitor came from) · `shell`: in the browser.
 */
export type PageMaking = { by: 'built'; file: string } | { by: 'served'; path: string } | { by: 'shell' };

/**
 * The same rule as the server's (server/static/routes.ts): with a query that changes the content, the browser renders
 * the page.
 */
export function pageAt({ pathname, searchParams }: URL): PageMaking {
  const built = hasOwnQuery(pathname, searchParams) ? null : builtFileAt(pathname);
  if (built) return { by: 'built', file: built };
  const isPlain = [...searchParams.keys()].every(isOriginQuery);
  return isPlain && servedPageAt(pathname) ? { by: 'served', path: pathname } : { by: 'shell' };
}
