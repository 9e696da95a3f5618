import { theRouter } from './navigator.ts';

/** Longest wait for the browser's picture of the present page, ms: the next one must come in any case. */
const patienceMs = 100;

/** The link whose tap is being answered; `null`: nobody has tapped one. */
function tappedLink(): HTMLAnchorElement | null {
  const { event } = window;
  return event?.type === 'click' && event.target instanceof Element ? event.target.closest('a') : null;
}

/**
 * While a page fades in the browser gives every tap to the root element. It ends the fade, and what stands there is
 * pressed: a hurried learner is not made to tap twice.
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
 * From now on the page behind a tapped link fades in where motion is allowed (decisions.md 23); filters and tabs of the
 * same page change at once. The router's own transitions are not used: they hold updates back, so that a page could
 * stay that the session has left meanwhile. Here the browser only keeps a picture of the page that goes; what comes is
 * live from the first moment, and one that comes late is simply there.
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
