import { modules as firstModules } from 'virtual:pages/first';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router-dom';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import {
  type MemberName,
  memberRoutes,
  notFoundTitle,
  type PageName,
  type PublicName,
  patterns,
  publicRoutes,
  type RouteGroup,
} from '#shared/lib/pages/pageTable.ts';
import { createGuard } from './guard.ts';
import { type LoadRoute, loadPage } from './lazyPage.ts';
import { setRouter } from './navigator.ts';
import { registerPreload } from './preload.ts';
import { Root } from './Root.tsx';
import { mergeMeta, type RouteMeta } from './routeMeta.ts';
import { ErrorScreen } from './routes/system/ErrorScreen.tsx';
import { NotFound } from './routes/system/NotFound.tsx';
import { Waiting } from './routes/system/Waiting.tsx';

function page(path: string, handle: RouteMeta, load: LoadRoute): RouteObject {
  registerPreload(path, load);
  return { path, handle, lazy: () => loadPage(load) };
}

/** The routes of pages, from their rows in the table of pages. */
function routesFor<Name extends PageName>(
  groups: readonly RouteGroup<Name>[],
  loadOf: (name: Name) => LoadRoute,
): RouteObject[] {
  return groups.flatMap(([look, titles]) =>
    (Object.entries(titles) as [Name, string][]).map(([name, title]) =>
      page(patterns[name], { title, ...look }, loadOf(name)),
    ),
  );
}

const loadMemberModules = loadAgain(() => import('virtual:pages/member'));

const memberPages = routesFor(
  memberRoutes,
  (name: MemberName) => async () => (await loadMemberModules()).modules[name](),
);

const loadMemberRoot: LoadRoute = () => import('./routes/mypage/memberRoot.tsx');
registerPreload('/mypage/*', loadMemberRoot);

const loadSiteModules = loadAgain(() => import('virtual:pages/site'));

/** Pages of the public site. Those that many visits begin with are imported directly, without the list module. */
const publicPages = routesFor(
  publicRoutes,
  (name: PublicName) => firstModules[name] ?? (async () => (await loadSiteModules()).modules[name]()),
);

const notFound: RouteObject = {
  path: '*',
  handle: { title: notFoundTitle, layout: 'default' } satisfies RouteMeta,
  Component: NotFound,
};

/** Id of the route whose guard has nothing to decide on a prerendered page. */
const guarded = 'guarded';

/**
 * The route table (specification.md 2), from the table of pages (src/shared/lib/pages/publicPages.ts). Public pages
 * first. Everything below `/mypage` is under the member root, which opens the learner's database, so that guests never
 * download it.
 */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    children: [
      {
        id: guarded,
        middleware: [createGuard(metaOf)],
        HydrateFallback: Waiting,
        ErrorBoundary: ErrorScreen,
        children: [
          ...publicPages,
          {
            handle: { auth: true } satisfies RouteMeta,
            lazy: () => loadPage(loadMemberRoot),
            // A guest must not learn which member pages exist: the guard comes before the not-found screen.
            children: [...memberPages, { ...notFound, path: '/mypage/*' }],
          },
          notFound,
        ],
      },
    ],
  },
];

let matched: { pathname: string; found: RouteObject[] } | null = null;

/**
 * The routes of an address, outermost first. Matching the table takes a slow phone 10 ms, so the last result is cached.
 */
function routesOf(pathname: string): RouteObject[] {
  if (matched?.pathname !== pathname) {
    matched = { pathname, found: (matchRoutes(routes, pathname) ?? []).map(({ route }) => route) };
  }
  return matched.found;
}

/** What the table says about an address; guard and watcher ask before any chunk is loaded. */
export function metaOf(pathname: string): RouteMeta {
  return mergeMeta(routesOf(pathname).map(({ handle }) => handle));
}

/** Loads the modules of a prerendered page before its first render. */
export async function bringPage(pathname: string): Promise<void> {
  for (const route of routesOf(pathname)) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy());
    delete route.lazy;
  }
}

/**
 * Creates the router. The session must have been started before, because its state decides the first page.
 * `isTakenOver`: a prerendered page is hydrated, and its modules are loaded.
 */
export function createRouter(isTakenOver: boolean) {
  // The router gives all pages opened by their address the same key, so that each would start at the scroll position of
  // the last one. A key in the history entry avoids this, and a reloaded page keeps its position.
  if (!history.state?.key) history.replaceState({ ...history.state, key: `${performance.timeOrigin}` }, '');
  const router = createBrowserRouter(
    routes,
    isTakenOver ? { hydrationData: { loaderData: { [guarded]: null } } } : {},
  );
  const opened = location.pathname;
  // Subscribed first: pages other than the opened one are laid out completely (prerender/critical.ts).
  router.subscribe(({ location: { pathname } }) => {
    if (pathname !== opened) document.documentElement.dataset.left = '';
  });
  setRouter(router);
  return router;
}
