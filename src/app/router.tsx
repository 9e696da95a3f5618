import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router-dom';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { patterns } from '#shared/lib/pages/paths.ts';
import { createGuard } from './guard.ts';
import type { LayoutName } from './layouts/layoutNames.ts';
import { type LoadRoute, loadPage } from './lazyPage.ts';
import { setRouter } from './navigator.ts';
import { memberTitles, pageTitles } from './pageTitles.ts';
import { registerPreload } from './preload.ts';
import { Root } from './Root.tsx';
import { mergeMeta, type RouteMeta } from './routeMeta.ts';
import type { MemberPages } from './routes/memberPages.ts';
import type { SitePages } from './routes/sitePages.ts';
import { ErrorScreen } from './routes/system/ErrorScreen.tsx';
import { NotFound } from './routes/system/NotFound.tsx';
import { Waiting } from './routes/system/Waiting.tsx';

function page(path: string, handle: RouteMeta, load: LoadRoute): RouteObject {
  registerPreload(path, load);
  return { path, handle, lazy: () => loadPage(load) };
}

/** Layouts of the member pages that have another one than `mypage`. */
const memberLayouts: Partial<Record<keyof MemberPages, LayoutName>> = {
  settings: 'default',
  account: 'default',
  storage: 'default',
  sync: 'default',
  lecture: 'lecture',
  learnning: 'lecturev2',
};

const loadMemberPages = loadAgain(() => import('./routes/memberPages.ts'));

const memberPages = (Object.keys(memberTitles) as (keyof MemberPages)[]).map((name) =>
  page(patterns[name], { title: memberTitles[name], layout: memberLayouts[name] ?? 'mypage' }, async () => {
    const { memberPages } = await loadMemberPages();
    return memberPages[name]();
  }),
);

const loadMemberRoot: LoadRoute = () => import('./routes/mypage/memberRoot.tsx');
registerPreload('/mypage/*', loadMemberRoot);

/** A page of the public site. */
function publicPage(
  name: keyof typeof patterns & keyof typeof pageTitles,
  load: LoadRoute,
  meta?: RouteMeta,
) {
  return page(patterns[name], { title: pageTitles[name], layout: 'default', frame: 'public', ...meta }, load);
}

const loadSitePages = loadAgain(() => import('./routes/sitePages.ts'));

function sitePage(name: keyof SitePages, meta?: RouteMeta): RouteObject {
  const load = async () => {
    const { sitePages } = await loadSitePages();
    return sitePages[name]();
  };
  return publicPage(name, load, meta);
}

/** Pages of the public site. Those that many visits begin with name their module here, without a way round. */
const publicPages: RouteObject[] = [
  publicPage('home', () => import('./routes/public/home.tsx'), { width: 'full' }),
  publicPage('parent', () => import('./routes/public/parent.tsx'), { width: 'full' }),
  publicPage('login', () => import('./routes/auth/login.tsx'), { auth: 'guest' }),
  sitePage('about', { width: 'full' }),
  sitePage('student', { width: 'full' }),
  sitePage('konomoshi', { width: 'full' }),
  sitePage('konoshiki', { width: 'full' }),
  sitePage('success', { width: 'full' }),
  sitePage('campaign', { layout: 'none', frame: undefined }),
  sitePage('entryExam', { layout: 'none', frame: undefined }),
  sitePage('password'),
  sitePage('passwordReset'),
  sitePage('passwordDone'),
  sitePage('passwordChange', { frame: undefined }),
  sitePage('signup', { auth: 'guest' }),
  sitePage('signupVerify'),
  sitePage('signupComplete', { frame: undefined }),
  sitePage('eula', { width: 'page' }),
  sitePage('privacy', { width: 'page' }),
  sitePage('commerce', { width: 'page' }),
  sitePage('konoshikiEula', { width: 'page' }),
  sitePage('contact'),
  sitePage('contactComplete'),
  sitePage('inquiry'),
  sitePage('inquiryDetail'),
  sitePage('catalogue', { width: 'page' }),
  sitePage('catalogueCourse', { width: 'page' }),
  sitePage('teachers', { width: 'page' }),
  sitePage('teacher', { width: 'page' }),
  sitePage('publicNotices'),
  sitePage('publicNotice'),
  sitePage('test', { layout: 'test', frame: undefined }),
];

const notFound: RouteObject = {
  path: '*',
  handle: { title: pageTitles.notFound, layout: 'default' } satisfies RouteMeta,
  Component: NotFound,
};

/** The route whose guard has nothing to decide on a page that the build has made. */
const guarded = 'guarded';

/**
 * The route table (specification.md 2). Public pages first; everything below `/mypage` stands under the member root,
 * which opens the learner's database, so that guests never download it.
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
          page(
            patterns.maintenance,
            { title: pageTitles.maintenance, layout: 'default' },
            () => import('./routes/system/maintenance.tsx'),
          ),
          {
            handle: { auth: true } satisfies RouteMeta,
            lazy: () => loadPage(loadMemberRoot),
            // What does not exist there is no guest's business either: the guard comes first.
            children: [...memberPages, { ...notFound, path: '/mypage/*' }],
          },
          notFound,
        ],
      },
    ],
  },
];

let matched: { pathname: string; found: RouteObject[] } | null = null;

/** The routes of an address, outermost first. Sorting the table takes a slow phone 10 ms, so the last word is kept. */
function routesOf(pathname: string): RouteObject[] {
  if (matched?.pathname !== pathname) {
    matched = { pathname, found: (matchRoutes(routes, pathname) ?? []).map(({ route }) => route) };
  }
  return matched.found;
}

/** What the table says about an address; guard and watcher ask before any chunk has come. */
export function metaOf(pathname: string): RouteMeta {
  return mergeMeta(routesOf(pathname).map(({ handle }) => handle));
}

/** Brings the modules of a page before its first render, for a page that the build has already made. */
export async function bringPage(pathname: string): Promise<void> {
  for (const route of routesOf(pathname)) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy());
    delete route.lazy;
  }
}

/**
 * Makes the router of the page. The session must have been started before: its state decides the first page.
 * `isMade`: the build has made this page, and its modules are here.
 */
export function createRouter(isMade: boolean) {
  // The router gives all pages that are opened by their address one key, by which each would begin where the last was
  // left. Kept with the place in the history, so that a page loaded again is where it was.
  if (!history.state?.key) history.replaceState({ ...history.state, key: `${performance.timeOrigin}` }, '');
  const router = createBrowserRouter(
    routes,
    isMade ? { hydrationData: { loaderData: { [guarded]: null } } } : {},
  );
  const opened = location.pathname;
  // Before anybody else hears of it: other pages than the opened one are laid out whole (prerender/critical.ts).
  router.subscribe(({ location: { pathname } }) => {
    if (pathname !== opened) document.documentElement.dataset.left = '';
  });
  setRouter(router);
  return router;
}
