import { isAppRoute } from '#shared/lib/pages/appRoutes.ts';
import { isExamMedia } from '#shared/lib/worker/examMedia.ts';
import { keptMediaId } from '#shared/lib/worker/keptMedia.ts';
import { keptPagesCache } from '#shared/lib/worker/keptPages.ts';
import { networkQuery } from '#shared/lib/worker/networkQuery.ts';
import type { PageMessage } from '#shared/lib/worker/workerMessages.ts';
import { answerAsset, type Later } from './assets.ts';
import { type SyncEvent, wakePages } from './backgroundSync.ts';
import { tierOne } from './build.ts';
import { dropFormerBuilds } from './cleanup.ts';
import { keepDirectPages, routeDirectPages } from './direct.ts';
import { answerExamMedia } from './examMedia.ts';
import { dropFirstScreens } from './firstScreen.ts';
import { install } from './install.ts';
import { answerKept } from './kept.ts';
import { answerRenewal } from './keptPages.ts';
import { isKnownOff, isSwitchedOff, lookAtSwitch } from './killSwitch.ts';
import { untilMakingWay } from './makeWay.ts';
import { answerMedia } from './media.ts';
import { mediaKey } from './mediaKey.ts';
import { handleMessage } from './messages.ts';
import { answerNavigation, lookBehindDirect, type Opening, openPage, unlessStored } from './navigation.ts';
import { pageAt } from './pageAt.ts';
import { openNotification, renewSubscription, type SubscriptionChange, showPush } from './push.ts';
import { worker } from './scope.ts';

/** Origin of the API, if the build uses another one; `null`: the API is on this origin. */
const apiOrigin = URL.canParse(__API_BASE__) ? new URL(__API_BASE__).origin : null;
const icons = new Set(tierOne.map(({ path }) => path).filter((path) => path.startsWith('/icons/')));

worker.addEventListener('install', (event) => {
  routeDirectPages(event);
  event.waitUntil(
    install()
      .then(isSwitchedOff)
      .then((isOff) => (isOff ? undefined : keepDirectPages())),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      worker.clients.claim(),
      dropFirstScreens(),
      caches.delete(keptPagesCache),
      dropFormerBuilds(),
      lookAtSwitch(),
    ]),
  );
});

worker.addEventListener('message', (event) => {
  event.waitUntil(handleMessage(event.data as PageMessage, event.ports[0]));
});

worker.addEventListener('sync' as 'activate', (event) => {
  if ((event as SyncEvent).tag === 'outbox') event.waitUntil(wakePages());
});

worker.addEventListener('push', (event) => event.waitUntil(showPush(event.data)));
worker.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotification(event.notification)),
);
worker.addEventListener('pushsubscriptionchange' as 'activate', (event) => {
  event.waitUntil(renewSubscription(event as SubscriptionChange));
});

/** Nothing was asked for since this worker started. If that is no page, its page came without the worker. */
let isFirst = true;

// The worker answers only what is named here, and only GET. It never touches the API, sw.js, version.json or other
// origins. The exception is pictures, textbooks and captions on the API's origin.
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const later = (work: Promise<unknown>) => event.waitUntil(untilMakingWay(work));
  const url = new URL(request.url);
  // Looks for a stored page while the switch is read, not afterwards.
  const opening = isPage(request, url) ? openPage(request, url) : null;
  const answer = answerFor(request, url, opening, later);
  if (!answer) return;
  if (opening) later(unlessStored(opening).then(lookAtSwitch));
  else if (isFirst) later(lookBehindDirect(event.clientId));
  isFirst = false;
  if (isKnownOff()) return;
  event.respondWith(isSwitchedOff().then((isOff) => (isOff ? fetch(request) : answer())));
});

/** Whether a page of the app is being opened. A page with `network` in its query bypasses the worker. */
function isPage(request: Request, url: URL): boolean {
  if (request.mode !== 'navigate' || url.origin !== worker.location.origin) return false;
  return isAppRoute(url.pathname) && !url.searchParams.has(networkQuery);
}

/** The handler for a request; `null`: the browser uses the network directly. */
function answerFor(
  request: Request,
  url: URL,
  opening: Opening | null,
  later: Later,
): (() => Promise<Response>) | null {
  if (opening) return () => answerNavigation(opening, later);
  if (request.mode === 'navigate') return null;
  if (url.origin !== worker.location.origin) {
    const key = url.origin === apiOrigin ? mediaKey(url) : null;
    return key && !request.headers.has('if-range') ? () => answerMedia(request, key, later) : null;
  }
  if (isExamMedia(url.pathname)) return () => answerExamMedia(request, url.pathname);
  const kept = keptMediaId(url.pathname);
  if (kept !== null) return () => answerKept(request, kept);
  // A request of the page's downloader: it stores the answer itself.
  if (request.headers.has('if-range')) return null;
  const key = mediaKey(url);
  if (key) return () => answerMedia(request, key, later);
  if (request.headers.get('accept') === 'text/html' && pageAt(url).by === 'served')
    return () => answerRenewal(url.pathname, later);
  const isFile = url.pathname.startsWith('/assets/') || icons.has(url.pathname);
  return isFile ? () => answerAsset(request, later) : null;
}
