import { paths } from '#shared/lib/pages/paths.ts';
import type { WorkerMessage } from '#shared/lib/worker/workerMessages.ts';

/** The launch event of an installed app; TypeScript's library does not know it. */
type LaunchQueue = { setConsumer: (consumer: (launch: { targetURL?: string }) => void) => void };

/** A start from the app's icon: somebody who already uses the app stays where they are. */
const plainStart = `${paths.mypage()}?source=app`;

/** The page that a launch asks for, without the parameter for its source; `null`: the current page is right. */
export function launchTarget(targetUrl: string | undefined, here: string): string | null {
  if (!targetUrl || !URL.canParse(targetUrl)) return null;
  const url = new URL(targetUrl);
  const asked = url.pathname + url.search;
  if (url.origin !== new URL(here).origin || asked === plainStart || url.href === here) return null;
  return asked + url.hash;
}

let isFirstLaunch = true;

/** The launch that loaded this page: its request is fulfilled already, and must not be repeated. */
function isOwnLaunch(targetUrl: string | undefined): boolean {
  const isFirst = isFirstLaunch;
  isFirstLaunch = false;
  const [loaded] = performance.getEntriesByType('navigation');
  return isFirst && loaded?.name.split('#', 1)[0] === targetUrl?.split('#', 1)[0];
}

/**
 * Handles requests to this window from outside: a shortcut or share while the app runs (manifest `launch_handler`), or
 * a tap on a notification. The page is opened in the app without a reload, so nothing that runs is disturbed.
 */
export function followWindowEvents(open: (path: string) => void, refresh: () => void): () => void {
  const { launchQueue } = window as unknown as { launchQueue?: LaunchQueue };
  let isFollowing = true;
  launchQueue?.setConsumer(({ targetURL }) => {
    const isOwn = isOwnLaunch(targetURL);
    const target = isFollowing && !isOwn ? launchTarget(targetURL, location.href) : null;
    if (target) open(target);
  });
  const listen = ({ data, ports }: MessageEvent<WorkerMessage>) => {
    if (data?.type === 'pushed') refresh();
    if (data?.type !== 'open') return;
    ports[0]?.postMessage('followed');
    open(data.path);
  };
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  worker?.addEventListener('message', listen);
  return () => {
    isFollowing = false;
    worker?.removeEventListener('message', listen);
  };
}
