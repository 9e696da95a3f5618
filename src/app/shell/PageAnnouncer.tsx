import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';
import { texts } from './texts.ts';

/** The product name at the end of every page title. */
const suffix = 'コノマナビ';

function focusOn(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/**
 * Focuses the page's `h1`. While the content is loading, the main part has the focus instead; the focus then moves to
 * the `h1`, unless the learner has moved it in the meantime. Returns how to stop waiting.
 */
function focusTitle(): () => void {
  const main = document.getElementById('main');
  const title = main?.querySelector('h1');
  if (title || !main) {
    if (title) focusOn(title);
    return () => undefined;
  }
  focusOn(main);
  const watcher = new MutationObserver(() => {
    const late = main.querySelector('h1');
    if (!late) return;
    watcher.disconnect();
    if (document.activeElement === main) focusOn(late);
  });
  watcher.observe(main, { childList: true, subtree: true });
  return () => watcher.disconnect();
}

/**
 * Announces the result of a navigation: title of the document, focus on the page's `h1` (or the main part) and one line
 * for screen readers (WCAG 2.4.2, 2.4.3). The first page of a visit keeps the browser's own focus. A changed query of
 * the same page (filter, tab) moves nothing. The line follows the title, because for a moment the old page's name is
 * still there, and a page may get its own name late. It stands right below the header, so a page that is still coming is
 * first painted when it is there (index.html).
 */
export function PageAnnouncer({ title }: { title: string }) {
  const { pathname, hash } = useLocation();
  const isIdle = useNavigation().state === 'idle';
  const announced = useRef<string | null>(null);
  const stopWaiting = useRef(() => {});
  const [told, setTold] = useState<string | null>(null);

  useEffect(() => {
    document.title = title && title !== suffix ? `${title}|${suffix}` : suffix;
  }, [title]);

  useEffect(() => {
    if (!isIdle) return;
    const isFirst = announced.current === null;
    if (announced.current === pathname) return;
    announced.current = pathname;
    if (isFirst || hash) return;
    stopWaiting.current();
    stopWaiting.current = focusTitle();
    setTold(pathname);
  }, [pathname, hash, isIdle]);

  return (
    <p id="below-header" className="visually-hidden" aria-live="polite">
      {told === pathname && title && texts.opened(title)}
    </p>
  );
}
