import { matchPath } from 'react-router-dom';
import type { LoadRoute } from './lazyPage.ts';
import { pageModules } from './preload.ts';

/** How many route chunks are preloaded at the same time (specification.md 9, "about 5 concurrent"). */
const concurrency = 5;

const wanted: LoadRoute[] = [];
const asked = new Set<LoadRoute>();
let running = 0;

function pump(): void {
  while (running < concurrency) {
    const load = wanted.shift();
    if (!load) return;
    running += 1;
    // A failed preload causes no reload and no message (session.md 12.2); the navigation tries again.
    load()
      .catch(() => asked.delete(load))
      .finally(() => {
        running -= 1;
        pump();
      });
  }
}

/** Preloads the chunks of a page, each once. */
function preloadPage(pathname: string): void {
  for (const [pattern, load] of pageModules) {
    if (asked.has(load) || !matchPath(pattern, pathname)) continue;
    asked.add(load);
    wanted.push(load);
  }
  pump();
}

function pathOfLink(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target) return null;
  return link.pathname;
}

/** From now on preloads the page behind a link that is hovered, focused or touched. */
export function preloadOnIntent(): void {
  const see = (target: EventTarget | null) => {
    const path = pathOfLink(target);
    if (path !== null) preloadPage(path);
  };
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, ({ target }) => see(target), { passive: true });
  }
  for (const link of document.querySelectorAll('a:is(:hover, :focus)')) see(link);
}
