import { isLineSpared } from '#shared/lib/account/isLineSpared.ts';
import { env } from '#shared/lib/env.ts';
import type { PageMessage } from '#shared/lib/worker/workerMessages.ts';
import { type RouterState, theRouter } from './navigator.ts';

/** A page left sooner than this does not count as seen, ms. */
const lookedAtMs = 2000;

/**
 * From now on tells the worker about every page that is shown. A page opened inside the app, or before there was a
 * worker, never went through the worker, but must be available without a network, too (offline.md 6.11).
 */
export function tellSeenPages(): void {
  const router = theRouter();
  if (!router || !('serviceWorker' in navigator) || env.buildId === 'dev') return;
  let path = '';
  let timer: ReturnType<typeof setTimeout>;
  const tell = async () => {
    if (isLineSpared()) return;
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ type: 'seen', path } satisfies PageMessage);
  };
  const look = ({ location, navigation }: RouterState) => {
    if (navigation.location || location.pathname === path) return;
    path = location.pathname;
    clearTimeout(timer);
    timer = setTimeout(() => void tell(), lookedAtMs);
  };
  router.subscribe?.(look);
  look(router.state);
}
