import { session } from '#shared/lib/account/session.ts';
import { pause } from '#shared/lib/time/pause.ts';
import { focusTwin } from './focusTwin.ts';
import { isSameScreen, linesOf } from './lines.ts';
import { pressedTwins } from './pressed.ts';

/** React's page replaces a stored page that looks different once nothing has changed in it for this long, ms. */
const stillMs = 200;
/** The stored screen is never shown longer than this, ms. */
const longestMs = 4000;
/** Longest wait for pictures that are on the screen already, ms. */
const pictureMs = 300;

/**
 * Replaces the stored first screen with React's page, which was rendered hidden behind it. This happens when both look
 * the same or React's page has settled, at the latest after 4 s. It happens at once when the session has ended or the
 * page has changed (performance.md 4.2).
 */
export function takeOver(first: HTMLElement, root: HTMLElement): void {
  const begun = location.pathname;
  let isDone = false;
  let frame = 0;
  let stillness: ReturnType<typeof setTimeout> | undefined;

  const stored = onceFor(
    () => `${innerWidth} ${innerHeight} ${scrollY}`,
    () => linesOf(first),
  );

  const finish = () => {
    if (isDone) return;
    isDone = true;
    watcher.disconnect();
    stopSession();
    clearTimeout(stillness);
    clearTimeout(limit);
    replace(first, root);
  };
  const look = (isStill: boolean) => {
    if (isDone) return;
    if (session.getSnapshot().state === 'out' || location.pathname !== begun) return finish();
    if (!hasStyles() || !isWhole(root)) return;
    if (isStill || isSameScreen(stored(), linesOf(root))) void picturesShown(root).then(finish);
  };
  const lookSoon = () => {
    cancelAnimationFrame(frame);
    clearTimeout(stillness);
    frame = requestAnimationFrame(() => look(false));
    stillness = setTimeout(() => look(true), stillMs);
  };
  const limit = setTimeout(finish, longestMs);
  const watcher = new MutationObserver(lookSoon);
  watcher.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  const stopSession = session.subscribe(() => look(false));
  for (const link of sheets()) link.addEventListener('load', lookSoon);
  lookSoon();
}

/** Remembers a result as long as `key` stays the same: measuring a page costs a slow phone two frames. */
function onceFor<T>(key: () => string, work: () => T): () => T {
  let known: { key: string; result: T } | null = null;
  return () => {
    const now = key();
    if (known?.key !== now) known = { key: now, result: work() };
    return known.result;
  };
}

function sheets(): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>('link[data-first="stylesheet"]')];
}

/**
 * Whether all style sheets have loaded: without them React's page would be unstyled. They apply once the last one has
 * loaded (index.html).
 */
function hasStyles(): boolean {
  return sheets().every(({ sheet, media }) => sheet !== null && media !== 'not all');
}

/** Whether this is the page and not its skeleton. An open dialog must not stay hidden, so it counts as complete. */
function isWhole(root: HTMLElement): boolean {
  if (root.querySelector('dialog[open]')) return true;
  const main = root.querySelector('main');
  return Boolean(main?.textContent?.trim()) && main?.querySelector('[aria-busy="true"]') === null;
}

/** Waits until the visible pictures are decoded: otherwise they would leave a gap for a moment. */
async function picturesShown(root: HTMLElement): Promise<void> {
  const shown = [...root.querySelectorAll('img')].filter((picture) => {
    const { top, bottom } = picture.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
  await Promise.race([Promise.allSettled(shown.map((picture) => picture.decode())), pause(pictureMs)]);
}

/** Both changes happen in one frame: the screen is never empty, and the scroll position stays. */
function replace(first: HTMLElement, root: HTMLElement): void {
  const y = scrollY;
  const focus = focusTwin(first, root);
  const press = pressedTwins(first, root);
  first.remove();
  document.querySelector('style[data-first]')?.remove();
  focus();
  if (scrollY !== y) scrollTo(0, y);
  press();
}
