import type { LayoutName, PageWidth } from '#shared/lib/pages/pageRow.ts';

/**
 * What the route table says about a route (its `handle`); a child's value overrides its parent's. It is in the table
 * and not in the lazy module, because guard and watcher need it before any chunk is loaded.
 *
 * `auth`: `true` needs login · `guest` sends logged-in users home · `false` switches guard and watcher off, also below
 * a route that needs login (session.md 8.1 and 8.2).
 */
export type RouteMeta = {
  auth?: boolean | 'guest';
  /** Name of the page, shown in the shell and the document title; empty while no name is known. */
  title?: string;
  layout?: LayoutName;
  /** Width of a page of the layout `default`. */
  width?: PageWidth;
  /** `public`: header and footer of the public site, for everyone; else the learner's own. */
  frame?: 'public';
};

/** Merges the meta of a page from the handles of its matched routes, outermost first. */
export function mergeMeta(handles: readonly unknown[]): RouteMeta {
  return Object.assign({}, ...handles.map((handle) => handle ?? {}));
}
