import { env } from '#shared/lib/env.ts';
import { isLineSpared } from '#shared/lib/transport/sparedLine.ts';
import type { PageMessage } from '#shared/lib/worker/workerMessages.ts';
import { type RouterState, theRouter } from './navigator.ts';

/** A page that is left again sooner was not looked at, ms. */
const lookedAtMs = 2000;

/**
 * From now on the worker hears of every page that stands here: one that was opened inside the app, or before there was a
 * worker, has never passed it, and shall be there without a network all the same (offline.md 6.11).
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
