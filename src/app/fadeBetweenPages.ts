import { theRouter } from './navigator.ts';

/** Longest wait for the browser's snapshot of the current page, ms: the next page must come in any case. */
const patienceMs = 100;

/** The link of the current tap; `null`: no link was tapped. */
function tappedLink(): HTMLAnchorElement | null {
  const { event } = window;
  return event?.type === 'click' && event.target instanceof Element ? event.target.closest('a') : null;
}

/**
 * During a fade the browser sends every tap to the root element. The tap then ends the fade and is passed on to the
 * element at that point, so that a fast learner need not tap twice.
 */
function passTapsOn(fade: ViewTransition): void {
  const pass = ({ target, clientX, clientY }: MouseEvent) => {
    fade.skipTransition();
    if (target !== document.documentElement) return;
    const meant = document.elementFromPoint(clientX, clientY)?.closest('a, button, input, label, summary');
    if (meant instanceof HTMLElement) meant.click();
  };
  addEventListener('click', pass, true);
  void fade.finished.finally(() => removeEventListener('click', pass, true));
}

/**
 * From now on the page behind a tapped link fades in, where motion is allowed (decisions.md 23); filters and tabs of
 * the same page change at once. The router's own transitions are not used: they delay updates, so that a page could
 * stay although the session has left it. Here the browser only keeps a snapshot of the old page. The new page is live
 * from the first moment; if it is late, it just appears.
 */
export function fadeBetweenPages(): void {
  const router = theRouter();
  if (!router || !('startViewTransition' in document)) return;
  const { navigate } = router;
  router.navigate = (to, options) => {
    const link = tappedLink();
    const isOther = link !== null && link.pathname !== location.pathname;
    if (!isOther || matchMedia('(prefers-reduced-motion: reduce)').matches) return navigate(to, options);
    return new Promise((resolve) => {
      let isOnItsWay = false;
      const go = () => {
        if (isOnItsWay) return;
        isOnItsWay = true;
        resolve(navigate(to, options));
      };
      const fade = document.startViewTransition(go);
      // A fade may be ended before it has begun.
      fade.ready.catch(() => undefined);
      passTapsOn(fade);
      setTimeout(go, patienceMs);
    });
  };
}
