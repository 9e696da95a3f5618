import { type PushPayload, readPushPayload } from '#contracts/pushPayload.ts';
import { isAppRoute } from '#shared/lib/pages/appRoutes.ts';
import { patterns } from '#shared/lib/pages/pageTable.ts';
import type { WorkerMessage } from '#shared/lib/worker/workerMessages.ts';
import { worker } from './scope.ts';

/** Shown if a push has no readable content: iOS ends a subscription that shows nothing. */
const fallback = {
  title: 'コノマナビ',
  body: '新しいお知らせがあります。アプリを開いて確認してください。',
  path: patterns.notice,
} as const;
/** How long an open page may take to confirm that it navigates, ms; after that it is reloaded. */
const answerWithinMs = 1500;

/** The browser API for a number on the app's icon; not available everywhere. */
type Badge = { setAppBadge?: (count: number) => Promise<void> };

function payloadOf(data: PushMessageData | null): Partial<PushPayload> {
  try {
    return readPushPayload(data?.json());
  } catch {
    return {};
  }
}

/** Shows every push, whatever it carries (offline.md 3.85), puts the count on the icon, and tells open pages. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const { title, body, path, tag, unread } = payloadOf(data);
  await worker.registration.showNotification(title ?? fallback.title, {
    body: body ?? (title ? '' : fallback.body),
    tag: tag ?? 'konomanavi',
    lang: 'ja',
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path: path ?? fallback.path },
  });
  if (unread !== undefined) await setBadge(unread);
  const message: WorkerMessage = { type: 'pushed' };
  for (const page of await openPages()) page.postMessage(message);
}

async function setBadge(count: number): Promise<void> {
  try {
    await (worker.navigator as Badge).setAppBadge?.(count);
  } catch {
    // The system does not allow badges: the notification is enough.
  }
}

/** The page of the app that a notification may open; anything else leads to the notices. */
export function targetOf(path: unknown, origin: string): string {
  if (typeof path !== 'string' || !URL.canParse(path, origin)) return fallback.path;
  const url = new URL(path, origin);
  const isOurs = url.origin === origin && path.startsWith('/') && isAppRoute(url.pathname);
  return isOurs ? url.pathname + url.search + url.hash : fallback.path;
}

function openPages(): Promise<readonly WindowClient[]> {
  return worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/** Opens the page of a notification: in the open window without reloading it, or in a new one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  const path = targetOf((notification.data as { path?: unknown } | null)?.path, worker.location.origin);
  const pages = await openPages();
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (!page) {
    await worker.clients.openWindow(path);
    return;
  }
  const focused = await page.focus().catch(() => page);
  if (await follows(focused, path)) return;
  const moved = await focused.navigate(path).catch(() => null);
  if (!moved) await worker.clients.openWindow(path);
}

/** Asks a page to navigate; `false` if it does not answer because it is starting, or runs an older version. */
function follows(page: WindowClient, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(false), answerWithinMs);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const message: WorkerMessage = { type: 'open', path };
    page.postMessage(message, [port2]);
  });
}

/** The event of a push subscription that the browser replaced or ended; the type library does not know it. */
export type SubscriptionChange = ExtendableEvent & { oldSubscription?: PushSubscription | null };

/**
 * Subscribes again with the same key and lets a page tell the server; without an open page the next start does that.
 */
export async function renewSubscription({ oldSubscription }: SubscriptionChange): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey;
  if (key) {
    const options = { userVisibleOnly: true, applicationServerKey: key };
    await worker.registration.pushManager.subscribe(options).catch((error: unknown) => {
      console.warn('push: not subscribed again', error);
    });
  }
  const message: WorkerMessage = { type: 'push-changed' };
  for (const page of await openPages()) page.postMessage(message);
}
