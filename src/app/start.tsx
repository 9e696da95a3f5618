import { startTransition } from 'react';
import { RouterProvider } from 'react-router-dom';
import { createRoot, hydrateRoot } from '#app/reactDom.ts';
import { watchInstall } from '#features/pwa/installPrompt.ts';
import { session } from '#shared/lib/account/session.ts';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import { notFoundTitle } from '#shared/lib/pages/pageTable.ts';
import { startDisplay } from '#shared/ui/display.ts';
import { startMemberArea } from './memberArea.ts';
import { bringPage, createRouter, metaOf } from './router.tsx';
import { meansNotFound } from './routes/system/ErrorScreen.tsx';
import { startSession } from './startSession.ts';
import { startWorker } from './startWorker.ts';

/** A missing page reports itself, once; every other error goes to the console unchanged. */
function reportError(error: unknown): void {
  if (!meansNotFound(error)) console.error(error);
}

/** The worker may have answered with the learner's stored first screen: then React's page replaces it unnoticed. */
function standBehind(element: HTMLElement): void {
  const first = document.getElementById('first');
  if (!first) return;
  import('#features/first-screen/takeOver.ts').then(
    ({ takeOver }) => takeOver(first, element),
    () => first.remove(),
  );
}

function mount(element: HTMLElement, isTakenOver: boolean): void {
  const app = <RouterProvider router={createRouter(isTakenOver)} onError={reportError} />;
  const options = { onCaughtError: () => undefined };
  // Hydrates in small steps, so that taps are handled in between: the page is visible already.
  if (isTakenOver) startTransition(() => void hydrateRoot(element, app, options));
  else createRoot(element, options).render(app);
  whenIdle(() => {
    import('./afterStart.ts').then(
      ({ afterStart }) => afterStart(),
      () => undefined,
    );
  });
}

/**
 * Hydrates a prerendered page once its module is loaded. If that fails, the page is rendered anew, which tells the
 * visitor what is missing.
 */
async function takeOver(element: HTMLElement): Promise<void> {
  // The page was made for guests and is hidden, because the visitor may be a member: a member gets their own page or is
  // redirected.
  if (document.documentElement.hasAttribute('data-going')) {
    await session.decided();
    if (session.getSnapshot().state === 'in') {
      element.replaceChildren();
      return mount(element, false);
    }
  }
  const { pathname } = location;
  // The server says that there is no such course. The page for courses has not asked yet; it finds this out itself.
  if ('lost' in element.dataset && metaOf(pathname).title !== notFoundTitle) return mount(element, false);
  bringPage(pathname).then(
    () => mount(element, true),
    () => mount(element, false),
  );
}

/** Starts the app in an element: the session first, because it decides the first page. */
export function startApp(element: HTMLElement): void {
  startDisplay();
  startMemberArea();
  startSession(metaOf);
  // For a possible member the welcome page was hidden (index.html); members go on to their studies.
  void session.decided().then(() => document.documentElement.removeAttribute('data-going'));
  if (element.hasChildNodes()) void takeOver(element);
  else mount(element, false);
  watchInstall();
  startWorker();
  standBehind(element);
}
