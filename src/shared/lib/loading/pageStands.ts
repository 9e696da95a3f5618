/** How long a page is waited for, ms. */
const patienceMs = 4000;
/** How long the code that asks the server waits for a stored screen to be replaced, ms. */
const askingPatienceMs = 1500;

const storedScreen = () => document.getElementById('first');

/** Whether the page on the screen is React's own, and not its skeleton or a stored first screen. */
function isStanding(): boolean {
  const main = document.querySelector('#root main');
  return !storedScreen() && !main?.querySelector('[aria-busy="true"]') && Boolean(main?.textContent);
}

function until(isSo: () => boolean, longestMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(limit);
      watcher.disconnect();
      resolve();
    };
    const look = () => {
      if (isSo()) end();
    };
    const limit = setTimeout(end, longestMs);
    const watcher = new MutationObserver(look);
    watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-busy'] });
    look();
  });
}

/**
 * Resolves when the page stands: until then processor and line belong to it. After 4 s at the latest, because what waits
 * for this must start on every page.
 */
export function pageStands(): Promise<void> {
  return until(isStanding, patienceMs);
}

/**
 * Resolves when no stored first screen waits for React's page, which then has its rows on the device: reading the
 * server's answers is for after it. At once on every other page, after 1.5 s at the latest.
 */
export function storedScreenGone(): Promise<void> {
  return until(() => !storedScreen(), askingPatienceMs);
}
